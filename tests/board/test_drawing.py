"""Test drawings of boards: as SVG for notebooks and as text for terminals."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motif.board.drawing import Arrow, Colour, Drawing, move_arrow
from motif.errors import BadArgument

squares = st.integers(0, 63)


@given(squares, squares, st.sampled_from(Colour))
def test_arrows_round_trip_as_lichess_writes_them(tail: int, head: int, colour: Colour) -> None:
    arrow = Arrow(tail, head, colour)
    assert Arrow.parse(str(arrow)) == arrow
    assert len(str(arrow)) == (3 if tail == head else 5)


@pytest.mark.parametrize("text", ["", "e2e4", "Ge2e9", "Pe2e4", "Ge2e4e5", "G"])
def test_what_is_no_arrow_is_refused(text: str) -> None:
    with pytest.raises(BadArgument, match=f"cannot read the arrow '{text}'") as caught:
        Arrow.parse(text)
    assert "write Ge2e4" in caught.value.hint


def test_the_svg_shows_pieces_arrows_and_the_last_move() -> None:
    board = chess.Board()
    board.push_san("e4")
    plain, drawn = Drawing.of(board), Drawing.of(board, Arrow.parse("Rd8h4"), Arrow.parse("Ge4"))
    assert drawn.last_move == chess.Move.from_uci("e2e4")
    assert drawn._repr_svg_() == drawn.svg()
    # Two more shapes than without the arrow and the mark: an arrow is a line and a head, a mark is a circle.
    shapes = [sum(1 for _ in ElementTree.fromstring(picture.svg()).iter()) for picture in (plain, drawn)]
    assert shapes[1] == shapes[0] + 3


def test_a_king_in_check_is_shown() -> None:
    mated, quiet = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", chess.STARTING_FEN
    assert "check_gradient" in Drawing(mated).svg()
    assert 'class="check"' not in Drawing(quiet).svg()


def test_the_text_board_marks_squares_and_names_arrows() -> None:
    text = Drawing(chess.STARTING_FEN, (move_arrow(chess.Move.from_uci("e2e4")), Arrow(chess.A1))).text()
    assert text.splitlines() == [
        "8 ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜",
        "7 ♟ ♟ ♟ ♟ ♟ ♟ ♟ ♟",
        "6 · · · · · · · ·",
        "5 · · · · · · · ·",
        "4 · · · ·[·]· · ·",
        "3 · · · · · · · ·",
        "2 ♙ ♙ ♙ ♙[♙]♙ ♙ ♙",
        "1[♖]♘ ♗ ♕ ♔ ♗ ♘ ♖",
        "  a b c d e f g h",
        "  e2→e4",
    ]


def test_marks_side_by_side_share_their_bracket() -> None:
    text = Drawing("8/8/8/8/8/2k5/8/K7 w - - 0 1", (Arrow(chess.C3, chess.B3), Arrow(chess.H3))).text()
    assert text.splitlines()[5] == "3 ·[·|♚]· · · ·[·]"


def test_black_sees_the_board_from_the_other_side() -> None:
    lines = Drawing(chess.STARTING_FEN, flipped=True).text().splitlines()
    assert lines[0] == "1 ♖ ♘ ♗ ♔ ♕ ♗ ♘ ♖"
    assert lines[-1] == "  h g f e d c b a"
