"""Is a share different from another? Exact tests on counts, corrected for games and for how much was tested.

Fisher's exact test of two shares: with the sums of the table given, the hits of the first are hypergeometric; twice the
smaller tail counts, at most 1. Positions of one game are not independent, so own counts are first cut to what they
count for (`evidence.intervals`). Of m tests with ordered p-values the first k are significant when p(k) <= k · 5 % / m
(Benjamini & Hochberg 1995): of what is said, one in twenty may be chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, lgamma

import numpy as np

from motif.evidence.intervals import effective_count
from motif.study.values import Rate

FALSE_DISCOVERIES = 0.05


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted, game by game: so many of so many in each."""

    hits: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def rate(self) -> Rate:
        """All games together."""
        return Rate(sum(self.hits), sum(self.counts))

    @property
    def effective(self) -> Rate:
        """The same share of as many independent moves as these count for.

        >>> Counted((4, 0, 0, 0), (4, 4, 4, 4)).effective
        Rate(hits=1, count=3)
        """
        rate = self.rate
        if not rate.count:
            return rate
        hits = np.concatenate(
            [np.arange(count) < hit for hit, count in zip(self.hits, self.counts, strict=True)], dtype=np.bool_
        )
        games = np.repeat(np.arange(len(self.counts)), self.counts)
        count = max(1, round(effective_count(hits, rate.value, games)))
        return Rate(round(rate.value * count), count)


def difference(first: Rate, second: Rate) -> float:
    """How likely two shares of the same kind are to differ so much by chance (Fisher, two-sided).

    >>> round(difference(Rate(9, 10), Rate(50, 100)), 3)
    0.03
    """
    total, count = first.count + second.count, first.count
    hits = first.hits + second.hits
    if not first.count or not second.count:
        return 1.0
    least, most = max(0, hits - second.count), min(count, hits)
    whole = _log_choose(total, count)
    chances = [
        exp(_log_choose(hits, here) + _log_choose(total - hits, count - here) - whole)
        for here in range(least, most + 1)
    ]
    place = first.hits - least
    return min(1.0, 2 * min(sum(chances[: place + 1]), sum(chances[place:])))


def significant(p_values: Sequence[float], share: float = FALSE_DISCOVERIES) -> list[bool]:
    """Which of many tests hold together (Benjamini and Hochberg).

    >>> significant([0.001, 0.2, 0.02, 0.04])
    [True, False, True, False]
    """
    ordered = sorted(p_values)
    holds = [p for place, p in enumerate(ordered, start=1) if p <= place * share / len(ordered)]
    bound = max(holds, default=-1.0)
    return [p <= bound for p in p_values]


def _log_choose(count: int, chosen: int) -> float:
    return lgamma(count + 1) - lgamma(chosen + 1) - lgamma(count - chosen + 1)
