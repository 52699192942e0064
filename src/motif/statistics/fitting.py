"""Fit the weights of features by conditional logit, so that they make the chosen moves likely.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), where v(s, a) is the summed weight of the features of row (s, a).
The weights maximise sum(target * log p) - penalty/2 * sum(w²), a concave function with one maximum (McFadden 1974). A
weight is what a feature adds to the other features, so a feature that only repeats others gets a small weight.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Rows
from motif.statistics.intervals import Floats

# Minimise convex functions of many weights by L-BFGS (Liu & Nocedal 1989) or, with a penalty on absolute values, by
# OWL-QN (Andrew & Gao 2007).

Slope = Callable[[Floats], tuple[float, Floats]]
"""A function of the weights that returns a value and its gradient."""

STEPS_REMEMBERED = 8
"""How many past steps the next direction is computed from."""

LEAST_SHARE_OF_PROMISE = 1e-4
"""A step must bring at least this share of the decrease that the gradient promises."""


def descend(slope: Slope, start: Floats, rounds: int) -> Floats:
    """Return the weights that minimise a smooth convex function, after at most this many rounds."""
    here, (height, gradient) = start, slope(start)
    past: deque[tuple[Floats, Floats]] = deque(maxlen=STEPS_REMEMBERED)
    for _ in range(rounds):
        way = _direction(gradient, past)
        promise = float(gradient @ way)
        if promise > -1e-9:
            break
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(gradient).max()))
        while True:
            there = here + length * way
            height_there, gradient_there = slope(there)
            if height_there <= height + LEAST_SHARE_OF_PROMISE * length * promise or length < 1e-6:
                break
            length /= 2
        if (gradient_there - gradient) @ (there - here) > 1e-12:
            past.append((there - here, gradient_there - gradient))
        here, height, gradient = there, height_there, gradient_there
    return here


def descend_to_few(
    slope: Slope,
    penalties: Floats,
    start: Floats,
    rounds: int,
    watch: Watch = unwatched,
    least: Floats | None = None,
) -> Floats:
    """Return the weights that minimise a smooth convex function plus penalties on absolute weights; most become 0.

    No weight falls below its bound in `least`, which is 0 or negative.
    """
    floor = np.full(len(start), -np.inf) if least is None else least
    here = np.maximum(start, floor)
    misfit, gradient = slope(here)
    height = misfit + float(penalties @ np.abs(here))
    past: deque[tuple[Floats, Floats]] = deque(maxlen=STEPS_REMEMBERED)
    for done in range(rounds):
        steepest = _steepest(here, gradient, penalties, floor)
        way = _direction(steepest, past)
        # A step must go downhill for each weight, and no weight may cross zero.
        way = np.where(way * steepest < 0, way, 0.0)
        promise = float(steepest @ way)
        if promise > -1e-6 * max(1.0, abs(height)):
            break
        side = np.where(here != 0, np.sign(here), -np.sign(steepest))
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(steepest).max()))
        while True:
            there = here + length * way
            there = np.maximum(np.where(there * side > 0, there, 0.0), floor)
            misfit, gradient_there = slope(there)
            height_there = misfit + float(penalties @ np.abs(there))
            if height_there <= height + LEAST_SHARE_OF_PROMISE * float(steepest @ (there - here)) or length < 1e-6:
                break
            length /= 2
        step, bend = there - here, gradient_there - gradient
        if step @ bend > 1e-12:
            past.append((step, bend))
        here, height, gradient = there, height_there, gradient_there
        watch(Progress(done + 1, rounds, f"misfit {height:,.1f}"))
    return here


def _steepest(here: Floats, gradient: Floats, penalties: Floats, floor: Floats) -> Floats:
    """Return the gradient with the penalty; for a weight of zero, the one-sided gradient that leads down, if any."""
    up, down = gradient + penalties, gradient - penalties
    at_zero = np.where(up < 0, up, np.where(down > 0, down, 0.0))
    steepest = np.where(here > 0, up, np.where(here < 0, down, at_zero))
    return np.where((here <= floor) & (steepest > 0), 0.0, steepest)


def _direction(gradient: Floats, past: deque[tuple[Floats, Floats]]) -> Floats:
    way = -gradient
    factors = []
    for step, bend in reversed(past):
        factor = (step @ way) / (step @ bend)
        way = way - factor * bend
        factors.append(factor)
    if past:
        step, bend = past[-1]
        way = way * ((step @ bend) / (bend @ bend))
    for (step, bend), factor in zip(past, reversed(factors), strict=True):
        way = way + (factor - (bend @ way) / (step @ bend)) * step
    return way


PENALTY, MOST_ROUNDS = 4.0, 60


class Design:
    """The rows that have each feature, and the row at which each position begins."""

    def __init__(self, features: Sequence[Rows], offsets: Rows) -> None:
        self._features = features
        self._offsets = offsets
        self._counts = np.diff(offsets)

    def __len__(self) -> int:
        return len(self._features)

    def scores(self, weights: Floats) -> Floats:
        """Return for each row the sum of the weights of its features."""
        sums = np.zeros(int(self._offsets[-1]))
        for rows, weight in zip(self._features, weights, strict=True):
            sums[rows] += weight
        return sums

    def probabilities(self, scores: Floats) -> tuple[Floats, Floats]:
        """Return the probability of each row among the rows of its position, and the logarithm of that probability."""
        above = scores - np.repeat(np.maximum.reduceat(scores, self._offsets[:-1]), self._counts)
        logs = above - np.repeat(np.log(np.add.reduceat(np.exp(above), self._offsets[:-1])), self._counts)
        return np.exp(logs), logs

    def misfit(self, targets: Floats) -> Slope:
        """Return a function of the weights that gives -sum(target * log p), without a penalty, and its gradient."""
        wanted = self._collected(targets)
        stakes = np.repeat(np.add.reduceat(targets, self._offsets[:-1]), self._counts)

        def slope(weights: Floats) -> tuple[float, Floats]:
            shares, logs = self.probabilities(self.scores(weights))
            return -float(targets @ logs), self._collected(shares * stakes) - wanted

        return slope

    def _collected(self, values: Floats) -> Floats:
        """Return for each feature the sum of the values of its rows."""
        return np.array([values[rows].sum() for rows in self._features], np.float64)


def fit_weights(design: Design, targets: Floats, penalty: float = PENALTY) -> Floats:
    """Return the weight of each feature; `targets` gives for each row how far it is its position's reference move."""
    misfit = design.misfit(targets)

    def penalised(weights: Floats) -> tuple[float, Floats]:
        height, gradient = misfit(weights)
        return height + penalty / 2 * float(weights @ weights), gradient + penalty * weights

    return descend(penalised, np.zeros(len(design)), MOST_ROUNDS)


@dataclass(frozen=True, slots=True)
class Calibration:
    """A linear function from a move's score to its expected gain over the average legal move, in centipawns."""

    at_zero: float
    slope: float

    def weight(self, score: float) -> float:
        """Return the expected gain of one move, in centipawns."""
        return self.at_zero + self.slope * score

    def weights(self, scores: Floats) -> Floats:
        """Return the expected gains of many moves, in centipawns."""
        return self.at_zero + self.slope * scores
