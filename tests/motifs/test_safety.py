"""Test which pieces are pinned, passed, covered, en prise and cornered against python-chess and plain Python."""

from __future__ import annotations

from collections.abc import Iterator

import chess
import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions, flights, is_cornered, is_covered, is_en_prise, pins_to
from motif.board.material import TARGET_VALUES
from motif.errors import BadArgument
from walks import random_positions


@pytest.fixture(scope="module")
def boards() -> list[chess.Board]:
    return random_positions(2_000, seed=27)


def pieces(board: chess.Board) -> Iterator[tuple[chess.Square, chess.Color, int]]:
    for square, piece in board.piece_map().items():
        yield square, piece.color, TARGET_VALUES[piece.piece_type]


def covered(board: chess.Board, square: chess.Square) -> bool:
    side = bool(board.color_at(square))
    sliders = board.bishops | board.rooks | board.queens
    opened = [board.occupied ^ chess.BB_SQUARES[s] for s in board.attackers(not side, square) & sliders]
    return any(board.attackers_mask(side, square, occupied) for occupied in [board.occupied, *opened])


def en_prise(board: chess.Board, square: chess.Square, worth: int) -> bool:
    attackers = board.attackers(not board.color_at(square), square)
    values = [TARGET_VALUES[board.piece_type_at(attacker) or 0] for attacker in attackers]
    return bool(values) and (min(values) < worth or not covered(board, square))


def ways_out(board: chess.Board, square: chess.Square) -> set[chess.Move]:
    found = set()
    for move in board.generate_legal_moves(chess.BB_SQUARES[square]):
        taken, own = (board.piece_type_at(place) or 0 for place in (move.to_square, square))
        after = board.copy(stack=False)
        after.push(move)
        worth = TARGET_VALUES[after.piece_type_at(move.to_square) or 0]
        if TARGET_VALUES.get(taken, 0) >= TARGET_VALUES[own] or not en_prise(after, move.to_square, worth):
            found.add(move)
    return found


def test_pins_are_those_of_python_chess(boards: list[chess.Board]) -> None:
    pinned = Positions.from_boards(boards).pinned()
    seen = 0
    for board, mask in zip(boards, pinned.tolist(), strict=True):
        expected = {square for square, side, _ in pieces(board) if board.is_pinned(side, square)}
        kings = [king for side in chess.COLORS if (king := board.king(side)) is not None]
        assert {pinned for king in kings for _, pinned in pins_to(board, king)} == expected, board.fen()
        assert set(chess.SquareSet(mask)) == expected, board.fen()
        for king in kings:
            for pinner, shield in pins_to(board, king):
                assert board.pin(bool(board.color_at(king)), shield) == chess.SquareSet(chess.ray(pinner, king))
                seen += 1
    assert seen > 100


@given(st.lists(st.sampled_from(chess.SQUARES[8:56]), max_size=16, unique=True), st.data())
def test_passed_pawns_are_those_that_no_enemy_pawn_can_meet(squares: list[chess.Square], data: st.DataObject) -> None:
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    for square in squares:
        board.set_piece_at(square, chess.Piece(chess.PAWN, data.draw(st.booleans())))

    def is_met(pawn: chess.Square) -> bool:
        way = 1 if board.color_at(pawn) else -1
        return any(
            (chess.square_rank(rival) - chess.square_rank(pawn)) * way > 0
            and abs(chess.square_file(rival) - chess.square_file(pawn)) <= 1
            for rival in board.pieces(chess.PAWN, not board.color_at(pawn))
        )

    if not board.is_valid():
        board.turn = chess.BLACK
    if board.is_valid():
        (found,) = Positions.from_boards([board]).passed().tolist()
        assert set(chess.SquareSet(found)) == {pawn for pawn in squares if not is_met(pawn)}, board.fen()


def test_covered_and_en_prise_are_as_plain_python_counts_them(boards: list[chess.Board]) -> None:
    through = 0
    for board in boards[:1500]:
        for square, side, worth in pieces(board):
            assert is_covered(board, square) == covered(board, square), (board.fen(), square)
            assert is_en_prise(board, square) == en_prise(board, square, worth), (board.fen(), square)
            through += covered(board, square) and not board.is_attacked_by(side, square)
    assert through > 10


def test_flights_and_cornered_pieces_are_as_plain_python_counts_them(boards: list[chess.Board]) -> None:
    seen = 0
    for board in boards:
        for square, side, worth in pieces(board):
            if side != board.turn or not is_en_prise(board, square):
                continue
            ways = ways_out(board, square)
            assert set(flights(board, square)) == ways, (board.fen(), square)
            is_held = board.is_check() or board.is_pinned(side, square)
            expected = not ways and not is_held and 1 < worth < 100
            assert is_cornered(board, square) == expected, (board.fen(), square)
            seen += expected
    assert seen > 20


def test_a_bishop_that_took_the_rook_pawn_is_cornered_until_its_way_is_open() -> None:
    shut = chess.Board("8/Bkp5/1p6/8/8/8/8/4K3 w - - 0 1")
    twin = chess.Board("8/Bkp5/8/8/8/8/8/4K3 w - - 0 1")
    assert [is_cornered(board, chess.A7) for board in (shut, twin)] == [True, False]


def test_doubled_passed_pawns_are_both_passed() -> None:
    board = chess.Board("4k3/8/8/2P5/8/2P5/8/4K3 w - - 0 1")
    assert Positions.from_boards([board]).passed().tolist() == [chess.BB_C3 | chess.BB_C5]


def test_a_square_off_the_board_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        is_covered(chess.Board(), 64)
    assert not is_covered(chess.Board(), chess.E4)
    assert not is_en_prise(chess.Board(), chess.E4)
