"""Is a share different from another? Exact tests on counts, corrected for games and for how much was tested.

Fisher's exact test of two shares: with the sums of the table given, the hits of the first are hypergeometric; twice the
smaller tail counts, at most 1. Positions of one game are not independent, so own counts are first cut to what they
count for (`evidence.intervals`). Of m tests with ordered p-values the first k are significant when p(k) <= k · 5 % / m
(Benjamini & Hochberg 1995): of what is said, one in twenty may be chance.

Both sides of the same games are compared by swapping them: were neither worse, the sides of any game could as well be
those of the other player, so a coin for each game says how far chance alone goes (`swapped`).

How likely is a difference to be there at all? People do differ: with value d, error e and a spread s between people,
the normal posterior puts the chance that d is really above 0 at Phi(d / e * s / sqrt(s^2 + e^2)).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from math import erfc, exp, lgamma, log, sqrt

import numpy as np
from numpy.typing import NDArray

from motif.evidence.intervals import effective_count
from motif.evidence.significance import false_discovery_rates
from motif.study.values import Rate

FALSE_DISCOVERIES = 0.05

COINS = 3_999
"""So often the sides are swapped: no p-value is below 1 in 4,000."""

SPREAD = 0.25
"""How far people differ from their opponents, as the logarithm of a rate (experiments/first-screen)."""

Numbers = NDArray[np.float64]


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


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """What both sides of the same games did, game by game: hits, out of how many, and all their other mistakes."""

    own: Numbers
    own_counts: Numbers
    own_rest: Numbers
    theirs: Numbers
    their_counts: Numbers
    their_rest: Numbers


@dataclass(frozen=True, slots=True)
class Excess:
    """By how much one side's rate is the greater, as a logarithm; how far chance alone moves it; how likely it does."""

    value: float
    error: float
    p: float

    @property
    def z(self) -> float:
        """The value in errors."""
        return self.value / self.error if self.error else 0.0


def swapped(both: Both, *, is_place: bool) -> Excess:
    """By how much the player's rate is above the opponents', tested by swapping the sides of games (one-sided).

    A place (a phase, a stage) is held against the same player's other moves: who is the weaker everywhere has no weak
    place. A cause is held against the other mistakes only by who makes fewer of these than the opponents: what is left
    over among few mistakes is worth telling as well.
    """
    chosen = np.vstack([np.ones((1, len(both.own)), np.float32), _coins(len(both.own))])

    def summed(one: Numbers, other: Numbers) -> Numbers:
        first, second = one.astype(np.float32), other.astype(np.float32)
        return np.asarray(chosen @ (first - second), np.float64) + float(second.sum())

    def ratio(one: Numbers, other: Numbers, counts: Numbers, other_counts: Numbers) -> Numbers:
        hits, among = summed(one, other), summed(counts, other_counts)
        others, other_among = float((one + other).sum()) - hits, float((counts + other_counts).sum()) - among
        return np.log((hits + 0.5) / (among + 1)) - np.log((others + 0.5) / (other_among + 1))

    values = ratio(both.own, both.theirs, both.own_counts, both.their_counts)
    games = np.ones(len(both.own))
    level = ratio(both.own_rest, both.their_rest, games, games)
    values = values - (level if is_place else np.minimum(level, 0.0))
    value, chance = float(values[0]), values[1:]
    as_far = int((chance >= value - 1e-9).sum())
    return Excess(value, float(np.sqrt(np.mean(chance**2))), (1 + as_far) / (1 + len(chance)))


@cache
def _coins(games: int) -> NDArray[np.float32]:
    return np.random.default_rng(29).integers(0, 2, (COINS, games)).astype(np.float32)


def beside_peers(own: Counted, others: Rate) -> Excess:
    """By how much the player's rate is above that of others, whose count is large; p as `difference` has it."""
    rate, effective = own.rate, own.effective
    if not rate.count or not others.count:
        return Excess(0.0, 1.0, 1.0)
    value = log((rate.hits + 0.5) / (rate.count + 1)) - log((others.hits + 0.5) / (others.count + 1))
    error = sqrt(1 / (effective.hits + 0.5) + 1 / (others.hits + 0.5))
    return Excess(value, error, difference(effective, others) if value > 0 else 1.0)


def chance_of_more(excess: Excess, spread: float = SPREAD) -> float:
    """How likely the player's true rate is above the others', given how far people differ.

    >>> round(chance_of_more(Excess(0.4, 0.3, 0.09)), 2), chance_of_more(Excess(0.0, 0.3, 0.5))
    (0.8, 0.5)
    """
    if not excess.error:
        return 0.5
    return 0.5 * erfc(-excess.z * spread / sqrt(spread**2 + excess.error**2) / sqrt(2))


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
    return [rate <= share for rate in false_discovery_rates(p_values)]


def _log_choose(count: int, chosen: int) -> float:
    return lgamma(count + 1) - lgamma(chosen + 1) - lgamma(count - chosen + 1)
