"""Test minimising a function, with weights that may or may not be negative."""

from __future__ import annotations

import numpy as np
import pytest

from motif.statistics.fitting import descend_to_few
from motif.statistics.intervals import Floats

WANTED = np.array([3.0, -2.0, 0.05])


def bowl(here: Floats) -> tuple[float, Floats]:
    return float(((here - WANTED) ** 2).sum() / 2), here - WANTED


def test_a_penalty_makes_weights_zero() -> None:
    few = descend_to_few(bowl, np.full(3, 0.1), np.zeros(3), 50)
    assert few.tolist() == pytest.approx([2.9, -1.9, 0.0], abs=1e-6)


@pytest.mark.parametrize("start", [0.0, 1.0, -1.0])
@pytest.mark.parametrize(("least", "second"), [(0.0, 0.0), (-0.5, -0.5), (-3.0, -1.9)])
def test_a_weight_does_not_fall_below_its_least(start: float, least: float, second: float) -> None:
    floors = np.array([0.0, least, -np.inf])
    few = descend_to_few(bowl, np.full(3, 0.1), np.full(3, start), 50, least=floors)
    assert few.tolist() == pytest.approx([2.9, second, 0.0], abs=1e-6)
