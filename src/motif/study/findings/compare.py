"""Compare the player's rate with others', allowing for how few cases there may be.

If both rates were equal, the player's share of all cases would be the share of the chances. The logarithm of the ratio
of the rates has a normal prior around 0, as wide as people differ (`spread`), and a binomial likelihood; together they
give its expected value and the probability that it is above 0. As moves of one game are not independent, the cases are
first divided by their overdispersion over games.

A player who makes more mistakes of every kind than the opponents has no special weakness. So a rate above theirs is
divided by the ratio for all other mistakes if that is above 1, too. Players of the same rating, if known, count as
additional opponents, but for at most MOST_PEER_CASES cases, as they played other games.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erfc, log, sqrt, tanh

import numpy as np

from motif.study.games import Rate
from motif.study.profile import Counted, Example

SPREAD = 0.25
"""The standard deviation of how players differ from their opponents, as the logarithm of a rate
(experiments/first-screen)."""

PLACE_SPREAD = 0.12
"""This deviation for the places of mistakes, in which players differ less (experiments/first-screen)."""

OPENING_SPREAD = 0.2
"""This deviation for mistakes in the opening, in which players differ most (experiments/first-screen)."""

CLOCK_SPREAD = 0.4
"""This deviation for the use of the clock, in which players are assumed to differ more."""

MOST_PEER_CASES = 40
"""Players of the same rating count for at most this many cases."""

LEVEL_CASES = 5
"""This many mistakes at the common rate are added to both sides before their levels are compared."""

PRIOR_RANGE_DEVIATIONS = 6
"""The range over which the prior is evaluated, in standard deviations."""


MUCH_MORE_FACTOR = 1.5
"""How many times as much a line must lose: with less, a gambit that all the player's games cost was called a
weakness."""

Case = tuple[float, Example]
"""The winning chance that a case lost, and its place."""


@dataclass(frozen=True, slots=True)
class Count:
    """The cases and chances of one side in each game, and its other mistakes."""

    cases: tuple[tuple[Case, ...], ...]
    chances: tuple[int, ...]
    others: tuple[int, ...]
    rest_chances: tuple[int, ...]
    """The number of moves among which the other mistakes are counted."""
    rest_lost: tuple[float, ...] = ()
    """For an opening line, which is compared by losses: what was lost equally early in other games."""

    @property
    def all_cases(self) -> list[Case]:
        """Every case, the costliest first."""
        return sorted((case for some in self.cases for case in some), key=lambda case: -case[0])

    @property
    def total(self) -> int:
        return sum(map(len, self.cases))

    @property
    def games(self) -> int:
        """The number of games with at least one case."""
        return sum(map(bool, self.cases))

    @property
    def lost(self) -> list[float]:
        return [sum(lost for lost, _ in some) for some in self.cases]

    @property
    def cost(self) -> float:
        """The cost in points per game."""
        return sum(self.lost) / max(1, len(self.cases))

    @property
    def amounts(self) -> list[float]:
        """The number to compare for each game: of cases, or for an opening line the winning chance lost."""
        return self.lost if self.rest_lost else [float(len(some)) for some in self.cases]

    @property
    def rest(self) -> Sequence[float]:
        """The other mistakes, or other losses, that show the side's general level."""
        return self.rest_lost or self.others

    @property
    def is_worse_here(self) -> bool:
        """Whether the moves of the line lose much more on average than those of other games with that colour."""
        return sum(self.lost) * sum(self.rest_chances) > MUCH_MORE_FACTOR * sum(self.rest_lost) * sum(self.chances)

    @property
    def counted(self) -> Counted:
        return Counted(tuple(map(len, self.cases)), self.chances)

    @property
    def rate(self) -> Rate:
        return self.counted.rate


