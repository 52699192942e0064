"""Run long work as jobs: each has a separate process, reports progress, survives a reload and can be stopped.

A limited number run at once; the others wait in order. A job is restarted if its process is killed or its server ends;
evaluations already made are kept, so little is lost. The process ends with the job, which frees its memory.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from functools import partial
from typing import Annotated, Any

import chess
from fastapi import APIRouter
from fastapi.responses import StreamingResponse
from pydantic import Field, TypeAdapter, ValidationError

from motif.errors import MotifError, NothingFound
from motif.explain.explanation import Step, steps_of
from motif.puzzles.puzzle import Branch, Puzzle
from motif.runtime.parallel import Progress
from motif.web.pool import Busy, Task, TaskFailed, Worker, WorkerLost
from motif.web.server import KeptJob, Part, part_of_server
from motif.web.settings import Bounds
from motif.web.shapes import Shape

NICENESS = 10
"""The niceness of job processes, so that requests are answered before long work."""

SECONDS_BETWEEN_EVENTS = 0.1
HEARTBEAT = 15.0
"""Seconds after which a silent stream sends a sign of life."""

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

    @property
    def is_over(self) -> bool:
        return self in (JobState.FINISHED, JobState.FAILED, JobState.CANCELLED)


class JobShape(Shape):
    """A job and its results so far; every event of the stream has all of it.

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


def _nothing(_: object) -> None: ...


@dataclass(eq=False)
class Work:
    """What the jobs of a kind do with an order; `orders` writes it down, so that a later server can begin again."""

    task: Task[[Any, Bounds], Outcome]
    orders: TypeAdapter[Any]
    after: Callable[[Any], None] = _nothing
    """Called once with the order when the job is over, however it ended."""


@dataclass(eq=False)
class Job:
    """A job in the server; only the event loop changes it."""

    shape: JobShape
    work: Work
    order: Any
    worker: Worker = field(default_factory=lambda: Worker(os.cpu_count() or 1, NICENESS))
    version: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    running: asyncio.Task[None] | None = None

    def update(self, **news: Any) -> None:  # noqa: ANN401 - the fields of the shape
        if self.shape.state.is_over:
            return
        self.shape = self.shape.model_copy(update=news)
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs(Part):
    """All jobs, the newest last; old finished ones are forgotten."""

    def restore(self) -> None:
        self._bounds = bounds = self.settings.bounds
        self._is_closing = False
        self._jobs: dict[str, Job] = {}
        self._places = asyncio.Semaphore(bounds.jobs_running)
        self._threads = ThreadPoolExecutor(bounds.jobs_running, thread_name_prefix="motif-job")

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
        """Remember a job of an earlier server; if its end interrupted the job, begin again, under the same id."""
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
            order = None if job.shape.state.is_over else job.work.orders.dump_json(job.order).decode()
            self.journal.keep_job(job.shape.id, job.shape.model_dump_json(by_alias=True), order)

    def check_room(self) -> None:
        """Raise an error if too many jobs are waiting."""
        waiting = sum(job.shape.state is JobState.WAITING for job in self._jobs.values())
        if waiting >= self._bounds.jobs_waiting:
            raise Busy(f"{waiting} jobs wait already", hint="cancel one, or come back when they are done")

    def all(self) -> list[Job]:
        return list(reversed(self._jobs.values()))

    def find(self, name: str) -> Job:
        job = self._jobs.get(name)
        if job is None:
            raise NothingFound("there is no such job", hint="the last hundred are remembered")
        return job

    def cancel(self, name: str) -> Job:
        job = self.find(name)
        job.update(state=JobState.CANCELLED, ended=datetime.now(UTC))
        job.worker.end()
        if job.running is not None:
            job.running.cancel()
        self._write(job)
        return job

    async def follow(self, job: Job) -> AsyncIterator[JobShape | None]:
        """Yield the job's state now and after every change until it is over, and None as an occasional sign of life."""
        seen = -1
        while True:
            changed = job.changed
            if job.version != seen:
                seen = job.version
                yield job.shape
                if job.shape.state.is_over:
                    return
                await asyncio.sleep(SECONDS_BETWEEN_EVENTS)
                continue
            try:
                await asyncio.wait_for(changed.wait(), HEARTBEAT)
            except TimeoutError:
                yield None

    async def close(self) -> None:
        """Stop all jobs; the journal remembers those in progress."""
        self._is_closing = True
        for name in list(self._jobs):
            self.cancel(name)
        await asyncio.gather(*(job.running for job in self._jobs.values() if job.running), return_exceptions=True)
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _forget(self) -> None:
        over = [name for name, job in self._jobs.items() if job.shape.state.is_over]
        for name in over[: max(0, len(self._jobs) - self._bounds.jobs_remembered)]:
            del self._jobs[name]
            self.journal.forget("jobs", name)

    async def _run(self, job: Job) -> None:
        loop = asyncio.get_running_loop()

        def tell(news: object) -> None:
            loop.call_soon_threadsafe(_record_report, job, news)

        async def once() -> Outcome:
            job.update(state=JobState.RUNNING, puzzles=[], progress=Progress(0, None, "beginning"))
            bounds = self._bounds
            work = partial(job.worker.work, job.work.task, tell, bounds.job_seconds, job.order, bounds)
            return await loop.run_in_executor(self._threads, work)

        news: Outcome
        try:
            async with self._places:
                try:
                    news = {"state": JobState.FINISHED, **await once()}
                except WorkerLost:
                    news = {"state": JobState.FINISHED, **await once()}
        except WorkerLost:
            news = _failed(TaskFailed("two worker processes ended during this job", hint="is there enough memory?"))
        except MotifError as error:
            news = _failed(error)
        finally:
            await asyncio.shield(loop.run_in_executor(None, job.worker.close))
            if not self._is_closing:
                job.work.after(job.order)
        # Announce the end last: by now everything is cleaned up, and the task's last report has been handled.
        job.update(ended=datetime.now(UTC), **news)
        self._write(job)


