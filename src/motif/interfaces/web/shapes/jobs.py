"""Long work as the page sees it: how far it has come, what it has found, how it ended."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from motif.interfaces.web.shapes.boards import Shape
from motif.interfaces.web.shapes.puzzles import PuzzleShape


class JobKind(StrEnum):
    """What a job makes."""

    STUDY = "study"
    TRAINING = "training"
    PUZZLES = "puzzles"


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self in (JobState.FINISHED, JobState.FAILED, JobState.CANCELLED)


class ProgressShape(Shape):
    """Steps done, out of how many where that is known, and a few words."""

    done: int
    total: int | None
    words: str


class JobShape(Shape):
    """A job with all that is known of it; every event of the stream carries the whole of it.

    `study` is the study that was made or trained from, `puzzles` what was composed so far, `added` how many exercises
    are new in the deck, `notes` what was left out of an upload.
    """

    id: str
    kind: JobKind
    title: str
    state: JobState
    progress: ProgressShape
    created: datetime
    ended: datetime | None = None
    study: str | None = None
    puzzles: list[PuzzleShape] = Field(default_factory=list)
    added: int | None = None
    notes: list[str] = Field(default_factory=list)
    error: str | None = None
    hint: str | None = None
