"""Test that features of chosen moves get large weights, but only what they add to other features."""

from __future__ import annotations

import numpy as np
import pytest

from motif.statistics.fitting import Design, fit_weights

OFFSETS = np.arange(0, 404, 4)
"""A hundred positions with four moves each."""

GOOD = np.arange(0, 400, 4)
BAD = np.arange(1, 400, 4)
IDLE = np.sort(np.concatenate([np.arange(2, 400, 4), np.arange(3, 400, 4)]))


def reference_moves() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """In nine positions of ten the first move is right, in the others the second."""
    targets = np.zeros(400)
    targets[GOOD] = 1.0
    targets[GOOD[::10]] = 0.0
    targets[BAD[::10]] = 1.0
    return targets


def test_a_feature_of_chosen_moves_weighs_more() -> None:
    good, bad, idle = fit_weights(Design([GOOD, BAD, IDLE], OFFSETS), reference_moves(), penalty=0.01)
    assert good > bad > idle
    # Nine to one is what the odds of the two should be.
    assert good - bad == pytest.approx(np.log(9), abs=0.05)


def test_a_stronger_penalty_makes_smaller_weights() -> None:
    loose, tight = (fit_weights(Design([GOOD, BAD], OFFSETS), reference_moves(), penalty=p) for p in (0.1, 100.0))
    assert np.abs(tight).max() < np.abs(loose).max()


def test_a_feature_that_repeats_another_shares_its_weight() -> None:
    alone = fit_weights(Design([GOOD], OFFSETS), reference_moves())
    both = fit_weights(Design([GOOD, GOOD], OFFSETS), reference_moves())
    assert both[0] == pytest.approx(both[1])
    assert both[0] < alone[0] < both.sum()


def test_probabilities_add_up_in_every_position() -> None:
    design = Design([GOOD, BAD], OFFSETS)
    shares, logs = design.probabilities(design.scores(np.array([2.0, -1.0])))
    assert np.add.reduceat(shares, OFFSETS[:-1]).tolist() == pytest.approx([1.0] * 100)
    assert np.exp(logs).tolist() == pytest.approx(shares.tolist())
