"""One seam for many cores and many machines: a `concurrent.futures.Executor`, local by default.

Results never depend on how many workers there are: work is cut into tasks that carry their own seeds,
and `in_order` hands the results back in the order of the tasks. What a process keeps between its tasks, such as a
running engine, waits in a `Pool`.
"""

from __future__ import annotations

import atexit
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import get_context, parent_process
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from motif.cluster import ClusterExecutor, cluster_executor
from motif.errors import BadArgument, MotifError

P = ParamSpec("P")
Task = TypeVar("Task")
Result = TypeVar("Result")
Made = TypeVar("Made")


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

    @contextmanager
    def pooled(self) -> Iterator[tuple[Executor, Pool]]:
        """The executor with a pool for its processes, closed in each of them on leaving."""
        pool = Pool()
        with self.executor() as executor:
            try:
                yield executor, pool
            finally:
                # The processes of a local pool end with it, and `atexit` closes there.
                if isinstance(executor, InlineExecutor):
                    pool.close()
                elif isinstance(executor, ClusterExecutor):
                    executor.run_on_each_worker(pool.close)

    def _open(self) -> Executor:
        if self.cluster is not None:
            return cluster_executor(self.cluster)
        if self.count == 1:
            return InlineExecutor()
        threads = max(1, (os.cpu_count() or 1) // self.count)
        # Spawned, never forked: a forked worker would inherit the core's threads in an unknown state.
        return _Pool(self.count, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(threads,))


@dataclass(frozen=True, slots=True)
class Pool:
    """A name that tasks carry, under which each process keeps what is dear to make between its tasks.

    Who borrows a thing has it alone, so two threads of one worker never share it. `most` says how many wait here.
    """

    name: str = field(default_factory=lambda: uuid4().hex)
    most: int | None = None

    @contextmanager
    def borrow(self, key: Hashable, make: Callable[[], Made]) -> Iterator[Made]:
        """What waits under a key, or a new one; it comes back, unless an error went through its task."""
        waiting = self._here()
        kept = waiting.take(key)
        thing: Made = make() if kept is None else kept  # what waits under a key was made by its `make`
        try:
            yield thing
        except BaseException:
            _close(thing)
            raise
        waiting.give_back(key, thing, self.most)

    def close(self) -> None:
        """Close what waits in this process, and everything that comes back later."""
        self._here().close()

    def _here(self) -> _Waiting:
        with _waiting_lock:
            return _waiting.setdefault(self.name, _Waiting())


class _Waiting:
    """The things of one pool in this process, those that have waited longest first."""

    def __init__(self) -> None:
        self._things: list[tuple[Hashable, object]] = []
        self._lock = Lock()
        self._is_closed = False

    def take(self, key: Hashable) -> Any:  # noqa: ANN401 - what was given back
        with self._lock:
            position = next((place for place, (known, _) in enumerate(self._things) if known == key), None)
            return None if position is None else self._things.pop(position)[1]

    def give_back(self, key: Hashable, thing: object, most: int | None) -> None:
        with self._lock:
            self._things.append((key, thing))
        self._close_all_but(0 if self._is_closed else most)

    def close(self) -> None:
        self._is_closed = True
        self._close_all_but(0)

    def _close_all_but(self, most: int | None) -> None:
        with self._lock:
            surplus = 0 if most is None else max(0, len(self._things) - most)
            leaving, self._things = self._things[:surplus], self._things[surplus:]
        for _, thing in leaving:
            _close(thing)


# A closed pool stays here: on a cluster a task may begin after its run was stopped.
_waiting: dict[str, _Waiting] = {}
_waiting_lock = Lock()


@atexit.register
def _close_pools() -> None:
    for waiting in list(_waiting.values()):
        waiting.close()


def _close(thing: object) -> None:
    # Its tasks are over; what cannot even be closed has nothing more to spoil.
    close = getattr(thing, "close", None)
    with suppress(MotifError):
        if close is not None:
            close()


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


def interruptible(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call what hears no Ctrl-C, as all of the core's long work, so that Ctrl-C is raised here at once.

    A thread works while this one waits, since signals reach the main thread alone. An interrupted call goes on unheard
    until the program ends; nothing it was given may be used again.
    """
    if current_thread() is not main_thread():
        return function(*args, **kwargs)
    done: Future[Result] = Future()

    def work() -> None:
        try:
            done.set_result(function(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - raised where the result is awaited
            done.set_exception(error)

    Thread(target=work, daemon=True).start()
    return done.result()


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
