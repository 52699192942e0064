"""One seam for many cores and many machines: a `concurrent.futures.Executor`, local by default.

Results never depend on how many workers there are: work is cut into tasks that carry their own seeds,
and `in_order` hands the results back in the order of the tasks.
"""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from threading import Thread
from typing import ParamSpec, TypeVar

from motif.cluster import ClusterExecutor, cluster_executor
from motif.errors import BadArgument

P = ParamSpec("P")
Task = TypeVar("Task")
Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Workers:
    """Who does the work: this many processes here, or a Dask cluster at an address such as tcp://host:8786."""

    count: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"cannot work with {self.count} workers; at least 1 is needed")

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """The executor, shut down on leaving; work not yet begun is dropped then."""
        executor = self._open()
        try:
            yield executor
        except KeyboardInterrupt:
            # A task may take minutes; who presses Ctrl-C does not want its result.
            if isinstance(executor, _Pool):
                executor.end_workers()
            raise
        finally:
            executor.shutdown(wait=True, cancel_futures=True)

    def _open(self) -> Executor:
        if self.cluster is not None:
            return cluster_executor(self.cluster)
        if self.count == 1:
            return InlineExecutor()
        threads = max(1, (os.cpu_count() or 1) // self.count)
        # Spawned, never forked: a forked worker would inherit the core's threads in an unknown state.
        return _Pool(self.count, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(threads,))


def in_order(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Yield function(task) for each task, in the order of the tasks, with a bounded number under way.

    Unlike `Executor.map` this draws from `tasks` as it goes, so the tasks may be endless and the caller
    may stop at any result; what is under way then is cancelled.
    """
    ahead = _tasks_ahead(executor)
    under_way: deque[Future[Result]] = deque()
    try:
        for task in tasks:
            under_way.append(executor.submit(function, task))
            if len(under_way) >= ahead:
                yield _result(executor, under_way.popleft())
        while under_way:
            yield _result(executor, under_way.popleft())
    finally:
        for future in under_way:
            future.cancel()


def in_a_child(seconds: float, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call a function in a process of its own; after so many seconds it is ended and TimeoutError raised.

    For what can neither be interrupted nor be trusted to end.
    """
    child = _Pool(1, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(1,))
    try:
        return child.submit(function, *args, **kwargs).result(timeout=seconds)
    finally:
        child.end_workers()
        child.shutdown(wait=True, cancel_futures=True)


def where_work_stays(executor: Executor, function: Callable[[], object]) -> None:
    """Call a function in each process that worked and outlives the executor: this, or a cluster's workers.

    For what a task keeps between tasks, such as a running engine. The processes of a local pool end with it,
    so there `atexit` does the same.
    """
    if isinstance(executor, InlineExecutor):
        function()
    elif isinstance(executor, ClusterExecutor):
        executor.run_on_each_worker(function)


def _result(executor: Executor, future: Future[Result]) -> Result:
    return executor.wait_for(future) if isinstance(executor, ClusterExecutor) else future.result()


def _tasks_ahead(executor: Executor) -> int:
    if isinstance(executor, InlineExecutor):
        return 1
    cores = executor.cores() if isinstance(executor, ClusterExecutor) else os.cpu_count() or 1
    return 2 * cores + 2


class InlineExecutor(Executor):
    """Runs each task at once in this process: no start-up cost, and errors keep their traceback."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Run now; the future is already done."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - handed to whoever asks for the result, as any executor does
            future.set_exception(error)
        return future


class _Pool(ProcessPoolExecutor):
    """Processes that hear nothing of Ctrl-C, not even while they start, and can be ended in the middle of a task."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Submit; a worker that this starts inherits that Ctrl-C is held back."""
        held_back = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if hasattr(signal, "SIG_BLOCK") else None
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            if held_back is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, held_back)

    def end_workers(self) -> None:
        """End every worker at once, whatever it does."""
        for process in list((self._processes or {}).values()):
            process.terminate()


def begin_worker(threads: int) -> None:
    """Begin in a new process that works for another: so many threads, no Ctrl-C of its own, an end with the parent."""
    # Read by the core's thread pool when it first starts in this worker.
    os.environ["RAYON_NUM_THREADS"] = str(threads)
    # Ctrl-C reaches the whole group of processes; the parent alone decides what becomes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIG_UNBLOCK"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker holds both ends of its own task queue, so it would wait for ever after `kill -9` of its parent.
    parent = parent_process()
    assert parent is not None  # only workers run this
    parent.join()
    os._exit(1)
