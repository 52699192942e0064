"""Test what is forced: mistakes of real games whose first explanation was wrong, each with the right one."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.engines.evaluator import Evaluator
from motif.explain.mistakes import explain_mistake
from motif.players.names import find_evaluator


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return find_evaluator("search:8")


def test_a_knight_that_can_go_home_is_not_lost(evaluator: Evaluator) -> None:
    # lichess.org/MqN0VhB3: e5 attacks the knight on f6, but g8 and g4 are free.
    board = chess.Board("rnbqk2r/pp1p1pbp/2p1pnp1/8/2PPP3/2N2N2/PP3PPP/R1BQKB1R w KQkq - 0 6")
    assert explain_mistake(board, board.parse_san("Bd3"), evaluator).reasons == ()


def test_a_knight_that_must_leave_something_else_in_the_lurch_is_lost(evaluator: Evaluator) -> None:
    board = chess.Board("r3k2r/pppq2pp/2nb1pb1/1B6/3Pp2N/2P3B1/PP3PPP/R2QK2R w KQkq - 3 13")
    mistake = explain_mistake(board, board.parse_san("f4"), evaluator)
    assert "d5, which attacks the knight on c6, winning a knight for a pawn" in mistake.sentence


def test_what_could_be_taken_at_once_is_not_the_merit_of_another_move() -> None:
    # lichess.org/ysPa73M7: the bishop takes the rook at once, or, as this engine would, after dxc5 Bxe4.
    evaluator = find_evaluator("search:8,weights=tapered")
    board = chess.Board("r2q1rk1/1bp1bp2/p3p1pB/2p5/3PN3/6Q1/PPP2PPP/R3R1K1 w - - 0 16")
    assert explain_mistake(board, board.parse_san("Bg5"), evaluator).reasons == ()


def test_a_capture_with_the_wrong_piece_does_not_miss_the_capture(evaluator: Evaluator) -> None:
    # lichess.org/oCGIgCeq: any capture of the bishop wins it; the knight leaves e5 to do so.
    board = chess.Board("r1bq1rk1/pppn1pb1/5Bpp/4p3/2B1P3/2N2N2/PPP2PPP/R2QR1K1 b - - 0 10")
    mistake = explain_mistake(board, board.parse_san("Nxf6"), evaluator)
    assert mistake.missed is None
    assert "Nxf6 leaves the pawn on e5 undefended: after Qxd8 Rxd8, Nxe5 wins a pawn" in mistake.sentence


def test_a_pawn_that_promotes_with_a_fork_is_not_called_running(evaluator: Evaluator) -> None:
    # lichess.org/C7PBnhe3
    board = chess.Board("8/p3Rp2/7Q/3k4/P2P4/3q2KP/5p2/8 w - - 0 49")
    mistake = explain_mistake(board, board.parse_san("Qe3"), evaluator)
    assert mistake.sentence.startswith(
        "Qe3 allows f1=N+, which forks the king on g3 and the queen on e3, winning the queen for a pawn."
    )


def test_castling_gives_check_and_uncovers_none(evaluator: Evaluator) -> None:
    # lichess.org/uVgrGW6Z
    board = chess.Board("rnb1k2r/pppp2pp/8/3P4/2P2K1q/7P/PP4P1/RN1Q1BNR w kq - 1 11")
    mistake = explain_mistake(board, board.parse_san("Kf3"), evaluator)
    assert "O-O+, which gives check with the rook on f8" in mistake.sentence


def test_a_knight_guarded_through_its_taker_is_guarded(golden: Golden, evaluator: Evaluator) -> None:
    # The bishop on e3 looks through the one on d4 at b6, but a pawn can recapture there.
    board = chess.Board("rnb1k1nr/pp1p1p2/2p1p1pp/8/Nq1bP3/3BB3/P1PN1PPP/R2QK2R w KQkq - 0 10")
    mistake = explain_mistake(board, board.parse_san("Nb6"), evaluator)
    golden(mistake.sentence)
