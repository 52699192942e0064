"""How good a rule is on the games it was learned from, and which rules to prefer.

precision  share of its suggestions that are the reference move; ranked by the lower end of its Wilson interval,
           low = (p + z²/2n - z √(p(1-p)/n + z²/4n²)) / (1 + z²/n), so that a lucky rare rule does not come first
coverage   share of the positions in which it suggests anything
recall     share of the reference moves that it finds
lift       precision over that of a move drawn by lot
regret     centipawns lost on average by following it, against the engine's best move
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

NORMAL_95 = 1.96


@dataclass(frozen=True, slots=True)
class Totals:
    """What rules are counted on."""

    rows: int
    positions: int
    positives: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What one rule covers."""

    rows: int
    positions: int
    positives: int

    @property
    def precision(self) -> float:
        """Share of the suggestions that are the reference move."""
        return self.positives / self.rows if self.rows else 0.0

    def low(self) -> float:
        """The precision that is certain enough."""
        return wilson(self.positives, self.rows)[0]

    def coverage(self, totals: Totals) -> float:
        """Share of the positions with a suggestion."""
        return self.positions / totals.positions

    def recall(self, totals: Totals) -> float:
        """Share of the reference moves that are suggested."""
        return self.positives / max(1, totals.positives)

    def lift(self, totals: Totals) -> float:
        """How much more precise than a move drawn by lot."""
        return self.precision * totals.rows / max(1, totals.positives)


def wilson(hits: int, count: int, z: float = NORMAL_95) -> tuple[float, float]:
    """The interval in which a share lies with 95 % confidence.

    >>> [round(end, 3) for end in wilson(15, 20)]
    [0.531, 0.888]
    """
    if not count:
        return 0.0, 1.0
    share, square = hits / count, z * z / count
    middle = (share + square / 2) / (1 + square)
    reach = z * sqrt(share * (1 - share) / count + square / count / 4) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def wilson_low(hits: NDArray[np.int64], count: NDArray[np.int64], z: float = NORMAL_95) -> NDArray[np.float64]:
    """The lower ends of many intervals at once."""
    n = np.maximum(1, count).astype(float)
    share, square = hits / n, z * z / n
    reach = z * np.sqrt(share * (1 - share) / n + square / n / 4)
    low = np.maximum(0.0, (share + square / 2 - reach) / (1 + square))
    return np.where(count > 0, low, 0.0)
