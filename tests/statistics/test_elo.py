"""Test Elo, its error and the likelihood of superiority against identities, by hand and by simulation."""

from __future__ import annotations

from math import erf, inf, isclose, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.arena.match import MatchStanding
from motif.statistics.elo import (
    EloEstimate,
    elo_of,
    expected_score,
    likelihood_of_superiority,
    match_estimate,
    mean_and_error,
)

COUNTS = st.lists(st.integers(0, 200), min_size=5, max_size=5)


def test_equal_players_share_the_points() -> None:
    assert expected_score(0) == 0.5
    assert elo_of(0.5) == 0


def test_ten_to_one_is_400_elo() -> None:
    assert isclose(elo_of(10 / 11), 400)
    assert isclose(expected_score(400), 10 / 11)


@given(st.floats(-2000, 2000))
def test_elo_and_score_undo_each_other(elo: float) -> None:
    assert isclose(elo_of(expected_score(elo)), elo, abs_tol=1e-5)
    assert isclose(expected_score(elo) + expected_score(-elo), 1)


def test_a_perfect_score_has_infinite_elo_and_a_finite_lower_end() -> None:
    estimate = match_estimate([0, 0, 0, 0, 20])
    assert (estimate.elo, estimate.high) == (inf, inf)
    assert 400 < estimate.low < 1000


def test_no_games_say_nothing() -> None:
    assert match_estimate([0] * 5) == EloEstimate(0.0, -inf, inf)
    assert likelihood_of_superiority([0] * 5) == 0.5


def test_twenty_even_pairs_do_not_prove_equality_exactly() -> None:
    # Only the virtual pair has spread: an error of sqrt(1/8 / 20 / 20) in the score.
    estimate = match_estimate([0, 0, 20, 0, 0])
    assert estimate.elo == 0
    assert isclose(estimate.error, elo_of(0.5 + 1.96 * sqrt(1 / 8) / 20), rel_tol=1e-3)


def test_a_match_by_hand() -> None:
    # Ten pairs: 1, 1, 2, 2, 2, 2, 3, 3, 3, 4 half points. Mean share 23/40; squared distances from it sum to
    # (2 * 13^2 + 4 * 3^2 + 3 * 7^2 + 17^2) / 40^2 = 810 / 1600, and the virtual pair brings 1/8.
    mean, error = mean_and_error([0, 2, 4, 3, 1])
    assert isclose(mean, 23 / 40)
    assert isclose(error, sqrt((810 / 1600 + 1 / 8) / 10 / 10))
    assert isclose(match_estimate([0, 2, 4, 3, 1]).elo, 400 * log10(23 / 17))
    superiority = (1 + erf((23 / 40 - 1 / 2) / error / sqrt(2))) / 2
    assert isclose(likelihood_of_superiority([0, 2, 4, 3, 1]), superiority)


def test_pairs_that_each_split_the_point_say_more_than_the_same_wins_and_losses_apart() -> None:
    split = match_estimate([0, 0, 100, 0, 0])
    swept = match_estimate([50, 0, 0, 0, 50])
    assert split.error < swept.error / 5


@given(COUNTS)
def test_the_other_player_sees_the_mirror(counts: list[int]) -> None:
    mine, theirs = match_estimate(counts), match_estimate(counts[::-1])
    for here, there in ((mine.elo, theirs.elo), (mine.low, theirs.high), (mine.high, theirs.low)):
        assert here == -there or isclose(here, -there, rel_tol=1e-6, abs_tol=1e-6)
    assert isclose(likelihood_of_superiority(counts) + likelihood_of_superiority(counts[::-1]), 1)


@pytest.mark.parametrize("shares", [(0.05, 0.2, 0.45, 0.25, 0.05), (0.0, 0.05, 0.3, 0.4, 0.25)])
def test_the_interval_holds_the_truth_19_times_in_20(shares: tuple[float, ...]) -> None:
    truth = elo_of(float(np.dot(shares, [0, 0.25, 0.5, 0.75, 1])))
    matches = np.random.default_rng(1).multinomial(100, shares, size=2000)
    held = [estimate.low <= truth <= estimate.high for estimate in map(match_estimate, matches.tolist())]
    assert 0.94 < np.mean(held) < 0.97


def test_standings_add_up_and_flip() -> None:
    standing = MatchStanding(3, 4, 1, (0, 0, 2, 2, 0)) + MatchStanding(0, 0, 2, (1, 0, 0, 0, 0))
    assert standing == MatchStanding(3, 4, 3, (1, 0, 2, 2, 0))
    assert (standing.games, standing.points) == (10, 5.0)
    assert standing.flipped() == MatchStanding(3, 4, 3, (0, 2, 2, 0, 1))
    assert standing.flipped().flipped() == standing
