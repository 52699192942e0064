"""Votes: rules that are right often weigh more, and the highest sum decides."""

from __future__ import annotations

import numpy as np
import pytest

from motif.errors import BadArgument
from motif.tactics.learner import Learned
from motif.tactics.library import Library, Tactic
from motif.tactics.portfolio import Portfolio, choose, different
from motif.tactics.ranking import Tally
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from motif.tactics.votes import Fit, choose_voters, elected, fit_votes, together, vote, votes_of

OFFSETS = np.arange(0, 404, 4)
"""A hundred positions with four moves each."""

GOOD = np.arange(0, 400, 4)
BAD = np.arange(1, 400, 4)
IDLE = np.sort(np.concatenate([np.arange(2, 400, 4), np.arange(3, 400, 4)]))
RARE = np.arange(0, 40, 4)


def reference_moves() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """In nine positions of ten the first move is right, in the others the second."""
    targets = np.zeros(400)
    targets[GOOD] = 1.0
    targets[GOOD[::10]] = 0.0
    targets[BAD[::10]] = 1.0
    return targets


def test_a_rule_that_is_right_more_often_weighs_more() -> None:
    good, bad, idle = fit_votes([GOOD, BAD, IDLE], OFFSETS, reference_moves(), Fit(penalty=0.01))
    assert good > bad > idle
    # Nine to one is what the odds of the two should be.
    assert good - bad == pytest.approx(np.log(9), abs=0.05)


def test_a_stronger_penalty_makes_smaller_weights() -> None:
    loose, tight = (fit_votes([GOOD, BAD], OFFSETS, reference_moves(), Fit(penalty=p)) for p in (0.1, 100.0))
    assert np.abs(tight).max() < np.abs(loose).max()


def test_the_highest_sum_decides_and_silence_stays_silence() -> None:
    policy = vote("votes", [GOOD[:50], BAD[:50]], np.array([1.0, 3.0]), OFFSETS)
    assert policy.first[:50].tolist() == BAD[:50].tolist()
    assert set(policy.first[50:].tolist()) == {-1}


def test_a_move_that_nobody_suggests_is_not_elected_though_the_others_are_voted_against() -> None:
    left = elected([GOOD, BAD], np.array([-1.0, -2.0]), OFFSETS)
    assert np.flatnonzero(left).tolist() == GOOD.tolist()


def test_a_library_answers_by_its_votes_and_without_any_in_its_order() -> None:
    def library(*figures: dict[str, float]) -> Library:
        rules = [Rule.parse(f"t{number}(P, F, T) :- legal_move(F, T, P).") for number in range(len(figures))]
        return Library(FULL, tuple(map(Tactic, rules, figures)))

    voting, listed = library({"vote": 1.0}, {"vote": 3.0}, {}), library({}, {"precision": 0.5}, {})
    assert votes_of(listed) is None
    weights = votes_of(voting)
    assert weights is not None
    assert weights.tolist() == [1.0, 3.0, 0.0]
    covered = [GOOD, BAD, IDLE]
    assert np.flatnonzero(together(voting, covered, OFFSETS)).tolist() == BAD.tolist()
    assert np.flatnonzero(together(listed, covered, OFFSETS)).tolist() == GOOD.tolist()


def test_two_weak_voices_outvote_a_strong_one() -> None:
    policy = vote("votes", [GOOD, BAD, BAD], np.array([1.5, 1.0, 1.0]), OFFSETS)
    assert policy.first.tolist() == BAD.tolist()


def test_the_voter_that_is_missed_most_is_chosen_first() -> None:
    assert choose_voters([RARE, IDLE, GOOD], OFFSETS, reference_moves(), 1) == [2]
    assert set(choose_voters([RARE, IDLE, GOOD], OFFSETS, reference_moves(), 9)) == {0, 1, 2}


def test_a_fit_needs_a_penalty() -> None:
    with pytest.raises(BadArgument, match="both numbers must lie above zero"):
        Fit(penalty=0)


def learned(tally: Tally, number: int) -> Learned:
    return Learned(Rule.parse(f"t{number}(P, F, T) :- legal_move(F, T, P)."), tally, number)


def test_a_portfolio_answers_much_and_repeats_nothing() -> None:
    twin = GOOD[:-1]
    covered = [RARE, GOOD, twin, BAD]
    found = [
        learned(Tally(len(rows), len(rows), hits), n)
        for n, (rows, hits) in enumerate(zip(covered, (10, 90, 89, 10), strict=True))
    ]
    hits = reference_moves() > 0
    assert choose(found, covered, hits, OFFSETS, Portfolio(count=2, floor=0.8)) == [0, 1]
    assert choose(found, covered, hits, OFFSETS, Portfolio(count=4, floor=0.8)) == [0, 1, 3]
    assert different(covered, 0.8, 10) == [0, 1, 3]


def test_a_rule_must_be_right_where_no_other_has_answered() -> None:
    # The second rule is right where the first has spoken, and mostly wrong in the positions that it adds.
    covered = [GOOD[20:], np.sort(np.concatenate([GOOD[20:40], GOOD[1:5], GOOD[5:15] + 2])), GOOD[5:8]]
    tallies = [Tally(80, 80, 72), Tally(34, 34, 22), Tally(3, 3, 3)]
    found = [learned(tally, number) for number, tally in enumerate(tallies)]
    wanted = Portfolio(count=2, floor=0.5, share=1.0)
    assert choose(found, covered, reference_moves() > 0, OFFSETS, wanted) == [0, 2]


def test_voters_that_are_chosen_already_stay_and_make_their_like_superfluous() -> None:
    targets = reference_moves()
    assert choose_voters([GOOD, GOOD[:-1], BAD], OFFSETS, targets, 2, Fit(0.1), chosen=[0]) == [0, 2]


def test_a_portfolio_holds_at_least_one_rule() -> None:
    with pytest.raises(BadArgument, match="the count begins at 1"):
        Portfolio(count=0)
