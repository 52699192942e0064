"""A score is turned into centipawns by a straight line through what moves were worth."""

from __future__ import annotations

from dataclasses import replace

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions, decode_move, encode_move
from motif.errors import BadArgument
from motif.statistics.examples import Evidence
from motif.statistics.fitting import (
    Calibration,
    above_mean,
    calibrate,
    calibrate_above_mean,
    deviation,
    gains,
    mean_gain,
    word_of_first,
)

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


def test_a_gain_is_measured_from_the_average_move() -> None:
    found = gains(evidence())
    assert found[rows("h1g2")].tolist() == [90, 90]
    assert found[rows("h1h2")].tolist() == [-90, -90]


def test_a_mate_counts_as_ten_pawns() -> None:
    mate = replace(evidence(), values=np.array([9_999, 0, 0, 0, 0, 0], np.int32))
    assert gains(mate)[:3].tolist() == pytest.approx([2000 / 3, -1000 / 3, -1000 / 3])


def precisions(*rules: np.ndarray[tuple[int], np.dtype[np.int64]]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """The first rule is right in nine of ten suggestions, the second in three."""
    return word_of_first(rules, (0.9, 0.3)[: len(rules)], len(evidence().row_values()))


def test_the_line_goes_through_what_the_suggestions_were_worth() -> None:
    calibration = calibrate(evidence(), precisions(rows("h1g2"), rows("h1h2")))
    assert calibration.weight(0.9) == pytest.approx(90)
    assert calibration.weight(0.3) == pytest.approx(-90)


def test_the_first_speaker_vouches_for_a_move_that_several_suggest() -> None:
    both = [rows("h1g2"), np.sort(np.concatenate([rows("h1g2"), rows("h1h2")]))]
    calibration = calibrate(evidence(), precisions(*both))
    assert calibration.weight(0.9) == pytest.approx(90)
    assert calibration.weight(0.3) == pytest.approx(-90)


def test_the_error_is_told_beside_that_of_one_number_for_all() -> None:
    scores = precisions(rows("h1g2"), rows("h1h2"))
    found = deviation(evidence(), Calibration(-170, 300).weights(scores), mean_gain(evidence(), scores))
    assert found.suggestions == 4
    assert found.mean_error == pytest.approx(((90 - 100) ** 2) ** 0.5)
    assert found.mean_error_of_constant == 90
    assert found.bias == pytest.approx(-10 / 2 - 10 / 2)


def test_nothing_suggested_calibrates_nothing(golden: Golden) -> None:
    with golden.raises(BadArgument) as caught:
        calibrate(evidence(), precisions())
    assert caught.value.hint == "give more games"


def test_a_vote_is_worth_what_it_gains_over_the_average_move() -> None:
    sums = np.zeros(6)
    sums[rows("h1g2")], sums[rows("h1h2")] = 4, -2
    worth = calibrate_above_mean(evidence(), sums).slope
    # The means are 2/3, so that moves stand 10/3, -8/3 and -2/3 above them, and gain 90, -90 and 0.
    assert worth == pytest.approx((90 * 10 / 3 + 90 * 8 / 3) / ((100 + 64 + 4) / 9))
    above = above_mean(sums, evidence().positions.legal_moves().offsets)
    found = deviation(evidence(), Calibration(0, 30).weights(above))
    assert found.suggestions == 6
    assert found.mean_error == pytest.approx((10 + 10 + 20) / 3)
    assert found.mean_error_of_constant == pytest.approx(60)
    assert found.bias == pytest.approx(0)


def test_without_a_vote_there_is_nothing_to_calibrate(golden: Golden) -> None:
    with golden.raises(BadArgument):
        calibrate_above_mean(evidence(), np.zeros(6))
