"""Lists that narrow the choice: the moves left, the gain of a change, and how a list is found."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif.errors import BadArgument
from motif.statistics.examples import Rows
from motif.tactics.learning.narrowing import Edit, Ground, ListClimb, Narrowing, climb, fill, greedy, prune
from motif.tactics.library import narrowed

GROUND = Ground(np.array([0, 3, 6]), np.array([0.0, 1.0, 0.0, 0.0, 0.0, 1.0]), np.array([0.5, 0.5]))
"""Two positions with three moves each; the second move is right in the first, the third in the other."""

RIGHT, BROAD, WRONG, CALCULATION = (np.array(rows) for rows in ([1, 5], [0, 1, 3, 4], [0], [1, 2, 5]))
RULES = [RIGHT, BROAD, WRONG, CALCULATION]


def test_the_worth_of_a_list_is_that_of_the_moves_left() -> None:
    assert Narrowing(GROUND, RULES).worth == pytest.approx(1 / 3), "all moves are left"
    assert Narrowing(GROUND, RULES, [0]).worth == 1
    assert Narrowing(GROUND, RULES, [1]).worth == pytest.approx(0.25), "one of two is right, and none of two"
    assert Narrowing(GROUND, RULES, [2]).worth == pytest.approx(1 / 6)


def test_a_calculation_counts_half() -> None:
    assert Narrowing(GROUND, RULES, [3]).worth == pytest.approx((0.5 + 1) / 2)
    assert Narrowing(GROUND, RULES, [3], calculation=3).worth == pytest.approx(((0.5 + 1) / 2 + 1 / 3) / 2)


def test_the_better_rule_is_found_and_the_idle_one_removed() -> None:
    order = greedy(GROUND, RULES, 4)
    assert order == [0]
    found = Narrowing(GROUND, RULES, [2, 0, 1])
    prune(found, 1e-9)
    assert (found.order, found.worth) == ([0], 1.0)


def test_a_rule_that_earns_its_place_by_luck_is_removed() -> None:
    """One rule is right in some positions and wrong in others; it adds less than its standard error."""
    rows = 8
    worth = np.array([1.0, 0.0] * rows)
    ground = Ground(np.arange(0, 2 * rows + 1, 2), worth, np.full(rows, 1 / rows))
    lucky, sure = np.array([0, 2, 4, 7, 9]), np.array([10, 12, 14])
    found = Narrowing(ground, [lucky, sure], [0, 1])
    prune(found, 1e-9)
    assert found.order == [0, 1]
    prune(found, 1e-9, sure=1.0)
    assert found.order == [1], "half a point in each of five positions, against one and a half in all of three"


def test_the_climb_reaches_the_best_list_and_is_reproducible() -> None:
    lists = []
    for _ in range(2):
        found, scout = (Narrowing(GROUND, RULES, [2, 1]) for _ in range(2))
        climb(found, scout, ListClimb(3, steps=300), np.random.default_rng(5))
        lists.append(found.order)
        assert found.worth == 1
    assert lists[0] == lists[1]


def test_fill_inserts_a_missed_rule_where_it_adds_most() -> None:
    """After the broad rule the right one could only choose between two moves; before it, it decides both positions."""
    found, scout = (Narrowing(GROUND, RULES, [1]) for _ in range(2))
    fill(found, scout, ListClimb(3))
    assert (found.order, found.worth) == ([0, 1], 1.0)
    found, scout = (Narrowing(GROUND, RULES, [1]) for _ in range(2))
    fill(found, scout, ListClimb(1))
    assert found.order == [1], "the list is full"


def test_a_list_has_a_limited_number_of_rules(golden: Golden) -> None:
    with golden.raises(BadArgument):
        ListClimb(count=63)


rules = st.lists(st.sets(st.integers(0, 11)), min_size=1, max_size=6)


@given(rules, st.data())
def test_the_predicted_gain_of_a_change_is_its_real_gain(drawn: list[set[int]], data: st.DataObject) -> None:
    covered: list[Rows] = [np.array(sorted(rows), np.int64) for rows in drawn]
    ground = Ground(np.array([0, 5, 6, 12]), np.arange(12.0), np.array([0.2, 0.3, 0.5]))
    order = data.draw(st.lists(st.sampled_from(range(len(covered))), unique=True))
    narrowing = Narrowing(ground, covered, order)
    others = [number for number in range(len(covered)) if number not in order]
    removed = data.draw(st.sampled_from([None, *range(len(order))]))
    number = data.draw(st.sampled_from([None, *others]))
    edit = Edit(removed, number, data.draw(st.integers(0, len(order) - (removed is not None))))
    if removed is None and number is None:
        return
    before, gain = narrowing.worth, narrowing.gain(edit)
    narrowing.change(edit)
    assert narrowing.worth == pytest.approx(before + gain)
    assert narrowing.worth == pytest.approx(Narrowing(ground, covered, edit.applied(order)).worth)
    by_definition = narrowed([covered[each] for each in narrowing.order], ground.offsets)
    counts = np.repeat(np.add.reduceat(by_definition.astype(int), ground.offsets[:-1]), ground.counts)
    assert (narrowing.left() == (by_definition | (counts == 0))).all(), "the same as applying one rule after another"
