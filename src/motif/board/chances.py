"""How likely a side is to win: what a centipawn is worth depends on how many there are already.

chance = 1 / (1 + exp(-0.00368208 · centipawns)), a share between 0 and 1. Curve and number are Lichess's, who found
them in games (lichess.org/page/accuracy) and write 50 + 50 · (2 / (1 + exp(-0.00368208 · centipawns)) - 1) percent.
Lichess first cuts centipawns at ±1000; here they are not, so that a mate is worth a little more than a queen.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

CHANCE_PER_CENTIPAWN = 0.00368208

CERTAIN = 4_000
"""From here on a win is certain, in centipawns; cut there, every chance has a logarithm."""


def winning_chance(centipawns: float) -> float:
    """How likely the side is to win for whom the centipawns count; a draw counts as half a win.

    >>> [round(winning_chance(centipawns), 3) for centipawns in (0, 100, -300, 9_999)]
    [0.5, 0.591, 0.249, 1.0]
    """
    return float(winning_chances(np.array(centipawns, np.float64)))


def winning_chances(centipawns: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for many values at once; NaN where the value is unknown."""
    return 1 / (1 + np.exp(-CHANCE_PER_CENTIPAWN * np.clip(centipawns, -CERTAIN, CERTAIN)))
