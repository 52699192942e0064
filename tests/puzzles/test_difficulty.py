"""Parts of the difficulty estimate, each compared with a similar puzzle without it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import chess
import pytest

from motif.puzzles.difficulty import MATES, MATES_IN_1, WINS, estimate, features_of_a_win, first_sight
from motif.puzzles.puzzle import Branch, Difficulty, Goal, Puzzle, Stipulation
from motif.puzzles.solutions import puzzle_of, solve_within

MATE_IN_2 = Stipulation(Goal.MATE, 2)
QUIET = "1Q6/8/8/8/3K4/8/8/k7 w - - 0 1"
OFFERED = "r6k/6pp/7N/8/2Q5/8/8/6K1 w - - 0 1"
FORK = Puzzle("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1", Stipulation(Goal.WIN, 2), Branch.parse_all("g5f7[h8g7[f7d8]]"))


def parts(position: str, stipulation: Stipulation = MATE_IN_2) -> dict[str, float]:
    return dict(estimate(puzzle_of(solve_within(position, stipulation))).parts)


def test_a_quiet_key_is_harder_than_a_check() -> None:
    assert parts(QUIET)["neither check nor capture at the key"] > 1
    assert "neither check nor capture at the key" not in parts(OFFERED)


def test_a_queen_that_is_offered_is_hard_to_play() -> None:
    # Philidor's legacy: the queen goes to g8, where rook and king attack it.
    assert parts(OFFERED)["value offered at the key"] > 0
    assert "value offered at the key" not in parts(QUIET)


def test_another_check_to_choose_from_makes_it_harder() -> None:
    few = parts(OFFERED)
    more = parts("r6k/6pp/7N/8/2Q5/8/1B6/6K1 w - - 0 1")
    assert more["checks to choose from at the key"] > few["checks to choose from at the key"]


def test_two_ways_to_mate_are_easier_than_one() -> None:
    # The rook mates on the last rank; a queen on d1 could mate as well.
    mate = Stipulation(Goal.MATE, 1)
    one = estimate(Puzzle("6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", mate, Branch.parse_all("a1a8")))
    two = estimate(Puzzle("6k1/5ppp/8/8/8/8/5PPP/R2Q2K1 w - - 0 1", mate, Branch.parse_all("a1a8")))
    name = "mates to choose from at the key"
    assert dict(two.parts)[name] < dict(one.parts)[name] < 0
    assert 2 < one.total < 5, "few puzzles are easier"


def test_a_longer_mate_adds_its_length() -> None:
    longer = parts("2BB4/8/2R5/1k1K4/8/8/8/8 w - - 0 1", Stipulation(Goal.MATE, 3))
    assert longer["length"] > parts(QUIET)["length"]


def test_small_boards_have_no_estimate() -> None:
    assert parts("1K2/1P2/kpp1/rqr1 w") == {}


def test_a_win_is_estimated_from_its_line() -> None:
    found = estimate(FORK)
    assert dict(found.parts)["fork"] < 0, "players look for forks"
    assert Difficulty.parse(str(found)) == found
    assert 3 < found.total < 12, "about the rating divided by 200"


def test_a_tempting_capture_makes_a_win_harder() -> None:
    # The knight forks king and queen; a rook that the king can capture attracts attention.
    tempting = replace(FORK, position="3q3k/8/8/6N1/8/8/5r2/6K1 w - - 0 1")
    plain, harder = (dict(estimate(puzzle).parts) for puzzle in (FORK, tempting))
    for name in ("looks worse one ply deep at the key", "another man to capture at the key"):
        assert harder[name] > plain.get(name, 0.0)


def test_a_fork_without_check_shows_after_three_plies_but_not_after_one() -> None:
    # A pawn forks two rooks without a check.
    fork = chess.Board("7k/8/1r1r4/8/1PP5/P6P/6PK/8 w - - 0 1")
    (seen,) = first_sight([fork], [chess.Move.from_uci("c4c5")])
    assert seen["looks worse one ply deep"] == 0.0, "every move that loses nothing is as good"
    assert seen["looks worse three plies deep"] < -2, "a rook is won, and in no other way"
    assert seen["moves that look as good one ply deep"] > seen["moves that look as good three plies deep"] == 0.0


def test_an_only_move_cannot_look_worse() -> None:
    (seen,) = first_sight([chess.Board("7k/8/8/8/8/8/1q6/K7 w - - 0 1")], [chess.Move.from_uci("a1b2")])
    assert seen["looks worse one ply deep"] == -15.0


@pytest.mark.parametrize("weights", [MATES, MATES_IN_1, WINS], ids=["mates", "mates in 1", "wins"])
def test_every_weight_belongs_to_a_feature(weights: Mapping[str, float]) -> None:
    known = features_of_a_win(FORK.board(), [chess.Move.from_uci(move) for move in FORK.main_line])
    assert set(weights) <= set(known)
