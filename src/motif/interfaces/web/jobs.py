"""Long work: a job has a process of its own, tells how far it has come, survives a reload, and can be stopped.

Only so many run at once, and the others wait in their order. A job whose process is killed begins once more: what was
judged before is kept, so that little is lost. The process ends with the job, and its memory with it.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import Any, ParamSpec

from motif.errors import MotifError, NothingFound
from motif.interfaces.web.hands import Busy
from motif.interfaces.web.settings import Bounds
from motif.interfaces.web.shapes.jobs import JobKind, JobShape, JobState, ProgressShape
from motif.interfaces.web.shapes.puzzles import PuzzleShape
from motif.interfaces.web.workers import Task, TaskFailed, Worker, WorkerLost
from motif.progress import Progress

P = ParamSpec("P")

NICENESS = 10
"""Questions at once come before long work."""

SECONDS_BETWEEN_EVENTS = 0.1
HEARTBEAT = 15.0
"""Seconds after which a silent stream shows that it lives."""

Outcome = Mapping[str, Any]
"""What a job's task returns: the fields of its shape that it knows."""


@dataclass(eq=False)
class Job:
    """A job as the server holds it; only the event loop changes it."""

    shape: JobShape
    worker: Worker
    version: int = 0
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    running: asyncio.Task[None] | None = None
    after: Callable[[], None] = lambda: None
    """Called once when the job is over, whatever became of it."""

    def update(self, **news: Any) -> None:  # noqa: ANN401 - the fields of the shape
        """Change what is known, and wake whoever watches."""
        if self.shape.state.is_over:
            return
        self.shape = self.shape.model_copy(update=news)
        self.version += 1
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """All jobs, the newest last; old ones that are over are forgotten."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._jobs: dict[str, Job] = {}
        self._places = asyncio.Semaphore(bounds.jobs_running)
        self._threads = ThreadPoolExecutor(bounds.jobs_running, thread_name_prefix="motif-job")

    def start(
        self,
        kind: JobKind,
        title: str,
        after: Callable[[], None],
        task: Task[P, Outcome],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> Job:
        """Begin a job, or let it wait for its turn."""
        self.check_room()
        shape = JobShape(
            id=secrets.token_urlsafe(9),
            kind=kind,
            title=title,
            state=JobState.WAITING,
            progress=ProgressShape(done=0, total=None, words="waiting for its turn"),
            created=datetime.now(UTC),
        )
        job = Job(shape, Worker(os.cpu_count() or 1, NICENESS), after=after)
        self._jobs[shape.id] = job
        self._forget()
        job.running = asyncio.create_task(self._run(job, task, args, kwargs))
        return job

    def check_room(self) -> None:
        """Refuse a job when too many wait already."""
        waiting = sum(job.shape.state is JobState.WAITING for job in self._jobs.values())
        if waiting >= self._bounds.jobs_waiting:
            raise Busy(f"{waiting} jobs wait already", hint="cancel one, or come back when they are done")

    def all(self) -> list[Job]:
        """Every job, the newest first."""
        return list(reversed(self._jobs.values()))

    def find(self, name: str) -> Job:
        """The job of this id."""
        job = self._jobs.get(name)
        if job is None:
            raise NothingFound("there is no such job", hint="jobs are forgotten when the server ends")
        return job

    def cancel(self, name: str) -> Job:
        """Stop a job, whatever it does."""
        job = self.find(name)
        job.update(state=JobState.CANCELLED, ended=datetime.now(UTC))
        job.worker.end()
        if job.running is not None:
            job.running.cancel()
        return job

    async def follow(self, job: Job) -> AsyncIterator[JobShape | None]:
        """The job as it stands, then again whenever it changes, until it is over; None now and then shows life."""
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
        """Stop everything."""
        for name in list(self._jobs):
            self.cancel(name)
        await asyncio.gather(*(job.running for job in self._jobs.values() if job.running), return_exceptions=True)
        self._threads.shutdown(wait=True, cancel_futures=True)

    def _forget(self) -> None:
        over = [name for name, job in self._jobs.items() if job.shape.state.is_over]
        for name in over[: max(0, len(self._jobs) - self._bounds.jobs_kept)]:
            del self._jobs[name]

    async def _run(self, job: Job, task: Task[..., Outcome], args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()

        def tell(news: object) -> None:
            loop.call_soon_threadsafe(_heard, job, news)

        async def once() -> Outcome:
            job.update(
                state=JobState.RUNNING, puzzles=[], progress=ProgressShape(done=0, total=None, words="beginning")
            )
            work = partial(job.worker.work, task, tell, self._bounds.job_seconds, *args, **kwargs)
            return await loop.run_in_executor(self._threads, work)

        try:
            async with self._places:
                try:
                    outcome = await once()
                except WorkerLost:
                    outcome = await once()
            # What was told last is heard before the end.
            await asyncio.sleep(0)
            job.update(state=JobState.FINISHED, ended=datetime.now(UTC), **outcome)
        except WorkerLost:
            self._fail(job, TaskFailed("two processes were lost over this job", hint="is there enough memory?"))
        except MotifError as error:
            self._fail(job, error)
        finally:
            await asyncio.shield(loop.run_in_executor(None, job.worker.close))
            job.after()

    def _fail(self, job: Job, error: MotifError) -> None:
        job.update(state=JobState.FAILED, ended=datetime.now(UTC), error=str(error), hint=error.hint)


def _heard(job: Job, news: object) -> None:
    """Something that a task told: how far it is, or what it found."""
    if isinstance(news, Progress):
        job.update(progress=ProgressShape(done=news.done, total=news.total, words=news.words))
    elif isinstance(news, PuzzleShape):
        job.update(puzzles=[*job.shape.puzzles, news])
    elif isinstance(news, Mapping):
        job.update(**news)
