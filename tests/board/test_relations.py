"""Test relations on boards where each holds and on twins where it does not, and against plain Python on random
boards."""

from __future__ import annotations

import chess
import numpy as np

from goldens import Golden
from motif._core.board import Positions
from motif.board.positions import RELATIONS
from walks import random_positions


def squares(name: str, fen: str) -> set[str]:
    """The squares of which a one-place relation holds, by name."""
    return {chess.square_name(square) for (square,) in RELATIONS[name].facts(chess.Board(fen))}


ROYAL_FORK = "3q3k/5N2/8/8/8/8/8/6K1 b - - 0 1"
PINNED_KNIGHT = "8/6k1/8/4n3/3B4/8/8/6K1 b - - 0 1"
FREE_KNIGHT = "8/5k2/8/4n3/3B4/8/8/6K1 b - - 0 1"


def test_the_knight_on_f7_attacks_king_and_queen(golden: Golden) -> None:
    board = chess.Board(ROYAL_FORK)
    attacks = RELATIONS["attacks"]
    assert (chess.F7, chess.H8) in attacks.facts(board)
    assert (chess.F7, chess.D8) in attacks.facts(board)
    golden(attacks.say(board, (chess.F7, chess.D8)))
    assert [str(arrow) for arrow in attacks.arrows((chess.F7, chess.D8))] == ["Gf7d8"]


def test_a_pinned_knight_attacks_nothing() -> None:
    attacks = RELATIONS["attacks"]
    assert (chess.F4, chess.D5) in attacks.facts(chess.Board("5k2/4r3/8/3p4/5N2/8/8/5K2 w - - 0 1"))
    assert (chess.F4, chess.D5) not in attacks.facts(chess.Board("5k2/5r2/8/3p4/5N2/8/8/5K2 w - - 0 1"))


def test_a_pin_needs_the_king_behind(golden: Golden) -> None:
    assert squares("pinned", PINNED_KNIGHT) == {"e5"}
    assert squares("pinned", FREE_KNIGHT) == set()
    board = chess.Board(PINNED_KNIGHT)
    assert RELATIONS["pins"].facts(board) == [(chess.D4, chess.E5)]
    golden(RELATIONS["pinned"].say(board, (chess.E5,)))
    assert [str(arrow) for arrow in RELATIONS["pinned"].arrows((chess.E5,))] == ["Ge5"]


def test_a_pinned_pawn_defends_only_along_its_pin() -> None:
    defends = RELATIONS["defends"]
    assert (chess.D6, chess.E5) in defends.facts(chess.Board("4k3/8/3p4/4p3/8/8/8/3RK3 w - - 0 1"))
    assert (chess.D6, chess.E5) not in defends.facts(chess.Board("3k4/8/3p4/4p3/8/8/8/3RK3 w - - 0 1"))


def test_behind_means_truly_in_line(golden: Golden) -> None:
    board = chess.Board("3qk3/8/8/3b4/8/8/8/3RK3 w - - 0 1")
    behind = RELATIONS["behind"]
    assert behind.facts(board) == [(chess.D1, chess.D5, chess.D8), (chess.D8, chess.D5, chess.D1)]
    said = behind.say(board, (chess.D1, chess.D5, chess.D8))
    golden(said)
    assert behind.facts(chess.Board("2q1k3/8/8/3b4/8/8/8/3RK3 w - - 0 1")) == []


def test_hanging_is_what_can_be_won(golden: Golden) -> None:
    undefended, defended = "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1"
    assert squares("hanging", undefended) == {"d6"}
    assert squares("hanging", defended) == set()
    board = chess.Board(undefended)
    assert RELATIONS["exchange"].facts(board) == [(chess.D6, 300)]
    golden(RELATIONS["exchange"].say(board, (chess.D6, 300)))


def test_checks_and_exchanges_belong_to_moves() -> None:
    board = chess.Board("4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1")
    takes = chess.Move.from_uci("d1d6")
    assert (takes, 300) in RELATIONS["exchange_value"].facts(board)
    assert RELATIONS["exchange_value"].say(board, (takes, 300)) == "Rxd6 wins 3 pawns"
    assert [str(arrow) for arrow in RELATIONS["exchange_value"].arrows((takes, 300))] == ["Gd1d6"]
    assert RELATIONS["gives_check"].facts(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")) == [
        (chess.Move.from_uci("a1a8"),)
    ]


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
        assert RELATIONS["attacks"].facts(board) == attacks
        assert RELATIONS["defends"].facts(board) == defends
        assert RELATIONS["behind"].facts(board) == reference_behind(board)
        pins = [
            (pinner, square)
            for square, piece in pieces.items()
            if board.is_pinned(piece.color, square)
            for pinner in board.pin(piece.color, square)
            if pinner in pieces and pieces[pinner].color != piece.color and square in board.attacks(pinner)
        ]
        assert RELATIONS["pins"].facts(board) == sorted(pins)
        assert RELATIONS["pinned"].facts(board) == sorted((square,) for _, square in pins)


def test_every_relation_answers_for_a_batch() -> None:
    positions = Positions.from_boards(random_positions(50, seed=8))
    rows = len(positions.legal_moves().codes)
    for relation in RELATIONS.values():
        table = relation.table(positions)
        assert isinstance(table, np.ndarray)
        if relation.name != "behind":
            assert len(table) in (50, rows)
