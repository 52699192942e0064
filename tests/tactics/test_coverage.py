"""Rules are translated for the core, and the rows that it finds are legal moves."""

from __future__ import annotations

import chess
import numpy as np
import pytest

from motif._core.board import Positions
from motif.tactics.coverage import Coverage, compiled, square_of_last_capture
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER
from tactics.rules import suggested_moves

FORK = Rule.parse(
    "fork(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), kind(F, knight, P), safe(F, T, P),"
    " attacks(T, A, N), kind(A, king, P), attacks(T, B, N), kind(B, queen, P).",
    FULL,
)
SAFE_ROYAL_FORK = "4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1"
ROYAL_FORK = "4k3/8/q7/3N4/8/8/2r5/4K3 w - - 0 1"
"""Nc7+ attacks king and queen, but here the rook captures the knight."""


def moves(rule: Rule, fen: str) -> list[str]:
    vocabulary = FULL if rule is FORK else PAPER
    return [move.uci() for move in suggested_moves([rule], vocabulary, chess.Board(fen))[0]]


def test_a_knight_forks_king_and_queen() -> None:
    assert moves(FORK, SAFE_ROYAL_FORK) == ["d5c7"]


def test_a_knight_that_can_be_captured_does_not_fork() -> None:
    assert moves(FORK, ROYAL_FORK) == []


def test_the_papers_vocabulary_has_its_own_form_in_the_core() -> None:
    fork = Rule.parse(
        "f(A, B, C) :- make_move(B, C, A, D), legal_move(B, C, A), attacks(C, E, D), attacks(C, F, D),"
        " different_pos(E, F).",
        PAPER,
    )
    assert compiled(fork, PAPER)[0] == ("make_move", [1, 2, 0, 3])
    assert moves(fork, SAFE_ROYAL_FORK) == ["d5c7"]
    assert "d5c7" in moves(fork, ROYAL_FORK), "the paper's vocabulary knows no safety"


def test_constants_and_positions_become_part_of_the_relations_name() -> None:
    rule = Rule.parse("t(P, F, T) :- exchange_at_least(F, T, 3, P), make_move(F, T, P, N), hanging(A, N).", FULL)
    assert compiled(rule, FULL) == [("exchange_at_least 3", [0, 1]), ("make_move", [0, 1]), ("hanging next", [2])]


def test_no_rule_suggests_an_underpromotion() -> None:
    positions = Positions(["8/P6k/8/8/8/8/8/K7 w - - 0 1", SAFE_ROYAL_FORK])
    promotes = Rule.parse("t(P, F, T) :- legal_move(F, T, P), promotes(F, T, P).", FULL)
    everything = Rule.parse("t(P, F, T) :- legal_move(F, T, P).", FULL)
    queens, every, forks = Coverage(positions, FULL).rows([promotes, everything, FORK])
    legal = positions.legal_moves()
    names = [move.uci() for position in legal for move in position]
    assert [names[row] for row in queens] == ["a7a8q"]
    assert {"a7a8n", "a7a8b", "a7a8r"} == set(names) - {names[row] for row in every}
    assert [names[row] for row in forks] == ["d5c7"]


@pytest.mark.parametrize(
    ("moves", "square"), [("e4 d5", -1), ("e4 d5 exd5", chess.D5), ("e4 a6 e5 d5 exd6", chess.D6), ("", -1)]
)
def test_a_board_knows_where_its_last_move_captured(moves: str, square: int) -> None:
    board = chess.Board()
    for san in moves.split():
        board.push_san(san)
    assert square_of_last_capture(board) == square


def test_a_recapture_needs_a_capture_before_it() -> None:
    rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P), recaptures(F, T, P).", FULL)
    board = chess.Board()
    for san in ("e4", "d5", "exd5"):
        board.push_san(san)
    assert suggested_moves([rule], FULL, board) == [[chess.Move.from_uci("d8d5")]]
    assert suggested_moves([rule], FULL, board.copy(stack=False)) == [[]]


def test_many_positions_give_the_same_as_each_alone() -> None:
    fens = [SAFE_ROYAL_FORK, ROYAL_FORK, chess.STARTING_FEN]
    together = Coverage(Positions(fens), FULL).rows([FORK])[0]
    offsets = Positions(fens).legal_moves().offsets
    alone = [
        Coverage(Positions([fen]), FULL).rows([FORK])[0] + offset
        for fen, offset in zip(fens, offsets[:-1], strict=True)
    ]
    assert together.tolist() == np.concatenate(alone).tolist()
