"""A Dask cluster as an executor: refused at once when it cannot work, and given up when it is gone.

What Dask does by itself when a scheduler dies or no worker is there is to wait for ever; whoever started the
command would see a bar that stands still. Lost workers are another matter: their tasks go to those that are left.
"""

from __future__ import annotations

import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future
from contextlib import suppress
from typing import Any, ParamSpec, TypeVar

from motif import __version__
from motif.errors import BadArgument, MissingExtra, MotifError

P = ParamSpec("P")
Result = TypeVar("Result")

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
