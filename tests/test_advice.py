"""Advice is drawn with its reasons."""

from __future__ import annotations

import chess

from motif.advice import Advice, Reason, draw
from motif.board.drawing import Arrow


def test_a_reason_names_its_source() -> None:
    assert str(Reason("greedy", "Rxd6 wins 3 pawns on d6")) == "Rxd6 wins 3 pawns on d6 (greedy)"


def test_the_drawing_shows_the_move_and_what_the_reason_points_at() -> None:
    board = chess.Board("3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1")
    fork = Reason("forks", "Nf7+ attacks king and queen", (chess.D8,), (Arrow(chess.F7, chess.H8),))
    advice = Advice(chess.Move.from_uci("g5f7"), 600.0, fork)
    # Said twice, drawn once.
    drawing = draw(board, [advice, advice])
    assert [str(arrow) for arrow in drawing.arrows] == ["Gg5f7", "Gd8", "Gf7h8"]
    assert drawing.fen == board.fen()


def test_no_advice_draws_the_bare_board() -> None:
    assert draw(chess.Board(), []).arrows == ()
