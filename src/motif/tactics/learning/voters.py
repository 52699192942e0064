"""Choose the rules of a library whose rules vote on a move.

One rule after another is chosen: each time the rule that is most often right in the positions where the rules chosen
before suggest nothing. A rule that suggests nearly the same moves as a chosen one is passed over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from motif.errors import BadArgument
from motif.statistics.examples import Evidence, Reference, Rows
from motif.statistics.intervals import wilson_low
from motif.tactics.coverage import Coverage
from motif.tactics.learning.levels import FoundRule
from motif.tactics.vocabulary import Vocabulary

BAND = 3
"""Within one frequency band, the numbers of positions that rules apply to differ by less than this factor."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two of them may be, and how many candidates to consider.

    `fresh` is how many reference moves a rule must find in positions where the rules chosen before suggest nothing.
    """

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000
    fresh: int = 5

    def __post_init__(self) -> None:
        if min(self.count, self.candidates, self.fresh) < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose with {self}: counts must be at least 1, likeness above 0 and at most 1")


def select(
    learned: Sequence[FoundRule],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[FoundRule]:
    """Choose rules to vote, by the evidence on which they were found; `learned` has the best rules first."""
    choice = choice or Choice()
    candidates = _best_of_all_frequencies(learned, choice.candidates)
    pool = _Candidates(evidence, reference, Coverage.of(evidence, vocabulary).rows([each.rule for each in candidates]))
    chosen: list[int] = []
    passed_over: set[int] = set()
    while len(chosen) < choice.count and (number := pool.best(passed_over, choice.fresh)) is not None:
        if pool.differs(number, chosen, choice.likeness):
            chosen.append(number)
            pool.close(number)
        passed_over.add(number)
    for number in range(len(candidates)):
        if len(chosen) < choice.count and number not in passed_over and pool.differs(number, chosen, choice.likeness):
            chosen.append(number)
    return [candidates[number] for number in sorted(chosen, key=lambda number: -candidates[number].tally.low())]


def _best_of_all_frequencies(candidates: Sequence[FoundRule], count: int) -> list[FoundRule]:
    """Return the best rules of each frequency band, the same number from each band that has enough; best first."""
    bands: dict[int, list[int]] = {}
    for number, learned in enumerate(candidates):
        bands.setdefault(int(log(max(1, learned.tally.positions), BAND)), []).append(number)
    share = max(1, count // max(1, len(bands)))
    kept = sorted(number for band in bands.values() for number in band[:share])
    return [candidates[number] for number in kept]


class _Candidates:
    """The rows that each candidate suggests, and the open positions: those where no chosen rule suggests a move."""

    def __init__(self, evidence: Evidence, reference: Reference, covered: list[Rows]) -> None:
        counts = np.diff(evidence.positions.legal_moves().offsets)
        hits = evidence.targets({reference: 1.0}) > 0
        self._covered = covered
        # An extra row that belongs to no position keeps every candidate non-empty, as `np.add.reduceat` needs.
        flat = [np.append(rows, len(hits)) for rows in covered]
        self._starts = np.cumsum([0, *(len(rows) for rows in flat)])[:-1]
        rows = np.concatenate(flat) if flat else np.empty(0, np.int64)
        self._position_of_row = np.repeat(np.arange(len(evidence)), counts)
        self._hits = np.append(hits, False)[rows]
        self._position = np.append(self._position_of_row, len(evidence))[rows]
        self._open = np.append(np.ones(len(evidence), np.bool_), False)

    def best(self, passed_over: set[int], fresh: int) -> int | None:
        """Return the candidate that is most surely right in open positions; None if none finds enough moves there."""
        if not self._covered:
            return None
        is_open = self._open[self._position]
        suggestions = np.add.reduceat(is_open.astype(np.int64), self._starts)
        hits = np.add.reduceat((is_open & self._hits).astype(np.int64), self._starts)
        low = np.where(hits >= fresh, wilson_low(hits, suggestions), -1.0)
        low[list(passed_over)] = -1.0
        number = int(low.argmax())
        return number if low[number] >= 0 else None

    def close(self, number: int) -> None:
        """Mark the positions in which a chosen candidate suggests a move as no longer open."""
        self._open[self._position_of_row[self._covered[number]]] = False

    def differs(self, number: int, chosen: Sequence[int], limit: float) -> bool:
        """Whether the likeness of a candidate to each chosen one is below the limit."""
        return all(likeness(self._covered[number], self._covered[other]) < limit for other in chosen)


def likeness(first: Rows, second: Rows) -> float:
    """Return the share of two rules' suggestions that both make (Jaccard index); 1 if neither suggests anything."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0
