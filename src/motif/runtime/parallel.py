"""Run tasks on many cores or on a Dask cluster, through a `concurrent.futures.Executor`.

Results do not depend on the number of workers: every task has its own seed, and `in_order` yields the results in the
order of the tasks. A `Pool` keeps objects such as running engines from one task of a process to the next. Long work
reports how far it is as `Progress`.
"""

from __future__ import annotations

import atexit
import logging
import os
import re
import signal
import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from multiprocessing import get_context, parent_process
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from motif import __version__
from motif.errors import BadArgument, MotifError
from motif.runtime.systems import needed

P = ParamSpec("P")
Task = TypeVar("Task")
Result = TypeVar("Result")
Made = TypeVar("Made")

CLUSTER_TIMEOUT_SECONDS = 10.0
CLUSTER_ABSENCE_SECONDS = 20.0
"""How long the scheduler or all workers may be unreachable, for example during a restart."""

MOST_DEATHS = 5
"""Motif gives a task up after this many worker processes were killed during it: perhaps it needs too much memory."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.%]+\]):\d{1,5}")
_KEPT = "checkpoints and caches are not lost: restart the cluster, and run the same command again"


def check_address(address: str) -> None:
    """Refuse a text that cannot be the address of a cluster."""
    if not _ADDRESS.fullmatch(address):
        raise BadArgument(f"{address!r} is not the address of a cluster", hint="write it as tcp://host:8786")


def cluster_executor(address: str) -> ClusterExecutor:
    """Return an executor for the cluster at an address such as tcp://host:8786; refuse one without workers."""
    check_address(address)
    with needed("cluster", "A cluster"):
        from distributed import Client
    # The errors below say what is wrong; Dask's log would add a traceback.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=CLUSTER_TIMEOUT_SECONDS, set_as_default=False)  # type: ignore[no-untyped-call]  # Dask has no types
    except (OSError, ValueError) as error:
        raise MotifError(
            f"no Dask cluster answers at {address}: {error}",
            hint="start one with `dask scheduler` and `dask worker`",
        ) from error
    try:
        client.wait_for_workers(1, timeout=CLUSTER_TIMEOUT_SECONDS)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        raise MotifError(
            f"the cluster at {address} has no workers", hint=f"start one with `dask worker {address}`"
        ) from None
    return ClusterExecutor(client, address)


