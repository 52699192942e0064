"""A rule shows on the board why it suggests a move."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.errors import IllegalMove
from motif.tactics.on_board import arrows
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER, Vocabulary
from motif.tactics.witnesses import MoveFacts, Squares

FORK = Rule.parse(
    "fork(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), kind(F, knight, P), safe(F, T, P),"
    " attacks(T, A, N), kind(A, king, P), attacks(T, B, N), kind(B, queen, P).",
    FULL,
)
BOARD = chess.Board("4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1")
FORKING, QUIET = chess.Move.from_uci("d5c7"), chess.Move.from_uci("d5f4")


def witness(rule: Rule, vocabulary: Vocabulary, board: chess.Board, move: chess.Move) -> Squares | None:
    return MoveFacts(board, move).witness(rule, vocabulary)


def test_forked_pieces_are_found_and_get_arrows() -> None:
    squares = witness(FORK, FULL, BOARD, FORKING)
    assert squares == {"F": chess.D5, "T": chess.C7, "A": chess.E8, "B": chess.A6}
    assert [str(arrow) for arrow in arrows(FORK, FULL, BOARD, FORKING)] == ["Bc7e8", "Bc7a6"]


def test_a_move_without_a_fork_shows_nothing() -> None:
    assert witness(FORK, FULL, BOARD, QUIET) is None
    assert arrows(FORK, FULL, BOARD, QUIET) == ()


def test_a_threat_is_drawn_in_red_and_an_unrelated_piece_marked() -> None:
    rule = Rule.parse(
        "save(P, F, T) :- legal_move(F, T, P), attacks(A, F, P), kind(F, queen, P), undefended(B, P),"
        " kind(B, rook, P).",
        FULL,
    )
    attacked, unattacked = (chess.Board(f"4k3/r7/8/8/3{piece}4/8/3Q4/4K3 w - - 0 1") for piece in "rb")
    move = chess.Move.from_uci("d2d3")
    assert [str(arrow) for arrow in arrows(rule, FULL, attacked, move)] == ["Rd4d2", "Ya7"]
    assert arrows(rule, FULL, unattacked, move) == (), "a bishop on d4 does not attack d2"


def test_a_rule_of_the_paper_has_witnesses_too() -> None:
    rule = Rule.parse("f(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), attacks(C, E, D).", PAPER)
    assert witness(rule, PAPER, BOARD, FORKING) == {"B": chess.D5, "C": chess.C7, "E": chess.E8}
    assert witness(rule, PAPER, BOARD, QUIET) is None


def test_an_underpromotion_is_never_suggested() -> None:
    rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P).", FULL)
    board = chess.Board("8/P6k/8/8/8/8/8/K7 w - - 0 1")
    assert witness(rule, FULL, board, chess.Move.from_uci("a7a8q")) == {"F": chess.A7, "T": chess.A8}
    assert witness(rule, FULL, board, chess.Move.from_uci("a7a8n")) is None


def test_an_illegal_move_is_refused(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        witness(FORK, FULL, BOARD, chess.Move.from_uci("d5d6"))
