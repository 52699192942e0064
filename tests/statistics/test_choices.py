"""Test that weights that change with the rating are recovered from simulated choices."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from test_experiments import script

fitting = script("people/choices.py")
Smoothness, fit_choices = fitting.Smoothness, fitting.fit_choices


def drawn(weights: np.ndarray, positions: int, seed: int) -> Any:
    """Return choices among ten moves each, half of them by players at each of two knots."""
    rng = np.random.default_rng(seed)
    terms = rng.normal(size=(positions * 10, len(weights))).astype(np.float32)
    near = np.zeros((positions, 2), np.float32)
    near[np.arange(positions), np.arange(positions) % 2] = 1
    offsets = np.arange(0, positions * 10 + 1, 10)
    unplayed = fitting.Choices(terms, offsets, offsets[:-1], near)
    noise = rng.gumbel(size=len(terms))
    best = (unplayed.log_shares(weights) + noise).reshape(positions, 10).argmax(axis=1)
    return fitting.Choices(terms, offsets, offsets[:-1] + best, near)


def test_planted_weights_are_recovered_at_both_ratings() -> None:
    planted = np.array([[1.0, 0.2], [0.0, -1.0], [0.5, 0.5]])
    found = fit_choices(drawn(planted, 4_000, 1), Smoothness(ridge=1.0, smooth=1.0))
    assert np.abs(found - planted).max() < 0.12


def test_equal_choices_give_equal_weights_and_smoothness_pulls_knots_together() -> None:
    choices = drawn(np.array([[1.0, 0.0]]), 500, 2)
    loose, tight = (fit_choices(choices, Smoothness(smooth=smooth)) for smooth in (0.1, 1e4))
    assert np.array_equal(loose, fit_choices(choices, Smoothness(smooth=0.1)))
    assert abs(loose[0, 0] - loose[0, 1]) > 0.5 > 0.1 > abs(tight[0, 0] - tight[0, 1])


def test_gradient_is_that_of_the_likelihood() -> None:
    choices = drawn(np.array([[1.0, 0.2], [0.0, -1.0]]), 200, 3)
    here = np.array([[0.3, 0.1], [-0.2, 0.4]])
    height, gradient = choices.slope(here)
    for place in np.ndindex(*here.shape):
        there = here.copy()
        there[place] += 1e-2
        rise = (choices.slope(there)[0] - height) / 1e-2
        assert rise == pytest.approx(float(gradient[place]), rel=0.05, abs=0.5)
