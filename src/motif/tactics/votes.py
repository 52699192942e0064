"""Many tactics as one policy by vote: every rule adds its weight to the moves it suggests, and the highest sum decides.

The weights are those of a conditional logit: p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the
weights of the rules that suggest a in s. They are fitted to the reference moves by Newton steps along each rule's own
weight, halved together, with a penalty penalty/2 * sum of w² against rules that say little. A rule's weight reads as
how much its word is worth beside the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.tactics.metrics import Policy, first_rows
from motif.tactics.ordered import Rows

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Fit:
    """How weights are fitted: the strength of the penalty, and how many rounds of steps."""

    penalty: float = 2.0
    rounds: int = 60
    step: float = 0.5


def fit_votes(covered: Sequence[Rows], offsets: Rows, targets: Floats, fit: Fit | None = None) -> Floats:
    """The weight of each rule; `targets` gives each row its share of its position's reference move."""
    fit = fit or Fit()
    ballots = _Ballots(covered, offsets)
    weights = np.zeros(len(covered))
    velocity = np.zeros(len(covered))
    wanted = ballots.collect(targets)
    stakes = np.add.reduceat(targets, offsets[:-1])
    for _ in range(fit.rounds):
        shares = ballots.shares(weights, stakes)
        gradient = wanted - ballots.collect(shares) - fit.penalty * weights
        curvature = ballots.collect(shares * (1 - np.minimum(1.0, shares))) + fit.penalty
        velocity = 0.7 * velocity + fit.step * gradient / (curvature * ballots.crowd)
        weights = weights + velocity
    return weights


class _Ballots:
    """Which rule speaks for which row, as two long columns."""

    def __init__(self, covered: Sequence[Rows], offsets: Rows) -> None:
        self._rows = np.concatenate([np.empty(0, np.int64), *covered])
        self._rules = np.repeat(np.arange(len(covered)), [len(rows) for rows in covered])
        self._offsets = offsets
        self._count = len(covered)
        voices = np.bincount(self._rows, minlength=int(offsets[-1])).astype(float)
        # Steps of rules that speak together add up, so each is shortened by how many speak beside it on average.
        self.crowd = np.maximum(
            1.0, self.collect(voices) / np.maximum(1, np.bincount(self._rules, minlength=self._count))
        )

    def collect(self, values: Floats) -> Floats:
        """The sum over each rule's rows."""
        return np.bincount(self._rules, values[self._rows], minlength=self._count)

    def sums(self, weights: Floats) -> Floats:
        """The sum of votes for each row."""
        return np.bincount(self._rows, weights[self._rules], minlength=int(self._offsets[-1]))

    def shares(self, weights: Floats, stakes: Floats) -> Floats:
        """The probability of each row, times what its position counts."""
        sums = self.sums(weights)
        counts = np.diff(self._offsets)
        raised = np.exp(sums - np.repeat(np.maximum.reduceat(sums, self._offsets[:-1]), counts))
        return raised * np.repeat(stakes / np.add.reduceat(raised, self._offsets[:-1]), counts)


def vote(name: str, covered: Sequence[Rows], weights: Floats, offsets: Rows, seed: int = 0) -> Policy:
    """The policy of the moves with the most votes, where at least one rule speaks."""
    ballots = _Ballots(covered, offsets)
    sums = ballots.sums(weights)
    counts = np.diff(offsets)
    spoken = np.zeros(len(counts), np.bool_)
    position = np.repeat(np.arange(len(counts)), counts)
    for rows in covered:
        spoken[position[rows]] = True
    best = np.repeat(np.maximum.reduceat(sums, offsets[:-1]), counts)
    suggested = (sums >= best - 1e-9) & spoken[position]
    return Policy.uniform(name, suggested, offsets, seed)


__all__ = ["Fit", "first_rows", "fit_votes", "vote"]
