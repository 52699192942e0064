"""Games against a player of the house."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from motif.interfaces.web.shapes.boards import ArrowShape, Over, PositionShape, Shape, Step


class NewGame(Shape):
    """Whom to play, at which level, with which men, from where."""

    player: str = Field(max_length=60)
    level: int | None = Field(default=None, ge=1, le=100)
    side: Literal["white", "black", "random"] = "white"
    fen: str | None = Field(default=None, max_length=120)
    seed: int | None = Field(default=None, ge=0, le=10**9)


class MoveRequest(Shape):
    """A move as UCI or SAN."""

    move: str = Field(max_length=12)


class GameShape(Shape):
    """A game as it stands; the opponent's answer is in it already."""

    id: str
    player: str
    level: int | None
    side: Literal["white", "black"]
    start: str
    moves: list[Step]
    position: PositionShape
    yours: bool
    """Whether it is the person's turn."""
    over: Over | None


class WhyShape(Shape):
    """Why the last move was played, and what to draw."""

    move: Step
    by: Literal["you", "opponent"]
    sentence: str
    arrows: list[ArrowShape]


class GameHint(Shape):
    """A hint by steps, 1 to 4: side of the board, man, square, move with its reason."""

    step: int
    words: str
