"""Room 2, the one language of the house: every piece of knowledge looks at a position and returns advice.

Advice(move, weight, because): the weight is the expected gain in centipawns over the average legal move, None where
nobody has measured it; the reason names its source, speaks English and knows the squares and arrows to draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import chess

from motif._core.search import Searcher, SearchInfo
from motif.board.drawing import Arrow, Drawing, move_arrow
from motif.engines.limits import Limit

__all__ = ["Advice", "Adviser", "Explaining", "Limit", "Player", "Prepared", "Reason", "Searching", "draw"]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move is advised: who says so, in English, and what to show on the board."""

    source: str
    english: str
    squares: tuple[chess.Square, ...] = ()
    arrows: tuple[Arrow, ...] = ()

    def __str__(self) -> str:
        return f"{self.english} ({self.source})"

    def to_json(self) -> dict[str, Any]:
        """The reason as a JSON value: squares by name, arrows as Lichess writes them."""
        return {
            "because": self.english,
            "source": self.source,
            "squares": [chess.square_name(square) for square in self.squares],
            "arrows": [str(arrow) for arrow in self.arrows],
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, how much better it is expected to be than the average legal move (in centipawns), and why.

    Without a weight, advice cannot be compared with that of others.

    >>> advice = Advice(chess.Move.from_uci("d1d6"), 285.0, Reason("greedy", "Rxd6 wins 3 pawns", (chess.D6,)))
    >>> advice.to_json(chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"))["squares"]
    ['d6']
    """

    move: chess.Move
    weight: float | None
    because: Reason

    @property
    def rank(self) -> tuple[bool, float]:
        """To sort by: the weightiest first, and last what has no weight."""
        return self.weight is None, -(self.weight or 0.0)

    def to_json(self, board: chess.Board) -> dict[str, Any]:
        """The advice as a JSON value, for the board it was given on."""
        weight = None if self.weight is None else round(self.weight, 1)
        return {"move": self.move.uci(), "san": board.san(self.move), "weight": weight} | self.because.to_json()


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


@runtime_checkable
class Searching(Protocol):
    """A player that thinks by one search, which a door may watch and stop."""

    @property
    def searcher(self) -> Searcher | None:
        """The search; None when it thinks in another way after all."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """A player that knows some moves by heart."""

    def prepared(self, board: chess.Board) -> Advice | None:
        """The move to play without thinking; None where it has to think."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """A player that says more about a move than its search does, and may need a moment for that."""

    def kept_for_the_reason(self, seconds: float) -> float:
        """What of a move's time the reason may take."""
        ...

    def explained(self, board: chess.Board, info: SearchInfo, seconds: float | None) -> Advice:
        """The move that a search found, with a reason that takes no more than this time."""
        ...


@runtime_checkable
class Advised(Protocol):
    """A player whose search begins with moves that somebody advises."""

    def advised(self, board: chess.Board) -> list[chess.Move]:
        """The advised moves, the first one first."""
        ...


def draw(board: chess.Board, advice: Sequence[Advice]) -> Drawing:
    """The position with every advised move, and whatever the reasons point at."""
    arrows = [move_arrow(piece.move) for piece in advice]
    for piece in advice:
        arrows += [Arrow(square) for square in piece.because.squares]
        arrows += piece.because.arrows
    return Drawing.of(board, *dict.fromkeys(arrows))
