"""Estimate the Elo difference between two players from pairs of games.

The expected score at a difference of E is s = 1 / (1 + 10^(-E/400)) (Elo 1978). The two games of a pair have the same
start, so games are not independent, but pairs are. With n pairs of mean score m and variance v, the standard error of m
is sqrt(v/n), and the ends of the 95 % interval are the Elo differences at m - 1.96 sqrt(v/n) and m + 1.96 sqrt(v/n). To
the variance we add one virtual pair, spread evenly over the five possible results; otherwise a match whose pairs all
have the same result would have an error of zero.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, log, log10, sqrt
from statistics import NormalDist

NORMAL = NormalDist()
Z95 = NORMAL.inv_cdf(0.975)
ELO_PER_NAT = 400 / log(10)
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
VIRTUAL_VARIANCE = 0.125
"""The variance of the score of a pair whose five results are equally likely."""


def expected_score(elo: float) -> float:
    """Return the expected score of a player who is stronger by this Elo difference.

    >>> round(expected_score(200), 2)
    0.76
    """
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """Return the Elo difference at which this score is expected: -inf for 0 and inf for 1.

    >>> round(elo_of(0.75))
    191
    """
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))


@dataclass(frozen=True, slots=True)
class EloEstimate:
    """An Elo difference and the ends of its 95 % interval."""

    elo: float
    low: float
    high: float

    @property
    def error(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def __str__(self) -> str:
        return f"{self.elo:+.1f} ({self.low:+.1f} to {self.high:+.1f})"


def match_estimate(pairs: Sequence[int]) -> EloEstimate:
    """Return the first player's Elo lead; `pairs` counts its pairs with 0, 1, 2, 3 and 4 half points."""
    if not sum(pairs):
        return EloEstimate(0.0, -inf, inf)
    mean, error = mean_and_error(pairs)
    return EloEstimate(elo_of(mean), elo_of(mean - Z95 * error), elo_of(mean + Z95 * error))


def likelihood_of_superiority(pairs: Sequence[int]) -> float:
    """Return the probability that the first player is the stronger one: Phi((m - 1/2) / error of m)."""
    if not sum(pairs):
        return 0.5
    mean, error = mean_and_error(pairs)
    return NORMAL.cdf((mean - 0.5) / error)


def mean_and_error(pairs: Sequence[int]) -> tuple[float, float]:
    """Return the mean score of the pairs and its standard error."""
    count = sum(pairs)
    mean = sum(n * score for n, score in zip(pairs, PAIR_SCORES, strict=True)) / count
    spread = sum(n * (score - mean) ** 2 for n, score in zip(pairs, PAIR_SCORES, strict=True))
    variance = (spread + VIRTUAL_VARIANCE) / count
    return mean, sqrt(variance / count)
