"""Room 2, the one language of the house: every piece of knowledge looks at a position and returns advice.

Advice(move, weight, because): the weight is the expected gain in centipawns over the average legal move,
and the reason names its source, speaks English and knows the squares and arrows to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import chess

from motif.board.drawing import Arrow, Drawing, move_arrow
from motif.board.limits import Limit

__all__ = ["Advice", "Adviser", "Limit", "Player", "Reason", "draw"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is advised: who says so, in English, and what to show on the board."""

    source: str
    english: str
    squares: tuple[chess.Square, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def __str__(self) -> str:
        return f"{self.english} ({self.source})"


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, how much better it is expected to be than the average legal move (in centipawns), and why."""

    move: chess.Move
    weight: float
    because: Reason


class Adviser(Protocol):
    """Anything that knows something about positions."""

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Advice for the side to move, best first; empty when there is nothing to say."""
        ...


class Player(Protocol):
    """An adviser that always answers; the game so far is `board.move_stack`."""

    def new_game(self, seed: int) -> None:
        """Forget the last game; everything random in the next one follows from the seed."""
        ...

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """The move to play. Never called when the game is over."""
        ...


def draw(board: chess.Board, advice: Sequence[Advice]) -> Drawing:
    """The position with every advised move, and whatever the reasons point at."""
    arrows = [move_arrow(piece.move) for piece in advice]
    for piece in advice:
        arrows += [Arrow(square) for square in piece.because.squares]
        arrows += piece.because.arrows
    return Drawing.of(board, *dict.fromkeys(arrows))
