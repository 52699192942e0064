"""A rule gets the name of the motif that its moves show."""

from __future__ import annotations

from collections.abc import Sequence

import chess
import numpy as np
import pytest

from motif.motifs.motif import Line
from motif.tactics.coverage import square_of_last_capture
from motif.tactics.learning.naming import NAMES, Probe, description, name_rules
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from walks import random_positions


def probe_of(boards: Sequence[chess.Board]) -> Probe:
    """Make a probe of boards and the squares of the last captures."""
    return Probe(boards, np.array([square_of_last_capture(board) for board in boards], np.int8))


def shows(name: str, fen: str, move: str) -> bool:
    board = chess.Board(fen)
    assert chess.Move.from_uci(move) in board.legal_moves
    return NAMES[name].set_up(Line.of(board, [move]))


@pytest.mark.parametrize(
    ("name", "move", "true", "false"),
    [
        # A knight attacks king and queen; with a rook on c2 it is captured.
        ("fork", "d5c7", "4k3/8/q7/3N4/8/8/8/4K3 w - - 0 1", "4k3/8/q7/3N4/8/8/2r5/4K3 w - - 0 1"),
        # A bishop goes to b5 and pins the knight to the king; with the king on f8 it only attacks it.
        ("pin", "f1b5", "4k3/8/2n5/8/8/8/8/4KB2 w - - 0 1", "5k2/8/2n5/8/8/8/8/4KB2 w - - 0 1"),
        # The knight should not move because of the queen behind it; a pawn behind it would be no reason.
        ("relative pin", "c1g5", "3q2k1/8/5n2/8/8/8/8/2B3K1 w - - 0 1", "3p2k1/8/5n2/8/8/8/8/2B3K1 w - - 0 1"),
        # The king must move, and the queen falls; the skewering rook must be defended.
        ("skewer", "a1a4", "8/8/8/8/3k2q1/8/8/R6K w - - 0 1", "8/8/8/8/1k4q1/8/8/R6K w - - 0 1"),
        # The bishop leaves the file of its rook; in the twin there is nothing behind it.
        ("discovered attack", "d4h8", "3q2k1/8/8/8/3B4/8/8/3R2K1 w - - 0 1", "3q2k1/8/8/8/3B4/8/8/2R3K1 w - - 0 1"),
        ("discovered check", "d4h8", "3k4/8/8/8/3B4/8/8/3R2K1 w - - 0 1", "3q2k1/8/8/8/3B4/8/8/3R2K1 w - - 0 1"),
        ("hanging piece", "d1d6", "4k3/8/3n4/8/8/8/8/3RK3 w - - 0 1", "4k3/2p5/3n4/8/8/8/8/3RK3 w - - 0 1"),
        ("winning capture", "e4d5", "4k3/8/2p5/3q4/4P3/8/8/4K3 w - - 0 1", "4k3/8/2p5/3p4/4P3/8/8/4K3 w - - 0 1"),
        ("back rank mate", "d1d8", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "6k1/5pp1/8/8/8/8/8/3R2K1 w - - 0 1"),
        ("smothered mate", "g5f7", "6rk/6pp/8/6N1/8/8/8/6K1 w - - 0 1", "7k/6pp/8/6N1/8/8/8/6K1 w - - 0 1"),
        ("mate", "d1d8", "6k1/5ppp/8/8/8/8/8/3R2K1 w - - 0 1", "6k1/5pp1/8/8/8/8/8/3R2K1 w - - 0 1"),
        ("double check", "e4f6", "4k3/8/8/8/4N3/8/8/4R1K1 w - - 0 1", "4k3/8/8/8/4N3/8/8/5RK1 w - - 0 1"),
        # Noah's ark: the pawn traps the bishop; without the pawn on c2 the bishop escapes.
        ("trapped piece", "c5c4", "4k3/1p6/p7/1pp5/8/1B6/PPP5/4K3 b - - 0 1", "4k3/8/p7/1pp5/8/1B6/PP6/4K3 b - - 0 1"),
        # Only the knight guards the rook; in the twin a pawn guards it too.
        (
            "capture of the defender",
            "b5c6",
            "6k1/8/2n5/1B2r3/8/8/8/4R1K1 w - - 0 1",
            "6k1/8/2np4/1B2r3/8/8/8/4R1K1 w - - 0 1",
        ),
        ("escape", "d4b3", "4k3/8/8/2p5/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/2n5/3N4/8/8/4K3 w - - 0 1"),
        ("threat", "a1d1", "4k3/8/8/3n4/8/8/8/R5K1 w - - 0 1", "4k3/8/4p3/3n4/8/8/8/R5K1 w - - 0 1"),
        ("promotion", "b7b8q", "4k3/1P6/8/8/8/8/8/4K3 w - - 0 1", None),
        ("check", "a1a8", "4k3/8/8/8/8/8/8/R5K1 w - - 0 1", "8/4k3/8/8/8/8/8/R5K1 w - - 0 1"),
    ],
)
def test_a_move_shows_a_motif_in_one_position_and_not_in_a_similar_one(
    name: str, move: str, true: str, false: str | None
) -> None:
    assert shows(name, true, move)
    if false:
        assert not shows(name, false, move)


