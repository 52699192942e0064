"""Shares and means with their 95 % intervals, also when what was counted comes in games.

The interval of a share is Wilson's (1927). Positions of one game are not independent: with D the variance of the share
over games divided by its variance over independent positions, n positions count for n / D. Where every position is
alike no variance can be seen, and each game counts for one.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import nan, sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

Z95 = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, and the ends of the 95 % interval.

    >>> hits = np.array([True] * 95 + [False] * 5)
    >>> print(Share.of(hits))
    95.00 % (88.82 to 97.85, of 100)
    """

    hits: int
    count: int
    low: float
    high: float

    @classmethod
    def of(cls, hits: NDArray[np.bool_], games: NDArray[np.int64] | None = None) -> Share:
        """The share that is true; `games` says which game each belongs to."""
        count, number = len(hits), int(hits.sum())
        if not count:
            return cls(0, 0, 0.0, 1.0)
        share = number / count
        low, high = _wilson(share, count if games is None else _effective_count(hits, share, games))
        return cls(number, count, low, high)

    @property
    def value(self) -> float:
        """The share itself; not a number when nothing was counted."""
        return self.hits / self.count if self.count else nan

    def to_json(self) -> dict[str, Any]:
        """The share as a JSON value."""
        value = round(self.value, 6) if self.count else None
        return {"share": value, "low": round(self.low, 6), "high": round(self.high, 6), "count": self.count}

    def __str__(self) -> str:
        if not self.count:
            return "none"
        return f"{100 * self.value:.2f} % ({100 * self.low:.2f} to {100 * self.high:.2f}, of {self.count:,})"


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
    def of(cls, numbers: NDArray[np.float64], games: NDArray[np.int64] | None = None) -> Mean:
        """The mean of some numbers; `games` says which game each belongs to."""
        count = len(numbers)
        if count < 2:
            return cls(float(numbers[0]) if count else nan, nan, count)
        mean = float(numbers.mean())
        if games is None:
            return cls(mean, Z95 * float(numbers.std(ddof=1)) / sqrt(count), count)
        return cls(mean, Z95 * sqrt(_variance_over_games(numbers - mean, games)), count)

    def to_json(self) -> dict[str, Any]:
        """The mean as a JSON value."""
        return {
            "mean": round(self.value, 6) if self.count else None,
            "error": round(self.error, 6) if self.count > 1 else None,
            "count": self.count,
        }

    def __str__(self) -> str:
        return f"{self.value:.3f} ± {self.error:.3f} (of {self.count:,})" if self.count else "none"


def _wilson(share: float, count: float) -> tuple[float, float]:
    square = Z95 * Z95
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = Z95 * sqrt(share * (1 - share) / count + square / (4 * count * count)) / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def _effective_count(hits: NDArray[np.bool_], share: float, games: NDArray[np.int64]) -> float:
    if share in (0.0, 1.0):
        return len(np.unique(games))
    spread = _variance_over_games(hits.astype(np.float64) - share, games)
    # Games that happen to balance each other do not make the positions more than they are.
    return min(len(hits), share * (1 - share) / spread) if spread else len(hits)


def _variance_over_games(residuals: NDArray[np.float64], games: NDArray[np.int64]) -> float:
    _, places = np.unique(games, return_inverse=True)
    sums = np.bincount(places, weights=residuals)
    correction = len(sums) / (len(sums) - 1) if len(sums) > 1 else 1.0
    return float((sums**2).sum()) * correction / len(residuals) ** 2
