"""Rules read like advice for a club player: when this is so, make that move, because of what it does."""

from __future__ import annotations

import re

import pytest
from hypothesis import given

from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER
from tactics.rules import rules_in


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ("captures(F, T, P), hanging(T, P)", "Capture a hanging enemy piece."),
        (
            "kind(F, knight, P), safe(F, T, P), attacks(T, A, N), kind(A, king, P), attacks(T, B, N), kind(B, rook, P)",
            "Move a knight to a safe square, attacking the enemy king and an enemy rook.",
        ),
        (
            "attacks(T, A, N), attacks(T, B, N), gives_check(F, T, P)",
            "Give check, attacking two enemy pieces.",
        ),
        (
            "pins_to(T, A, B, N), kind(A, knight, P), kind(B, queen, P)",
            "Pin an enemy knight to an enemy queen.",
        ),
        ("skewers(T, A, B, N), kind(A, king, P)", "Skewer the enemy king against an enemy piece."),
        (
            "discovers(A, B, P, N), worth_more(B, A, P), leaves_nothing_hanging(F, T, P)",
            "Uncover an attack by another piece of yours on a more valuable enemy piece, leaving nothing hanging.",
        ),
        (
            "attacks(A, F, P), worth_more(F, A, P), kind(F, queen, P), safe(F, T, P)",
            "When a less valuable enemy piece attacks your queen, move your queen to a safe square.",
        ),
        ("gives_mate(F, T, P)", "Give checkmate."),
        ("kind(F, rook, P), gives_mate(F, T, P)", "Move a rook, giving checkmate."),
        ("in_check(P), only_legal(F, T, P)", "When you are in check, play the only legal move."),
        (
            "ahead(P), kind(T, queen, P), captures(F, T, P), kind(F, queen, P)",
            "When you are ahead, capture an enemy queen with your queen.",
        ),
        ("castles(F, T, P)", "Castle."),
        ("promotes(F, T, P), safe(F, T, P)", "Promote a pawn to a queen safely."),
        (
            "undeveloped(F, P), center(T, P), defended(T, N)",
            "Move an undeveloped piece to a square in the centre where it is defended.",
        ),
        (
            "kind(F, rook, P), half_open_file(T, P), enemy_half(T, P), gains_scope(F, T, P)",
            "Move a rook to a square on an open or half-open file in the opponent's half, reaching more squares than"
            " before.",
        ),
        ("undeveloped(F, P), edge(T, P)", "Move an undeveloped piece to a square at the edge of the board."),
        ("gains_scope(F, T, P)", "Move a piece to where it reaches more squares."),
        ("retreats(F, T, P), hanging(F, P), safe(F, T, P)", "Move a hanging piece back to a safe square."),
        (
            "exchange_at_least(F, T, 3, P), kind(F, pawn, P), captures(F, T, P)",
            "Capture an enemy piece with a pawn, winning at least a knight or bishop in the exchange.",
        ),
        (
            "only_defender(T, A, P)",
            "When an enemy piece is the only defender of another enemy piece, capture the defender.",
        ),
        (
            "own(A, P), hanging(A, P), unattacked(A, N)",
            "When one of your pieces hangs, move another piece, so that the first piece is not attacked.",
        ),
        ("kind(A, rook, P), defends(A, T, N)", "Move a piece, so that your rook defends the moved piece."),
        (
            "attacks(T, F, P), nets_at_least(F, T, 3, P)",
            "When an enemy piece attacks one of your pieces, capture the attacker with the attacked piece, winning at"
            " least a knight or bishop after the best capture in reply.",
        ),
        (
            "attacks(T, A, P), defends(A, F, P)",
            "When an enemy piece attacks one of your pieces that defends another piece of yours, capture the attacker"
            " with the defended piece.",
        ),
        (
            "attacks(T, F, P), attacks(T, A, P), kind(A, king, P)",
            "When an enemy piece attacks one of your pieces and your king, capture the attacker with that piece.",
        ),
        (
            "threatens(F, T, P), advances(F, T, P), kind(T, pawn, P)",
            "Capture an enemy pawn, moving forward and winning something in the exchange.",
        ),
        (
            "recaptures(F, T, P), undefended(T, N), nets_alone(F, T, P)",
            "Recapture with a piece that has no defender there, leaving you better off in material than any other move"
            " would.",
        ),
        ("recaptures(F, T, P), safe(F, T, P), kind(T, rook, P)", "Safely recapture an enemy rook."),
        (
            "attacks(A, F, P), captures(F, T, P), kind(T, bishop, P), unattacked(T, N)",
            "When an enemy piece attacks one of your pieces, capture an enemy bishop with the attacked piece, after"
            " which it is not attacked.",
        ),
        (
            "kind(F, rook, P), worth_more(T, A, P), undefended(A, N)",
            "Use a rook to capture an enemy piece that is worth more than some piece, so that the less valuable piece"
            " has no defender.",
        ),
        (
            "recaptures(F, T, P), worth_more(A, F, P), worth_more(A, T, P)",
            "Recapture, while some piece is worth more than the piece you move and the captured piece.",
        ),
        (
            "settles_alone(F, T, P), settles_at_least(F, T, 5, P), center(T, P)",
            "Move a piece to the centre, winning more than any other move and winning at least a rook by captures.",
        ),
        (
            "nets_alone(F, T, P), nets_at_least(F, T, 9, P), allows_no_mate(F, T, P)",
            "Play the one move that leaves you best off in material after the opponent's best capture, winning at least"
            " a queen and allowing no mate in one.",
        ),
        (
            "behind(T, A, B, P), enemy(A, P), enemy(B, P), new_attack(T, A, P, N)",
            "When an enemy piece looks through another enemy piece at a third enemy piece, capture the first enemy"
            " piece, now attacking the piece in front.",
        ),
        (
            "attacks(A, F, P), kind(F, king, P), unattacked(A, P)",
            "When an unattacked enemy piece checks your king, move your king.",
        ),
        (
            "recaptures(F, T, P), settles_at_least(F, T, 1, P)",
            "Recapture, winning at least a pawn in all.",
        ),
        (
            "hanging(A, N), new_attack(T, A, P, N)",
            "Bring a new attacker against an enemy piece that hangs.",
        ),
        (
            "kind(F, king, P), passed(A, P), only_defender(A, T, N)",
            "Move your king to a square that only your passed pawn guards.",
        ),
        (
            "kind(F, king, P), enemy_half(T, P), kind(A, rook, P), defends(A, T, N)",
            "Move your king to a square in the opponent's half that your rook guards.",
        ),
        (
            "kind(F, king, P), kind(A, rook, P), defends(A, T, N), kind(B, pawn, P), defends(B, T, N)",
            "Move your king, so that your rook defends your king and your pawn defends your king.",
        ),
        (
            "threatens(T, A, N), unattacked(A, P)",
            "Threaten to win an enemy piece that was not attacked before.",
        ),
        (
            "defends(A, T, P), worth_more(T, A, P), last_rank(T, P)",
            "When an enemy piece defends another, more valuable enemy piece, capture the defended piece on the"
            " opponent's back rank.",
        ),
        (
            "safe(F, T, P), new_attack(T, A, P, N), worth_more(A, F, P), new_attack(T, B, P, N), worth_more(B, F, P)",
            "Move a piece to a safe square, now attacking two more valuable enemy pieces.",
        ),
        (
            "pins_to(T, A, B, N), kind(A, bishop, P), worth_more(B, T, P), worth_more(B, F, P)",
            "Capture an enemy piece, pinning an enemy bishop to another, more valuable enemy piece.",
        ),
        ("passed(F, P), safe(F, T, P)", "Move a passed pawn to a safe square."),
    ],
)
def test_a_rule_reads_like_a_coachs_advice(body: str, sentence: str) -> None:
    rule = Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), {body}.", FULL)
    assert rule.sentence() == sentence


