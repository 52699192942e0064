"""Evaluators and a network with predictable answers, for tests."""

from __future__ import annotations

from collections.abc import Sequence

import chess
from chess.engine import Cp, Mate

from motif.board.material import VALUES
from motif.engines.evaluator import Evaluation
from motif.engines.limits import Limit


class MaterialEvaluator:
    """Counts material and sees mate in one. Its line is that mate, or else the legal move that sorts first."""

    name = "material"

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._evaluation(board) for board in boards]

    def _evaluation(self, board: chess.Board) -> Evaluation:
        if board.is_checkmate():
            return Evaluation(Mate(-0))
        worth = sum(
            (1 if piece.color == board.turn else -1) * 100 * VALUES[piece.piece_type]
            for piece in board.piece_map().values()
        )
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        mates = [move for move in moves if _mates(board, move)]
        return Evaluation(Cp(worth), tuple((mates or moves)[:1]))


class ListingEvaluator(MaterialEvaluator):
    """Also lists candidates: it rates the moves in alphabetical order, the first one highest."""

    name = "listing"

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        return [Evaluation(Cp(100 - place), (move,)) for place, move in enumerate(moves[:count])]


class SilentEvaluator(MaterialEvaluator):
    """Evaluates every position as equal and names no move."""

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [Evaluation(Cp(0)) for _ in boards]


def _mates(board: chess.Board, move: chess.Move) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return after.is_checkmate()


class Crowd:
    """A network that predicts with certainty the legal move that sorts last."""

    name = "crowd"

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        return [
            {move: float(place == 0) for place, move in enumerate(sorted(board.legal_moves, key=chess.Move.uci)[::-1])}
            for board in boards
        ]
