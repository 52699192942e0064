"""Estimate the Elo difference of two players from pairs of games, and stop a match once it is decided.

The expected score at a difference of E is s = 1 / (1 + 10^(-E/400)) (Elo 1978). The two games of a pair have the same
start, so games are not independent, but pairs are. With n pairs of mean score m and variance v, the standard error of m
is sqrt(v/n), and the ends of the 95 % interval are the Elo differences at m - 1.96 sqrt(v/n) and m + 1.96 sqrt(v/n). To
the variance we add one virtual pair, spread evenly over the five possible results; otherwise a match whose pairs all
have the same result would have an error of zero.

Like Stockfish's fishtest, the sequential probability ratio test (SPRT) compares two hypotheses on pairs of games: that
the first player is stronger by elo0 (H0), or by elo1 (H1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf, log, log10, sqrt
from statistics import NormalDist

from motif.errors import BadArgument

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


COUNT_OF_NO_PAIRS = 1e-3
"""We count a result that no pair had as this many pairs, as fishtest does; otherwise it would seem impossible."""
HALVINGS = 60
"""Enough to narrow an interval of width 100 below the precision of a double."""


class Decision(StrEnum):
    """What the test decides."""

    PLAY_ON = "play on"
    ACCEPT_H0 = "H0 accepted: not stronger by elo1"
    ACCEPT_H1 = "H1 accepted: stronger than elo0"


@dataclass(frozen=True, slots=True)
class SprtState:
    """The log-likelihood ratio and its bounds."""

    llr: float
    lower: float
    upper: float

    @property
    def decision(self) -> Decision:
        """The decision of the test: accept the hypothesis whose bound is reached, or else play on."""
        if self.llr >= self.upper:
            return Decision.ACCEPT_H1
        return Decision.ACCEPT_H0 if self.llr <= self.lower else Decision.PLAY_ON

    def __str__(self) -> str:
        return f"LLR {self.llr:+.2f} in ({self.lower:.2f}, {self.upper:.2f}), {self.decision}"


@dataclass(frozen=True, slots=True)
class Sprt:
    """A test of two hypotheses in logistic Elo, with the allowed rates of wrongly rejecting H0 (alpha) and H1 (beta).

    >>> print(Sprt(0, 10).state([2, 23, 60, 45, 10]))
    LLR +2.41 in (-2.94, 2.94), play on
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise BadArgument(f"SPRT needs elo0 below elo1, not {self.elo0} and {self.elo1}", hint="write sprt=0,10")
        if min(self.alpha, self.beta) <= 0 or self.alpha + self.beta >= 1:
            raise BadArgument(
                f"SPRT needs error rates above 0 that add up to less than 1, not {self.alpha} and {self.beta}"
            )

    def state(self, pairs: Sequence[int]) -> SprtState:
        """Return the state of the test; `pairs` counts the first player's pairs with 0, 1, 2, 3 and 4 half points."""
        lower, upper = log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)
        return SprtState(self._log_likelihood_ratio(pairs), lower, upper)

    def _log_likelihood_ratio(self, pairs: Sequence[int]) -> float:
        if not sum(pairs):
            return 0.0
        counts = [max(n, COUNT_OF_NO_PAIRS) for n in pairs]
        shares = [n / sum(counts) for n in counts]
        null = likeliest_shares(shares, expected_score(self.elo0))
        alternative = likeliest_shares(shares, expected_score(self.elo1))
        return sum(n * log(q1 / q0) for n, q0, q1 in zip(counts, null, alternative, strict=True))


def likeliest_shares(shares: Sequence[float], mean: float) -> list[float]:
    """Return the distribution of the five pair scores that has this mean and makes the observed shares likeliest."""
    away = [score - mean for score in PAIR_SCORES]

    def slope(x: float) -> float:
        return sum(p * a / (1 + x * a) for p, a in zip(shares, away, strict=True))

    # Between these bounds all shares are positive and the slope falls from +infinity to -infinity.
    low, high = -1 / away[-1], -1 / away[0]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if slope(middle) > 0 else (low, middle)
    x = (low + high) / 2
    return [p / (1 + x * a) for p, a in zip(shares, away, strict=True)]
