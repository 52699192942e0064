"""The truth about a position, where tables tell it: who wins with best play, and which moves keep that.

Endings of up to four men are known to the package itself; a folder of Syzygy or Gaviota files reaches further. Our own
tables ignore the fifty-move rule; Syzygy's call a win that needs more than fifty moves a draw.
"""

from __future__ import annotations

import chess

from motif.board.closing import ClosedAfterUse, close
from motif.board.foreign_tables import ForeignTables
from motif.board.shipped_tables import Result, ShippedTables
from motif.board.valuation import after, legal_moves
from motif.errors import BadPosition

__all__ = ["ExactResults", "Result"]


class ExactResults(ClosedAfterUse):
    """Results with best play, from tables alone; None wherever no table reaches.

    >>> board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    >>> [board.san(move) for move in ExactResults().moves_that_keep(board)]
    ['Kd5', 'Ke5', 'Kf5']
    """

    def __init__(self, foreign: ForeignTables | None = None, shipped: ShippedTables | None = None) -> None:
        self._foreign = foreign
        self._shipped = shipped or ShippedTables()

    def result(self, board: chess.Board) -> Result | None:
        """Win, draw or loss for the side to move; only the position counts, not the moves that led to it."""
        known = self._shipped.result(board)
        if known is not None or self._foreign is None:
            return known
        try:
            return Result(self._foreign.result(board))
        except BadPosition:
            return None

    def results(self, board: chess.Board) -> dict[chess.Move, Result] | None:
        """What every legal move leads to, for whoever makes it; None where a table is missing for one of them."""
        results: dict[chess.Move, Result] = {}
        for move in legal_moves(board):
            result = self.result(after(board, move))
            if result is None:
                return None
            results[move] = -result
        return results

    def moves_that_keep(self, board: chess.Board) -> list[chess.Move] | None:
        """The legal moves that give away neither the win nor the draw; every move where all is lost."""
        results = self.results(board)
        if results is None:
            return None
        best = max(results.values(), default=Result.LOSS)
        return [move for move, result in results.items() if result == best]

    def close(self) -> None:
        """Close the files of others."""
        close(self._foreign)
