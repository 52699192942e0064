"""How games end in the paper, and what they count: 1 for mate, 3/4 for material, 1/2 for a draw, 0 for being mated.

The paper leaves open what the other side of a 3/4 gets; here it is 1/4, so that a game always gives one point.
The two games of a start share it, so the error of a mean score m is that of pairs: 1.96 sqrt(variance / pairs).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from statistics import NormalDist
from typing import Any

Z95 = NormalDist().inv_cdf(0.975)


class Outcome(StrEnum):
    """How a game ended for one side."""

    WIN = "win"
    ADVANTAGE = "advantage"
    DRAW = "draw"
    DISADVANTAGE = "disadvantage"
    LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Points:
    """What each outcome counts; the defaults are those of the paper's tests."""

    win: float = 1.0
    advantage: float = 0.75
    draw: float = 0.5
    disadvantage: float = 0.25
    loss: float = 0.0

    def of(self, outcome: Outcome) -> float:
        """The points of an outcome."""
        return (self.win, self.advantage, self.draw, self.disadvantage, self.loss)[list(Outcome).index(outcome)]


PAPER_POINTS = Points()


@dataclass(frozen=True, slots=True)
class Score:
    """What one player got in many games, played in pairs from the same start with colours swapped.

    >>> pairs = [(Outcome.WIN, Outcome.DRAW), (Outcome.DRAW, Outcome.DRAW), (Outcome.ADVANTAGE, Outcome.LOSS)]
    >>> print(Score.of(pairs))
    0.542 ± 0.216 (1 win, 1 advantage, 3 draws, 0 disadvantages, 1 loss)
    """

    wins: int = 0
    advantages: int = 0
    draws: int = 0
    disadvantages: int = 0
    losses: int = 0
    pairs: int = 0
    total: float = 0.0
    squares: float = 0.0

    @classmethod
    def of(cls, pairs: Iterable[tuple[Outcome, Outcome]]) -> Score:
        """The score of the player these outcomes are seen from."""
        counts = dict.fromkeys(Outcome, 0)
        number, total, squares = 0, 0.0, 0.0
        for pair in pairs:
            for outcome in pair:
                counts[outcome] += 1
            mean = sum(map(PAPER_POINTS.of, pair)) / 2
            number, total, squares = number + 1, total + mean, squares + mean * mean
        return cls(
            **{_field(outcome): count for outcome, count in counts.items()}, pairs=number, total=total, squares=squares
        )

    def __add__(self, other: Score) -> Score:
        return Score(
            self.wins + other.wins,
            self.advantages + other.advantages,
            self.draws + other.draws,
            self.disadvantages + other.disadvantages,
            self.losses + other.losses,
            self.pairs + other.pairs,
            self.total + other.total,
            self.squares + other.squares,
        )

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * self.pairs

    @property
    def mean(self) -> float:
        """Points by game; 1/2 when nothing was played."""
        return self.total / self.pairs if self.pairs else 0.5

    @property
    def error(self) -> float:
        """Half the width of the 95 % interval of the mean."""
        if self.pairs < 2:
            return 0.5
        variance = max(0.0, self.squares - self.total**2 / self.pairs) / (self.pairs - 1)
        return Z95 * sqrt(variance / self.pairs)

    def to_json(self) -> dict[str, Any]:
        """The score as a JSON value."""
        return {
            "score": round(self.mean, 4),
            "error": round(self.error, 4),
            "games": self.games,
            "wins": self.wins,
            "advantages": self.advantages,
            "draws": self.draws,
            "disadvantages": self.disadvantages,
            "losses": self.losses,
        }

    def __str__(self) -> str:
        counts = (self.wins, self.advantages, self.draws, self.disadvantages, self.losses)
        named = (f"{n} {_plural(outcome, n)}" for n, outcome in zip(counts, Outcome, strict=True))
        return f"{self.mean:.3f} ± {self.error:.3f} ({', '.join(named)})"


def _field(outcome: Outcome) -> str:
    return _plural(outcome, 2)


def _plural(outcome: Outcome, count: int) -> str:
    return outcome.value if count == 1 else f"{outcome.value}{'es' if outcome is Outcome.LOSS else 's'}"
