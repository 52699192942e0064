"""Test the straight line that turns scores into centipawns."""

from __future__ import annotations

from dataclasses import replace

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions, decode_move, encode_move
from motif.errors import BadArgument
from motif.statistics.examples import Evidence
from motif.statistics.fitting import Calibration
from test_experiments import script

calibration = script("tactics-advice/calibration.py")

CORNER = "k7/8/8/8/8/8/8/7K w - - 0 1"
VALUES = {"h1g1": 10, "h1g2": 100, "h1h2": -80}


def evidence() -> Evidence:
    positions = Positions([CORNER, CORNER])
    values = [VALUES[decode_move(int(code)).uci()] for code in positions.legal_moves().codes]
    played = np.full(2, encode_move(chess.Move.from_uci("h1g1")), np.uint16)
    return Evidence(positions, played, np.arange(2), (("?", "?"),) * 2, played, np.array(values, np.int32))


def rows(move: str) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    codes = evidence().positions.legal_moves().codes
    return np.flatnonzero(codes == encode_move(chess.Move.from_uci(move)))


def test_gain_is_relative_to_the_average_move() -> None:
    found = calibration.gains(evidence())
    assert found[rows("h1g2")].tolist() == [90, 90]
    assert found[rows("h1h2")].tolist() == [-90, -90]


def test_a_mate_counts_as_ten_pawns() -> None:
    mate = replace(evidence(), values=np.array([9_999, 0, 0, 0, 0, 0], np.int32))
    assert calibration.gains(mate)[:3].tolist() == pytest.approx([2000 / 3, -1000 / 3, -1000 / 3])


def precisions(*rules: np.ndarray[tuple[int], np.dtype[np.int64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Score rows by two rules: the first is right in 90 % of its suggestions, the second in 30 %."""
    scores: np.ndarray[tuple[int], np.dtype[np.float64]] = calibration.score_of_first(
        rules, (0.9, 0.3)[: len(rules)], len(evidence().row_values())
    )
    return scores


def test_line_goes_through_the_gains_of_the_suggestions() -> None:
    line = calibration.calibrate(evidence(), precisions(rows("h1g2"), rows("h1h2")))
    assert line.weight(0.9) == pytest.approx(90)
    assert line.weight(0.3) == pytest.approx(-90)


def test_a_move_suggested_twice_has_the_score_of_the_first_rule() -> None:
    both = [rows("h1g2"), np.sort(np.concatenate([rows("h1g2"), rows("h1h2")]))]
    line = calibration.calibrate(evidence(), precisions(*both))
    assert line.weight(0.9) == pytest.approx(90)
    assert line.weight(0.3) == pytest.approx(-90)


def test_error_is_compared_with_that_of_a_constant() -> None:
    scores = precisions(rows("h1g2"), rows("h1h2"))
    found = calibration.deviation(
        evidence(), Calibration(-170, 300).weights(scores), calibration.mean_gain(evidence(), scores)
    )
    assert found.suggestions == 4
    assert found.mean_error == pytest.approx(((90 - 100) ** 2) ** 0.5)
    assert found.mean_error_of_constant == 90
    assert found.bias == pytest.approx(-10 / 2 - 10 / 2)


def test_calibration_needs_suggestions(golden: Golden) -> None:
    with golden.raises(BadArgument) as caught:
        calibration.calibrate(evidence(), precisions())
    assert caught.value.hint == "give more games"


def test_votes_are_calibrated_relative_to_the_mean_of_the_position() -> None:
    sums = np.zeros(6)
    sums[rows("h1g2")], sums[rows("h1h2")] = 4, -2
    worth = calibration.calibrate_above_mean(evidence(), sums).slope
    # The means are 2/3, so the moves are 10/3, -8/3 and -2/3 above them, and gain 90, -90 and 0.
    assert worth == pytest.approx((90 * 10 / 3 + 90 * 8 / 3) / ((100 + 64 + 4) / 9))
    above = calibration.above_mean(sums, evidence().positions.legal_moves().offsets)
    found = calibration.deviation(evidence(), Calibration(0, 30).weights(above))
    assert found.suggestions == 6
    assert found.mean_error == pytest.approx((10 + 10 + 20) / 3)
    assert found.mean_error_of_constant == pytest.approx(60)
    assert found.bias == pytest.approx(0)


def test_calibration_needs_votes(golden: Golden) -> None:
    with golden.raises(BadArgument):
        calibration.calibrate_above_mean(evidence(), np.zeros(6))
