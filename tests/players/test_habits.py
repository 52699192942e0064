"""Test the terms of the human model: each in a position where it is true, and in one where it is not."""

from __future__ import annotations

from collections.abc import Mapping

import chess
import numpy as np
import pytest

from motif._core.board import encode_move
from motif.players.human_boards import BoardFeatures
from motif.players.human_terms import MoveInputs, places, terms


def inputs(*boards: chess.Board, **worth: int) -> MoveInputs:
    """Boards on which all moves are alike but those that are named."""
    features = BoardFeatures(boards)
    named = {encode_move(chess.Move.from_uci(uci)): value for uci, value in worth.items()}
    values = np.array([[named.get(code, 0)] * 3 for code in features.codes.tolist()], np.int64)
    none = np.zeros(len(features.codes))
    return MoveInputs(features, values, none, none, none, none, none, none)


def true(board: chess.Board, uci: str, **worth: int) -> Mapping[str, float]:
    """Return the terms that are not 0 for a move."""
    view = inputs(board, **worth)
    names, found = terms(view)
    row = view.features.codes.tolist().index(encode_move(chess.Move.from_uci(uci)))
    return {name: value for name, value in zip(names, found[row].tolist(), strict=True) if value}


def after(fen: str, *moves: str) -> chess.Board:
    """A board with moves on its stack."""
    board = chess.Board(fen)
    for move in moves:
        board.push_uci(move)
    return board


def test_a_rook_takes_an_unprotected_knight() -> None:
    loose = true(chess.Board("6k1/8/3n4/8/8/8/8/3RK3 w - - 0 1"), "d1d6", d1d6=300)
    assert {
        "takes a knight",
        "takes a piece that hung",
        "goes far",
        "wins by exchange",
        "is the only good move",
    } <= set(loose)
    guarded = true(chess.Board("6k1/4p3/3n4/8/8/8/8/3RK3 w - - 0 1"), "d1d6")
    assert {"takes a knight", "loses by exchange", "goes where it can be won"} <= set(guarded)
    assert "takes a piece that hung" not in guarded


def test_a_recapture_is_not_just_a_capture() -> None:
    back = true(after("4k3/8/3n4/8/4P3/8/8/4RK2 b - - 0 1", "d6e4"), "e1e4")
    assert "takes back" in back
    stepped_in = true(after("4k3/8/3n4/8/8/8/8/4RK2 b - - 0 1", "d6e4"), "e1e4")
    assert "takes the piece that just moved" in stepped_in
    assert "takes back" not in stepped_in


def test_backward_is_seen_from_the_side_that_moves() -> None:
    white = chess.Board("4k3/8/8/3N4/8/8/8/4K3 w - - 0 1")
    assert "goes backward" in true(white, "d5c3")
    assert "goes backward" not in true(white, "d5c7")
    assert "goes backward" in true(chess.Board("4k3/8/8/3n4/8/8/8/4K3 b - - 0 1"), "d5c7")


def test_a_way_back_is_known_only_by_the_move_before() -> None:
    game = after(chess.STARTING_FEN, "g1f3", "g8f6")
    assert {"moves the same piece again", "goes back to where it came from"} <= set(true(game, "f3g1"))
    assert "goes back to where it came from" not in true(game, "f3d4")
    assert "moves the same piece again" not in true(chess.Board(game.fen()), "f3g1"), "the move before is not known"


def test_newly_hanging_pieces_differ_from_older_ones() -> None:
    attacked = after("4k3/8/8/8/8/2p5/8/3QK2N b - - 0 1", "c3c2")
    assert "moves a piece that has begun to hang" in true(attacked, "d1d4")
    assert "leaves a piece that has begun to hang" in true(attacked, "h1g3")
    overlooked = after("4k3/7p/8/8/8/8/2p5/3QK2N b - - 0 1", "h7h6")
    assert "leaves a piece that hung before" in true(overlooked, "h1g3")
    assert "leaves a piece that has begun to hang" not in true(overlooked, "h1g3")


def test_a_new_gift_differs_from_an_old_one() -> None:
    gift = after("4k3/8/1n6/8/8/8/8/3RK3 b - - 0 1", "b6d5")
    assert "takes a piece that has begun to hang" in true(gift, "d1d5")
    old = after("4k3/7p/8/3n4/8/8/8/3RK3 b - - 0 1", "h7h6")
    assert "takes a piece that hung before" in true(old, "d1d5")
    assert "takes a piece that hung before" not in true(chess.Board(old.fen()), "d1d5"), "no move before is known"


def test_the_product_of_two_terms() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1")
    wanted = ["gives check & has more pieces", "moves a queen & gives check"]
    names, found = terms(inputs(board), wanted)
    assert names[-2:] == wanted
    column = {name: found[:, place] for place, name in enumerate(names)}
    assert np.array_equal(column[wanted[0]], 5 * column["gives check"]), "nine pawns ahead count as five"
    assert np.array_equal(column[wanted[1]], column["moves a queen"] * column["gives check"])
    assert column[wanted[1]].any()


def test_losses_are_relative_to_the_best_move() -> None:
    board = chess.Board("6k1/8/3n4/8/8/8/8/3RK3 w - - 0 1")
    assert true(board, "e1f1", d1d6=300)["loses by three plies"] == pytest.approx(0.25, abs=0.01)
    assert "loses by three plies" not in true(board, "e1f1")
    assert "is best by one ply" in true(board, "d1d6", d1d6=300)


def test_a_queen_that_is_left_to_be_won_and_one_that_walks_away() -> None:
    board = chess.Board("4k3/8/8/8/8/2p5/3Q4/4K2N w - - 0 1")
    assert true(board, "h1g3")["leaves another piece to be won"] > 2
    assert {"moves a piece that hung", "saves a piece that hung", "leaves the attack of a pawn"} <= set(
        true(board, "d2e3")
    )


def test_castling_is_not_a_king_move() -> None:
    board = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert "castles short" in true(board, "e1g1")
    assert "gives up castling" not in true(board, "e1g1")
    assert "gives up castling" in true(board, "e1f1")


def test_many_boards_give_the_same_as_each_alone() -> None:
    boards = [
        chess.Board(),
        after(chess.STARTING_FEN, "e2e4", "e7e5", "d1h5"),
        chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1"),
        chess.Board("rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3"),
    ]
    names, together = terms(inputs(*boards))
    alone = np.concatenate([terms(inputs(board))[1] for board in boards])
    assert len(set(names)) == len(names)
    assert np.array_equal(together, alone)


def test_equal_values_keep_the_order_of_rows() -> None:
    found = places(np.array([1.0, 3.0, 3.0, 0.0, 5.0]), np.array([0, 3, 5]))
    assert found.tolist() == [2, 0, 1, 1, 0]
