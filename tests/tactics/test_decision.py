"""Many tactics choose together: as a list each rule narrows the choice, by votes the highest sum decides."""

from __future__ import annotations

from itertools import islice

import numpy as np

from motif._core.board import Positions
from motif.board.games import read_games
from motif.runtime.files import SAMPLE_GAMES
from motif.tactics.coverage import Coverage
from motif.tactics.learning.lists import CALCULATION, skipped_with
from motif.tactics.library import Tactic, TacticsLibrary, elected, narrowed, ordered_list, together, vote, votes_of
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

OFFSETS = np.array([0, 3, 5, 9])

PIECE_WON = Rule.parse("gain(P, F, T) :- legal_move(F, T, P), settles_at_least(F, T, 3, P).", FULL)

HUNDRED = np.arange(0, 404, 4)
"""One hundred positions with four moves each."""

GOOD = np.arange(0, 400, 4)
BAD = np.arange(1, 400, 4)
IDLE = np.sort(np.concatenate([np.arange(2, 400, 4), np.arange(3, 400, 4)]))


def rows(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(numbers, np.int64)


def test_the_first_rule_that_applies_decides() -> None:
    left = narrowed([rows(0, 1), rows(2, 3)], OFFSETS)
    assert np.flatnonzero(left).tolist() == [0, 1, 3]


def test_later_rules_choose_among_the_moves_left_and_add_none() -> None:
    left = narrowed([rows(0, 1), rows(2), rows(1, 2), rows(0)], OFFSETS)
    assert np.flatnonzero(left).tolist() == [1]


def test_moves_left_are_equally_likely_and_without_suggestions_there_are_none() -> None:
    policy = ordered_list("list", [rows(5, 6), rows(3)], OFFSETS)
    assert policy.probabilities.tolist() == [0, 0, 0, 1, 0, 0.5, 0.5, 0, 0]
    assert policy.first[0] == -1
    assert policy.first[1] == 3
    assert policy.first[2] in (5, 6)


def test_an_empty_list_chooses_nothing() -> None:
    assert ordered_list("none", [], OFFSETS).probabilities.sum() == 0


def test_the_highest_sum_decides_and_no_suggestion_chooses_nothing() -> None:
    policy = vote("votes", [GOOD[:50], BAD[:50]], np.array([1.0, 3.0]), HUNDRED)
    assert policy.first[:50].tolist() == BAD[:50].tolist()
    assert set(policy.first[50:].tolist()) == {-1}


def test_a_move_without_suggestions_is_not_elected_even_against_negative_votes() -> None:
    left = elected([GOOD, BAD], np.array([-1.0, -2.0]), HUNDRED)
    assert np.flatnonzero(left).tolist() == GOOD.tolist()


def test_a_library_decides_by_votes_or_without_them_as_a_list() -> None:
    def library(*figures: dict[str, float]) -> TacticsLibrary:
        rules = [Rule.parse(f"t{number}(P, F, T) :- legal_move(F, T, P).") for number in range(len(figures))]
        return TacticsLibrary(FULL, tuple(map(Tactic, rules, figures)))

    voting, listed = library({"vote": 1.0}, {"vote": 3.0}, {}), library({}, {"precision": 0.5}, {})
    assert votes_of(listed) is None
    weights = votes_of(voting)
    assert weights is not None
    assert weights.tolist() == [1.0, 3.0, 0.0]
    covered = [GOOD, BAD, IDLE]
    assert np.flatnonzero(together(voting, covered, HUNDRED)).tolist() == BAD.tolist()
    assert np.flatnonzero(together(listed, covered, HUNDRED)).tolist() == GOOD.tolist()


def test_two_weak_votes_beat_a_strong_one() -> None:
    policy = vote("votes", [GOOD, BAD, BAD], np.array([1.5, 1.0, 1.0]), HUNDRED)
    assert policy.first.tolist() == BAD.tolist()


def test_skipping_rules_that_the_calculation_covers_changes_nothing() -> None:
    mate, *others = (rule for rule in TacticsLibrary.shipped().rules if rule.body != CALCULATION.body)
    rules = [mate, PIECE_WON, CALCULATION, *others]
    skipped = skipped_with(rules)
    library = TacticsLibrary(
        FULL, tuple(Tactic(rule, {}, "", other) for rule, other in zip(rules, skipped, strict=True))
    )
    assert library.is_read[:3] == [True, False, True], "mate comes before the rule about a won piece"
    positions = Positions.concatenate(game.positions() for game in islice(read_games(SAMPLE_GAMES), 12))
    coverage = Coverage(positions, FULL)
    covered, offsets = coverage.rows(library.rules), coverage.offsets
    assert np.array_equal(together(library, covered, offsets), narrowed(covered, offsets))


def test_the_calculation_covers_rules_about_gains_by_captures() -> None:
    gain, other = PIECE_WON, Rule.parse("other(P, F, T) :- legal_move(F, T, P), safe(F, T, P).", FULL)
    calculation = CALCULATION.name
    assert skipped_with([gain, CALCULATION, other, gain]) == [calculation, "", "", calculation]
    assert skipped_with([gain, other, CALCULATION]) == ["", "", ""], "another rule comes before the calculation"
    assert skipped_with([gain, other]) == ["", ""]
