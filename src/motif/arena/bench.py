"""Where built players wait between games, so that a worker process starts an engine once, not for each pair.

Every run has a bench of its own in each process. A player is away from the bench while it plays, so two
threads of one worker never share it.
"""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from typing import TypeVar

from motif.board.closing import close
from motif.errors import MotifError

Built = TypeVar("Built")


class Bench:
    """The idle players and judges of one run in this process."""

    def __init__(self) -> None:
        self._idle: dict[str, list[object]] = {}
        self._lock = Lock()
        self._closed = False

    @contextmanager
    def borrow(self, name: str, make: Callable[[], Built]) -> Iterator[Built]:
        """A player from the bench, or a new one; it comes back, unless an error went through its game."""
        player = self._take(name) or make()
        try:
            yield player  # type: ignore[misc]  # what waits under a name was made by its `make`
        except BaseException:
            _close(player)
            raise
        with self._lock:
            closed = self._closed
            if not closed:
                self._idle.setdefault(name, []).append(player)
        if closed:
            _close(player)

    def close(self) -> None:
        """Close who waits now, and everyone who comes back later."""
        with self._lock:
            self._closed = True
            waiting = [player for players in self._idle.values() for player in players]
            self._idle.clear()
        for player in waiting:
            _close(player)

    def _take(self, name: str) -> object | None:
        with self._lock:
            players = self._idle.get(name)
            return players.pop() if players else None


# A closed bench stays here: on a cluster a task may begin after its run was stopped.
_benches: dict[str, Bench] = {}
_benches_lock = Lock()


def bench_of(run: str) -> Bench:
    """The bench of a run in this process."""
    with _benches_lock:
        return _benches.setdefault(run, Bench())


def close_bench(run: str) -> None:
    """End a run in this process."""
    bench_of(run).close()


@atexit.register
def _close_all() -> None:
    for run in list(_benches):
        close_bench(run)


def _close(player: object) -> None:
    # Its games are over; a player that cannot even leave has nothing more to spoil.
    with suppress(MotifError):
        close(player)
