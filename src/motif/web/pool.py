"""Run tasks in worker processes: direct answers in processes that stay, long jobs in one process each.

The next free worker does the task, and does it once more if its process or its engine dies.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from typing import Any, Concatenate, ParamSpec, TypeVar

from motif.errors import EngineFailed, MotifError
from motif.runtime.files import close
from motif.runtime.parallel import begin_worker

P = ParamSpec("P")
Result = TypeVar("Result")

Tell = Callable[[Any], None]
"""The function with which a task reports while it works; the report must be picklable."""

Task = Callable[Concatenate[Tell, P], Result]

REPORTED, DONE, REFUSED, FAILED = "reported", "done", "refused", "failed"

LOST = "the process was ended in the middle of its work"

MOST_CACHED = 8

PATIENCE = 0.25
"""Seconds between checks of the time limit while a task works."""


class WorkerLost(Exception):
    """Raised if the process ends during a task."""


class OutOfTime(MotifError):
    """Raised if a task takes too long."""


class TaskFailed(MotifError, RuntimeError):
    """Raised if a task fails unexpectedly; the message is the last line of its error."""


class Worker:
    """A process that is started when first needed, and again if it dies."""

    def __init__(self, threads: int = 1, niceness: int = 0) -> None:
        self._threads = threads
        self._niceness = niceness
        self._process: BaseProcess | None = None
        self._pipe: Connection[Any, Any] | None = None
        # `end` is called from a different thread than `work`.
        self._lock = Lock()
        self.is_ended = False

    @property
    def pid(self) -> int | None:
        return None if self._process is None else self._process.pid

    def work(self, task: Task[P, Result], tell: Tell, seconds: float, *args: P.args, **kwargs: P.kwargs) -> Result:
        """Do a task and return its result; pass its reports to `tell`.

        Raises WorkerLost if the process dies or `end` is called, OutOfTime if it takes too long, and the task's error
        if that is one of Motif's.
        """
        until = time.monotonic() + seconds
        self._send((task, args, kwargs))
        while True:
            kind, content = self._received(until, seconds)
            if kind == REPORTED:
                tell(content)
            elif kind == DONE:
                return content  # type: ignore[no-any-return]  # what the task returned
            elif kind == REFUSED:
                raise content
            else:
                raise TaskFailed(content, hint="this is a bug in Motif; please report what you did")

    def _send(self, what: object) -> None:
        try:
            self._begin().send(what)
        except OSError as error:
            self.close()
            raise WorkerLost(LOST) from error

    def _received(self, until: float, seconds: float) -> tuple[str, Any]:
        """The next message of the process; raises OutOfTime if it comes too late."""
        pipe = self._pipe
        try:
            while pipe is not None and time.monotonic() < until:
                if pipe.poll(PATIENCE):
                    kind, content = pipe.recv()
                    return kind, content
        except (EOFError, OSError) as error:
            self.close()
            raise WorkerLost(LOST) from error
        self.close()
        raise OutOfTime(f"this took longer than {seconds:g} seconds", hint="ask for less")

    def end(self) -> None:
        """End the process for good; may be called from any thread, even during a task."""
        with self._lock:
            self.is_ended = True
            process = self._process
        if process is not None and process.is_alive():
            process.kill()

    def close(self) -> None:
        """End the process; the next task starts a new one."""
        with self._lock:
            process, pipe, self._process, self._pipe = self._process, self._pipe, None, None
        if process is not None:
            process.kill()
            process.join()
            process.close()
        if pipe is not None:
            pipe.close()

    def _begin(self) -> Connection[Any, Any]:
        with self._lock:
            if self.is_ended:
                raise WorkerLost("the work was ended before it began")
            if self._pipe is None or self._process is None or not self._process.is_alive():
                # Spawned, never forked: a forked worker would inherit the threads of the server.
                context = get_context("spawn")
                self._pipe, theirs = context.Pipe()
                self._process = context.Process(
                    target=_serve, args=(theirs, self._threads, self._niceness), daemon=True, name="motif-worker"
                )
                self._process.start()
                theirs.close()
            return self._pipe


def _serve(pipe: Connection[Any, Any], threads: int, niceness: int) -> None:
    begin_worker(threads)
    if niceness:
        os.nice(niceness)

    def tell(content: object) -> None:
        pipe.send((REPORTED, content))

    while True:
        try:
            task, args, kwargs = pipe.recv()
        except EOFError:
            return
        try:
            pipe.send((DONE, task(tell, *args, **kwargs)))
        except MotifError as error:
            pipe.send((REFUSED, error))
        except BrokenPipeError:
            return
        except Exception as error:  # noqa: BLE001 - the server reports it to the client, and keeps running
            pipe.send((FAILED, f"{type(error).__name__}: {error}"))


_CACHE: OrderedDict[tuple[Callable[[str], Any], str], Any] = OrderedDict()


def cached(find: Callable[[str], Result], name: str) -> Result:
    """An engine, adviser or player that a worker keeps between tasks; the one unused for longest is dropped."""
    key = (find, name)
    if key not in _CACHE:
        _CACHE[key] = find(name)
        if len(_CACHE) > MOST_CACHED:
            close(_CACHE.popitem(last=False)[1])
    _CACHE.move_to_end(key)
    value: Result = _CACHE[key]
    return value


class Busy(MotifError):
    """Too many requests are waiting."""


class WorkerPool:
    """A fixed number of workers; tasks wait for a free one, unless too many are waiting.

    With `is_for_jobs`, every task has a new process, which ends with it and frees its memory, or as soon as the
    caller stops waiting for it. Otherwise a task is finished even if the caller has gone away.
    """

    def __init__(
        self, count: int, seconds: float, most_waiting: int, *, is_for_jobs: bool = False, niceness: int = 0
    ) -> None:
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._is_for_jobs = is_for_jobs
        self._niceness = niceness
        self._waiting = 0
        self._asked = 0
        self._all: list[Worker] = []
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for _ in range(count):
            self._add_worker()
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="motif-pool")

    def _add_worker(self) -> None:
        worker = Worker((os.cpu_count() or 1) if self._is_for_jobs else 1, self._niceness)
        self._all.append(worker)
        self._free.put_nowait(worker)

    async def warm(self, task: Task[P, Result], *args: P.args, **kwargs: P.kwargs) -> None:
        """Run a task once in every worker, so that the first request need not wait for a process to start."""
        await asyncio.gather(*(self.ask(task, *args, **kwargs) for _ in self._all))

    async def quiet(self, seconds: float) -> None:
        """Wait for at least one request, and then until there was none for this many seconds."""
        begin = self._asked
        while True:
            before = self._asked
            await asyncio.sleep(seconds)
            if begin < self._asked == before and self._free.qsize() == len(self._all):
                return

    def renew(self) -> None:
        """End the idle processes to free their memory; new ones start when needed."""
        for _ in range(self._free.qsize()):
            worker = self._free.get_nowait()
            worker.close()
            self._free.put_nowait(worker)

    @property
    def pids(self) -> list[int]:
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def ask(self, task: Task[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """Run a task in a worker and return its result, without blocking the event loop."""
        return await self.listen(lambda _: None, self._seconds, task, *args, **kwargs)

    async def listen(
        self, hear: Tell, seconds: float, task: Task[P, Result], *args: P.args, **kwargs: P.kwargs
    ) -> Result:
        """Run a task that reports while it works: `hear` is called on the event loop with each report."""
        loop = asyncio.get_running_loop()

        def pass_on(news: object) -> None:
            loop.call_soon_threadsafe(hear, news)

        if self._waiting >= self._most_waiting:
            raise Busy("too many questions are already waiting", hint="ask again in a moment")
        self._asked += 1
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        attempt = partial(worker.work, task, pass_on, seconds, *args, **kwargs)
        answer = loop.run_in_executor(self._threads, self._work, worker, attempt)
        answer.add_done_callback(partial(self._is_free, worker))
        try:
            # The caller may go away; the worker is free again only when its work is done.
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            if self._is_for_jobs:
                worker.end()
            raise

    def _work(self, worker: Worker, attempt: Callable[[], Result]) -> Result:
        try:
            return _twice(attempt)
        finally:
            if self._is_for_jobs:
                worker.close()

    def _is_free(self, worker: Worker, answer: asyncio.Future[Any]) -> None:
        if not answer.cancelled():
            # Retrieve the error here: the caller may no longer be waiting for it.
            answer.exception()
        if worker.is_ended:
            self._all.remove(worker)
            self._add_worker()
        else:
            self._free.put_nowait(worker)

    def close(self) -> None:
        for worker in list(self._all):
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in list(self._all):
            worker.close()


def _twice(attempt: Callable[[], Result]) -> Result:
    try:
        return attempt()
    except (WorkerLost, EngineFailed):
        # The request itself was not at fault, so retry it: the engine is started again.
        pass
    try:
        return attempt()
    except WorkerLost as error:
        raise TaskFailed("two worker processes ended during this work", hint="is there enough memory?") from error
