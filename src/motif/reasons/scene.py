"""A move that wins nothing, as what it is for is looked for: the boards around it, its value, and whom to ask."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.reasons.explanation import Explanation


@dataclass(frozen=True, slots=True)
class Scene:
    """A quiet move, the boards around it, and what it is worth."""

    explanation: Explanation
    oracle: Oracle
    limit: Limit

    @property
    def board(self) -> chess.Board:
        """The board on which it is made."""
        return self.explanation.line.start

    @property
    def move(self) -> chess.Move:
        """The move."""
        return self.explanation.move

    @property
    def following(self) -> chess.Board:
        """The board after it."""
        return self.explanation.line.boards[1]

    @property
    def value(self) -> int:
        """What it is worth to whoever makes it."""
        return cut(self.explanation.evaluation.centipawns)


def cut(centipawns: int) -> int:
    """A value between bounds: beyond twenty pawns there is nothing to compare."""
    return max(-2_000, min(2_000, centipawns))
