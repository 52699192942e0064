"""Run long work as jobs: each has a separate process, reports progress, survives a reload and can be stopped.

A limited number run at once; the others wait in order. A job begins again if its process is killed or its server ends;
evaluations already made are kept, so little is lost.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Any

import chess
from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import Field, TypeAdapter, ValidationError

from motif.errors import MotifError, NothingFound
from motif.explain.explanation import Step, steps_of
from motif.puzzles.puzzle import Branch, Puzzle
from motif.runtime.parallel import Progress
from motif.web.pool import Busy, Task, Tell, WorkerPool
from motif.web.server import KeptJob, Part, part_of_server
from motif.web.settings import Bounds
from motif.web.shapes import Shape
from motif.web.streams import EVENTS, Followed, State

NICENESS = 10
"""The niceness of job processes, so that requests are answered before long work."""

WAITING = Progress(0, None, "waiting for its turn")

Outcome = Mapping[str, Any]
"""The fields of the job's shape that its task returns."""


class ReplyTree(Shape):
    """A move and every answer to it; answers to a defence are right moves, the first one is the main line."""

    move: Step
    answers: list[ReplyTree]

    @classmethod
    def of(cls, board: chess.Board, branch: Branch) -> ReplyTree:
        (move,) = steps_of(board, [chess.Move.from_uci(branch.move)])
        return cls(move=move, answers=[cls.of(chess.Board(move.fen), answer) for answer in branch.answers])


class PuzzleShape(Shape):
    """A puzzle: `line_text` is the whole solution as text, `solution` its tree to play through."""

    fen: str
    stipulation: str
    themes: list[str]
    difficulty: float
    pieces: int
    solution: list[ReplyTree]
    line_text: str
    text: str
    """The puzzle as Motif writes it to files."""

    @classmethod
    def of(cls, puzzle: Puzzle) -> PuzzleShape:
        board = puzzle.board()
        return cls(
            fen=board.fen(),
            stipulation=str(puzzle.stipulation),
            themes=list(puzzle.themes),
            difficulty=puzzle.difficulty.total,
            pieces=len(board.piece_map()),
            solution=[ReplyTree.of(board, branch) for branch in puzzle.solution],
            line_text=puzzle.line_text(),
            text=str(puzzle),
        )


class JobKind(StrEnum):
    """What a job makes."""

    STUDY = "study"
    CLASS = "class"
    TRAINING = "training"
    PUZZLES = "puzzles"


class JobState(StrEnum):
    """The state of a job."""

    WAITING = "waiting"
    RUNNING = "running"
    FINISHED = "finished"
    FAILED = "failed"
    CANCELLED = "cancelled"


class JobShape(State):
    """A job and its results so far.

    `study` is the study that was made or trained from, `puzzles` has the puzzles composed so far, `added` is the number
    of new exercises in the deck, `notes` says what was left out of an upload, `first_look` is what a study shows before
    the mistakes are explained, and `newest` has some of its games as PGN, to be looked at meanwhile.
    """

    id: str
    kind: JobKind
    title: str
    state: JobState
    progress: Progress
    created: datetime
    ended: datetime | None = None
    study: str | None = None
    puzzles: list[PuzzleShape] = Field(default_factory=list)
    added: int | None = None
    notes: list[str] = Field(default_factory=list)
    first_look: str | None = None
    newest: list[str] = Field(default_factory=list)
    error: str | None = None
    hint: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state in (JobState.FINISHED, JobState.FAILED, JobState.CANCELLED)


def _nothing(_: object) -> None: ...


@dataclass(eq=False)
class Work:
    """The task that all jobs of one kind do; `orders` converts an order to JSON, so that a restarted server has it."""

    task: Task[[Any, Bounds], Outcome]
    orders: TypeAdapter[Any]
    after: Callable[[Any], None] = _nothing
    """Called once with the order when the job is over, however it ended."""


class Job(Followed[JobShape]):
    """A job in the server."""

    def __init__(self, shape: JobShape, work: Work, order: object) -> None:
        super().__init__(shape)
        self.work = work
        self.order = order

    def update(self, **changes: Any) -> None:  # noqa: ANN401 - the fields of the shape
        if not self.shape.is_over:
            super().update(**changes)

    def record(self, report: object) -> None:
        """Record a report of the task: its progress, a puzzle that it found, or fields of the shape."""
        if isinstance(report, Progress):
            self.update(progress=report)
        elif isinstance(report, PuzzleShape):
            self.update(puzzles=[*self.shape.puzzles, report])
        elif isinstance(report, Mapping):
            self.update(**report)


def begin(tell: Tell, task: Task[[Any, Bounds], Outcome], order: object, bounds: Bounds) -> Outcome:
    """Report that a job begins, perhaps again, then do its task."""
    tell({"state": JobState.RUNNING, "puzzles": [], "progress": Progress(0, None, "beginning")})
    return task(tell, order, bounds)


