"""Compute 95 % intervals of shares, means and ratios, and test whether shares differ by more than chance.

The interval of a share p of n is Wilson's (1927), (p + z²/2n -/+ z √(p(1-p)/n + z²/4n²)) / (1 + z²/n). Positions of one
game are not independent: if the variance of the share between games is D times what independent positions would give,
n positions count as n / D. If all positions have the same outcome, the variance is unknown and each game counts as one
case. For numbers without a formula we draw random samples of games with replacement and compute the number for each;
the central 95 % of the results are the interval (bootstrap, Efron 1979). A share of fewer than TOO_FEW cases is not
written as a percentage: "2 of 2" is not "100 %".

Fisher's exact test says whether two shares differ by more than chance. Of many such findings some are false; their
expected share is estimated as well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import nan, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.board.wording import percent
from motif.errors import BadArgument
from motif.statistics.elo import Z95

Floats = NDArray[np.float64]
Ratio = tuple[Floats, Floats]
"""A ratio of two sums over positions: what each position adds to the numerator, and what to the denominator."""

BOOTSTRAP_SAMPLES = 1_000

TOO_FEW = 20
"""With fewer cases than this we give only their number."""

TOO_FEW_WORDS = "too few to say"


def wilson(hits: float, count: int) -> tuple[float, float]:
    """Return the 95 % interval of a share.

    >>> [round(end, 3) for end in wilson(15, 20)]
    [0.531, 0.888]
    """
    if not count:
        return 0.0, 1.0
    low, high = _ends(np.array(hits / count), np.array(float(count)))
    return float(low), float(high)


def percent_with_range(value: float, low: float, high: float, count: float) -> str:
    """Write a share with its interval, to a tenth of a percent if the interval is narrow.

    >>> percent_with_range(0.75, 0.531, 0.888, 20), percent_with_range(0.7512, 0.7430, 0.7590, 12_000)
    ('75 % [53, 89]', '75.1 % [74.3, 75.9]')
    >>> percent_with_range(1.0, 0.34, 1.0, 2)
    'too few to say'
    """
    if count < TOO_FEW:
        return TOO_FEW_WORDS
    digits = 0 if high - low > 0.03 else 1
    return f"{percent(value, digits)} [{100 * low:.{digits}f}, {100 * high:.{digits}f}]"


def wilson_low(hits: NDArray[np.int64], count: NDArray[np.int64]) -> Floats:
    """Return the lower ends of the intervals of many shares."""
    known = np.maximum(1, count).astype(float)
    return np.where(count > 0, _ends(hits / known, known)[0], 0.0)


@dataclass(frozen=True, slots=True)
class Share:
    """A number of hits among a number of cases, with the ends of its 95 % interval.

    >>> hits = np.array([True] * 95 + [False] * 5)
    >>> print(Share.of(hits), Share.of(hits[:2]), sep="; ")
    95 % [89, 98] of 100; 2 of 2, too few to say
    """

    hits: int
    count: int
    low: float
    high: float

    @classmethod
    def of(cls, hits: NDArray[np.bool_], games: NDArray[np.int64] | None = None) -> Share:
        """Return the share of true values; `games` gives the game of each."""
        count, number = len(hits), int(hits.sum())
        if not count:
            return cls(0, 0, 0.0, 1.0)
        share = number / count
        low, high = _ends(np.array(share), np.array(count if games is None else effective_count(hits, share, games)))
        return cls(number, count, float(low), float(high))

    @classmethod
    def counted(cls, hits: int, count: int) -> Share:
        """Return the share of independent cases."""
        return cls(hits, count, *wilson(hits, count))

    @property
    def value(self) -> float:
        """The share as a number; NaN without cases."""
        return self.hits / self.count if self.count else nan

    @property
    def others(self) -> Share:
        return Share(self.count - self.hits, self.count, 1 - self.high, 1 - self.low)

    @property
    def percent(self) -> str:
        """The share with its interval, for a table that has the count elsewhere."""
        return percent_with_range(self.value, self.low, self.high, self.count)

    def to_json(self) -> dict[str, Any]:
        value = round(self.value, 6) if self.count else None
        return {"share": value, "low": round(self.low, 6), "high": round(self.high, 6), "count": self.count}

    def __str__(self) -> str:
        if not self.count:
            return "none"
        if self.count < TOO_FEW:
            return f"{self.hits} of {self.count}, {TOO_FEW_WORDS}"
        return f"{self.percent} of {self.count:,}"


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean, and half the width of its 95 % interval.

    >>> print(Mean.of(np.array([0.0, 1.0, 2.0, 1.0])))
    1.000 ± 0.800 (of 4)
    """

    value: float
    error: float
    count: int

    @classmethod
    def of(cls, numbers: Floats, games: NDArray[np.int64] | None = None) -> Mean:
        """Return the mean of some numbers; `games` gives the game of each."""
        count = len(numbers)
        if count < 2:
            return cls(float(numbers[0]) if count else nan, nan, count)
        mean = float(numbers.mean())
        if games is None:
            return cls(mean, Z95 * float(numbers.std(ddof=1)) / sqrt(count), count)
        return cls(mean, Z95 * sqrt(_variance_over_games(numbers - mean, games, count)), count)

    def to_json(self) -> dict[str, Any]:
        return {
            "mean": round(self.value, 6) if self.count else None,
            "error": round(self.error, 6) if self.count > 1 else None,
            "count": self.count,
        }

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f} (of {self.count:,})" if self.count else "none"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A number measured on `count` cases, with the ends of its 95 % interval."""

    value: float
    low: float
    high: float
    count: int

    @classmethod
    def share(cls, ratio: Ratio, games: NDArray[np.int64]) -> Estimate | None:
        """Return a ratio as a share: it must be between 0 and 1 at every position; None if the denominator is 0.

        The linearised variance of a ratio r is the variance of the games' sums of above - r * below (Cochran 1977); the
        interval is Wilson's for the number of independent cases that would have the same variance.
        """
        above, below = ratio
        count = float(below.sum())
        if count == 0:
            return None
        value = float(above.sum() / count)
        cases = _independent(above - value * below, value, count, games, below > 0)
        low, high = _ends(np.array(value), np.array(cases))
        return cls(value, float(low), float(high), round(count))

    @property
    def percent(self) -> str:
        """The number as a percentage with its interval, if it is a share."""
        return percent_with_range(self.value, self.low, self.high, self.count)

    def __str__(self) -> str:
        digits = 3 if abs(self.high) < 10 else 0
        return f"{self.value:.{digits}f} [{self.low:.{digits}f}, {self.high:.{digits}f}]"


