"""Test threats found by passing: what a side would do if the other did nothing."""

from __future__ import annotations

import chess
import pytest

from motif.engines.evaluator import Evaluator, find_threats, passed
from motif.engines.limits import Limit
from motif.players.names import find_evaluator

LIMIT = Limit(depth=4)
BACK_RANK = chess.Board("6k1/5ppp/8/8/8/8/8/K2R4 b - - 0 1")
WITH_A_HOLE = chess.Board("6k1/5pp1/7p/8/8/8/8/K2R4 b - - 0 1")


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search")


def test_a_rook_threatens_mate_on_the_back_rank(evaluator: Evaluator) -> None:
    (threat,) = find_threats([BACK_RANK], evaluator, LIMIT)
    assert threat is not None
    assert threat.by == chess.WHITE
    assert threat.evaluation.best == chess.Move.from_uci("d1d8")
    assert threat.evaluation.score.mate() == 1


def test_a_hole_in_the_pawns_prevents_the_mate(evaluator: Evaluator) -> None:
    (threat,) = find_threats([WITH_A_HOLE], evaluator, LIMIT)
    assert threat is not None
    assert not threat.evaluation.score.is_mate()


def test_many_boards_keep_their_order(evaluator: Evaluator) -> None:
    in_check = chess.Board("3R2k1/8/8/8/8/8/8/K7 b - - 0 1")
    first, none, last = find_threats([BACK_RANK, in_check, WITH_A_HOLE], evaluator, LIMIT)
    assert none is None, "a side in check cannot pass"
    assert first is not None
    assert last is not None
    assert (first.board.board_fen(), last.board.board_fen()) == (BACK_RANK.board_fen(), WITH_A_HOLE.board_fen())


def test_a_pass_removes_the_right_to_capture_en_passant() -> None:
    board = chess.Board("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1")
    other = passed(board)
    assert other is not None
    assert other.ep_square is None


def test_a_pass_into_stalemate_is_none() -> None:
    assert passed(chess.Board("7k/5K2/6Q1/8/8/8/8/8 w - - 0 1")) is None
