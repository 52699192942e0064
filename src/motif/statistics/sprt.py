"""Stop a match as soon as it is decided, by the sequential probability ratio test (SPRT).

Like Stockfish's fishtest, the test compares two hypotheses on pairs of games: that the first player is stronger by elo0
(H0), or by elo1 (H1). `motif.statistics.elo` says what a pair is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import log

from motif.errors import BadArgument
from motif.statistics.elo import PAIR_SCORES, expected_score

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
        """To accept the hypothesis whose bound is reached, or else to play on."""
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
