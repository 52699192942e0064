"""Test the hierarchy: its order, and that walking down finds exactly what testing every pattern finds."""

from __future__ import annotations

import chess
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif.errors import BadPattern
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.hierarchy import Hierarchy
from motif.patterns.move_pattern import MovePattern
from patterns.hierarchy_walk import retrieve

A_KNIGHT_MOVES = "1N -(+0)-> 2."
CHECK = "hits_from 1 2 3\n1N -(+1)-> 2. with 3k"
ATTACK_ON_ROOK = "hits_from 1 2 3\n1N -(+1)-> 2. with 3r"
FORK = "hits_from 1 2 3\nhits_from 1 2 4\n1N -(+5)-> 2. with 3k 4r"
COVERED_FORK = "hits_from 1 2 3\nhits_from 1 2 4\ncovers 5 2\n1N -(+0)-> 2. with 3k 4r 5p"
FAMILY = [A_KNIGHT_MOVES, CHECK, ATTACK_ON_ROOK, FORK, COVERED_FORK]


def above(hierarchy: Hierarchy, text: str) -> set[str]:
    number = hierarchy.get(MovePattern.parse(text))
    assert number is not None
    names = {hierarchy.get(MovePattern.parse(other)): other for other in FAMILY}
    return {names[parent] for parent in hierarchy.parents[number]}


@given(st.permutations(FAMILY))
def test_the_order_of_insertion_does_not_matter(order: list[str]) -> None:
    hierarchy = Hierarchy.of(map(MovePattern.parse, order))
    assert above(hierarchy, A_KNIGHT_MOVES) == set()
    assert above(hierarchy, CHECK) == above(hierarchy, ATTACK_ON_ROOK) == {A_KNIGHT_MOVES}
    assert above(hierarchy, FORK) == {CHECK, ATTACK_ON_ROOK}
    assert above(hierarchy, COVERED_FORK) == {FORK}
    hierarchy.check()


def test_a_pattern_that_is_known_takes_its_new_weight() -> None:
    hierarchy = Hierarchy.of(map(MovePattern.parse, FAMILY))
    number = hierarchy.insert(MovePattern.parse(FORK.replace("+5", "+7")))
    assert len(hierarchy) == len(FAMILY)
    assert hierarchy.patterns[number].weight == 7


@settings(max_examples=25)
@given(st.integers(0, 60), st.randoms())
def test_going_down_finds_what_asking_everybody_finds(plies: int, rng: st.randoms) -> None:  # type: ignore[valid-type]
    board = chess.Board()
    for _ in range(plies):
        moves = sorted(board.legal_moves, key=chess.Move.uci)
        if not moves:
            return
        board.push(rng.choice(moves))  # type: ignore[attr-defined]
    more = ["hits 3 1\n1PNBRQK -(+1)-> 2.pnbrqk with 3pnbrqk", "hits 3 1\nhits 4 1\n1N -(+1)-> 2. with 3p 4P"]
    hierarchy = Hierarchy.of(map(MovePattern.parse, [*FAMILY, *more]))
    full = BoardPattern.full(board)
    for move in board.legal_moves:
        found = {(fit.number, fit.squares) for fit in retrieve(hierarchy, full, board, move)}
        plain = {
            (number, tuple(sorted(squares.items())))
            for number, pattern in enumerate(hierarchy)
            for squares in pattern.embeddings(full, board, move)
        }
        assert found == plain


def test_a_circle_is_refused(golden: Golden) -> None:
    hierarchy = Hierarchy.of(map(MovePattern.parse, [A_KNIGHT_MOVES, CHECK]))
    hierarchy.children[1].add(0)
    with golden.raises(BadPattern):
        hierarchy.check()