class ClusterExecutor(Executor):
    """Dask's executor; `shutdown` also closes the client, which Dask's executor leaves open."""

    def __init__(self, client: Any, address: str) -> None:  # noqa: ANN401 - Dask has no types
        from distributed.comm.core import CommClosedError

        self._cut_off: type[OSError] = CommClosedError
        """Dask raises this if the scheduler dies while it is answering."""
        self._client = client
        self._address = address
        self._inner: Executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Submit a task; a worker with another version of Motif refuses it."""
        return self._inner.submit(_at_version, __version__, fn, *args, **kwargs)  # type: ignore[arg-type]  # mypy binds P once

    def wait_for(self, future: Future[Result]) -> Result:
        """Return a task's result; raise an error if the scheduler or all workers are unreachable for too long."""
        away_since: float | None = None
        while True:
            try:
                return future.result(timeout=1.0)
            except TimeoutError:
                if future.done():
                    raise  # raised by the task itself
                away_since = None if self._is_there() else away_since or time.monotonic()
            except (CancelledError, self._cut_off):
                raise self._gone("the scheduler is gone") from None
            except ModuleNotFoundError as error:
                raise MotifError(
                    f"a worker of the cluster at {self._address} cannot run the task: {error}",
                    hint="every worker needs the same version of motif, with the same extras",
                ) from error
            if away_since and time.monotonic() - away_since > CLUSTER_ABSENCE_SECONDS:
                raise self._gone("the scheduler or all workers have been unreachable for too long")

    def cores(self) -> int:
        """Return how many tasks the cluster can run at once."""
        return sum(int(threads) for threads in self._client.nthreads().values())

    def run_on_each_worker(self, function: Callable[[], object]) -> None:
        """Call a function in every worker process; do nothing if the cluster is gone."""
        if self._is_there():
            with suppress(self._cut_off):
                self._client.run(function)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Shut down the executor; Dask has no `cancel_futures`, but cancels tasks if it does not wait for them."""
        if self._is_there():
            with suppress(self._cut_off):
                self._inner.shutdown(wait=wait and not cancel_futures)
        self._client.close(timeout=CLUSTER_TIMEOUT_SECONDS)

    def _is_there(self) -> bool:
        return self._client.status == "running" and bool(self._client.scheduler_info()["workers"])

    def _gone(self, why: str) -> MotifError:
        return MotifError(f"lost the cluster at {self._address}: {why}", hint=_KEPT)


def _at_version(version: str, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    if version != __version__:
        raise MotifError(
            f"a worker of the cluster has motif {__version__}, but this is motif {version}",
            hint="every worker needs the same version of motif",
        )
    return function(*args, **kwargs)


@dataclass(frozen=True, slots=True)
class Workers:
    """Where tasks run: in `count` local processes, or on a Dask cluster at an address such as tcp://host:8786."""

    count: int = 1
    cluster: str | None = None

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"cannot work with {self.count} workers; at least 1 is needed")

    @contextmanager
    def executor(self) -> Iterator[Executor]:
        """Yield an executor; at the end of the block it is shut down, and tasks that have not begun are dropped."""
        executor = self._open()
        try:
            yield executor
        except (KeyboardInterrupt, SystemExit):
            # A task may take minutes; do not wait for it after Ctrl-C or SIGTERM.
            if isinstance(executor, _WorkerProcesses):
                executor.end_workers()
            raise
        finally:
            executor.shutdown(wait=True, cancel_futures=True)

    @contextmanager
    def pooled(self) -> Iterator[tuple[Executor, Pool]]:
        """Yield an executor and a pool for its processes; at the end of the block, each process closes its pool."""
        pool = Pool()
        with self.executor() as executor:
            try:
                yield executor, pool
            finally:
                # Local worker processes end now, and `atexit` closes their pools.
                if isinstance(executor, InlineExecutor):
                    pool.close()
                elif isinstance(executor, ClusterExecutor):
                    executor.run_on_each_worker(pool.close)

    def _open(self) -> Executor:
        if self.cluster is not None:
            return cluster_executor(self.cluster)
        if self.count == 1:
            return InlineExecutor()
        return _WorkerProcesses(self.count)


@dataclass(frozen=True, slots=True)
class Pool:
    """Objects that are slow to make, kept in each process between tasks.

    A pool can be sent to other processes; each keeps its own objects under the pool's name. A borrowed object is used
    by one thread only. At most `most` unused objects are kept in a process.
    """

    name: str = field(default_factory=lambda: uuid4().hex)
    most: int | None = None

    @contextmanager
    def borrow(self, key: Hashable, make: Callable[[], Made]) -> Iterator[Made]:
        """Yield a kept object with this key, or make one; keep it for later unless the block raises an error."""
        waiting = self._here()
        kept = waiting.take(key)
        thing: Made = make() if kept is None else kept  # all objects of a key come from the same `make`
        try:
            yield thing
        except BaseException:
            _close(thing)
            raise
        waiting.give_back(key, thing, self.most)

    def close(self) -> None:
        """Close the objects kept in this process, and borrowed ones when they are given back."""
        self._here().close()

    def _here(self) -> _Waiting:
        with _waiting_lock:
            return _waiting.setdefault(self.name, _Waiting())


class _Waiting:
    """The unused objects of one pool in this process, the one unused for longest first."""

    def __init__(self) -> None:
        self._things: list[tuple[Hashable, object]] = []
        self._lock = Lock()
        self._is_closed = False

    def take(self, key: Hashable) -> Any:  # noqa: ANN401 - any object that was given back
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
            surplus_things, self._things = self._things[:surplus], self._things[surplus:]
        for _, thing in surplus_things:
            _close(thing)


# Closed pools stay here, because on a cluster a task may still begin after its run was stopped.
_waiting: dict[str, _Waiting] = {}
_waiting_lock = Lock()


@atexit.register
def _close_pools() -> None:
    for waiting in list(_waiting.values()):
        waiting.close()


def _close(thing: object) -> None:
    # The tasks are over, so an error while closing does no harm.
    close = getattr(thing, "close", None)
    with suppress(MotifError):
        if close is not None:
            close()