def _failed(error: MotifError) -> Outcome:
    return {"state": JobState.FAILED, "error": str(error), "hint": error.hint}


def _record_report(job: Job, news: object) -> None:
    """Record a task's report: its progress, or something it found."""
    if isinstance(news, Progress):
        job.update(progress=news)
    elif isinstance(news, PuzzleShape):
        job.update(puzzles=[*job.shape.puzzles, news])
    elif isinstance(news, Mapping):
        job.update(**news)


JobQueue = Annotated[Jobs, part_of_server(Jobs)]

router = APIRouter(prefix="/jobs", tags=["jobs"])

EVENTS = {
    200: {
        "content": {"text/event-stream": {"schema": {"type": "string"}}},
        "description": "Events `progress`, `finished`, `failed` and `cancelled`; the data of each is the whole job.",
    }
}


@router.get("")
async def jobs(queue: JobQueue) -> list[JobShape]:
    """Every job, the newest first."""
    return [job.shape for job in queue.all()]


@router.get("/{job}")
async def job(job: str, queue: JobQueue) -> JobShape:
    """The current state of a job."""
    return queue.find(job).shape


@router.get("/{job}/events", response_class=StreamingResponse, responses=EVENTS)  # type: ignore[arg-type]  # FastAPI's type is too narrow
async def events(job: str, queue: JobQueue) -> StreamingResponse:
    """Server-sent events of a job.

    The current state, then every change until the job is over. A client may reconnect at any time.
    """
    return StreamingResponse(_stream(queue, queue.find(job)), media_type="text/event-stream")


@router.delete("/{job}")
async def cancel(job: str, queue: JobQueue) -> JobShape:
    """Stop a job, whatever its state."""
    return queue.cancel(job).shape


async def _stream(queue: Jobs, job: Job) -> AsyncIterator[str]:
    async for shape in queue.follow(job):
        if shape is None:
            yield ": still here\n\n"
            continue
        name = str(shape.state) if shape.state.is_over else "progress"
        yield f"event: {name}\ndata: {shape.model_dump_json(by_alias=True)}\n\n"