class Bootstrap:
    """Random samples of games, drawn once, so that all ratios are measured on the same samples."""

    def __init__(self, games: NDArray[np.int64], seed: int = 0, samples: int = BOOTSTRAP_SAMPLES) -> None:
        _, game_of_position = np.unique(games, return_inverse=True)
        count = int(game_of_position.max()) + 1
        drawn = np.random.default_rng(seed).multinomial(count, np.full(count, 1 / count), size=samples)
        # (samples, positions): how often each position occurs in each sample.
        self._draws = drawn[:, game_of_position].astype(np.float64)

    def estimates(self, ratios: Sequence[Ratio]) -> list[Estimate | None]:
        """Return each ratio with its interval; None for a ratio whose denominator is 0."""
        above = self._draws @ np.stack([numerator for numerator, _ in ratios], axis=1)
        below = self._draws @ np.stack([denominator for _, denominator in ratios], axis=1)
        estimates: list[Estimate | None] = []
        for column, (numerator, denominator) in enumerate(ratios):
            if denominator.sum() == 0:
                estimates.append(None)
                continue
            # In a sample where the denominator is 0, the ratio is undefined.
            defined = below[:, column] > 0
            drawn = above[defined, column] / below[defined, column]
            low, high = np.quantile(drawn, (0.025, 0.975))
            value = float(numerator.sum() / denominator.sum())
            estimates.append(Estimate(value, float(low), float(high), round(denominator.sum())))
        return estimates


