"""The second solver for selfmates and helpmates: it agrees with the core and reports errors in solutions."""

from __future__ import annotations

from dataclasses import replace

import pytest

from goldens import Golden
from motif._core.puzzles import solve
from motif.errors import BadArgument
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.solutions import puzzle_of
from motif.puzzles.verify import find_helpmates, find_mates, objections
from puzzles.placements import random_diagrams

COMPELLED = "8/1QR4R/8/r7/k7/8/8/KB3q2 w - - 0 1"
HELPED = "8/8/6k1/8/4K3/2R5/8/8 b - - 0 1"


def solved(position: str, stipulation: str) -> Puzzle:
    solution = solve(position, stipulation)
    assert solution is not None
    return puzzle_of(solution)


@pytest.mark.parametrize("moves", [1, 2])
def test_both_solvers_find_the_same_selfmates(moves: int) -> None:
    forced = ["1N6/8/8/3N4/3B4/1kr5/6Qr/KN6 w - - 0 1", COMPELLED]
    found = 0
    for position in [*random_diagrams(3, seed=5, files=8, ranks=8, most_pieces=8), *forced]:
        solution = solve(position, f"s#{moves}")
        finding = find_mates(position, moves, Goal.SELFMATE)
        assert solution is not None
        assert finding.keys == tuple(sorted(key.line.move.uci() for key in solution.keys)), position
        assert finding.length == solution.length
        found += bool(finding.keys)
    assert found >= len(forced)


def test_both_solvers_find_the_same_helpmates() -> None:
    found = 0
    for position in [*random_diagrams(2, seed=6, files=5, ranks=5, most_pieces=5), HELPED]:
        puzzle = solved(position, "h#2")
        lines = {line for branch in puzzle.solution for line in branch.lines()}
        assert lines == set(find_helpmates(position, 2)), position
        found += bool(lines)
    assert found


def test_a_sound_selfmate_meets_no_objection() -> None:
    assert objections(solved(COMPELLED, "s#1")) == []


def test_a_selfmate_that_does_not_exist() -> None:
    bare = Puzzle("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Stipulation(Goal.SELFMATE, 2), Branch.parse_all("e1e2"))
    assert objections(bare) == ["there is no selfmate in 2"]


def test_a_wrong_key_of_a_selfmate_is_named() -> None:
    right = solved(COMPELLED, "s#1")
    key = right.key
    wrong = replace(right, solution=Branch.parse_all("b7a8"))
    found = objections(wrong)
    assert found[:2] == [f"{key} also forces the selfmate", "b7a8 does not force the selfmate"]
    assert any("has no answer" in problem for problem in found)


def test_a_reply_that_neither_mates_nor_is_answered_is_named() -> None:
    careless = Puzzle(COMPELLED, Stipulation(Goal.SELFMATE, 1), Branch.parse_all("b7a8[a5a8]"))
    assert "b7a8 a5a8 has no answer" in objections(careless)


def test_a_selfmate_with_a_shorter_solution() -> None:
    assert "there is a selfmate in 1" in objections(solved(COMPELLED, "s#2"))


def test_a_helpmate_with_a_wrong_and_a_missing_line() -> None:
    right = solved(HELPED, "h#2")
    assert objections(right) == []
    line = " ".join(next(right.lines()))
    wrong = replace(right, solution=Branch.parse_all("g6h6[e4f5[h6h7[c3c7]]]"))
    assert objections(wrong) == [f"{line} is also a solution", "g6h6 e4f5 h6h7 c3c7 does not mate"]


def test_three_moves_are_too_many(golden: Golden) -> None:
    with golden.raises(BadArgument):
        find_helpmates(HELPED, 3)
    with golden.raises(BadArgument):
        find_mates(COMPELLED, 0, Goal.SELFMATE)
