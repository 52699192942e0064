"""How weights move with whoever chooses: a conditional logit over legal moves, its weights known at a few ratings.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum over terms t and knots k of w(t, k) * x(t; s, a) *
n(k; rating), where n says how near a rating is to each knot (it adds up to 1). The weights maximise
sum of log p(played) - ridge/2 * sum of (w * spread of t)² - smooth/2 * sum of ((w(k + 1) - w(k)) * spread of t)²:
rare terms are held back, and weights change from knot to knot only as far as moves say so.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.evidence.descent import descend
from motif.evidence.intervals import Floats

Singles = NDArray[np.float32]
Ints = NDArray[np.int64]

SMALLEST_SPREAD = 1e-3


@dataclass(frozen=True, slots=True)
class Smoothness:
    """What holds weights back, and how many steps are taken."""

    ridge: float = 5.0
    smooth: float = 200.0
    rounds: int = 120


@dataclass(frozen=True, slots=True, eq=False)
class Choices:
    """Rows (position, legal move) with their terms, the rows that were played, and how near movers are to the knots."""

    terms: Singles
    """(rows, terms)."""
    offsets: Ints
    played: Ints
    """For each position its row that was played."""
    near: Singles
    """(positions, knots)."""

    def log_shares(self, weights: Floats) -> Floats:
        """For each row the logarithm of its share, by weights (terms, knots)."""
        counts = np.diff(self.offsets)
        by_knot = self.terms @ weights.astype(np.float32)
        scores = np.einsum("rk,rk->r", by_knot, np.repeat(self.near, counts, axis=0)).astype(np.float64)
        above = scores - np.repeat(np.maximum.reduceat(scores, self.offsets[:-1]), counts)
        shares: Floats = above - np.repeat(np.log(np.add.reduceat(np.exp(above), self.offsets[:-1])), counts)
        return shares

    def slope(self, weights: Floats) -> tuple[float, Floats]:
        """-sum of log p(played), and its gradient."""
        logs = self.log_shares(weights)
        left = np.exp(logs)
        left[self.played] -= 1
        stakes = left.astype(np.float32)[:, None] * np.repeat(self.near, np.diff(self.offsets), axis=0)
        return -float(logs[self.played].sum()), (self.terms.T @ stakes).astype(np.float64)

    def spreads(self) -> Floats:
        """How far each term departs from its mean, the root of the mean square."""
        spreads: Floats = np.maximum(self.terms.std(axis=0, dtype=np.float64), SMALLEST_SPREAD)
        return spreads


def fit_choices(choices: Choices, by: Smoothness | None = None, start: Floats | None = None) -> Floats:
    """(terms, knots): the weights; the same choices always give the same."""
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
