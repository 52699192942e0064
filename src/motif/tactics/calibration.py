"""What the word of tactics is worth in centipawns, by least squares.

One tactic: weight = at nought + of precision * precision. All by votes: weight = worth * (v - mean of v over the legal
moves), v the sum of votes for a move.

The gain of a move is its value to the mover less the mean over all legal moves, each kept within ±1000 centipawns. A
move that several tactics suggest is vouched for by the first of them in the library's order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.tactics.evidence import Evidence, Values
from motif.tactics.ordered import Rows

Floats = NDArray[np.float64]

LARGEST_WEIGHT = 1000


@dataclass(frozen=True, slots=True)
class Calibration:
    """The map from the precision of a tactic to the gain expected of its suggestions."""

    at_nought: float
    of_precision: float

    def weight(self, precision: float) -> float:
        """The expected gain over the average legal move, in centipawns."""
        return self.at_nought + self.of_precision * precision


@dataclass(frozen=True, slots=True)
class Error:
    """How far a map is off on suggestions it was not fitted to, beside one number for all suggestions."""

    suggestions: int
    mean_error: float
    mean_error_of_constant: float
    bias: float
    """Mean of gain less weight: above nought the map is too modest."""


def calibrate(evidence: Evidence, covered: Sequence[Rows], precisions: Sequence[float]) -> Calibration:
    """Fit the map on engine-scored evidence, given the rows that each tactic covers and how precise it is."""
    precision, gain = _samples(evidence, covered, precisions)
    if len(gain) < 2:
        raise BadArgument("too few suggestions to calibrate on", hint="give more games")
    features = np.stack([np.ones(len(precision)), precision], axis=1)
    (at_nought, of_precision), *_ = np.linalg.lstsq(features, gain, rcond=None)
    return Calibration(float(at_nought), float(of_precision))


def error(
    calibration: Calibration, constant: float, evidence: Evidence, covered: Sequence[Rows], precisions: Sequence[float]
) -> Error:
    """The error of a map on other evidence, beside that of giving every suggestion the same weight."""
    precision, gain = _samples(evidence, covered, precisions)
    expected = calibration.at_nought + calibration.of_precision * precision
    return Error(
        len(gain),
        float(np.abs(gain - expected).mean()),
        float(np.abs(gain - constant).mean()),
        float((gain - expected).mean()),
    )


def mean_gain(evidence: Evidence, covered: Sequence[Rows], precisions: Sequence[float]) -> float:
    """The mean gain of all suggestions."""
    return float(_samples(evidence, covered, precisions)[1].mean())


def calibrate_votes(evidence: Evidence, sums: Floats) -> float:
    """What a vote more than the position's mean is worth, from the sum of votes for each row."""
    offsets = evidence.positions.legal_moves().offsets
    above = above_mean(sums, offsets)
    spread = float(above @ above)
    if not spread:
        raise BadArgument("no vote is cast on these positions", hint="give more games, or a library with votes")
    return float(above @ gains(evidence.row_values(), offsets)) / spread


def error_of_votes(worth: float, evidence: Evidence, sums: Floats) -> Error:
    """The error of that worth on other evidence, over all legal moves, beside that of expecting nothing of any."""
    offsets = evidence.positions.legal_moves().offsets
    expected, gain = worth * above_mean(sums, offsets), gains(evidence.row_values(), offsets)
    return Error(
        len(gain), float(np.abs(gain - expected).mean()), float(np.abs(gain).mean()), float((gain - expected).mean())
    )


def above_mean(sums: Floats, offsets: Rows) -> Floats:
    """For each row what it has more than the mean of its position."""
    counts = np.diff(offsets)
    return np.asarray(sums - np.repeat(np.add.reduceat(sums, offsets[:-1]) / counts, counts))


def gains(values: Values, offsets: Rows) -> Floats:
    """For each row what its move has more than the average legal move of the position."""
    capped = np.clip(values, -LARGEST_WEIGHT, LARGEST_WEIGHT).astype(np.float64)
    return above_mean(capped, offsets)


def _samples(evidence: Evidence, covered: Sequence[Rows], precisions: Sequence[float]) -> tuple[Floats, Floats]:
    """For each suggested row the precision of the first tactic that suggests it, and the gain of the move."""
    offsets = evidence.positions.legal_moves().offsets
    by_row = np.full(offsets[-1], -1.0)
    for rows, precision in zip(reversed(covered), reversed(precisions), strict=True):
        by_row[rows] = precision
    suggested = by_row >= 0
    return by_row[suggested], gains(evidence.row_values(), offsets)[suggested]
