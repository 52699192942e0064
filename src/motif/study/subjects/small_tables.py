"""The truth about endings of three and four men, as far as it costs nothing.

Three men are solved at once. A table of four men takes seconds to solve, and is asked only where it was solved before,
by `motif endgames` or a tablebase player.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import chess

from motif.board.limits import Limit
from motif.board.tablebases import MOST_MEN, Tablebase, signature_of

NO_LIMIT = Limit(depth=1)
"""A table needs none, and every oracle is given one."""

AT_ONCE = 3
"""So many men are solved in a moment."""


@dataclass(frozen=True, slots=True)
class Truth:
    """What an ending was worth for the player when it began and when it was over: 1, 0 or -1, and the ply that threw
    most away, None where nothing was."""

    begins: int
    ends: int
    worst: int | None


@dataclass(slots=True)
class SmallTables:
    """Tables that are there, or can be at once."""

    tables: Tablebase = field(default_factory=Tablebase)
    _known: dict[str, bool] = field(default_factory=dict)

    def name(self, board: chess.Board) -> str | None:
        """An ending in words, if a table tells the truth about it; None for any other position."""
        if chess.popcount(board.occupied) > MOST_MEN or board.castling_rights or board.is_insufficient_material():
            return None
        signature = signature_of(board)
        if signature not in self._known:
            missing = self.tables.missing(signature)
            self._known[signature] = all(len(name) <= AT_ONCE for name in missing)
        return _words(board) if self._known[signature] else None

    def truth(self, boards: Sequence[chess.Board], is_white: bool, first: int) -> Truth:
        """What the tables say of positions in a row, the first of them before the move at ply `first`."""
        results = [
            exact.result if board.turn == is_white else -exact.result
            for board, exact in zip(boards, self.tables.probe_all(boards), strict=True)
        ]
        drops = [after - before for before, after in pairwise(results)]
        worst = min(range(len(drops)), key=drops.__getitem__, default=None)
        is_thrown = worst is not None and drops[worst] < 0
        return Truth(results[0], results[-1], first + worst if is_thrown and worst is not None else None)

    def line(self, board: chess.Board, plies: int) -> list[chess.Move]:
        """Best play from a position that a table knows, both sides, as far as tables go on."""
        moves: list[chess.Move] = []
        walk = board.copy(stack=False)
        while len(moves) < plies and self.name(walk) and not walk.is_game_over():
            (best,) = self.tables.evaluate([walk], NO_LIMIT)
            moves.append(best.line[0])
            walk.push(best.line[0])
        return moves


def _words(board: chess.Board) -> str:
    """The men of both sides, the stronger first: "king and pawn against king"."""
    sides = sorted(
        ([man for man in chess.PIECE_TYPES[::-1] for _ in board.pieces(man, side)] for side in chess.COLORS),
        key=lambda men: (-len(men), [-man for man in men]),
    )
    return " against ".join(" and ".join(map(chess.piece_name, men)) for men in sides)
