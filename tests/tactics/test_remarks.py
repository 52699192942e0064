"""A sentence about two pieces gets a true remark on a third: which recaptures, which attacked, which is saved."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.tactics.on_board import describe
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from motif.tactics.witnesses import MoveFacts, find_remark


def said(fen: str, move: str, counts_captures: bool = False) -> str | None:
    board = chess.Board(fen)
    found = find_remark(MoveFacts(board, chess.Move.from_uci(move)), counts_captures)
    return None if found is None else found.words.format(chess.square_name(found.square))


def described(fen: str, move: str, conditions: str) -> str:
    facts = MoveFacts(chess.Board(fen), chess.Move.from_uci(move))
    rule = Rule.parse(f"rule(P, F, T) :- legal_move(F, T, P), {conditions}.", FULL)
    squares = facts.witness(rule, FULL)
    assert squares is not None
    return describe(rule, facts, squares).english


def test_the_recapturing_piece_is_named_if_captures_are_counted(golden: Golden) -> None:
    guarded, loose = "4k3/2p5/3p4/4n3/8/5N2/8/4K3 w - - 0 1", "4k3/2p5/8/4n3/8/5N2/8/4K3 w - - 0 1"
    assert said(guarded, "f3e5", counts_captures=True) == "even if d6 takes back"
    assert said(loose, "f3e5", counts_captures=True) is None
    golden(described(guarded, "f3e5", "captures(F, T, P), nets_at_least(F, T, 0, P)"))
    golden(described(loose, "f3e5", "captures(F, T, P), nets_at_least(F, T, 0, P)"))


def test_the_cheapest_piece_recaptures_and_a_pinned_one_cannot() -> None:
    both = "4k3/4r3/3p4/4n3/8/5N2/8/4K3 w - - 0 1"
    assert said(both, "f3e5", counts_captures=True) == "even if d6 takes back"
    pinned = "3k4/4r3/3p4/4n3/8/5N2/8/3RK3 w - - 0 1"
    assert said(pinned, "f3e5", counts_captures=True) == "even if e7 takes back", "the pawn on d6 shields its king"


def test_the_attacker_of_the_moved_piece_is_named(golden: Golden) -> None:
    fen = "4k3/8/8/8/4q3/8/4P3/6K1 w - - 0 1"
    golden(described(fen, "e2e3", "attacked(F, P)"))
    checked = described("4k3/8/8/8/4q3/8/8/4K3 w - - 0 1", "e1d2", "attacked(F, P)")
    golden(checked)


def test_the_captured_piece_may_have_attacked_a_piece_or_given_check(golden: Golden) -> None:
    assert said("4k3/8/8/8/6b1/7P/8/3QK3 w - - 0 1", "h3g4") == "saves d1"
    golden(described("4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1", "g3h4", "captures(F, T, P)"))
    checked = "4k3/8/8/8/8/5n2/6P1/4K3 w - - 0 1"
    golden(described(checked, "g2f3", "captures(F, T, P)"))


def test_an_attack_elsewhere_does_not_save_a_piece() -> None:
    # Nb5 attacks the queen on c7, which delays a capture on h3; once the queen has moved away, h3 hangs as before.
    fen = "2k4r/ppq2pp1/2nbpnp1/3p4/3P1PPr/P1N2R1P/1PP1B3/R1B1Q1K1 w - - 5 16"
    assert said(fen, "c3b5") == "guards d4"
    assert said(fen, "e2f1") == "guards h3"


def test_a_piece_whose_guard_can_be_captured_is_not_saved() -> None:
    # Castling ends the pin of the knight on c3, but Bxc3 and Nxe4 still win the pawn on e4.
    fen = "rnbq1rk1/ppp2ppp/3p1n2/3Pp3/1b2P3/2N2N2/PPP1BPPP/R1BQK2R w KQ - 6 7"
    assert said(fen, "e1g1") == "brings h1 to f1"
    assert said(fen, "f3d2") == "guards e4"


def test_a_guard_is_mentioned_even_if_it_can_be_captured() -> None:
    assert said("3qk3/8/8/4n3/8/8/6K1/4R3 b - - 0 1", "d8d5") == "checks g2", "the check only delays the loss"
    assert said("3qk3/8/8/4n3/8/8/6K1/4R3 b - - 0 1", "d8d6") == "guards e5"


@pytest.mark.parametrize(
    ("fen", "move", "words"),
    [
        ("r5k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "h2h3", "makes room for g1"),
        ("r5k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1", "e1e8", "checks g8"),
        ("4k3/8/8/p7/8/8/1P6/4K3 w - - 0 1", "b2b4", "attacks a5"),
        ("4k3/8/8/p7/8/8/P7/4K3 w - - 0 1", "a2a4", "blocks a5"),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "e1c1", "brings a1 to d1"),
        ("7k/8/8/P7/8/8/8/4K3 w - - 0 1", "a5a6", "cannot be caught by h8"),
        ("4k3/8/p7/8/8/8/8/6K1 w - - 0 1", "g1f2", "comes nearer to a6"),
    ],
)
def test_remarks_on_other_pieces(fen: str, move: str, words: str) -> None:
    assert said(fen, move) == words


def test_a_king_in_the_square_of_a_pawn_catches_it() -> None:
    fen = "3k4/8/8/P7/8/8/8/4K3 w - - 0 1"
    assert said(fen, "a5a6") is None, "three files away, two steps to go, and to move: in time"


def test_a_move_that_affects_no_other_piece_gets_no_remark() -> None:
    assert said("4k3/8/8/8/8/8/P7/7K w - - 0 1", "h1h2") is None
