"""Puzzles to order, and as they are found."""

from __future__ import annotations

from pydantic import Field

from motif.interfaces.web.shapes.boards import Shape, Step


class PuzzleOrder(Shape):
    """What is wanted: a mate in so many moves, themes of composers, or a learned tactic that the key must be.

    `tactic` is the name of a motif with rules for making it (see `/api/puzzles/choices`); then material is won.
    """

    mate_in: int = Field(default=2, ge=1, le=4)
    themes: list[str] = Field(default_factory=list, max_length=4)
    tactic: str | None = Field(default=None, max_length=60)
    men: int = Field(default=12, ge=3, le=24)
    """Men at most, of both sides together."""
    count: int = Field(default=3, ge=1, le=20)
    seconds: float = Field(default=60.0, ge=1, le=300)
    seed: int = Field(default=0, ge=0, le=10**9)


class ChoiceShape(Shape):
    """A theme or tactic that can be ordered."""

    name: str
    english: str


class PuzzleChoices(Shape):
    """All that can be ordered by name."""

    themes: list[ChoiceShape]
    tactics: list[ChoiceShape]


class ReplyTree(Shape):
    """A move and every answer to it; a defence's answers are right moves, the first one is the main line."""

    move: Step
    answers: list[ReplyTree]


class PuzzleShape(Shape):
    """A puzzle: `told` is the whole solution in words, `solution` its tree to play through."""

    fen: str
    stipulation: str
    themes: list[str]
    difficulty: float
    men: int
    solution: list[ReplyTree]
    told: str
    text: str
    """As Motif writes puzzles to files."""
