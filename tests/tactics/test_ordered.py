"""A list of tactics is one policy: the first to apply speaks, the others choose among what it says."""

from __future__ import annotations

import numpy as np

from motif.tactics.ordered import narrowed, ordered_list

OFFSETS = np.array([0, 3, 5, 9])


def rows(*numbers: int) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(numbers, np.int64)


def test_the_first_rule_that_applies_speaks() -> None:
    left = narrowed([rows(0, 1), rows(2, 3)], OFFSETS)
    assert np.flatnonzero(left).tolist() == [0, 1, 3]


def test_later_rules_choose_among_what_it_says_and_never_add_to_it() -> None:
    left = narrowed([rows(0, 1), rows(2), rows(1, 2), rows(0)], OFFSETS)
    assert np.flatnonzero(left).tolist() == [1]


def test_what_is_left_is_equally_likely_and_silence_is_no_move() -> None:
    policy = ordered_list("list", [rows(5, 6), rows(3)], OFFSETS)
    assert policy.probabilities.tolist() == [0, 0, 0, 1, 0, 0.5, 0.5, 0, 0]
    assert policy.first[0] == -1
    assert policy.first[1] == 3
    assert policy.first[2] in (5, 6)


def test_no_rules_say_nothing() -> None:
    assert ordered_list("none", [], OFFSETS).probabilities.sum() == 0
