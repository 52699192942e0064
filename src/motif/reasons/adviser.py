"""Checked reasons at the board: the move an oracle prefers, with the cause that passed the test.

As a player it plays that move; as an adviser it speaks only when something is won and the cause is known. What such
advice gains over the average move nobody has measured, so it carries no weight.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.advice import Advice
from motif.board.closing import close
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.reasons.explaining import explain_fully
from motif.reasons.explanation import LIMIT, Explanation, check_position


class ReasonsAdviser:
    """Asks an oracle for the best move, and says why it wins where that was checked."""

    def __init__(self, oracle: Oracle, limit: Limit = LIMIT) -> None:
        self._oracle = oracle
        self._limit = limit

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best move if it wins something and the cause passed the test; else nothing."""
        if board.is_game_over() or not board.is_valid():
            return []
        explained = best_explained(board, self._oracle, self._limit)
        return [] if explained.cause is None else [Advice(explained.move, None, explained.reason())]

    def close(self) -> None:
        """Close the oracle."""
        close(self._oracle)


class ReasonsPlayer:
    """Plays the oracle's move and gives the reason; a limit of its own outranks the one of the match."""

    def __init__(self, oracle: Oracle, limit: Limit | None = None) -> None:
        self._oracle = oracle
        self._limit = limit

    def new_game(self, seed: int) -> None:
        """Nothing is remembered, and nothing is random."""

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The oracle's move, with a checked cause or the plain word that there is none."""
        explained = best_explained(board, self._oracle, self._limit or limit)
        return Advice(explained.move, None, explained.reason())

    def close(self) -> None:
        """Close the oracle."""
        close(self._oracle)


def best_explained(board: chess.Board, oracle: Oracle, limit: Limit = LIMIT) -> Explanation:
    """The move that an oracle prefers, explained; refused when the game is over."""
    check_position(board)
    (evaluation,) = oracle.evaluate([board], limit)
    return explain_fully(board, evaluation, oracle, limit)