def test_a_recapture_needs_a_capture_before() -> None:
    board = chess.Board("4k3/8/8/3p4/4P3/5B2/8/4K3 b - - 0 1")
    board.push_uci("d5e4")
    back = (0, chess.Move.from_uci("f3e4"))
    assert "recapture" in probe_of([board]).motifs(back)
    assert "recapture" not in probe_of([board.copy(stack=False)]).motifs(back)


@pytest.fixture(scope="module")
def probe() -> Probe:
    return probe_of([board for board in random_positions(4500, seed=3)[7::2] if not board.is_game_over()])


MOTIF_OF = {
    "gives_mate(F, T, P)": "mate",
    "promotes(F, T, P)": "promotion",
    "captures(F, T, P), undefended(T, P), unattacked(T, N)": "winning capture",
    "captures(F, T, P), undefended(T, P), unattacked(T, N), kind(T, knight, P)": "hanging piece",
    "pins(T, A, N), new_attack(T, A, P, N), kind(A, knight, P)": "pin",
    "skewers(T, A, B, N), kind(A, king, P), kind(B, rook, P), safe(F, T, P)": "skewer",
    "discovers(A, B, P, N), worth_more(B, A, P)": "discovered attack",
    "discovers(A, B, P, N), kind(B, king, P)": "discovered check",
    "safe(F, T, P), kind(F, knight, P), attacks(T, A, N), kind(A, rook, P), attacks(T, B, N), kind(B, king, P)": "fork",
    "gives_check(F, T, P)": "check",
    "legal_move(F, T, P)": "",
    "safe(F, T, P)": "",
    "kind(F, pawn, P), advances(F, T, P)": "",
}


def parsed(body: str) -> Rule:
    return Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), make_move(F, T, P, N), {body}.", FULL)


def test_rules_are_named_by_what_they_do(probe: Probe) -> None:
    named = name_rules([parsed(body) for body in MOTIF_OF], FULL, probe)
    assert {body: motif for body, (_, motif) in zip(MOTIF_OF, named, strict=True)} == MOTIF_OF
    assert all(rule.name == motif.replace(" ", "_") for rule, motif in named if motif)


def test_rules_of_one_motif_get_different_names(probe: Probe) -> None:
    rule = Rule.parse("t(P, F, T) :- promotes(F, T, P).", FULL)
    assert [named.name for named, _ in name_rules([rule, rule], FULL, probe)] == ["promotion", "promotion_2"]


def test_a_rule_with_too_few_suggestions_gets_no_motif(probe: Probe) -> None:
    assert probe.motif([(0, next(iter(probe.boards[0].legal_moves)))]) == ""


def test_a_rule_without_a_motif_is_named_after_its_conditions() -> None:
    rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P), kind(F, rook, P), open_file(T, P), safe(F, T, P).", FULL)
    assert description(rule) == "rook_move_open_file"
    assert description(Rule.parse("t(P, F, T) :- enemy(T, P).", FULL)) == "capture"
