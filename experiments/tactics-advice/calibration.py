"""Fit the expected gain of moves to scores by least squares, on moves that an engine has evaluated."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.errors import BadArgument
from motif.statistics.examples import Evidence, Rows
from motif.statistics.fitting import Calibration
from motif.statistics.intervals import Floats

LARGEST_VALUE_CP = 1000


@dataclass(frozen=True, slots=True)
class Deviation:
    """The errors of expected gains, compared with expecting the same gain of all moves."""

    suggestions: int
    mean_error: float
    mean_error_of_constant: float
    bias: float
    """The mean of gain minus expected gain: if it is positive, the expected gains are too small."""


def calibrate(evidence: Evidence, scores: Floats) -> Calibration:
    """Fit the line to the gains of rows, given the score of each row; NaN is no score."""
    known = ~np.isnan(scores)
    if known.sum() < 2:
        raise BadArgument("too few suggestions to calibrate on", hint="give more games")
    features = np.stack([np.ones(int(known.sum())), scores[known]], axis=1)
    (at_zero, slope), *_ = np.linalg.lstsq(features, gains(evidence)[known], rcond=None)
    return Calibration(float(at_zero), float(slope))


def calibrate_above_mean(evidence: Evidence, scores: Floats) -> Calibration:
    """Fit a line through zero to the gains of rows, given how far each score is above the mean of its position."""
    above = above_mean(scores, evidence.positions.legal_moves().offsets)
    spread = float(above @ above)
    if not spread:
        raise BadArgument("no vote is cast on these positions", hint="give more games, or a library with votes")
    return Calibration(0.0, float(above @ gains(evidence)) / spread)


def deviation(evidence: Evidence, expected: Floats, constant: float = 0.0) -> Deviation:
    """Return the errors of expected gains, compared with expecting the same constant of all rows."""
    known = ~np.isnan(expected)
    gain, predicted = gains(evidence)[known], expected[known]
    return Deviation(
        len(gain),
        float(np.abs(gain - predicted).mean()),
        float(np.abs(gain - constant).mean()),
        float((gain - predicted).mean()),
    )


def mean_gain(evidence: Evidence, scores: Floats) -> float:
    """Return the mean gain of all rows that have a score."""
    return float(gains(evidence)[~np.isnan(scores)].mean())


def score_of_first(rows_of_rules: Sequence[Rows], scores: Sequence[float], rows: int) -> Floats:
    """Return for each row the score of the first rule that suggests it; NaN if no rule does."""
    by_row = np.full(rows, np.nan)
    for suggested, score in zip(reversed(rows_of_rules), reversed(scores), strict=True):
        by_row[suggested] = score
    return by_row


def above_mean(scores: Floats, offsets: Rows) -> Floats:
    """Return how far each row is above the mean of its position."""
    counts = np.diff(offsets)
    return np.asarray(scores - np.repeat(np.add.reduceat(scores, offsets[:-1]) / counts, counts))


def gains(evidence: Evidence) -> Floats:
    """Return the gain of each move over the average legal move of its position, in centipawns."""
    capped = np.clip(evidence.row_values(), -LARGEST_VALUE_CP, LARGEST_VALUE_CP).astype(np.float64)
    return above_mean(capped, evidence.positions.legal_moves().offsets)
