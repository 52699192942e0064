"""How much work goes into a list: quickly, or as the list that ships was learned, each setting by its name.

The settings of the shipped list were chosen on validation games (experiments/tactics-coach).
"""

from __future__ import annotations

from enum import StrEnum

from motif.tactics.learning.levels import Search
from motif.tactics.learning.listing import Family, Listing
from motif.tactics.learning.narrowing import Climb
from motif.tactics.learning.struck import read_struck


class Preset(StrEnum):
    """Settings under one name."""

    QUICK = "quick"
    SHIPPED = "shipped"

    def search(self) -> Search:
        """How far to search."""
        if self is Preset.QUICK:
            return Search()
        return Search(support=8, floor=0.02, exhaustive=3, most_kept=400_000, share=0.001)

    def listing(self, count: int, families: tuple[Family, ...] = ()) -> Listing:
        """How a list of at most so many rules is made."""
        if self is Preset.QUICK:
            return Listing(climb=Climb(count), families=families)
        return Listing(
            climb=Climb(count, steps=15_000),
            families=families,
            # So sure conditions are on 22,500 positions that on 5,000 most are sure too.
            chance=2e-7,
            right=0.1,
            sure=1.2,
            stages=3,
            filled=True,
            mate_first=True,
            struck=read_struck(),
            searched=30_000,
        )
