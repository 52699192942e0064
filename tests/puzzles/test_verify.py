"""The second solver, and the Python rules for small boards that it uses."""

from __future__ import annotations

from dataclasses import replace

import chess
import pytest

from motif.errors import BadArgument, BadPosition
from motif.puzzles.plain_rules import PlainBoard
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.puzzles.verify import board_of, find_mates, objections
from walks import random_positions

PUZZLE = Puzzle(
    "1K2/1P2/kpp1/rqr1 w - - 0 1",
    Stipulation(Goal.MATE, 2),
    Branch.parse_all("b4a4[c1d1[b3b4n]]"),
)


def test_plain_rules_play_the_full_board_as_python_chess_does() -> None:
    for board in random_positions(150, seed=8):
        board.castling_rights = chess.BB_EMPTY
        plain = PlainBoard.parse(board.fen(en_passant="fen"))
        assert sorted(plain.legal_moves()) == sorted(move.uci() for move in board.legal_moves), board.fen()
        assert plain.is_check() == board.is_check()


def test_castling_rights_are_refused_on_plain_boards() -> None:
    with pytest.raises(BadPosition, match="castling"):
        PlainBoard.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")


def test_a_sound_puzzle_meets_no_objection() -> None:
    assert objections(PUZZLE) == []


def test_a_wrong_key_and_a_missing_one_are_named() -> None:
    wrong = replace(PUZZLE, solution=Branch.parse_all("b4c4"))
    assert objections(wrong)[:2] == ["b4a4 also forces mate", "b4c4 does not force mate"]


def test_a_shorter_mate_is_named() -> None:
    short = Puzzle("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1", Stipulation(Goal.MATE, 2), Branch.parse_all("d1d8"))
    assert "there is a mate in 1" in objections(short)


def test_no_mate_at_all_is_named() -> None:
    drawn = Puzzle("4k3/8/8/8/8/8/8/4K3 w - - 0 1", Stipulation(Goal.MATE, 2), Branch.parse_all("e1e2"))
    assert objections(drawn) == ["there is no mate in 2"]


def test_an_unanswered_defence_is_named() -> None:
    careless = replace(PUZZLE, solution=Branch.parse_all("b4a4"))
    assert objections(careless) == ["b4a4 c1d1 has no answer"]


def test_at_least_one_move_is_needed() -> None:
    with pytest.raises(BadArgument, match="mate in 0"):
        find_mates(PUZZLE.position, 0)


@pytest.mark.parametrize(
    "position",
    [
        "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1",  # only the rooks can check
        "5k2/8/8/8/8/8/8/4K2R w K - 0 1",  # castling checks
        "8/6P1/8/6k1/8/8/8/K7 w - - 0 1",  # promoting on the file of the king
        "8/8/8/K2pP2k/8/8/8/8 w - d6 0 1",
        "7k/8/8/3pP3/8/2B5/1B6/K7 w - d6 0 1",  # en passant opens the bishop's line
        "4k3/8/4N3/8/8/8/4R3/4K3 w - - 0 1",  # any leap of the knight discovers
        "4k3/8/8/8/1b6/8/3R4/4K3 w - - 0 1",  # pinned
    ],
)
def test_every_check_is_among_the_moves_that_are_tried_for_mate(position: str) -> None:
    board = chess.Board(position)
    tried = list(board_of(position).moves_that_may_check())
    checks = {move.uci() for move in board.legal_moves if board.gives_check(move)}
    assert checks <= set(tried) <= {move.uci() for move in board.legal_moves}
    assert len(tried) == len(set(tried))


def test_no_check_is_left_out_in_random_games() -> None:
    for board in random_positions(400, seed=3):
        tried = set(board_of(board.fen()).moves_that_may_check())
        assert {move.uci() for move in board.legal_moves if board.gives_check(move)} <= tried, board.fen()
