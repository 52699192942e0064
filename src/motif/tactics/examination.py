"""Rules of the search, tested on evidence: in this process, on all its cores, or batch by batch on many workers."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from numpy.typing import NDArray

from motif._core.tactics import RuleTester
from motif.board.positions import Positions
from motif.parallel import Workers, in_order
from motif.tactics.conditions import Conditions, CoreLiteral, Numbers
from motif.tactics.evidence import Evidence, Reference
from motif.tactics.ranking import Totals

Counts = tuple[int, int, int]
"""Rows, positions and reference moves that a rule covers."""

Tested = tuple[Numbers, Counts, int]
"""A rule, what it covers, and the fingerprint of that."""

Test = Callable[[list[Numbers], Conditions], Iterator[Tested]]

RULES_IN_A_TASK = 4_000


class Examination:
    """Evidence with a reference move for each position, on which rules are counted."""

    def __init__(self, evidence: Evidence, reference: Reference, workers: Workers) -> None:
        self._parts = (evidence.positions, evidence.moves(reference), evidence.captured_on)
        self._workers = workers
        content = hashlib.sha256(evidence.positions.to_bytes())
        content.update(self._parts[1].tobytes())
        content.update(b"" if evidence.captured_on is None else evidence.captured_on.tobytes())
        self.digest = content.hexdigest()
        tester = _tester(self.digest, self._parts)
        self.totals = Totals(len(tester), len(evidence), len(tester.positives))
        self.seconds = 0.0
        """The time of the processor that the core has taken for tests in this process."""

    @contextmanager
    def open(self) -> Iterator[Test]:
        """The test, with workers under it as long as it is open."""
        with self._workers.executor() as executor:

            def test(rules: list[Numbers], conditions: Conditions) -> Iterator[Tested]:
                here = self._workers.count == 1 and self._workers.cluster is None
                size = len(rules) if here else RULES_IN_A_TASK
                parts = [rules[start : start + size] for start in range(0, len(rules), size)]
                tasks = ((self.digest, self._parts, [conditions.core(rule) for rule in part]) for part in parts)
                for part, (counts, prints, seconds) in zip(parts, in_order(executor, _count, tasks), strict=True):
                    self.seconds += seconds
                    tallies = ((rows, positions, positives) for rows, positions, positives in counts.tolist())
                    yield from zip(part, tallies, prints.tolist(), strict=True)

            yield test


_Parts = tuple[Positions, NDArray[np.uint16], NDArray[np.int8] | None]

_testers: dict[str, RuleTester] = {}
"""The tester of this process: laying out the facts of many positions takes longer than a test."""


def _tester(digest: str, parts: _Parts) -> RuleTester:
    if digest not in _testers:
        _testers.clear()
        _testers[digest] = RuleTester(*parts)
    return _testers[digest]


def _count(
    task: tuple[str, _Parts, list[list[CoreLiteral]]],
) -> tuple[NDArray[np.int64], NDArray[np.uint64], float]:
    digest, parts, rules = task
    tester = _tester(digest, parts)
    begin = time.process_time()
    counts, prints = tester.test(rules)
    return counts, prints, time.process_time() - begin
