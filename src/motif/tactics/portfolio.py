"""A few rules that are precise on average and together have something to say in many positions.

First come rules that are just precise enough, each time the one that is right in most positions without an answer; then
the most precise of the rest fill up the number. Two that share too many of their suggestions never stand together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.tactics.learner import Learned
from motif.tactics.ordered import Rows
from motif.tactics.selection import likeness


@dataclass(frozen=True, slots=True)
class Portfolio:
    """How many rules, the precision on training games that the wide ones need, and how alike two may be."""

    count: int = 50
    floor: float = 0.75
    share: float = 0.8
    """At most this share of the rules is chosen for what they answer."""
    likeness: float = 0.8

    def __post_init__(self) -> None:
        if self.count < 1 or not 0 <= self.floor <= 1 or not 0 <= self.share <= 1:
            raise BadArgument(f"cannot choose {self}: the count begins at 1, floor and share lie between 0 and 1")


def choose(
    found: Sequence[Learned], covered: Sequence[Rows], hits: NDArray[np.bool_], offsets: Rows, wanted: Portfolio
) -> list[int]:
    """The numbers of the chosen rules; `found` has the best first, `covered` what each suggests, `hits` what is right.

    A rule that is chosen for what it answers is precise enough there as well, not only where others have answered.
    """
    position = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets))
    is_open = np.ones(len(offsets) - 1, np.bool_)
    chosen: list[int] = []
    wide = [number for number, each in enumerate(found) if each.tally.precision >= wanted.floor]
    while len(chosen) < wanted.share * wanted.count:
        gains = []
        for number in wide:
            fresh = covered[number][is_open[position[covered[number]]]]
            right = int(hits[fresh].sum())
            gains.append(right if right >= wanted.floor * len(fresh) else 0)
        if not gains or max(gains) == 0:
            break
        number = wide.pop(int(np.argmax(gains)))
        if _differs(number, chosen, covered, wanted.likeness):
            chosen.append(number)
            is_open[position[covered[number]]] = False
    for number in range(len(found)):
        if len(chosen) == wanted.count:
            break
        if number not in chosen and _differs(number, chosen, covered, wanted.likeness):
            chosen.append(number)
    return sorted(chosen)


def different(covered: Sequence[Rows], limit: float, count: int) -> list[int]:
    """As many of the first rules as are all less alike than the limit."""
    chosen: list[int] = []
    for number in range(len(covered)):
        if len(chosen) == count:
            break
        if _differs(number, chosen, covered, limit):
            chosen.append(number)
    return chosen


def _differs(number: int, chosen: Sequence[int], covered: Sequence[Rows], limit: float) -> bool:
    rows = covered[number]
    for other in chosen:
        shorter, longer = sorted((len(rows), len(covered[other])))
        # Two of very different length cannot be alike: |A and B| / |A or B| is at most the ratio of their lengths.
        if shorter >= limit * longer and likeness(rows, covered[other]) >= limit:
            return False
    return True