@dataclass(frozen=True, slots=True)
class RateComparison:
    """The logarithm of the player's rate divided by the others': expected value, and probability of being above 0."""

    value: float
    chance: float

    @classmethod
    def of(cls, value: float, error: float, spread: float = SPREAD) -> RateComparison:
        """The comparison for a measured value and its standard error.

        >>> known = RateComparison.of(0.4, 0.3)
        >>> round(known.value, 2), round(known.chance, 2), RateComparison.of(0.0, 0.3).chance
        (0.16, 0.8, 0.5)
        """
        share = spread**2 / (spread**2 + error**2)
        return cls(value * share, 0.5 * erfc(-value * sqrt(share) / error / sqrt(2)))

    @classmethod
    def of_cases(cls, own: float, theirs: float, ahead: float, spread: float = SPREAD) -> RateComparison:
        """The comparison for the cases of both sides; `ahead` is the logarithm of how many more chances the player had.

        >>> even, more = RateComparison.of_cases(20, 20, 0.0), RateComparison.of_cases(30, 0, 0.0)
        >>> round(even.chance, 2), more.chance > 0.999, round(RateComparison.of_cases(40, 20, log(2)).chance, 2)
        (0.5, True, 0.5)
        """
        ratios = spread * np.linspace(-PRIOR_RANGE_DEVIATIONS, PRIOR_RANGE_DEVIATIONS, 601)
        share = 1 / (1 + np.exp(-(ratios + ahead)))
        weights = own * np.log(share) + theirs * np.log1p(-share) - (ratios / spread) ** 2 / 2
        weights = np.exp(weights - weights.max())
        weights /= weights.sum()
        return cls(float(ratios @ weights), float(weights[ratios > 0].sum() + weights[ratios == 0].sum() / 2))

    def excess(self, cost: float, others_cost: float) -> float:
        """The part of a cost that is expected to exceed what others lose."""
        return (cost + others_cost) * tanh(self.value / 2)


def compare(own: Count, theirs: Count, peers: Rate | None = None, *, spread: float = SPREAD) -> RateComparison:
    """Compare the player's count with the opponents' in the same games and with players of the same rating."""
    cases = own.total + theirs.total
    if not cases or not sum(own.chances) or not sum(theirs.chances):
        return RateComparison(0.0, 0.5)
    # When losses are compared, a usual loss counts as one case.
    unit = (sum(own.amounts) + sum(theirs.amounts)) / cases
    mine, others = sum(own.amounts) / unit, sum(theirs.amounts) / unit
    chances, their_chances = float(sum(own.chances)), float(sum(theirs.chances))
    is_above = mine / chances > others / their_chances
    level = max(0.0, _level(own, theirs)) if is_above else 0.0
    apart = 1 / _dispersion((own, theirs), unit)
    mine, others = apart * mine, apart * others
    if peers is not None and peers.hits and own.rate.count:
        added = min(MOST_PEER_CASES, peers.hits)
        others += added
        their_chances += added / peers.value / apart
    return RateComparison.of_cases(mine, others, log(chances / their_chances) + level, spread)


def _level(own: Count, theirs: Count) -> float:
    """The logarithm of the ratio of the player's rate of other mistakes to the opponents'."""
    sides = [(float(sum(each.rest)), float(sum(each.rest_chances))) for each in (own, theirs)]
    mistakes, chances = (sum(parts) for parts in zip(*sides, strict=True))
    if not mistakes or not all(count for _, count in sides):
        return 0.0
    cases = sum(own.others) + sum(theirs.others)
    added = LEVEL_CASES * mistakes / max(1, cases)
    rates = [(lost + added) / (count + added * chances / mistakes) for lost, count in sides]
    return log(rates[0] / rates[1])


def _dispersion(sides: Sequence[Count], unit: float) -> float:
    """The variance of the cases over games, divided by that of independent rare cases (Poisson); at least 1 - share.

    The more of the chances are cases, the less independent cases vary: hence the share.
    """
    above = expected = 0.0
    for side in sides:
        amounts, chances = np.array(side.amounts, float) / unit, np.array(side.chances, float)
        usual = chances * amounts.sum() / max(1.0, chances.sum())
        above += float(((amounts - usual) ** 2).sum())
        expected += float(usual.sum())
    share = expected / sum(sum(side.chances) for side in sides)
    return max(1 - share, above / expected) if 0 < share < 1 else 1.0
