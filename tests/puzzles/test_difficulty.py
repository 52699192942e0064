"""What makes a puzzle look hard: every part of the estimate beside a twin that lacks it."""

from __future__ import annotations

from motif.puzzles.difficulty import estimate, estimate_win
from motif.puzzles.puzzle import Branch, Difficulty, Goal, Puzzle, Stipulation
from motif.puzzles.solver import puzzle_of, solve_within

MATE_IN_2 = Stipulation(Goal.MATE, 2)


def parts(position: str, stipulation: Stipulation = MATE_IN_2) -> dict[str, float]:
    solution = solve_within(position, stipulation)
    return dict(estimate(puzzle_of(solution), solution).parts)


def test_a_quiet_key_is_harder_than_a_check() -> None:
    quiet = parts("1Q6/8/8/8/3K4/8/8/k7 w - - 0 1")
    loud = parts("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1")
    assert quiet["quiet key"] == 2.0
    assert "quiet key" not in loud


def test_a_queen_that_is_offered_is_a_sacrifice() -> None:
    assert parts("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1")["sacrifice"] == 0.5
    assert "sacrifice" not in parts("1Q6/8/8/8/3K4/8/8/k7 w - - 0 1")


def test_every_check_more_misleads() -> None:
    few = parts("r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1")
    more = parts("r6k/6pp/7N/8/2Q5/8/1B6/6K1 w - - 0 1")
    assert more["checks to choose from"] > few["checks to choose from"]


def test_a_longer_mate_adds_its_length() -> None:
    longer = parts("2BB4/8/2R5/1k1K4/8/8/8/8 w - - 0 1", Stipulation(Goal.MATE, 3))
    assert longer["length"] == 4.0


def test_small_boards_are_estimated_by_the_same_parts() -> None:
    small = parts("1K2/1P2/kpp1/rqr1 w")
    assert small["underpromotion"] == 0.5
    assert small["quiet key"] == 2.0
    assert "checks to choose from" not in small


def test_a_win_is_estimated_from_its_line() -> None:
    fork = Puzzle("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1", Stipulation(Goal.WIN, 2), Branch.parse_all("g5f7[h8g7[f7d8]]"))
    found = dict(estimate_win(fork).parts)
    assert found == {"checks to choose from": 1.0, "key near the king": 0.5, "length": 2.0}
    assert Difficulty.parse(str(estimate_win(fork))) == estimate_win(fork)
