"""Test the order of patterns: by weight and effect, so that a pattern that only corrects another comes late."""

from __future__ import annotations

import pytest

from motif.patterns.library import Effects, Library, most_important_first
from motif.patterns.move_pattern import MovePattern, to_core

LOSES = "loses 1 2\n1PNBRQK -(-2)-> 2.pnbrqk"
QUEEN_LOSES = "loses 1 2\n1Q -(-1.5)-> 2.pnbrqk"
GUARDED_QUEEN_LOSES = "loses 1 2\nreaches 3 2\n1Q -(+0.5)-> 2. with 3N"
ROOK_CHECKS = "hits_from 1 2 3\n1R -(+1)-> 2. with 3k"

ALL = [LOSES, QUEEN_LOSES, GUARDED_QUEEN_LOSES, ROOK_CHECKS]


def _effect(text: str, known: list[str]) -> float:
    pattern, others = MovePattern.parse(text), [MovePattern.parse(each) for each in known]
    return Effects(map(to_core, others), (other.weight for other in others)).of(to_core(pattern), pattern.weight)


@pytest.mark.parametrize(
    ("text", "effect"), [(LOSES, -2.0), (QUEEN_LOSES, -3.5), (GUARDED_QUEEN_LOSES, -3.0), (ROOK_CHECKS, 1.0)]
)
def test_an_effect_is_the_weight_and_all_that_is_more_general(text: str, effect: float) -> None:
    assert _effect(text, ALL) == pytest.approx(effect)


def test_who_only_takes_back_comes_last() -> None:
    order = most_important_first(map(MovePattern.parse, ALL))
    assert list(map(str, order)) == [QUEEN_LOSES, LOSES, ROOK_CHECKS, GUARDED_QUEEN_LOSES]


def test_the_names_of_vertices_do_not_matter() -> None:
    general = "hits_from 1 2 3\n1N -(+1)-> 2. with 3q"
    special = "hits_from 1 2 3\nhits_from 1 2 4\n1N -(+2)-> 2. with 3k 4q"
    assert _effect(special, [general]) == pytest.approx(3.0)
    assert _effect(special.replace("4q", "4r"), [general]) == pytest.approx(2.0)


def test_the_effect_of_a_habit_with_twelve_edges_does_not_try_their_orders() -> None:
    # There are 479,001,600 orders of twelve edges: `patterns learn --teacher` hung at the first such habit.
    pawns = [f"{number}p" for number in range(3, 15)]
    crowd = "\n".join(f"hits_from 1 2 {number}" for number in range(3, 15)) + f"\n1N -(+1)-> 2. with {' '.join(pawns)}"
    one_pawn, absent = "hits_from 1 2 3\n1N -(+0.5)-> 2. with 3p", "hits_from 1 2 3\n1N -(+9)-> 2. with 3q"
    assert _effect(crowd, [crowd, one_pawn, absent]) == pytest.approx(1.5)


def test_effects_agree_with_what_is_a_subgraph() -> None:
    library = Library.shipped()
    heavy = [library.pattern(number) for number in (abs(library.weights) > 0.4).nonzero()[0].tolist()]
    effects = Effects(map(to_core, heavy), (pattern.weight for pattern in heavy))
    for number in range(0, len(library), 2_500):
        pattern = library.pattern(number)
        above = [other.weight for other in heavy if other != pattern and other.is_subgraph_of(pattern)]
        assert effects.of(to_core(pattern), pattern.weight) == pytest.approx(pattern.weight + sum(above))
