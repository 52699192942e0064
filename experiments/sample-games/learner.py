"""Play as people do but sometimes allow a fork: the learner of the sample games; once cured, it looks for forks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

import chess

from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import Limit
from motif.explain.mistakes import explain_mistake
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line

Choice = Callable[[chess.Board], chess.Move]
"""A function that chooses a move for a board."""

LOOK = Limit(depth=8, nodes=4_000)
LEAST_LOST, MOST_LOST = 200, 600
"""Centipawns that the move allowing a fork gives away."""

MOST_OF_A_GAME = 2
FROM_PLY = 12
UNCLEAR = 450
"""A fork teaches nothing where one side is further ahead."""


@dataclass(slots=True)
class Learner:
    """A player like the others, with a weakness at the first occasions of a game until it is cured.

    The weakness: of the moves after which the best reply forks and wins two pawns or more, with the fork as the checked
    cause, the learner plays the one that loses least. Once cured, it plays another move instead of one that allows a
    fork.
    """

    natural: Choice
    evaluator: Evaluator
    is_cured: bool = False
    _erred: int = field(default=0, init=False)

    def __call__(self, board: chess.Board) -> chess.Move:
        """Return the move of such people, except for the weakness."""
        move = self.natural(board)
        if self._erred == MOST_OF_A_GAME or board.ply() < FROM_PLY:
            return move
        (now,) = self.evaluator.evaluate([board], LOOK)
        if abs(now.centipawns) > UNCLEAR:
            return move
        if self.is_cured:
            return now.line[0] if self._forks(board, [move], now.centipawns) else move
        forks = self._forks(board, list(board.legal_moves), now.centipawns)
        self._erred += bool(forks)
        return forks[0] if forks else move

    def _forks(self, board: chess.Board, moves: list[chess.Move], now: int) -> list[chess.Move]:
        """Return the first of the moves, by its loss, that allows a fork."""
        going_on = [move for move in moves if not after(board, move).is_game_over()]
        replies = self.evaluator.evaluate([after(board, move) for move in going_on], LOOK)
        ranked = sorted(zip(going_on, replies, strict=True), key=lambda pair: (pair[1].centipawns, pair[0].uci()))
        losing = ((move, reply) for move, reply in ranked if LEAST_LOST <= reply.centipawns + now <= MOST_LOST)
        return list(islice((move for move, reply in losing if self._is_fork(board, move, reply)), 1))

    def _is_fork(self, board: chess.Board, move: chess.Move, reply: Evaluation) -> bool:
        """Return whether the reply forks, and an explanation of the move says so."""
        line = Line.of(after(board, move), reply.line)
        if not reply.line or not any(witness.ply == 0 for witness in MOTIFS["fork"].find(line)):
            return False
        allowed = explain_mistake(board, move, self.evaluator).allowed
        return allowed is not None and allowed.cause is not None and allowed.cause.witness.motif == "fork"
