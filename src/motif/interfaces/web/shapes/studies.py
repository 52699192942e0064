"""Studies: the list, and a game with all that a page needs to show it."""

from __future__ import annotations

from datetime import datetime

from motif.interfaces.web.shapes.boards import ArrowShape, Shape, Step
from motif.study.games import StudiedGame


class StudySummary(Shape):
    """A finished study in the list, and the files that can be had from `/api/studies/{id}/files/{name}`."""

    id: str
    player: str
    games: int
    accuracy: float
    rating: int | None
    made: datetime
    work_on: list[str]
    files: list[str]


class WithoutShape(Shape):
    """The board without the cause: after how many moves of the line it differs least, and on which squares."""

    fen: str
    sentence: str
    ply: int
    squares: list[str]


class ToldShape(Shape):
    """One side of a mistake: from which board, the line move by move, why, arrows to draw where the line begins."""

    fen: str
    line: list[Step]
    sentence: str
    motif: str | None
    motifs: list[str]
    arrows: list[ArrowShape]
    without: WithoutShape | None


class FaultShape(Shape):
    """A mistake of the player: `ply` counts from 0, `name` is the move as a score sheet has it."""

    ply: int
    name: str
    judgement: str
    lost: float
    fen: str
    """The board before the move."""
    sentence: str
    missed: ToldShape | None
    allowed: ToldShape | None
    better: list[Step]
    """What should have been played, where nobody knows why."""


class StudyGame(Shape):
    """A game: as study.json has it, the board after each move, the player's winning chance, the mistakes."""

    study: str
    game: StudiedGame
    steps: list[Step]
    chances: list[float]
    """Before the first move and after each, as the player saw it."""
    curve_words: str
    faults: list[FaultShape]