def _ends(share: Floats, count: Floats) -> tuple[Floats, Floats]:
    square = Z95 * Z95 / count
    middle = share + square / 2
    reach = Z95 * np.sqrt(share * (1 - share) / count + square / count / 4)
    low = np.maximum(0.0, (middle - reach) / (1 + square))
    return low, np.minimum(1.0, (middle + reach) / (1 + square))


def effective_count(hits: NDArray[np.bool_], share: float, games: NDArray[np.int64]) -> float:
    """Return how many independent positions these positions count as, given the share of hits among them."""
    everywhere = np.ones(len(hits), np.bool_)
    return _independent(hits.astype(np.float64) - share, share, len(hits), games, everywhere)


def _independent(
    residuals: Floats, share: float, count: float, games: NDArray[np.int64], counts: NDArray[np.bool_]
) -> float:
    """Return how many independent cases would have the same variance as the games' sums of these residuals."""
    # Sums of fractions may differ from 0 and 1 by rounding errors.
    if min(share, 1 - share) < 1e-9:
        return len(np.unique(games[counts]))
    spread = _variance_over_games(residuals, games, count)
    # Games that happen to balance each other must not give more cases than there are.
    return min(count, share * (1 - share) / spread) if spread else count


def _variance_over_games(residuals: Floats, games: NDArray[np.int64], count: float) -> float:
    _, places = np.unique(games, return_inverse=True)
    sums = np.bincount(places, weights=residuals)
    correction = len(sums) / (len(sums) - 1) if len(sums) > 1 else 1.0
    return float((sums**2).sum()) * correction / count**2


EQUALLY_LIKELY = 1e-7
"""Like SciPy, we count two tables as equally likely if their probabilities differ by less than this fraction."""


def fisher_exact(hits: int, count: int, other_hits: int, other_count: int) -> float:
    """Return the two-sided p-value of Fisher's exact test for "hits of count" against "other_hits of other_count".

    It is the total probability of all tables with the same margins that are at most as likely as the given one.

    >>> round(fisher_exact(8, 10, 1, 6), 4)
    0.035
    >>> fisher_exact(3, 10, 3, 10)
    1.0
    """
    if not (0 <= hits <= count and 0 <= other_hits <= other_count):
        raise BadArgument(f"{hits} of {count} and {other_hits} of {other_count} are not valid shares")
    total = hits + other_hits
    tables = np.arange(max(0, total - other_count), min(count, total) + 1)
    # p(k + 1) / p(k) = (count - k) (total - k) / ((k + 1) (other_count - total + k + 1))
    earlier = tables[:-1].astype(np.float64)
    ratios = (count - earlier) * (total - earlier) / ((earlier + 1) * (other_count - total + earlier + 1))
    logs = np.concatenate([[0.0], np.cumsum(np.log(ratios))])
    chances = np.exp(logs - logs.max())
    at_most_as_likely = chances <= chances[hits - tables[0]] * (1 + EQUALLY_LIKELY)
    return min(1.0, float(chances[at_most_as_likely].sum() / chances.sum()))


def false_discovery_rates(probabilities: Sequence[float]) -> list[float]:
    """Return the q-value of each p-value: the expected share of false findings among those with at most that p-value.

    The method is that of Benjamini & Hochberg (1995).

    >>> false_discovery_rates([0.01, 0.04, 0.03, 0.8])
    [0.04, 0.05333333333333334, 0.05333333333333334, 0.8]
    """
    count = len(probabilities)
    order = np.argsort(probabilities, kind="stable")
    scaled = np.asarray(probabilities, np.float64)[order] * count / np.arange(1, count + 1)
    rates = np.empty(count)
    rates[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return rates.tolist()
