"""What a score is worth in centipawns, by least squares on moves that an engine has valued.

The gain of a move is its value to the mover less the mean over all legal moves, each kept within ±1000 centipawns. A
score that stands for itself, such as the precision of a rule, is mapped by weight = at nought + slope * score; one that
only counts beside those of the other moves, such as a sum of votes, by weight = slope * (score - its mean over the
legal moves). A row of which nothing is said has the score NaN.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.errors import BadArgument
from motif.evidence.examples import Evidence, Rows, Values
from motif.evidence.intervals import Floats

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
