"""Training: how the deck stands, a question, what became of an answer."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from motif.interfaces.web.shapes.boards import PositionShape, Shape, Step


class RateShape(Shape):
    """Right answers out of so many, and the interval of 95 % (Wilson)."""

    name: str
    right: int
    of: int
    interval: list[float]


class TrainingShape(Shape):
    """How a deck stands."""

    cards: int
    new: int
    due: int
    due_tomorrow: int
    right: RateShape
    by_week: list[RateShape]
    by_theme: list[RateShape]
    themes: dict[str, int]
    """How many cards there are of each theme."""


class QuestionShape(Shape):
    """An exercise put before the player. Nothing tells whether something is to be won."""

    puzzle: int
    """The number by which it is answered."""
    position: PositionShape
    orientation: str
    is_due: bool
    left: int
    """How many more are due or new."""


class NextShape(Shape):
    """The next question; none when nothing is due, and then what to do."""

    question: QuestionShape | None
    words: str


class AnswerRequest(Shape):
    """A move as UCI or SAN; empty shows the answer."""

    move: str = Field(max_length=12)


class VerdictShape(StrEnum):
    """What became of an answer."""

    SOLVED = "solved"
    GOES_ON = "goes on"
    WRONG = "wrong"
    SHOWN = "shown"


class AnswerShape(Shape):
    """What became of an answer: the board now, and what was played on it.

    A right move that is not the last is followed by the opponent's `reply`. A wrong one stays off the board;
    `punishment` is the line that answers it, from the board after the move, and `sentence` says why.
    """

    puzzle: int
    verdict: VerdictShape
    played: Step | None
    reply: Step | None
    position: PositionShape
    sentence: str
    punishment: list[Step]
    also_wins: bool
    solution: list[Step]
    """What was to be played, when the question is over."""
    story: str
    theme: str
    due: datetime | None
    """When it comes back, once it is graded."""
    is_over: bool


class HintRequest(Shape):
    """Which hint: 1 the side of the board, 2 the man, 3 the square."""

    step: int = Field(ge=1, le=3)


class HintShape(Shape):
    """A hint, and the squares it tells."""

    step: int
    words: str
    squares: list[str]


class TrainRequest(Shape):
    """Make exercises of a study: new puzzles for each thing to work on, and for how long."""

    study: str = Field(max_length=100)
    composed: int = Field(default=4, ge=0, le=12)
    seconds: float = Field(default=60.0, ge=1, le=300)
