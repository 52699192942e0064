"""A rule shows on the board why it suggests a move."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.errors import IllegalMove
from motif.tactics.on_board import arrows, describe, named_pieces
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER
from motif.tactics.witnesses import find_witness

FORK = Rule.parse(
    "fork(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), kind(F, knight, P), safe(F, T, P),"
    " attacks(T, A, N), kind(A, king, P), attacks(T, B, N), kind(B, queen, P).",
    FULL,
)
BOARD = chess.Board("4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1")
FORKING, QUIET = chess.Move.from_uci("d5c7"), chess.Move.from_uci("d5f4")


def drawn(rule: Rule, board: chess.Board, move: chess.Move) -> list[str]:
    squares = find_witness(rule, FULL, board, move)
    assert squares is not None
    return [str(arrow) for arrow in arrows(rule, FULL, board, move, squares)]


def test_forked_pieces_are_found_and_get_arrows() -> None:
    squares = find_witness(FORK, FULL, BOARD, FORKING)
    assert squares == {"F": chess.D5, "T": chess.C7, "A": chess.E8, "B": chess.A6}
    assert drawn(FORK, BOARD, FORKING) == ["Bc7e8", "Bc7a6"]


def test_a_move_without_a_fork_shows_nothing() -> None:
    assert find_witness(FORK, FULL, BOARD, QUIET) is None


def test_the_sentence_names_the_pieces_on_the_board(golden: Golden) -> None:
    squares = find_witness(FORK, FULL, BOARD, FORKING) or {}
    golden(describe(FORK, BOARD, FORKING, squares))
    assert named_pieces(FORK, BOARD, squares) == (chess.E8, chess.A6)


def test_the_most_valuable_victim_is_named(golden: Golden) -> None:
    rule = Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, X, N), enemy(X, P).", FULL)
    board, move = chess.Board("r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1"), chess.Move.from_uci("d5c7")
    golden(describe(rule, board, move, find_witness(rule, FULL, board, move) or {}))


def test_the_attacked_pawn_nearer_to_the_king_is_named(golden: Golden) -> None:
    rule = Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, X, N), kind(X, pawn, P).", FULL)
    board, move = chess.Board("6k1/p6p/8/8/3Q4/8/8/4K3 w - - 0 1"), chess.Move.from_uci("d4d7")
    golden(describe(rule, board, move, find_witness(rule, FULL, board, move) or {}))


def test_a_guarded_queen_is_not_called_undefended() -> None:
    rule = Rule.parse("rule(P, F, T) :- captures(F, T, P), undefended(T, P).", FULL)
    take = chess.Move.from_uci("c3d5")
    assert find_witness(rule, FULL, chess.Board("4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1"), take) is None


def test_a_threat_is_drawn_in_red_and_an_unrelated_piece_marked() -> None:
    rule = Rule.parse(
        "save(P, F, T) :- legal_move(F, T, P), attacks(A, F, P), kind(F, queen, P), undefended(B, P),"
        " kind(B, rook, P).",
        FULL,
    )
    attacked, unattacked = (chess.Board(f"4k3/r7/8/8/3{piece}4/8/3Q4/4K3 w - - 0 1") for piece in "rb")
    move = chess.Move.from_uci("d2d3")
    assert drawn(rule, attacked, move) == ["Rd4d2", "Ya7"]
    assert find_witness(rule, FULL, unattacked, move) is None, "a bishop on d4 does not attack d2"


def test_a_rule_of_the_paper_has_witnesses_too() -> None:
    rule = Rule.parse("f(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), attacks(C, E, D).", PAPER)
    assert find_witness(rule, PAPER, BOARD, FORKING) == {"B": chess.D5, "C": chess.C7, "E": chess.E8}
    assert find_witness(rule, PAPER, BOARD, QUIET) is None


def test_an_underpromotion_is_never_suggested() -> None:
    rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P).", FULL)
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert find_witness(rule, FULL, board, chess.Move.from_uci("a7a8q")) == {"F": chess.A7, "T": chess.A8}
    assert find_witness(rule, FULL, board, chess.Move.from_uci("a7a8n")) is None


def test_an_illegal_move_is_refused(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        find_witness(FORK, FULL, BOARD, chess.Move.from_uci("d5d6"))
