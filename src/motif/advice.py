"""Define advice about a move, and the protocols of the advisers and players that give it.

Advice is a move, a weight and a reason. The weight is how many centipawns the move is expected to gain over the average
legal move, or None if that was never measured. The reason names its source, explains the move in English, and lists
squares and arrows to draw.
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
    """Why a move is advised: the source, a sentence, and squares and arrows to show on the board."""

    source: str
    english: str
    squares: tuple[chess.Square, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    idea: str = ""
    """The general rule behind the move, such as "Attack an enemy rook."; may be empty."""

    def __str__(self) -> str:
        return f"{self.english} ({self.source})"

    def to_json(self) -> dict[str, Any]:
        """Return the reason as JSON data: squares by name, and arrows in Lichess's notation."""
        return {
            "because": self.english,
            "source": self.source,
            "squares": [chess.square_name(square) for square in self.squares],
            "arrows": [str(arrow) for arrow in self.arrows],
        }


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, how much better it is expected to be than the average legal move (in centipawns), and why.

    Advice without a weight cannot be compared with other advice.

    >>> advice = Advice(chess.Move.from_uci("d1d6"), 285.0, Reason("greedy", "Rxd6 wins 3 pawns", (chess.D6,)))
    >>> advice.to_json(chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1"))["squares"]
    ['d6']
    """

    move: chess.Move
    weight: float | None
    because: Reason

    @property
    def rank(self) -> tuple[bool, float]:
        """A sort key: the greatest weight first, advice without a weight last."""
        return self.weight is None, -(self.weight or 0.0)

    def to_json(self, board: chess.Board) -> dict[str, Any]:
        """Return the advice as JSON data; `board` is its position."""
        weight = None if self.weight is None else round(self.weight, 1)
        return {"move": self.move.uci(), "san": board.san(self.move), "weight": weight} | self.because.to_json()


class Adviser(Protocol):
    """Gives advice about positions."""

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return advice for the side to move, best first; empty if there is none."""
        ...


class Player(Protocol):
    """Chooses a move in every position; `board.move_stack` is the game so far."""

    def new_game(self, seed: int) -> None:
        """Forget the previous game; the seed determines every random choice in the next one."""
        ...

    def choose(self, board: chess.Board, limit: Limit) -> Advice:
        """Return the move to play; never called when the game is over."""
        ...


@runtime_checkable
class Searching(Protocol):
    """A player that uses a single search, which the caller can watch and stop."""

    @property
    def searcher(self) -> Searcher | None:
        """The search, or None if this player does not search."""
        ...


@runtime_checkable
class Prepared(Protocol):
    """A player with an opening book."""

    def prepared(self, board: chess.Board) -> Advice | None:
        """Return the move to play without thinking; None if the player has to think."""
        ...


@runtime_checkable
class Explaining(Protocol):
    """A player that explains its moves, and may spend part of its time on that."""

    def kept_for_the_reason(self, seconds: float) -> float:
        """Return how many of the seconds for a move to reserve for explaining it."""
        ...

    def explained(self, board: chess.Board, info: SearchInfo, seconds: float | None) -> Advice:
        """Return the move that a search found, with a reason worked out in at most this many seconds."""
        ...


@runtime_checkable
class Advised(Protocol):
    """A player whose search first tries the moves that its advisers recommend."""

    def advised(self, board: chess.Board) -> list[chess.Move]:
        """Return the recommended moves, in the order in which to try them."""
        ...


def draw(board: chess.Board, advice: Sequence[Advice]) -> Drawing:
    """Draw the position with an arrow for each advised move, and the squares and arrows of its reason."""
    arrows = [move_arrow(piece.move) for piece in advice]
    for piece in advice:
        arrows += [Arrow(square) for square in piece.because.squares]
        arrows += piece.because.arrows
    return Drawing.of(board, *dict.fromkeys(arrows))
