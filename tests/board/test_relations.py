"""Test relations on boards where each holds and on twins where it does not, and against plain Python on random
boards."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from goldens import Golden
from motif._core.board import Positions
from motif.board.positions import RELATIONS
from walks import random_positions


def facts(table: Callable[[Positions], NDArray[Any]], board: chess.Board | str) -> list[Any]:
    """The facts of a relation of the core: squares, or pairs of them."""
    (row,) = table(Positions.from_boards([chess.Board(board) if isinstance(board, str) else board]))
    if not np.ndim(row):
        return list(chess.SquareSet(int(row)))
    return [(tail, head) for tail in chess.SQUARES for head in chess.SquareSet(int(row[tail]))]


def behind(board: chess.Board) -> list[tuple[int, ...]]:
    return sorted(tuple(map(int, line[1:])) for line in Positions.behind(Positions.from_boards([board])))


ROYAL_FORK = "3q3k/5N2/8/8/8/8/8/6K1 b - - 0 1"
PINNED_KNIGHT = "8/6k1/8/4n3/3B4/8/8/6K1 b - - 0 1"
FREE_KNIGHT = "8/5k2/8/4n3/3B4/8/8/6K1 b - - 0 1"
LOOSE_KNIGHT, GUARDED_KNIGHT = "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1"


def test_the_knight_on_f7_attacks_king_and_queen(golden: Golden) -> None:
    board = chess.Board(ROYAL_FORK)
    attacks = RELATIONS["attacks"]
    assert attacks.facts(board) == [(chess.F7, chess.D8), (chess.F7, chess.H8)]
    golden(attacks.say(board, (chess.F7, chess.D8)))


def test_a_pinned_knight_attacks_nothing() -> None:
    attack = chess.F4, chess.D5
    assert attack in facts(Positions.attacks, "5k2/4r3/8/3p4/5N2/8/8/5K2 w - - 0 1")
    assert attack not in facts(Positions.attacks, "5k2/5r2/8/3p4/5N2/8/8/5K2 w - - 0 1")


def test_a_pin_needs_the_king_behind(golden: Golden) -> None:
    assert facts(Positions.pinned, PINNED_KNIGHT) == [chess.E5]
    assert facts(Positions.pinned, FREE_KNIGHT) == []
    board = chess.Board(PINNED_KNIGHT)
    (pin,) = RELATIONS["pins"].facts(board)
    golden(RELATIONS["pins"].say(board, pin))


def test_a_pinned_pawn_defends_only_along_its_pin() -> None:
    defence = chess.D6, chess.E5
    assert defence in facts(Positions.defends, "4k3/8/3p4/4p3/8/8/8/3RK3 w - - 0 1")
    assert defence not in facts(Positions.defends, "3k4/8/3p4/4p3/8/8/8/3RK3 w - - 0 1")


def test_behind_means_truly_in_line() -> None:
    in_line = behind(chess.Board("3qk3/8/8/3b4/8/8/8/3RK3 w - - 0 1"))
    assert in_line == [(chess.D1, chess.D5, chess.D8), (chess.D8, chess.D5, chess.D1)]
    assert behind(chess.Board("2q1k3/8/8/3b4/8/8/8/3RK3 w - - 0 1")) == []


def test_hanging_is_what_can_be_won(golden: Golden) -> None:
    board = chess.Board(LOOSE_KNIGHT)
    assert RELATIONS["hanging"].facts(board) == [(chess.D6,)]
    golden(RELATIONS["hanging"].say(board, (chess.D6,)))
    assert facts(Positions.hanging, GUARDED_KNIGHT) == []
    (values,) = Positions.from_boards([board]).exchange()
    assert {square: int(value) for square, value in enumerate(values) if value} == {chess.D6: 300}


def test_checks_and_exchanges_belong_to_moves() -> None:
    positions = Positions([LOOSE_KNIGHT, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"])
    moves = [move.uci() for board in positions.legal_moves() for move in board]
    checks, values = positions.gives_check(), positions.exchange_values()
    assert values[moves.index("d1d6")] == 300
    assert [move for move, is_check in zip(moves, checks, strict=True) if is_check] == ["a1a8"]


# ---- plain Python references, by definition ---------------------------------------------------------------


def reach(board: chess.Board, square: chess.Square) -> chess.SquareSet:
    """Return the attacks of a piece, which may not leave the line of its pin."""
    color = board.color_at(square)
    assert color is not None
    return board.attacks(square) & board.pin(color, square)


def reference_behind(board: chess.Board) -> list[tuple[int, int, int]]:
    found = []
    for slider in board.piece_map():
        if board.piece_type_at(slider) not in (chess.BISHOP, chess.ROOK, chess.QUEEN):
            continue
        for front in board.attacks(slider):
            if board.piece_at(front) is None:
                continue
            for back in chess.SquareSet(chess.ray(slider, front)):
                between = chess.SquareSet(chess.between(slider, back))
                if (
                    front in between
                    and board.piece_at(back)
                    and not [s for s in between if s != front and board.piece_at(s)]
                ):
                    found.append((slider, front, back))
    return sorted(found)


def test_attacks_defends_pins_and_lines_agree_with_plain_python() -> None:
    boards = random_positions(500, seed=5)
    for board in boards:
        pieces = board.piece_map()
        attacks = [
            (a, b)
            for a in sorted(pieces)
            for b in reach(board, a)
            if b in pieces and pieces[b].color != pieces[a].color
        ]
        defends = [
            (a, b)
            for a in sorted(pieces)
            for b in reach(board, a)
            if b in pieces and pieces[b].color == pieces[a].color
        ]
        assert facts(Positions.attacks, board) == attacks
        assert facts(Positions.defends, board) == defends
        assert behind(board) == reference_behind(board)
        pins = [
            (pinner, square)
            for square, piece in pieces.items()
            if board.is_pinned(piece.color, square)
            for pinner in board.pin(piece.color, square)
            if pinner in pieces and pieces[pinner].color != piece.color and square in board.attacks(pinner)
        ]
        assert facts(Positions.pins, board) == sorted(pins)
        assert facts(Positions.pinned, board) == sorted(square for _, square in pins)
