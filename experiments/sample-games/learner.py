"""A learner: somebody who plays as people do and now and then allows a fork; healed, somebody who looks for forks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import islice

import chess

from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.limits import Limit
from motif.engines.valuation import after
from motif.explain.mistakes import explain_mistake
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import Line

Choice = Callable[[chess.Board], chess.Move]
"""What somebody plays."""

LOOK = Limit(depth=8, nodes=4_000)
LEAST_LOST, MOST_LOST = 200, 600
"""What the move that allows a fork gives away, in centipawns."""

MOST_OF_A_GAME = 2
FROM_PLY = 12
UNCLEAR = 450
"""Where one side is ahead by more, nobody would learn anything from a fork."""


@dataclass(slots=True)
class Learner:
    """A player as the others are, whose weakness shows at the first occasions of a game until it is healed.

    The weakness: of the moves after which the best reply forks and wins two pawns or more, and a fork is the checked
    cause of that, the one that loses least. Healed, another move is made where one would allow a fork.
    """

    natural: Choice
    evaluator: Evaluator
    is_healed: bool = False
    _erred: int = field(default=0, init=False)

    def __call__(self, board: chess.Board) -> chess.Move:
        """What such people would play, but for the weakness."""
        move = self.natural(board)
        if self._erred == MOST_OF_A_GAME or board.ply() < FROM_PLY:
            return move
        (now,) = self.evaluator.evaluate([board], LOOK)
        if abs(now.centipawns) > UNCLEAR:
            return move
        if self.is_healed:
            return now.line[0] if self._forks(board, [move], now.centipawns) else move
        forks = self._forks(board, list(board.legal_moves), now.centipawns)
        self._erred += bool(forks)
        return forks[0] if forks else move

    def _forks(self, board: chess.Board, moves: list[chess.Move], now: int) -> list[chess.Move]:
        """The first of the moves, by what it loses, that allows a fork."""
        going_on = [move for move in moves if not after(board, move).is_game_over()]
        replies = self.evaluator.evaluate([after(board, move) for move in going_on], LOOK)
        ranked = sorted(zip(going_on, replies, strict=True), key=lambda pair: (pair[1].centipawns, pair[0].uci()))
        losing = ((move, reply) for move, reply in ranked if LEAST_LOST <= reply.centipawns + now <= MOST_LOST)
        return list(islice((move for move, reply in losing if self._is_fork(board, move, reply)), 1))

    def _is_fork(self, board: chess.Board, move: chess.Move, reply: Evaluation) -> bool:
        """Whether the reply forks, and an explanation of the move says so."""
        line = Line.of(after(board, move), reply.line)
        if not reply.line or not any(witness.ply == 0 for witness in MOTIFS["fork"].find(line)):
            return False
        allowed = explain_mistake(board, move, self.evaluator).allowed
        return allowed is not None and allowed.cause is not None and allowed.cause.witness.motif == "fork"
