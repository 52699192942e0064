"""Which features make a move the one that is chosen: a conditional logit over the legal moves of each position.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the weights of the features that row (s, a) has.
The weights maximise sum of target * log p - penalty/2 * sum of w², a concave function with one highest point
(McFadden 1974). A weight tells what a feature adds beside the others: one that only repeats them weighs little.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Evidence, Rows, Values
from motif.statistics.intervals import Floats

# Down to the lowest point of a convex function of many weights, whose height and gradient are known everywhere.

Slope = Callable[[Floats], tuple[float, Floats]]
"""The height at a point, and the gradient there."""

REMEMBERED = 8
"""How many past steps shape the next one."""

NEVER_LESS = 1e-4
"""The share of the promised gain that a step must bring."""


def descend(slope: Slope, start: Floats, rounds: int) -> Floats:
    """The lowest point of a smooth function."""
    here, (height, gradient) = start, slope(start)
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for _ in range(rounds):
        way = _direction(gradient, past)
        promise = float(gradient @ way)
        if promise > -1e-9:
            break
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(gradient).max()))
        while True:
            there = here + length * way
            height_there, gradient_there = slope(there)
            if height_there <= height + NEVER_LESS * length * promise or length < 1e-6:
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
    """The lowest point with a penalty on the size of each weight, at which most weights are nought.

    No weight falls below its `least`, which lies at nought or below.
    """
    floor = np.full(len(start), -np.inf) if least is None else least
    here = np.maximum(start, floor)
    misfit, gradient = slope(here)
    height = misfit + float(penalties @ np.abs(here))
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for done in range(rounds):
        steepest = _steepest(here, gradient, penalties, floor)
        way = _direction(steepest, past)
        # A step may not turn against the slope, nor carry a weight through nought to the other side.
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
            if height_there <= height + NEVER_LESS * float(steepest @ (there - here)) or length < 1e-6:
                break
            length /= 2
        step, bend = there - here, gradient_there - gradient
        if step @ bend > 1e-12:
            past.append((step, bend))
        here, height, gradient = there, height_there, gradient_there
        watch(Progress(done + 1, rounds, f"misfit {height:,.1f}"))
    return here


def _steepest(here: Floats, gradient: Floats, penalties: Floats, floor: Floats) -> Floats:
    """The slope with the penalty in it; at nought the side that leads down, if one does. None leads below the floor."""
    up, down = gradient + penalties, gradient - penalties
    at_nought = np.where(up < 0, up, np.where(down > 0, down, 0.0))
    steepest = np.where(here > 0, up, np.where(here < 0, down, at_nought))
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


@dataclass(frozen=True, slots=True)
class FitSettings:
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


def fit_weights(design: Design, targets: Floats, fit: FitSettings | None = None) -> Floats:
    """The weight of each feature; `targets` gives each row its share of its position's reference move."""
    fit = fit or FitSettings()
    misfit = design.misfit(targets)

    def penalised(weights: Floats) -> tuple[float, Floats]:
        height, gradient = misfit(weights)
        return height + fit.penalty / 2 * float(weights @ weights), gradient + fit.penalty * weights

    return descend(penalised, np.zeros(len(design)), fit.rounds)


# How weights move with whoever chooses: a conditional logit over legal moves, its weights known at a few ratings.

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


# What a score is worth in centipawns, by least squares on moves that an engine has valued.

LARGEST_WEIGHT = 1000


@dataclass(frozen=True, slots=True)
class Calibration:
    """The map from a score to the gain expected of a move."""

    at_nought: float
    slope: float

    def weight(self, score: float) -> float:
        """The expected gain over the average legal move, in centipawns."""
        return self.at_nought + self.slope * score

    def weights(self, scores: Floats) -> Floats:
        """The expected gain of many moves."""
        return self.at_nought + self.slope * scores


@dataclass(frozen=True, slots=True)
class Deviation:
    """How far expected gains are off, beside one number for all moves."""

    suggestions: int
    mean_error: float
    mean_error_of_constant: float
    bias: float
    """Mean of gain less weight: above nought the map is too modest."""


def calibrate(evidence: Evidence, scores: Floats) -> Calibration:
    """Fit the map on engine-scored evidence, given the score of each row."""
    known = ~np.isnan(scores)
    if known.sum() < 2:
        raise BadArgument("too few suggestions to calibrate on", hint="give more games")
    features = np.stack([np.ones(int(known.sum())), scores[known]], axis=1)
    (at_nought, slope), *_ = np.linalg.lstsq(features, gains(evidence)[known], rcond=None)
    return Calibration(float(at_nought), float(slope))


def calibrate_above_mean(evidence: Evidence, scores: Floats) -> Calibration:
    """Fit the map of a score that counts for what it has more than the mean of its position."""
    above = above_mean(scores, evidence.positions.legal_moves().offsets)
    spread = float(above @ above)
    if not spread:
        raise BadArgument("no vote is cast on these positions", hint="give more games, or a library with votes")
    return Calibration(0.0, float(above @ gains(evidence)) / spread)


def deviation(evidence: Evidence, expected: Floats, constant: float = 0.0) -> Deviation:
    """How far the expected gains of rows are off, beside expecting the same constant of all of them."""
    known = ~np.isnan(expected)
    gain, predicted = gains(evidence)[known], expected[known]
    return Deviation(
        len(gain),
        float(np.abs(gain - predicted).mean()),
        float(np.abs(gain - constant).mean()),
        float((gain - predicted).mean()),
    )


def mean_gain(evidence: Evidence, scores: Floats) -> float:
    """The mean gain of all rows of which something is said."""
    return float(gains(evidence)[~np.isnan(scores)].mean())


def word_of_first(speakers: Sequence[Rows], scores: Sequence[float], rows: int) -> Floats:
    """For each of so many rows the score of the first who speaks for it; NaN where nobody does."""
    by_row = np.full(rows, np.nan)
    for spoken_for, score in zip(reversed(speakers), reversed(scores), strict=True):
        by_row[spoken_for] = score
    return by_row


def above_mean(scores: Floats, offsets: Rows) -> Floats:
    """For each row what it has more than the mean of its position."""
    counts = np.diff(offsets)
    return np.asarray(scores - np.repeat(np.add.reduceat(scores, offsets[:-1]) / counts, counts))


def gains(evidence: Evidence) -> Floats:
    """For each row what its move has more than the average legal move of the position."""
    values: Values = evidence.row_values()
    capped = np.clip(values, -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(np.float64)
    return above_mean(capped, evidence.positions.legal_moves().offsets)