def in_order(
    executor: Executor, function: Callable[[Task], Result], tasks: Iterable[Task]
) -> Generator[Result, None, None]:
    """Yield function(task) for each task, in the order of the tasks, with a bounded number running at once.

    Unlike `Executor.map`, this takes a task only when it is needed, so there may be infinitely many. If the caller
    stops early, the remaining tasks are cancelled. The tasks of a worker process that is killed begin again in
    another one.
    """
    ahead = _tasks_ahead(executor)
    running: deque[tuple[Task, Future[Result]]] = deque()

    def first() -> Result:
        for _ in range(MOST_DEATHS):
            try:
                result = _result(executor, running[0][1])
            except BrokenProcessPool:
                # All tasks of the pool are lost, except those that are done.
                for place, (task, future) in enumerate(running):
                    if not future.done() or isinstance(future.exception(), BrokenProcessPool):
                        running[place] = task, executor.submit(function, task)
            else:
                running.popleft()
                return result
        raise MotifError(
            f"worker processes were killed {MOST_DEATHS} times during the same task",
            hint="is there enough memory? Try fewer workers",
        )

    try:
        for task in tasks:
            running.append((task, executor.submit(function, task)))
            if len(running) >= ahead:
                yield first()
        while running:
            yield first()
    finally:
        for _, future in running:
            future.cancel()


def interruptible(function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    """Call a function that ignores Ctrl-C, such as a long one of the core, but let Ctrl-C end the call at once.

    The function runs in a separate thread, because only the main thread receives signals. After Ctrl-C it goes on in
    the background until the program ends, so its arguments must not be used again.
    """
    if current_thread() is not main_thread():
        return function(*args, **kwargs)
    done: Future[Result] = Future()

    def work() -> None:
        try:
            done.set_result(function(*args, **kwargs))
        except BaseException as error:  # noqa: BLE001 - raised again by result()
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
    """Runs each task at once in this process: no start-up time, and errors keep their traceback."""

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Run the task and return a finished future."""
        future: Future[Result] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - raised again by result(), as in any executor
            future.set_exception(error)
        return future


class _WorkerProcesses(Executor):
    """Worker processes that ignore Ctrl-C, even while they start, and can be ended in the middle of a task.

    If one of them is killed, Python ends the others as well; the next task then starts new ones.
    """

    def __init__(self, count: int) -> None:
        self._count = count
        self._pool = self._start()

    def _start(self) -> ProcessPoolExecutor:
        threads = max(1, (os.cpu_count() or 1) // self._count)
        # Spawned, never forked: a forked worker would inherit the core's threads in an unknown state.
        return ProcessPoolExecutor(
            self._count, mp_context=get_context("spawn"), initializer=begin_worker, initargs=(threads,)
        )

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Submit a task; a worker process that this starts inherits the blocked SIGINT."""
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT]) if hasattr(signal, "SIG_BLOCK") else None
        try:
            return self._pool.submit(fn, *args, **kwargs)
        except BrokenProcessPool:
            self._pool.shutdown()
            self._pool = self._start()
            return self._pool.submit(fn, *args, **kwargs)
        finally:
            if mask is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the worker processes after their tasks."""
        self._pool.shutdown(wait, cancel_futures=cancel_futures)

    def end_workers(self) -> None:
        for process in list((self._pool._processes or {}).values()):
            process.terminate()


def begin_worker(threads: int) -> None:
    """Set up a worker process: use this many threads, ignore Ctrl-C, and exit when the parent process ends."""
    # Read by the core's thread pool when it first starts in this worker.
    os.environ["RAYON_NUM_THREADS"] = str(threads)
    # Ctrl-C reaches the whole process group, but only the parent handles it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIG_UNBLOCK"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    # A worker holds both ends of its task queue, so it would wait forever after `kill -9` of its parent.
    parent = parent_process()
    assert parent is not None  # only workers run this
    parent.join()
    os._exit(1)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long computation has come: the steps done, their total if known, and a short text.

    >>> Progress(3, 10, "best so far 0.61")
    Progress(done=3, total=10, words='best so far 0.61')
    """

    done: int
    total: int | None = None
    words: str = ""


Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Ignore the progress."""


def seed_of(*parts: int | str) -> int:
    """Return a seed below 2^63: a stable hash of the parts, the same in every process and on every platform.

    >>> seed_of(1, "white") == seed_of(1, "white")
    True
    >>> seed_of(1, "white") == seed_of("1", "white")
    False
    """
    digest = blake2b("\0".join(map(repr, parts)).encode(), digest_size=8).digest()
    # 63 bits, so that it fits into a signed 64-bit integer.
    return int.from_bytes(digest, "big") >> 1
