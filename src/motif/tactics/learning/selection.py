"""A library for a vote: rules that differ, each chosen for what it is right about where the earlier ones are silent.

One after another the rule that is certain to be most precise, by the lower end of Wilson's interval, on the positions
that no chosen rule answers yet, as long as it finds enough reference moves there; then the best of the rest. A rule
that shares too many of its suggestions with a chosen one, |A and B| / |A or B|, is passed over.

Only the best rules are looked at, but the best of the rare and the best of the frequent ones alike: precise rules are
mostly rare, and a list of those alone would leave most positions unanswered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log

import numpy as np

from motif.errors import BadArgument
from motif.evidence.examples import Evidence, Reference, Rows
from motif.evidence.intervals import wilson_low
from motif.tactics.language.coverage import Coverage
from motif.tactics.language.vocabulary import Vocabulary
from motif.tactics.learning.levels import FoundRule

BAND = 3
"""Rules are about as frequent when the one applies to less than three times as many positions as the other."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two may be, and how many of the best are looked at.

    `fresh` is the fewest reference moves that a rule must find where the rules chosen before it say nothing.
    """

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000
    fresh: int = 5

    def __post_init__(self) -> None:
        if min(self.count, self.candidates, self.fresh) < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose by {self}: counts begin at 1 and likeness lies above 0, at most at 1")


def select(
    learned: Sequence[FoundRule],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[FoundRule]:
    """The rules of a library, by what they cover of the evidence they were found on; `found` has the best first."""
    choice = choice or Choice()
    candidates = _best_of_all_frequencies(learned, choice.candidates)
    field = _Field(evidence, reference, Coverage.of(evidence, vocabulary).rows([each.rule for each in candidates]))
    chosen: list[int] = []
    passed_over: set[int] = set()
    while len(chosen) < choice.count and (number := field.best(passed_over, choice.fresh)) is not None:
        if field.differs(number, chosen, choice.likeness):
            chosen.append(number)
            field.answer(number)
        passed_over.add(number)
    for number in range(len(candidates)):
        if len(chosen) < choice.count and number not in passed_over and field.differs(number, chosen, choice.likeness):
            chosen.append(number)
    return [candidates[number] for number in sorted(chosen, key=lambda number: -candidates[number].tally.low())]


def _best_of_all_frequencies(candidates: Sequence[FoundRule], count: int) -> list[FoundRule]:
    """The best rules of each order of frequency, an equal number of each as far as there are so many, best first."""
    bands: dict[int, list[int]] = {}
    for number, learned in enumerate(candidates):
        bands.setdefault(int(log(max(1, learned.tally.positions), BAND)), []).append(number)
    share = max(1, count // max(1, len(bands)))
    kept = sorted(number for band in bands.values() for number in band[:share])
    return [candidates[number] for number in kept]


class _Field:
    """What candidates cover, in one array, and which positions are still open."""

    def __init__(self, evidence: Evidence, reference: Reference, covered: list[Rows]) -> None:
        counts = np.diff(evidence.positions.legal_moves().offsets)
        hits = evidence.targets({reference: 1.0}) > 0
        self._covered = covered
        # Every candidate gets a row of no position, so that none is empty where sums are taken.
        flat = [np.append(rows, len(hits)) for rows in covered]
        self._starts = np.cumsum([0, *(len(rows) for rows in flat)])[:-1]
        rows = np.concatenate(flat) if flat else np.empty(0, np.int64)
        self._position_of_row = np.repeat(np.arange(len(evidence)), counts)
        self._hits = np.append(hits, False)[rows]
        self._position = np.append(self._position_of_row, len(evidence))[rows]
        self._open = np.append(np.ones(len(evidence), np.bool_), False)

    def best(self, passed_over: set[int], fresh: int) -> int | None:
        """The candidate with the highest certain precision on open positions; None when no one finds enough there."""
        if not self._covered:
            return None
        is_open = self._open[self._position]
        suggestions = np.add.reduceat(is_open.astype(np.int64), self._starts)
        hits = np.add.reduceat((is_open & self._hits).astype(np.int64), self._starts)
        low = np.where(hits >= fresh, wilson_low(hits, suggestions), -1.0)
        low[list(passed_over)] = -1.0
        number = int(low.argmax())
        return number if low[number] >= 0 else None

    def answer(self, number: int) -> None:
        """Close the positions that a candidate says something about."""
        self._open[self._position_of_row[self._covered[number]]] = False

    def differs(self, number: int, chosen: Sequence[int], limit: float) -> bool:
        """Whether a candidate is less like each of the chosen ones than the limit."""
        return all(likeness(self._covered[number], self._covered[other]) < limit for other in chosen)


def likeness(first: Rows, second: Rows) -> float:
    """The share of the suggestions of either rule that both make (Jaccard); two that suggest nothing are alike."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0