class Jobs(Part):
    """All jobs, the newest last; old finished ones are forgotten."""

    def restore(self) -> None:
        self._bounds = bounds = self.settings.bounds
        self._is_closing = False
        self._jobs: dict[str, Job] = {}
        most_waiting = bounds.jobs_waiting + bounds.jobs_running
        self._pool = WorkerPool(
            bounds.jobs_running, bounds.job_seconds, most_waiting, is_for_jobs=True, niceness=NICENESS
        )

    def start(self, kind: JobKind, title: str, work: Work, order: object, study: str | None = None) -> Job:
        """Start a job, or let it wait for its turn."""
        self.check_room()
        shape = JobShape(
            id=secrets.token_urlsafe(9),
            kind=kind,
            title=title,
            state=JobState.WAITING,
            progress=WAITING,
            created=datetime.now(UTC),
            study=study,
        )
        return self._begin(Job(shape, work, order))

    def take_up(self, kept: KeptJob, works: Mapping[JobKind, Work]) -> None:
        """Remember a job of an earlier server; if that server stopped before the job was over, begin it again.

        The job keeps its id.
        """
        try:
            shape = JobShape.model_validate_json(kept.shape)
        except ValidationError:
            # Another version wrote it.
            return
        work = works[shape.kind]
        job = self._jobs[shape.id] = Job(shape, work, None)
        if kept.order is None:
            return
        try:
            job.order = work.orders.validate_json(kept.order)
        except ValidationError as error:
            job.update(state=JobState.FAILED, error=str(error).partition("\n")[0])
            self._write(job)
            return
        job.update(state=JobState.WAITING, progress=WAITING, puzzles=[], notes=[], added=None, first_look=None)
        self._begin(job)

    def _begin(self, job: Job) -> Job:
        self._jobs[job.shape.id] = job
        self._forget()
        job.running = asyncio.create_task(self._run(job))
        self._write(job)
        return job

    def _write(self, job: Job) -> None:
        """Save a job, without its order once it is over; during shutdown keep it as it was, to be resumed."""
        if not self._is_closing:
            order = None if job.shape.is_over else job.work.orders.dump_json(job.order).decode()
            self.journal.keep_job(job.shape.id, job.shape.model_dump_json(by_alias=True), order)

    def check_room(self) -> None:
        """Raise an error if too many jobs are waiting."""
        waiting = sum(job.shape.state is JobState.WAITING for job in self._jobs.values())
        if waiting >= self._bounds.jobs_waiting:
            raise Busy(f"too many jobs are waiting: {waiting}", hint="cancel one, or come back when they are done")

    def all(self) -> list[Job]:
        return list(reversed(self._jobs.values()))

    def find(self, name: str) -> Job:
        job = self._jobs.get(name)
        if job is None:
            raise NothingFound("there is no such job", hint="only the last hundred jobs are kept")
        return job

    def cancel(self, name: str) -> Job:
        job = self.find(name)
        job.update(state=JobState.CANCELLED, ended=datetime.now(UTC))
        if job.running is not None:
            job.running.cancel()
        self._write(job)
        return job

    async def close(self) -> None:
        """Stop all jobs; the journal remembers those in progress."""
        self._is_closing = True
        for name in list(self._jobs):
            self.cancel(name)
        await asyncio.gather(*(job.running for job in self._jobs.values() if job.running), return_exceptions=True)
        await asyncio.to_thread(self._pool.close)

    def _forget(self) -> None:
        over = [name for name, job in self._jobs.items() if job.shape.is_over]
        for name in over[: max(0, len(self._jobs) - self._bounds.jobs_remembered)]:
            del self._jobs[name]
            self.journal.forget("jobs", name)

    async def _run(self, job: Job) -> None:
        seconds = self._bounds.job_seconds
        try:
            made = await self._pool.listen(job.record, seconds, begin, job.work.task, job.order, self._bounds)
            news: Outcome = {"state": JobState.FINISHED, **made}
        except MotifError as error:
            news = {"state": JobState.FAILED, "error": str(error), "hint": error.hint}
        finally:
            if not self._is_closing:
                job.work.after(job.order)
        # Announce the end last, when everything is cleaned up.
        job.update(ended=datetime.now(UTC), **news)
        self._write(job)


JobQueue = Annotated[Jobs, part_of_server(Jobs)]

router = APIRouter(prefix="/jobs", tags=["jobs"])


@router.get("")
async def jobs(queue: JobQueue) -> list[JobShape]:
    """Every job, the newest first."""
    return [job.shape for job in queue.all()]


@router.get("/{job}")
async def job(job: str, queue: JobQueue) -> JobShape:
    """The current state of a job."""
    return queue.find(job).shape


@router.get("/{job}/events", response_class=StreamingResponse, responses=EVENTS)
async def events(job: str, queue: JobQueue) -> StreamingResponse:
    """The states of a job as server-sent events."""
    return queue.find(job).stream()


@router.delete("/{job}")
async def cancel(job: str, queue: JobQueue) -> JobShape:
    """Stop a job, whatever its state."""
    return queue.cancel(job).shape
