"""Explanations and advice, the same JSON as `motif explain --json` and `motif advise --json`."""

from __future__ import annotations

from pydantic import Field

from motif.interfaces.web.shapes.boards import ArrowShape, Shape


class ExplainRequest(Shape):
    """A position, the move that is asked about (else the best one), and the moves that led there, as UCI."""

    fen: str = Field(max_length=120)
    move: str | None = Field(default=None, max_length=12)
    game_moves: list[str] = Field(default_factory=list, max_length=1000)
    """From `fen` on, before `move`; the last of them belongs to the story."""


class WithoutIt(Shape):
    """The board on which the cause is undone, and what becomes of the move there."""

    ply: int
    fen: str
    sentence: str


class CauseShape(Shape):
    """What passed the counterfactual test: the motif, who does it to whom, and the board without it."""

    motif: str
    ply: int
    by: str
    against: list[str]
    along: list[str]
    centipawns_lost: int = Field(alias="centipawns lost without it")
    without_it: WithoutIt = Field(alias="without it")


class Wins(Shape):
    """What a move wins."""

    pawns: int
    mate_in: int | None = Field(alias="mate in")
    saves_a_draw: bool = Field(alias="saves a draw")


class ExplanationShape(Shape):
    """Why a move is good."""

    fen: str
    move: str
    san: str
    sentence: str
    score: str
    wins: Wins
    line: list[str]
    motifs: list[str]
    cause: CauseShape | None
    terms: dict[str, float]
    arrows: list[ArrowShape]


class MistakeShape(Shape):
    """What is wrong with a move: what it missed, and what it allowed. It has `played`, an explanation has `move`."""

    fen: str
    played: str
    best: str
    chances: list[float]
    lost: float
    sentence: str
    missed: ExplanationShape | None
    allowed: ExplanationShape | None
    terms: dict[str, float]


class AdviseRequest(Shape):
    """A position, and whom to ask; without names everybody who answers at once."""

    fen: str = Field(max_length=120)
    advisers: list[str] | None = Field(default=None, max_length=20)


class AdviceShape(Shape):
    """What an adviser says; `weight` is the expected gain in centipawns, null where nobody has measured it."""

    by: str
    move: str
    san: str
    weight: float | None
    because: str
    source: str
    squares: list[str]
    arrows: list[ArrowShape]


class AdviserShape(Shape):
    """Somebody who can be asked."""

    name: str
    summary: str
    by_default: bool


class LevelShape(Shape):
    """A level of a player, in words."""

    number: int
    words: str


class PlayerShape(Shape):
    """Somebody to play against; without levels there is only one strength."""

    name: str
    summary: str
    levels: list[LevelShape]
    default_level: int | None
