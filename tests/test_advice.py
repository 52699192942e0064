"""Test that advice is drawn with its reasons."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.advice import Advice, Reason, draw
from motif.board.drawing import Arrow, Colour


def test_a_reason_names_its_source(golden: Golden) -> None:
    golden(str(Reason("greedy", "Rxd6 wins the knight on d6")))


def test_the_drawing_shows_the_move_and_what_the_reason_points_at() -> None:
    board = chess.Board("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1")
    fork = Reason("forks", "Nf7+ attacks king and queen", (chess.D8,), (Arrow(chess.F7, chess.H8),))
    advice = Advice(chess.Move.from_uci("g5f7"), 600.0, fork)
    # Said twice, drawn once.
    drawing = draw(board, [advice, advice])
    assert [str(arrow) for arrow in drawing.arrows] == ["Gg5f7", "Gd8", "Gf7h8"]
    assert drawing.fen == board.fen()


def test_advice_in_json_names_squares_and_arrows() -> None:
    board = chess.Board("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1")
    fork = Reason("forks", "Nf7+ attacks king and queen", (chess.D8,), (Arrow(chess.F7, chess.H8, Colour.RED),))
    assert Advice(chess.Move.from_uci("g5f7"), 599.96, fork).to_json(board) == {
        "move": "g5f7",
        "san": "Nf7+",
        "weight": 600.0,
        "because": "Nf7+ attacks king and queen",
        "source": "forks",
        "squares": ["d8"],
        "arrows": ["Rf7h8"],
    }


def test_advice_without_a_measured_weight_comes_last() -> None:
    board, move = chess.Board(), chess.Move.from_uci("e2e4")
    good, bad, unknown = (Advice(move, weight, Reason("a source", "e4")) for weight in (50.0, -50.0, None))
    assert sorted([unknown, bad, good], key=lambda advice: advice.rank) == [good, bad, unknown]
    assert unknown.to_json(board)["weight"] is None


def test_no_advice_draws_the_bare_board() -> None:
    assert draw(chess.Board(), []).arrows == ()
