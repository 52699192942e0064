"""Motif learns human-readable chess knowledge from games, and uses it to explain, to play and to train.

Every piece of knowledge is an adviser: it looks at a position and returns advice, a move with a reason.
The rooms are imported by name (`from motif.board.games import read_games`); this module imports none.
"""

__version__ = "0.1.0"
