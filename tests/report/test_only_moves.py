"""Test exclamation marks: only moves that players of the same rating rarely find."""

from __future__ import annotations

import chess
import pytest
from chess.engine import Cp

from motif.engines.evaluator import Evaluation
from motif.report.only_moves import LEAST_GAP, MOST_PER_SIDE, RareMove, chosen, gap, is_hard_to_see, rare_moves


def after(*moves: str) -> tuple[chess.Board, chess.Move | None, chess.Board]:
    board = chess.Board()
    before = board.copy(stack=False)
    for move in moves:
        before = board.copy(stack=False)
        board.push_san(move)
    return board, board.peek() if moves else None, before


@pytest.mark.parametrize(
    ("moves", "answer", "is_hard"),
    [
        (("e4", "e5", "Nf3", "d5", "exd5"), "Qxd5", False),
        (("e4", "e5", "Bc4", "Nc6", "Qh5"), "Qe7", True),
        (("e4", "e5", "Bc4", "Nc6", "Qh5", "Nf6"), "Qxf7#", False),
        (("e4", "e5", "Bc4", "Nf6", "Bxf7+"), "Kxf7", False),
        (("e4", "e5", "Nf3", "Nc6", "Bc4", "Nd4"), "Nxe5", False),
    ],
    ids=["a recapture", "a quiet defence", "a mate", "an answer to a check", "a pawn for nothing"],
)
def test_a_move_that_is_easy_to_find_gets_no_mark(moves: tuple[str, ...], answer: str, *, is_hard: bool) -> None:
    board, before, before_board = after(*moves)
    assert is_hard_to_see(board, board.parse_san(answer), before, before_board) == is_hard


def lines(*values: int) -> list[Evaluation]:
    moves = list(chess.Board().legal_moves)
    return [Evaluation(Cp(value), (move,)) for value, move in zip(values, moves, strict=False)]


def test_the_second_best_move_must_be_a_blunder() -> None:
    first = next(iter(chess.Board().legal_moves))
    assert gap(first, lines(50, -400)) > LEAST_GAP
    assert gap(first, lines(50, 0)) < LEAST_GAP
    assert gap(first, lines(900, 500)) == 0, "another move wins as well"
    assert gap(first, lines(-500, -2000)) == 0, "the game is lost all the same"
    assert gap(chess.Move.from_uci("a2a3"), lines(50, -400)) == 0, "another move is best"


def test_a_move_that_many_find_is_not_marked() -> None:
    board = chess.Board()
    e4, a3 = chess.Move.from_uci("e2e4"), chess.Move.from_uci("a2a3")
    found = rare_moves([(0, board, e4), (2, board, a3)], lambda boards: [{e4: 0.5, a3: 0.01} for _ in boards])
    assert [(each.ply, each.share) for each in found] == [(2, 0.01)]


def test_each_side_gets_two_marks_at_most() -> None:
    white, black = chess.Board(), after("e4")[0]
    move = chess.Move.null()
    found = [(RareMove(ply, white if ply % 2 == 0 else black, move, 0.1), 0.2 + ply / 100) for ply in range(12)]
    assert chosen(found) == [8, 9, 10, 11]
    assert len(chosen(found)) == 2 * MOST_PER_SIDE
