"""Test polishing: changes of a tree keep its types and its limit, and find the condition that the cases need."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from motif._core.board import Positions
from motif._core.endgames import endgame_starts
from motif.endgames.learning.climbing import StateCases, Tokens, TreeChanger, end_of, polish
from motif.endgames.program import Program, State
from motif.endgames.trees import Tree

IDLE = Program.parse("(Advantage 0) (Even 0) (Disadvantage 0)")
NO_CASES = StateCases(Positions([]), np.empty(0))
CHANGERS = {state: TreeChanger(extras=False, most_symbols=12) for state in State}


def checks(count: int) -> StateCases:
    """Return cases in which only checks have a value."""
    positions = endgame_starts("KQKQ", count, 3)
    return StateCases(positions, positions.gives_check().astype(np.float64))


@pytest.mark.parametrize("extras", [False, True])
def test_every_change_is_a_tree_and_none_outgrows_the_limit(extras: bool) -> None:
    rng, changer = Random(5), TreeChanger(extras, 30)
    tree: Tokens = (0.0,)
    sizes = set()
    for _ in range(400):
        changed = changer.change(tree, rng)
        assert changed != tree
        tree = changed
        # This raises an error unless the tokens are a tree with arguments of the right types.
        assert tuple(Tree.from_tokens(iter(tree)).tokens()) == tree
        sizes.add(len(tree))
    assert max(sizes) <= 30
    assert len(sizes) > 5


def test_polishing_finds_the_condition_that_the_cases_need() -> None:
    cases = {State.ADVANTAGE: NO_CASES, State.EVEN: checks(40), State.DISADVANTAGE: NO_CASES}
    best = polish([IDLE], cases, CHANGERS, 600, Random(1))[0]
    assert "IsOppKingInCheck" in best.even.terminals()
    # The cases have even material only, so the other two trees do not change.
    assert (best.advantage, best.disadvantage) == (IDLE.advantage, IDLE.disadvantage)


def test_the_same_seed_polishes_to_the_same_programs() -> None:
    cases = {state: checks(10) if state is State.EVEN else NO_CASES for state in State}
    one, two, other = (polish([IDLE], cases, CHANGERS, 200, Random(seed)) for seed in (1, 1, 2))
    assert one == two != other


def test_a_subtree_ends_where_its_last_argument_ends() -> None:
    tree = ("If3", "And2", "IsMate", "Not", "IsMateInOne", 1.0, "If3", "IsMate", 2.0, 3.0)
    assert [end_of(tree, at) for at in (0, 1, 3, 5, 6)] == [10, 5, 5, 6, 10]
