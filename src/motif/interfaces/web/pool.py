"""Questions answered at once: each goes to the next free worker; one that dies, or its engine, costs one retry."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

from motif.errors import EngineFailed, MotifError
from motif.interfaces.web.workers import Task, TaskFailed, Worker, WorkerLost

P = ParamSpec("P")
Result = TypeVar("Result")


class Busy(MotifError):
    """More is asked for than may wait."""


class WorkerPool:
    """So many workers; who finds none free waits, and too many do not."""

    def __init__(self, count: int, seconds: float, most_waiting: int) -> None:
        self._seconds = seconds
        self._most_waiting = most_waiting
        self._waiting = 0
        self._asked = 0
        self._all = [Worker() for _ in range(count)]
        self._free: asyncio.Queue[Worker] = asyncio.Queue()
        for worker in self._all:
            self._free.put_nowait(worker)
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="motif-pool")

    async def warm(self, task: Task[P, Result], *args: P.args, **kwargs: P.kwargs) -> None:
        """Let every worker do this once, so that the first who asks need not wait for a process to start."""
        await asyncio.gather(*(self.ask(task, *args, **kwargs) for _ in self._all))

    async def quiet(self, seconds: float) -> None:
        """Wait until something was asked since this began, and then nothing for so many seconds."""
        begin = self._asked
        while True:
            before = self._asked
            await asyncio.sleep(seconds)
            if begin < self._asked == before and self._free.qsize() == len(self._all):
                return

    def renew(self) -> None:
        """Let the processes go that have nothing to do, and with them what they remember; others come when needed."""
        for _ in range(self._free.qsize()):
            worker = self._free.get_nowait()
            worker.close()
            self._free.put_nowait(worker)

    @property
    def pids(self) -> list[int]:
        """The processes that are there now."""
        return [worker.pid for worker in self._all if worker.pid is not None]

    async def ask(self, task: Task[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
        """The answer of a task, in a worker; the event loop is free meanwhile."""
        if self._waiting >= self._most_waiting:
            raise Busy("too many questions wait already", hint="ask again in a moment")
        self._asked += 1
        self._waiting += 1
        try:
            worker = await self._free.get()
        finally:
            self._waiting -= 1
        answer = asyncio.get_running_loop().run_in_executor(
            self._threads, partial(_twice, worker, task, self._seconds, args, kwargs)
        )
        # Whoever asked may go away; the worker is free again only when its work is done.
        answer.add_done_callback(partial(self._is_free, worker))
        return await asyncio.shield(answer)

    def _is_free(self, worker: Worker, answer: asyncio.Future[Any]) -> None:
        if not answer.cancelled():
            # Looked at here, since nobody may be left who waits for it.
            answer.exception()
        self._free.put_nowait(worker)

    def close(self) -> None:
        """End every process."""
        for worker in self._all:
            worker.end()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in self._all:
            worker.close()


def _twice(
    worker: Worker, task: Task[..., Result], seconds: float, args: tuple[Any, ...], kwargs: dict[str, Any]
) -> Result:
    try:
        return worker.work(task, _unheard, seconds, *args, **kwargs)
    except (WorkerLost, EngineFailed):
        # Nothing was wrong with the question. The next one would be answered by an engine that is started anew, too.
        pass
    try:
        return worker.work(task, _unheard, seconds, *args, **kwargs)
    except WorkerLost as error:
        raise TaskFailed("two processes were lost over this question", hint="is there enough memory?") from error


def _unheard(_: object) -> None:
    """Nobody watches an answer at once."""
