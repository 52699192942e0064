"""Test the intervals of shares, means and ratios, with dependent positions of one game."""

from __future__ import annotations

import numpy as np
import pytest

from motif.statistics.intervals import Bootstrap, Mean, Share, wilson, wilson_low


def test_intervals_widen_when_positions_come_in_games() -> None:
    hits = np.array([True] * 90 + [False] * 10)
    alone = Share.of(hits)
    in_games = Share.of(hits, np.arange(100) // 10)  # one of ten games is bad throughout
    mixed = Share.of(hits, np.arange(100) % 10)  # the same share in each game
    assert alone.value == in_games.value == mixed.value
    assert in_games.high - in_games.low > 2 * (alone.high - alone.low)
    assert (mixed.low, mixed.high) == (alone.low, alone.high)
    # No failure at all: ten games are ten witnesses, not a hundred.
    assert Share.of(hits[:50], np.arange(50) // 5) == Share(50, 50, Share.of(hits[:10]).low, 1.0)
    lengths = hits.astype(np.float64)
    assert Mean.of(lengths, np.arange(100) // 10).error > 2 * Mean.of(lengths).error


def test_nothing_counted_claims_nothing() -> None:
    none = Share.of(np.array([], np.bool_))
    assert (str(none), none.low, none.high, none.to_json()["share"]) == ("none", 0, 1, None)
    assert str(Mean.of(np.array([]))) == "none"


def test_one_formula_serves_one_share_and_many() -> None:
    hits, counts = np.array([2, 150, 0, 7]), np.array([2, 200, 0, 7])
    lows = [wilson(int(hit), int(count))[0] for hit, count in zip(hits, counts, strict=True)]
    assert wilson_low(hits, counts).tolist() == lows
    share = Share.of(np.arange(200) < 150)
    assert (share.low, share.high) == wilson(150, 200)
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_lucky_share_of_two_is_less_certain_than_three_quarters_of_many() -> None:
    assert wilson(2, 2)[0] < wilson(150, 200)[0]


def test_drawn_by_game_an_interval_is_wider_than_by_position() -> None:
    hits = (np.arange(100) < 90).astype(np.float64)
    apart, in_games = (
        Bootstrap(games, seed=1).estimates([(hits, np.ones(100))])[0]
        for games in (np.arange(100), np.arange(100) // 10)
    )
    assert apart is not None
    assert in_games is not None
    assert apart.value == in_games.value == pytest.approx(0.9)
    assert in_games.high - in_games.low > 2 * (apart.high - apart.low)


def test_a_ratio_with_nothing_below_the_line_is_none() -> None:
    assert Bootstrap(np.arange(3)).estimates([(np.ones(3), np.zeros(3))]) == [None]
