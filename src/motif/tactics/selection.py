"""A diverse library from many rules that were found: each adds what the others miss, and no two behave alike.

Greedily the rule is chosen with the largest low * fresh, where low is its certain precision (the lower end of Wilson's
interval) and fresh the number of reference moves it finds that no chosen rule does. A rule that shares too many of its
suggestions with a chosen one, |A and B| / |A or B|, is passed over. The chosen ones stand in the order of their certain
precision.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.errors import BadArgument
from motif.tactics.evidence import Evidence, Reference, rows_of_moves
from motif.tactics.learner import Learned
from motif.tactics.ordered import Rows
from motif.tactics.suggestions import Examiner
from motif.tactics.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two may be, and how many of the best are looked at."""

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000

    def __post_init__(self) -> None:
        if self.count < 1 or self.candidates < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose by {self}: counts begin at 1 and likeness lies above 0, at most at 1")


def select(
    found: Sequence[Learned],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[Learned]:
    """The rules of a library, by what they cover of the evidence they were found on."""
    choice = choice or Choice()
    candidates = found[: choice.candidates]
    covered = Examiner.of(evidence, vocabulary).covered([learned.rule for learned in candidates])
    legal = evidence.positions.legal_moves()
    unfound = np.zeros(len(legal.codes), np.bool_)
    unfound[rows_of_moves(legal, evidence.moves(reference))] = True
    lows = [learned.tally.low() for learned in candidates]
    # A gain only shrinks as others are chosen, so the one on top is the best as soon as its gain is fresh.
    queue = [(-lows[number] * int(unfound[rows].sum()), number) for number, rows in enumerate(covered)]
    heapq.heapify(queue)
    chosen: list[int] = []
    while queue and len(chosen) < choice.count:
        worth, number = heapq.heappop(queue)
        now = -lows[number] * int(unfound[covered[number]].sum())
        if now > worth:
            if now < 0:
                heapq.heappush(queue, (now, number))
            continue
        if all(likeness(covered[number], covered[other]) < choice.likeness for other in chosen):
            chosen.append(number)
            unfound[covered[number]] = False
    return [candidates[number] for number in sorted(chosen, key=lambda number: -lows[number])]


def likeness(first: Rows, second: Rows) -> float:
    """The share of the suggestions of either rule that both make (Jaccard); two that suggest nothing are alike."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0
