"""One seam for many cores and many machines: a `concurrent.futures.Executor`, local by default.

Results never depend on how many workers there are: work is cut into tasks that carry their own seeds,
and `in_order` hands the results back in the order of the tasks. What a process keeps between its tasks, such as a
running engine, waits in a `Pool`.
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
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from multiprocessing import get_context, parent_process
from threading import Lock, Thread, current_thread, main_thread
from typing import Any, ParamSpec, TypeVar
from uuid import uuid4

from motif import __version__
from motif.errors import BadArgument, MissingExtra, MotifError

# A Dask cluster as an executor: refused at once when it cannot work, and given up when it is gone.

SECONDS_TO_REACH_A_CLUSTER = 10.0
SECONDS_WITHOUT_A_CLUSTER = 20.0
"""For so long a scheduler or the last worker may be away, as when it is started anew."""

_ADDRESS = re.compile(r"((tcp|tls|ws|wss)://)?([\w.-]+|\[[0-9a-fA-F:.%]+\]):\d{1,5}")
_KEPT = "what is kept in a checkpoint or a cache is not lost: start the cluster and the same command again"


def check_address(address: str) -> None:
    """Refuse what cannot be the address of a cluster."""
    if not _ADDRESS.fullmatch(address):
        raise BadArgument(f"{address!r} is not the address of a cluster", hint="write it as tcp://host:8786")


def cluster_executor(address: str) -> ClusterExecutor:
    """The executor of the cluster at an address such as tcp://host:8786, with at least one worker in it."""
    check_address(address)
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtra("a cluster needs the package distributed", hint="pip install distributed") from None
    # What goes wrong is said here in a sentence; Dask's log would put a traceback beside it.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=SECONDS_TO_REACH_A_CLUSTER, set_as_default=False)  # type: ignore[no-untyped-call]  # Dask has no types
    except (OSError, ValueError) as error:
        raise MotifError(
            f"no Dask cluster answers at {address}: {error}",
            hint="start one with `dask scheduler` and `dask worker`",
        ) from error
    try:
        client.wait_for_workers(1, timeout=SECONDS_TO_REACH_A_CLUSTER)
    except TimeoutError:
        client.close()  # type: ignore[no-untyped-call]
        raise MotifError(
            f"the cluster at {address} has no workers", hint=f"start one with `dask worker {address}`"
        ) from None
    return ClusterExecutor(client, address)


class ClusterExecutor(Executor):
    """Dask's own executor, which leaves the client open, with the client closed after it."""

    def __init__(self, client: Any, address: str) -> None:  # noqa: ANN401 - Dask has no types
        from distributed.comm.core import CommClosedError

        self._cut_off: type[OSError] = CommClosedError
        """What Dask raises when the scheduler dies in the middle of an answer."""
        self._client = client
        self._address = address
        self._inner: Executor = client.get_executor(pure=False)

    def submit(self, fn: Callable[P, Result], /, *args: P.args, **kwargs: P.kwargs) -> Future[Result]:
        """Submit; a worker with another version of Motif refuses the task."""
        return self._inner.submit(_at_version, __version__, fn, *args, **kwargs)  # type: ignore[arg-type]  # mypy binds P once

    def wait_for(self, future: Future[Result]) -> Result:
        """The result, or an error once the scheduler or every worker has been away for too long."""
        away_since: float | None = None
        while True:
            try:
                return future.result(timeout=1.0)
            except TimeoutError:
                if future.done():
                    raise  # the task's own
                away_since = None if self._is_there() else away_since or time.monotonic()
            except (CancelledError, self._cut_off):
                raise self._gone("the scheduler is gone") from None
            except ModuleNotFoundError as error:
                raise MotifError(
                    f"a worker of the cluster at {self._address} cannot do the work: {error}",
                    hint="every worker needs the same version of motif, with the same extras",
                ) from error
            if away_since and time.monotonic() - away_since > SECONDS_WITHOUT_A_CLUSTER:
                raise self._gone("no scheduler, or no worker, has been there for a while")

    def cores(self) -> int:
        """How many tasks the cluster works on at once."""
        return sum(int(threads) for threads in self._client.nthreads().values())

    def run_on_each_worker(self, function: Callable[[], object]) -> None:
        """Call a function in every worker process; where the cluster is gone, so is what the function would end."""
        if self._is_there():
            with suppress(self._cut_off):
                self._client.run(function)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End; Dask's executor knows no cancel_futures: it cancels exactly when it need not wait."""
        if self._is_there():
            with suppress(self._cut_off):
                self._inner.shutdown(wait=wait and not cancel_futures)
        self._client.close(timeout=SECONDS_TO_REACH_A_CLUSTER)

    def _is_there(self) -> bool:
        return self._client.status == "running" and bool(self._client.scheduler_info()["workers"])

    def _gone(self, why: str) -> MotifError:
        return MotifError(f"the cluster at {self._address} is lost: {why}", hint=_KEPT)


def _at_version(version: str, function: Callable[P, Result], *args: P.args, **kwargs: P.kwargs) -> Result:
    if version != __version__:
        raise MotifError(
            f"a worker of the cluster has motif {__version__}, and this is motif {version}",
            hint="every worker needs the same version",
        )
    return function(*args, **kwargs)


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


# How long work tells whoever watches it how far it has come: one shape for learning, searching, playing and composing.


@dataclass(frozen=True, slots=True)
class Progress:
    """Steps done, out of how many where that is known, and a few words on how things stand.

    >>> Progress(3, 10, "best so far 0.61")
    Progress(done=3, total=10, words='best so far 0.61')
    """

    done: int
    total: int | None = None
    words: str = ""


Watch = Callable[[Progress], None]


def unwatched(progress: Progress) -> None:
    """Nobody watches."""


# A seed for each game and side, drawn from the seed of the run by a stable hash.


def seed_of(*parts: int | str) -> int:
    """A number below 2^63 that depends on every part and on nothing else, neither process nor platform.

    >>> seed_of(1, "white") == seed_of(1, "white")
    True
    >>> seed_of(1, "white") == seed_of("1", "white")
    False
    """
    digest = blake2b("\0".join(map(repr, parts)).encode(), digest_size=8).digest()
    # 63 bits, so that a signed 64-bit integer on the other side of a boundary can hold it.
    return int.from_bytes(digest, "big") >> 1
