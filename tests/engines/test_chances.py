"""Test that winning chances follow Lichess's curve, for one value and for many."""

from __future__ import annotations

import math

import numpy as np
import pytest
from chess.engine import Cp, Mate

from motif.engines.evaluator import CHANCE_PER_CENTIPAWN, Evaluation, winning_chance, winning_chances


@pytest.mark.parametrize("centipawns", [-700, -50, 0, 1, 33, 1000])
def test_the_formula_as_lichess_writes_it_in_percent(centipawns: int) -> None:
    percent = 50 + 50 * (2 / (1 + math.exp(-CHANCE_PER_CENTIPAWN * centipawns)) - 1)
    assert winning_chance(centipawns) == pytest.approx(percent / 100)
    assert winning_chance(centipawns) + winning_chance(-centipawns) == pytest.approx(1)


def test_a_mate_is_certain_and_its_chance_still_has_a_logarithm() -> None:
    assert Evaluation(Mate(3)).chance == pytest.approx(1, abs=1e-6)
    assert Evaluation(Mate(3)).chance < 1
    assert Evaluation(Mate(-3)).chance > 0
    assert Evaluation(Cp(0)).chance == 0.5


def test_an_unknown_value_has_an_unknown_chance() -> None:
    chances = winning_chances(np.array([np.nan, 0.0, 100.0]))
    assert np.isnan(chances[0])
    assert chances[1:].tolist() == [0.5, winning_chance(100)]
