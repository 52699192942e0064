"""Test why a better move is better: what it does about the punishment, so that a player can check it on the board."""

from __future__ import annotations

import chess
import pytest

from motif.explain.answers import explanation_of_mistake, explanation_of_reason
from motif.explain.found import FoundReason
from motif.explain.mistakes import explain_mistake
from motif.explain.moves import explain_move
from motif.players.names import find_evaluator

SEARCH = find_evaluator("search:8")


@pytest.mark.parametrize(
    ("fen", "played", "reason"),
    [
        (
            "3r3k/p1p2ppp/1p5r/2p1p3/P1P1Pn2/1P1P1R2/3Q1P2/R4K2 w - - 2 27",
            "a5",
            "Rxf4 captures the knight on f4, which the mate needs.",
        ),
        (
            "r3r1k1/p1p2ppp/3p1n2/n1B5/8/2NB1P2/PP3P1P/R3RK2 w - - 0 19",
            "Bb5",
            "Rxe8+ trades off the attacker, the rook on e8.",
        ),
        (
            "5rk1/r5pp/3p4/P3pn1q/6n1/BN1P1NPb/4PPB1/3Q1RK1 w - - 0 23",
            "e4",
            "Qc1 gets the queen on d1 out of danger.",
        ),
        ("8/p7/6k1/8/5KP1/P7/8/8 b - - 0 61", "a6", "Kf6 takes the king away from g5+."),
        ("1r1q2k1/nbp4p/1p3rn1/p2P4/2PQ4/P2B2N1/1P3PPP/R3R1K1 b - - 0 21", "c6", "Rf4 attacks the queen on d4."),
    ],
)
def test_the_better_move_does_something_about_the_punishment(fen: str, played: str, reason: str) -> None:
    board = chess.Board(fen)
    better = explanation_of_mistake(explain_mistake(board, board.parse_san(played), SEARCH)).better
    assert better is not None
    assert better.reason == reason


def test_after_a_check_the_reply_is_no_answer_to_it() -> None:
    # Rc1+ Ke2 Rxh1: that the king may go to d2 instead is not what Rc1+ is for.
    board = chess.Board("8/6pp/1k3n2/p3B3/2B1p3/P3P3/2r2PPP/4K2R b - - 0 27")
    sentence = explanation_of_mistake(explain_mistake(board, board.parse_san("Rxc4"), SEARCH)).sentence
    assert "answers" not in sentence


def test_the_fork_at_the_end_of_a_forced_line_is_named() -> None:
    board = chess.Board("5rk1/r5pp/3p4/P3pn1q/6n1/BN1P1NPb/4PPB1/3Q1RK1 w - - 0 23")
    sentence = explain_mistake(board, board.parse_san("e4"), SEARCH).sentence
    assert sentence.startswith("e4 ignores the threat Bxg2: after Kxg2 Nfe3+ fxe3, Nxe3+ forks the king")


def test_a_recapture_is_not_what_a_mistake_allows() -> None:
    board = chess.Board("r1bq1rk1/2n2pbp/p3p1p1/1p1p2PP/4P3/2NQ1N2/PPPB1P2/R3K2R w KQ - 0 16")
    sentence = explain_mistake(board, board.parse_san("hxg6"), SEARCH).sentence
    assert "fxg6" not in sentence


def test_a_fair_move_is_said_before_the_better_one() -> None:
    board = chess.Board("rnk5/pb2p3/2p5/3P4/4q1pP/P1Q5/1P4P1/2KR3R w - - 0 29")
    found = explain_move(board, board.parse_san("dxc6"), find_evaluator("search"))
    assert isinstance(found, FoundReason)
    assert explanation_of_reason(found).sentence == (
        "dxc6 trades pawns and opens the file of the rook on d1. "
        "Better is Rhe1, which puts the rook on the half-open e-file and attacks the queen on e4."
    )
