"""People of a level: `human,level=3`; how they choose was learned from their games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache

import chess

from motif.arena.people import Habits, Like, People, See
from motif.arena.policy_players import DrawnPolicyPlayer, PolicyAdviser
from motif.board.positions import Positions
from motif.errors import BadArgument
from motif.patterns import Library
from motif.players.makers import Makers
from motif.players.names import Name
from motif.search import SearchSettings

HUMAN = "human"
DEFAULT_LEVEL = 4

MOST_MOVES = 218
"""No position has more legal moves."""


def sight(threads: int | None = 1) -> See:
    """The search as people's eyes: what every move is worth, so many plies deep."""
    searcher = SearchSettings(hash_megabytes=1).searcher()

    def see(boards: Sequence[chess.Board], depth: int) -> list[dict[chess.Move, int]]:
        column = Positions.from_boards(boards)
        lines = searcher.search_all(column, depth=depth, multi_pv=MOST_MOVES, threads=threads)
        return [{line.moves[0]: line.centipawns for line in info.lines} for info in lines]

    return see


def liking(library: Callable[[], Library] = Library.shipped) -> Like:
    """Patterns as people's taste; the library is read when it is first asked."""
    read = cache(library)

    def like(boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        column = Positions.from_boards(boards)
        scores = iter(read().scores(column).tolist())
        return [{move: next(scores) for move in moves} for moves in column.legal_moves()]

    return like


def _people(name: Name) -> People:
    options = dict(name.options)
    level = options.pop("level", str(DEFAULT_LEVEL))
    if name.argument or name.limit or options or not level.isdecimal():
        raise BadArgument(f"{HUMAN} cannot be called {str(name)!r}", hint=f"write {HUMAN},level=3")
    return People(int(level), Habits.read(), sight(), liking())


MAKERS = Makers(
    players={HUMAN: lambda name: DrawnPolicyPlayer(_people(name))},
    advisers={HUMAN: lambda name: PolicyAdviser(_people(name), weighed=False)},
)
