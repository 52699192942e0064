"""The sentence of a rule on a board names the pieces that matter most there, and is true."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.errors import IllegalMove
from motif.tactics.adviser import motifs_of_move
from motif.tactics.on_board import Instance, describe
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from motif.tactics.witnesses import MoveFacts

QUEEN_EN_PRISE = "4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"
TWO_ROOKS_AND_A_KING = "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1"


def described(fen: str, move: str, conditions: str) -> Instance:
    facts = MoveFacts(chess.Board(fen), chess.Move.from_uci(move))
    rule = Rule.parse(f"rule(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), {conditions}.", FULL)
    squares = facts.witness(rule, FULL)
    assert squares is not None
    return describe(rule, facts, squares)


def named(fen: str, move: str) -> list[str]:
    return [motif.phrase for motif in motifs_of_move(MoveFacts(chess.Board(fen), chess.Move.from_uci(move)))]


def test_a_capture_names_the_captured_piece_and_the_reason() -> None:
    found = described(QUEEN_EN_PRISE, "c3d5", "captures(F, T, P), undefended(T, P)")
    assert found == Instance("the knight takes the queen on d5, which nothing defends", (chess.D5,))


def test_a_guarded_queen_is_not_called_undefended() -> None:
    facts = MoveFacts(chess.Board("4k3/8/4p3/3q4/8/2N5/8/4K3 w - - 0 1"), chess.Move.from_uci("c3d5"))
    rule = Rule.parse("rule(P, F, T) :- captures(F, T, P), undefended(T, P).", FULL)
    assert facts.witness(rule, FULL) is None


def test_the_most_valuable_victim_is_named(golden: Golden) -> None:
    found = described(TWO_ROOKS_AND_A_KING, "d5c7", "attacks(T, X, N), enemy(X, P)")
    golden(found.english)
    assert found.squares == (chess.E8,)


def test_the_attacked_pawn_nearer_to_the_king_is_named(golden: Golden) -> None:
    found = described("6k1/p6p/8/8/3Q4/8/8/4K3 w - - 0 1", "d4d7", "attacks(T, X, N), kind(X, pawn, P)")
    golden(found.english)


def test_the_occasion_comes_before_the_move_and_the_consequence_after_it(golden: Golden) -> None:
    fen = "4k3/8/8/1q6/8/2N5/8/3K4 b - - 0 1"
    found = described(fen, "b5b3", "attacks(X, F, P), attacks(T, X, N)").english
    golden(found)


def test_the_checking_piece_is_named() -> None:
    found = described("4k3/8/8/8/4r3/8/8/R3K3 w - - 0 1", "e1d2", "in_check(P), kind(F, king, P)")
    assert found.english.startswith("as the rook on e4 gives check, the king goes to d2")


def test_a_check_is_mentioned_once() -> None:
    conditions = "kind(F, king, P), attacks(X, F, P), unattacked(X, P)"
    found = described("6k1/6p1/7p/5Q2/1P1Bp3/4P2P/6P1/1q4K1 w - - 0 1", "g1f2", conditions)
    assert found.english.startswith("as the queen on b1 gives check, the king goes to f2")


def test_being_ahead_is_the_reason_for_an_exchange() -> None:
    found = described("4k3/8/8/3q4/8/8/P2Q4/4K3 w - - 0 1", "d2d5", "ahead(P), captures(F, T, P), kind(F, queen, P)")
    assert found.english.startswith("as White is ahead, the queen takes the queen on d5")


def test_the_threatened_piece_is_named() -> None:
    found = described("3q2k1/8/8/8/8/8/5PPP/2R3K1 w - - 0 1", "c1c8", "legal_move(F, T, P), kind(F, rook, P)")
    assert "attacks the queen on d8" in found.english


def test_a_quiet_move_says_what_the_piece_does_on_its_new_square() -> None:
    found = described(chess.STARTING_FEN, "g1f3", "undeveloped(F, P), gains_scope(F, T, P)")
    assert found.english == (
        "the undeveloped knight goes to f3, reaches more squares from f3 than from g1 and guards the pawn on d2"
    ) or found.english.startswith("the knight goes to f3, reaches more squares from f3 than from g1")


def test_a_pawn_captured_en_passant_is_named_on_its_own_square(golden: Golden) -> None:
    found = described("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "e5d6", "captures(F, T, P)")
    golden(found.english)


def test_castling_and_promotion_have_their_own_verbs() -> None:
    assert described("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castles(F, T, P)").english.startswith(
        "the king castles to g1"
    )
    assert described("8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", "promotes(F, T, P)").english.startswith(
        "the pawn becomes a queen on a8"
    )


def test_the_motifs_of_a_move_are_named_with_their_pieces() -> None:
    assert named(TWO_ROOKS_AND_A_KING, "d5c7") == ["fork of the king on e8 and the rook on a8"]
    assert named(QUEEN_EN_PRISE, "c3d5") == ["hanging piece"]
    assert named("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8") == ["back rank mate"]
    assert named("4k3/3q4/8/8/8/8/4B3/4K3 w - - 0 1", "e2b5") == ["pin of the queen on d7 against the king on e8"]


def test_a_move_without_a_motif_has_no_name() -> None:
    assert named(chess.STARTING_FEN, "e2e4") == []


def test_a_sentence_never_says_that_a_king_does_not_hang(golden: Golden) -> None:
    conditions = "safe(F, T, P), half_open_file(T, P), advances(F, T, P)"
    king = described("4k3/8/8/8/8/8/4K3/8 w - - 0 1", "e2e3", conditions)
    golden(king.english)
    rook = described("4k3/8/8/8/8/8/4K3/R7 w - - 0 1", "a1a4", conditions)
    assert rook.english.startswith("the rook goes forward to a4 on an open or half-open file and does not hang there")


def test_the_order_of_gains_does_not_depend_on_the_rule() -> None:
    both = ("settles_at_least(F, T, 9, P)", "nets_at_least(F, T, 0, P)")
    sentences = {described(QUEEN_EN_PRISE, "c3d5", ", ".join(order)).english for order in (both, both[::-1])}
    assert sentences == {"the knight takes the queen on d5, which nothing defends, and wins it if only captures follow"}


def test_an_illegal_move_is_refused(golden: Golden) -> None:
    with golden.raises(IllegalMove):
        MoveFacts(chess.Board(), chess.Move.from_uci("e2e5"))


def test_a_check_that_uncovers_an_attack_on_a_pawn_is_a_discovered_attack() -> None:
    fen = "rb2k1nr/1p3ppp/p2q4/3pn3/3P2B1/2N5/PP3PPP/R1BQ1RK1 b kq - 0 13"
    assert "discovered attack on the pawn on h2" in named(fen, "e5f3")
    assert not [name for name in named(fen, "e5c4") if name.startswith("discovered check")]


def test_a_piece_that_lost_its_last_guard_is_not_called_defended() -> None:
    guarded_once = "4k3/8/5n2/7b/4N3/8/8/4K3 w - - 0 1"
    found = described(guarded_once, "e4f6", "attacks(T, X, N), defended(X, P), kind(X, bishop, P)")
    assert "attacks the bishop on h5" in found.english
    assert "defended bishop" not in found.english
    guarded_twice = "4k3/8/5np1/7b/4N3/8/8/4K3 w - - 0 1"
    found = described(guarded_twice, "e4f6", "attacks(T, X, N), defended(X, P), kind(X, bishop, P)")
    assert "attacks the defended bishop on h5" in found.english


def test_a_piece_that_recaptures_for_its_guard_is_not_undefended() -> None:
    # The bishop on g5 guards the pawn on f4, and this pawn recaptures.
    taken_back = "r1b3k1/pp5p/3p2p1/3PprB1/2B2P1q/8/P5PP/Q3R1K1 b - - 2 20"
    assert not [name for name in named(taken_back, "f5g5") if name.startswith("capture of the defender")]
    left_alone = "6k1/6p1/5n2/3r4/8/2B5/8/3RK3 w - - 0 1"
    assert named(left_alone, "c3f6") == ["capture of the defender of the rook on d5"]
