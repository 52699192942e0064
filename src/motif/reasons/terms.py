"""Where nothing is won: which terms of the oracle's own judgement speak for a move, and by how much.

change(term) = the term at the end of the oracle's line - the term on the board that it is compared with. The terms are
those of a position without a search, so they need not add up to the difference of two searches.
"""

from __future__ import annotations

from itertools import islice

import chess

from motif.board.oracles import Itemising, Oracle

Terms = tuple[tuple[str, int], ...]
"""Terms with their change in centipawns, the largest first."""

WORTH_TELLING = 15
"""Smaller changes, in centipawns, are noise."""

MOST_TOLD = 3

UNTOLD = frozenset({"tempo", "material"})
"""Whose turn it is is nobody's merit; what is won is told with its line, and never as a term."""


def change_of_terms(oracle: Oracle, end: chess.Board, start: chess.Board, side: chess.Color) -> Terms:
    """What gets better for a side from one board to another; nothing if the oracle cannot say, or a game is over."""
    if not isinstance(oracle, Itemising) or end.is_game_over() or start.is_game_over():
        return ()
    before = oracle.terms(start, side)
    changes = {name: round(value - before.get(name, 0)) for name, value in oracle.terms(end, side).items()}
    largest = (item for item in changes.items() if item[0] not in UNTOLD and item[1] >= WORTH_TELLING)
    return tuple(islice(sorted(largest, key=lambda item: -item[1]), MOST_TOLD))