def test_the_sentence_of_the_papers_fork() -> None:
    fork = Rule.parse(
        "f(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), attacks(C, E, D), attacks(C, F, D),"
        " different_pos(E, F).",
        PAPER,
    )
    assert fork.sentence() == "Attack two enemy pieces."


@given(rules_in(FULL))
def test_every_rule_has_one_sentence_without_logic(rule: Rule) -> None:
    sentence = rule.sentence()
    assert re.fullmatch(r"[A-Z][a-z' ,-]+\.", sentence)
    assert "_" not in sentence
    assert "{" not in sentence
    assert "  " not in sentence


def test_every_relation_changes_the_sentence() -> None:
    # Without a word for the relation, readers would take the rule for a more general one.
    plain = "t(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N)"
    named = {"FROM": "F", "TO": "T", "BEFORE": "P", "AFTER": "N", "PIECE": "king", "NUMBER": "3"}
    # The sides of the moving and the captured piece need no mention.
    idle = {("own", "F"), ("enemy", "F"), ("own", "T")}
    for relation in FULL.relations.values():
        for first, position in (("F", "P"), ("T", "P"), ("T", "N"), ("A", "P"), ("A", "N")):
            unbound = relation.modes[0] == "+" and first == "A"
            if relation.name in ("legal_move", "make_move") or (relation.name, first) in idle or unbound:
                continue
            squares = iter((first, "B", "C"))
            places = [place.name for place in relation.places]
            arguments = [{"POSITION": position, **named}.get(place) or next(squares) for place in places]
            rule = Rule.parse(f"{plain}, {relation.name}({', '.join(arguments)}).", FULL)
            assert rule.sentence() != Rule.parse(f"{plain}.", FULL).sentence(), str(rule.body[-1])
