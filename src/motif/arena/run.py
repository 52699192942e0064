"""Playing pairs on any number of workers: results in order, saved as they come, resumed exactly."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

from motif.arena.game import PairTask, play_pair
from motif.arena.records import PairRecord
from motif.errors import BadFile
from motif.parallel import Pool, Workers, in_order
from motif.store import Checkpoint

# A save writes all pairs, so late in a long run it waits until one pair in a hundred is new.
UNSAVED_SHARE = 100


def play_all(
    tasks: Iterable[PairTask], workers: Workers, checkpoint: Checkpoint | None = None
) -> Generator[PairRecord, None, None]:
    """The record of each task in order: those that the checkpoint holds, then the others as they are played."""
    # Read now and not at the first pair, so that a checkpoint of another run is refused at once.
    return _play_all(iter(tasks), workers, _Ledger(checkpoint))


def _play_all(tasks: Iterator[PairTask], workers: Workers, ledger: _Ledger) -> Generator[PairRecord, None, None]:
    for record, _ in zip(ledger.played_before, tasks, strict=False):
        yield record
    with workers.pooled() as (executor, pool), closing(in_order(executor, partial(_play, pool), tasks)) as records:
        try:
            for record in records:
                ledger.add(record)
                yield record
        finally:
            ledger.save()


def _play(pool: Pool, task: PairTask) -> PairRecord:
    return play_pair(task, pool)


class _Ledger:
    """The finished pairs of a run, as its checkpoint holds them."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint
        self._pairs: list[Any] = (checkpoint.load() if checkpoint else None) or []
        self._saved = len(self._pairs)
        try:
            self.played_before = [PairRecord.from_json(pair) for pair in self._pairs]
        except (KeyError, TypeError, ValueError) as error:
            path = checkpoint.path if checkpoint else None
            raise BadFile(f"{path}: expected finished pairs of games, found something else: {error!r}") from None

    def add(self, record: PairRecord) -> None:
        """Keep one more, and save when enough are new."""
        if self._checkpoint:
            self._pairs.append(record.to_json())
            if len(self._pairs) - self._saved > self._saved // UNSAVED_SHARE:
                self.save()

    def save(self) -> None:
        """Bring the checkpoint up to date."""
        if self._checkpoint and self._saved < len(self._pairs):
            self._checkpoint.save(self._pairs)
            self._saved = len(self._pairs)
