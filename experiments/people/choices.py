"""Fit a conditional logit over legal moves whose weights depend on the rating of the player who chooses.

The weights are fitted at a few ratings, the knots; between two knots they change linearly.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.statistics.fitting import descend
from motif.statistics.intervals import Floats

Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

SMALLEST_SPREAD = 1e-3


@dataclass(frozen=True, slots=True)
class Smoothness:
    """The penalties on weights and on their differences between neighbouring knots, and the number of steps."""

    ridge: float = 5.0
    smooth: float = 200.0
    rounds: int = 120


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Rows (position, legal move) with their terms, the rows that were played, and the movers' shares of the knots."""

    terms: Singles
    """(rows, terms)."""
    offsets: Ints
    played: Ints
    """For each position the row that was played."""
    near: Singles
    """(positions, knots)."""

    def log_shares(self, weights: Floats) -> Floats:
        """Return for each row the logarithm of its probability, given weights (terms, knots)."""
        counts = np.diff(self.offsets)
        by_knot = self.terms @ weights.astype(np.float32)
        scores = np.einsum("rk,rk->r", by_knot, np.repeat(self.near, counts, axis=0)).astype(np.float64)
        above = scores - np.repeat(np.maximum.reduceat(scores, self.offsets[:-1]), counts)
        shares: Floats = above - np.repeat(np.log(np.add.reduceat(np.exp(above), self.offsets[:-1])), counts)
        return shares

    def slope(self, weights: Floats) -> tuple[float, Floats]:
        """Return -sum of log p(played) and its gradient."""
        logs = self.log_shares(weights)
        left = np.exp(logs)
        left[self.played] -= 1
        stakes = left.astype(np.float32)[:, None] * np.repeat(self.near, np.diff(self.offsets), axis=0)
        return -float(logs[self.played].sum()), (self.terms.T @ stakes).astype(np.float64)

    def spreads(self) -> Floats:
        """Return the standard deviation of each term."""
        spreads: Floats = np.maximum(self.terms.std(axis=0, dtype=np.float64), SMALLEST_SPREAD)
        return spreads


def fit_choices(choices: Choices, by: Smoothness | None = None, start: Floats | None = None) -> Floats:
    """Return the weights (terms, knots); equal choices give equal weights."""
    by = by or Smoothness()
    spreads = choices.spreads()[:, None]
    shape = (choices.terms.shape[1], choices.near.shape[1])

    def penalised(flat: Floats) -> tuple[float, Floats]:
        scaled = flat.reshape(shape)
        misfit, gradient = choices.slope(scaled / spreads)
        steps = np.diff(scaled, axis=1)
        height = misfit + by.ridge / 2 * float((scaled**2).sum()) + by.smooth / 2 * float((steps**2).sum())
        bend = np.zeros(shape)
        bend[:, 1:] += steps
        bend[:, :-1] -= steps
        return height, (gradient / spreads + by.ridge * scaled + by.smooth * bend).ravel()

    first = np.zeros(shape) if start is None else start * spreads
    weights: Floats = descend(penalised, first.ravel(), by.rounds).reshape(shape) / spreads
    return weights
