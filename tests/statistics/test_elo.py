"""Test Elo differences, and the sequential test against numeric optimisation, its symmetries and its error rates."""

from __future__ import annotations

from math import erf, inf, isclose, log, log10, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.partners import shares_of_strength
from goldens import Golden
from motif.arena.match import MatchStanding
from motif.errors import BadArgument
from motif.statistics.elo import (
    Decision,
    EloEstimate,
    Sprt,
    elo_of,
    expected_score,
    likeliest_shares,
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


SCORES = np.array([0, 0.25, 0.5, 0.75, 1])
FULL_COUNTS = st.lists(st.integers(1, 500), min_size=5, max_size=5)


def climb(shares: np.ndarray, mean: float) -> np.ndarray:
    """The likeliest shares with this mean by projected Newton steps on sum p log q: no secular equation used."""
    constraints = np.stack([np.ones(5), SCORES])
    # Any positive shares with the right mean will do to begin with.
    tilt = np.array([(1 - mean) ** 4, 4 * (1 - mean) ** 3 * mean, 6 * (1 - mean) ** 2 * mean**2, 0, mean**4])
    tilt[3] = 1 - tilt.sum()
    here = tilt
    for _ in range(200):
        curvature = shares / here**2
        system = np.block([[np.diag(curvature), constraints.T], [constraints, np.zeros((2, 2))]])
        step = np.linalg.solve(system, np.concatenate([shares / here, [0, 0]]))[:5]
        length = 1.0
        while (here + length * step).min() <= 0 or (
            np.dot(shares, np.log(here + length * step)) < np.dot(shares, np.log(here)) and length > 1e-12
        ):
            length /= 2
        here = here + length * step
    return here


@pytest.mark.parametrize("elo", [-100, -5, 0, 5, 200])
def test_likeliest_shares_by_another_road(elo: float) -> None:
    shares = np.array([0.04, 0.22, 0.41, 0.27, 0.06])
    found = likeliest_shares(shares.tolist(), expected_score(elo))
    assert np.allclose(found, climb(shares, expected_score(elo)), atol=1e-7)


@given(FULL_COUNTS, st.floats(-300, 300))
def test_likeliest_shares_are_shares_with_the_mean_asked_for(counts: list[int], elo: float) -> None:
    shares = [count / sum(counts) for count in counts]
    found = likeliest_shares(shares, expected_score(elo))
    assert min(found) > 0
    assert isclose(sum(found), 1, rel_tol=1e-6)
    assert isclose(float(np.dot(found, SCORES)), expected_score(elo), rel_tol=1e-6)


def test_the_ratio_against_its_definition() -> None:
    counts = np.array([40, 220, 410, 270, 60])
    null, alternative = (climb(counts / counts.sum(), expected_score(elo)) for elo in (0, 5))
    expected = float(np.dot(counts, np.log(alternative / null)))
    assert isclose(Sprt(0, 5).state(counts.tolist()).llr, expected, rel_tol=1e-6)


def test_the_ratio_is_close_to_the_normal_approximation() -> None:
    # n (s1 - s0) (2 m - s0 - s1) / (2 v): what the generalised test tends to when the differences are small.
    counts = np.array([400, 2200, 4100, 2700, 600])
    n, mean = counts.sum(), np.dot(counts, SCORES) / counts.sum()
    variance = np.dot(counts, (SCORES - mean) ** 2) / n
    s0, s1 = expected_score(0), expected_score(2)
    approximation = n * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance)
    assert isclose(Sprt(0, 2).state(counts.tolist()).llr, approximation, rel_tol=0.02)


def test_a_score_halfway_between_the_hypotheses_decides_nothing() -> None:
    assert abs(Sprt(-5, 5).state([50, 200, 500, 200, 50]).llr) < 1e-9


@given(FULL_COUNTS)
def test_the_mirrored_match_under_mirrored_hypotheses_has_the_opposite_ratio(counts: list[int]) -> None:
    there, back = Sprt(0, 10).state(counts).llr, Sprt(-10, 0).state(counts[::-1]).llr
    assert isclose(there, -back, rel_tol=1e-6, abs_tol=1e-6)


def test_winning_speaks_for_the_alternative_and_losing_against_it() -> None:
    assert Sprt(0, 10).state([0, 1, 5, 4, 2]).llr > 0
    assert Sprt(0, 10).state([2, 4, 5, 1, 0]).llr < 0


def test_without_pairs_the_match_plays_on() -> None:
    state = Sprt(0, 5).state([0] * 5)
    assert (state.llr, state.decision) == (0.0, Decision.PLAY_ON)


def test_bounds_follow_from_the_error_rates() -> None:
    state = Sprt(0, 5, alpha=0.05, beta=0.1).state([0] * 5)
    assert isclose(state.upper, log(0.9 / 0.05))
    assert isclose(state.lower, log(0.1 / 0.95))


def test_only_wins_end_at_the_alternative_and_only_losses_at_the_null() -> None:
    assert Sprt(0, 10).state([0, 0, 0, 0, 400]).decision is Decision.ACCEPT_H1
    assert Sprt(0, 10).state([400, 0, 0, 0, 0]).decision is Decision.ACCEPT_H0


@pytest.mark.parametrize(("elo0", "elo1"), [(5, 5), (10, 0)])
def test_hypotheses_must_be_in_order(golden: Golden, elo0: float, elo1: float) -> None:
    with golden.raises(BadArgument):
        Sprt(elo0, elo1)


@pytest.mark.parametrize(("alpha", "beta"), [(0, 0.05), (0.05, 0), (0.5, 0.5)])
def test_error_rates_must_leave_room_to_decide(golden: Golden, alpha: float, beta: float) -> None:
    with golden.raises(BadArgument):
        Sprt(0, 5, alpha, beta)


@pytest.mark.parametrize(("truth", "right"), [(0, Decision.ACCEPT_H0), (80, Decision.ACCEPT_H1)])
def test_wrong_decisions_are_as_rare_as_promised(truth: float, right: Decision) -> None:
    sprt, shares = Sprt(0, 80), shares_of_strength(truth)
    assert isclose(elo_of(float(np.dot(shares, SCORES))), truth, abs_tol=1e-9)
    rng = np.random.default_rng(3)
    wrong, matches = 0, 100
    for _ in range(matches):
        counts = [0] * 5
        while (decision := sprt.state(counts).decision) is Decision.PLAY_ON:
            counts[rng.choice(5, p=shares)] += 1
        wrong += decision is not right
    # 5 % are allowed, which three standard deviations in 100 matches make 11.5 %.
    assert wrong / matches < 0.115
