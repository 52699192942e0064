"""Which features make a move the one that is chosen: a conditional logit over the legal moves of each position.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the weights of the features that row (s, a) has.
The weights maximise sum of target * log p - penalty/2 * sum of w², a concave function with one highest point
(McFadden 1974). A weight tells what a feature adds beside the others: one that only repeats them weighs little.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.errors import BadArgument
from motif.evidence.descent import Slope, descend
from motif.evidence.examples import Rows
from motif.evidence.intervals import Floats


@dataclass(frozen=True, slots=True)
class Fit:
    """How weights are fitted: the strength of the penalty, and the most rounds of steps."""

    penalty: float = 4.0
    rounds: int = 60

    def __post_init__(self) -> None:
        if self.penalty <= 0 or self.rounds < 1:
            raise BadArgument(f"cannot fit weights by {self}: both numbers must lie above zero")


class Design:
    """Which feature is true of which row: for each feature its rows, each once, and where each position begins."""

    def __init__(self, features: Sequence[Rows], offsets: Rows) -> None:
        self._features = features
        self._offsets = offsets
        self._counts = np.diff(offsets)

    def __len__(self) -> int:
        return len(self._features)

    def scores(self, weights: Floats) -> Floats:
        """For each row the sum of the weights of its features."""
        sums = np.zeros(int(self._offsets[-1]))
        for rows, weight in zip(self._features, weights, strict=True):
            sums[rows] += weight
        return sums

    def probabilities(self, scores: Floats) -> tuple[Floats, Floats]:
        """How likely each row is among those of its position, and the logarithm of that."""
        above = scores - np.repeat(np.maximum.reduceat(scores, self._offsets[:-1]), self._counts)
        logs = above - np.repeat(np.log(np.add.reduceat(np.exp(above), self._offsets[:-1])), self._counts)
        return np.exp(logs), logs

    def misfit(self, targets: Floats) -> Slope:
        """What weights fail to explain, -sum of target * log p, and its gradient; no penalty is in it."""
        wanted = self._collected(targets)
        stakes = np.repeat(np.add.reduceat(targets, self._offsets[:-1]), self._counts)

        def slope(weights: Floats) -> tuple[float, Floats]:
            shares, logs = self.probabilities(self.scores(weights))
            return -float(targets @ logs), self._collected(shares * stakes) - wanted

        return slope

    def _collected(self, values: Floats) -> Floats:
        """For each feature the sum over its rows."""
        return np.array([values[rows].sum() for rows in self._features], np.float64)


def fit_weights(design: Design, targets: Floats, fit: Fit | None = None) -> Floats:
    """The weight of each feature; `targets` gives each row its share of its position's reference move."""
    fit = fit or Fit()
    misfit = design.misfit(targets)

    def penalised(weights: Floats) -> tuple[float, Floats]:
        height, gradient = misfit(weights)
        return height + fit.penalty / 2 * float(weights @ weights), gradient + fit.penalty * weights

    return descend(penalised, np.zeros(len(design)), fit.rounds)
