"""Test the static exchange against its definition, played out with python-chess's legal moves."""

from __future__ import annotations

import chess
import pytest

from motif._core.board import Positions
from walks import random_positions

WORTH = {
    chess.PAWN: 100,
    chess.KNIGHT: 300,
    chess.BISHOP: 300,
    chess.ROOK: 500,
    chess.QUEEN: 900,
    chess.KING: 0,
}


def reference(board: chess.Board, move: chess.Move) -> int:
    """Return what the move wins if the opponent captures with the least valuable piece that can, or stops."""
    if board.is_castling(move):
        return 0
    won = gain(board, move)
    board.push(move)
    lost = best_capture(board, move.to_square)
    board.pop()
    return won - lost


def best_capture(board: chess.Board, square: chess.Square) -> int:
    captures = [m for m in board.legal_moves if m.to_square == square and m.promotion in (None, chess.QUEEN)]
    if not captures:
        return 0
    cheapest = min(captures, key=lambda m: (board.piece_type_at(m.from_square), seen_by(board.turn, m.from_square)))
    won = gain(board, cheapest)
    board.push(cheapest)
    lost = best_capture(board, square)
    board.pop()
    return max(0, won - lost)


def seen_by(colour: chess.Color, square: chess.Square) -> chess.Square:
    """A square as a side counts it, from its own back rank on."""
    return square if colour else chess.square_mirror(square)


def gain(board: chess.Board, move: chess.Move) -> int:
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    promotion = WORTH[move.promotion] - WORTH[chess.PAWN] if move.promotion else 0
    return (WORTH[captured] if captured else 0) + promotion


def test_exchange_values_agree_with_the_definition() -> None:
    boards = random_positions(400, seed=11)
    positions = Positions.from_boards(boards)
    legal, values = positions.legal_moves(), positions.exchange_values()
    for index, board in enumerate(boards):
        row = legal.offsets[index]
        for move, value in zip(legal[index], values[row:], strict=False):
            assert value == reference(board, move), (board.fen(), move.uci())


def test_exchange_on_a_square_agrees_with_the_definition() -> None:
    for board in random_positions(200, seed=12):
        if board.is_check():
            continue  # With the turn passed, the side in check could be captured; there is no legal reference.
        table = Positions.from_boards([board]).exchange()[0]
        for side in chess.COLORS:
            view = board.copy(stack=False)
            if view.turn != side:
                view.push(chess.Move.null())
            view.ep_square = None
            for square in chess.SquareSet(view.occupied_co[not side]):
                expected = 0 if view.piece_type_at(square) == chess.KING else best_capture(view, square)
                assert table[square] == expected, (view.fen(), chess.square_name(square))


@pytest.mark.parametrize(
    ("fen", "uci", "value"),
    [
        ("4k3/8/8/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", 100),  # a free pawn
        ("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "e1e5", -400),  # the same pawn, guarded
        ("3k4/8/3p4/4p3/8/8/8/3RRK2 w - - 0 1", "e1e5", 100),  # guarded by a pinned pawn only
        ("8/8/8/3pk3/8/8/8/3RK3 w - - 0 1", "d1d5", -400),  # the king guards
        ("8/8/8/3pk3/8/8/6B1/3RK3 w - - 0 1", "d1d5", 100),  # the king may not recapture into the bishop
    ],
)
def test_exchange_stories(fen: str, uci: str, value: int) -> None:
    positions = Positions([fen])
    row = positions.legal_moves()[0].index(chess.Move.from_uci(uci))
    assert positions.exchange_values()[row] == value


def test_both_colours_choose_alike_between_equal_pieces() -> None:
    # The bishop on d5 guards the knight, but is pinned by the rook on d1. The rook nearest to its own side takes first
    # and lets it go: knight and bishop for a rook. Taking with the other rook is a free knight.
    white = chess.Board("3k4/8/8/3b4/7R/K7/8/3R3n w - - 0 1")
    assert Positions.from_boards([white]).exchange()[0][chess.H1] == 100
    assert Positions.from_boards([white.mirror()]).exchange()[0][chess.H8] == 100
    values = dict(zip(Positions.from_boards([white]).legal_moves()[0], exchange_values(white), strict=True))
    assert values[chess.Move.from_uci("h4h1")] == 300


def exchange_values(board: chess.Board) -> list[int]:
    return [int(value) for value in Positions.from_boards([board]).exchange_values()]


def test_the_colours_swapped_the_exchange_is_the_same() -> None:
    boards = random_positions(400, seed=13)
    table = Positions.from_boards(boards).exchange()
    mirrored = Positions.from_boards([board.mirror() for board in boards]).exchange()
    for square in chess.SQUARES:
        assert (table[:, square] == mirrored[:, chess.square_mirror(square)]).all(), chess.square_name(square)
