"""SWI-Prolog and the core suggest the same moves, although Prolog derives as much as it can by itself."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif.errors import EngineFailed
from motif.tactics.coverage import Coverage
from motif.tactics.learning import prolog
from motif.tactics.learning.bias import ENCODINGS, parse_bias
from motif.tactics.learning.paper import exhaust
from motif.tactics.library import SHIPPED, TacticsLibrary
from motif.tactics.rule import Rule, unique_names
from motif.tactics.vocabulary import FULL, PAPER, ArgumentKind, Vocabulary
from tactics.rules import suggested_moves
from walks import random_positions

with_prolog = pytest.mark.skipif(shutil.which("swipl") is None, reason="SWI-Prolog is not installed")

CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
EN_PASSANT = "4k3/8/8/3pP2b/8/8/8/4K3 w - d6 0 1"
PROMOTING = "3n4/2P1k3/8/8/8/8/8/4K3 w - - 0 1"
BLACK = "4k3/8/8/8/1n6/8/2P5/R3K3 b Q - 0 1"


def boards(count: int, seed: int) -> list[chess.Board]:
    walked = random_positions(25 * count, seed)[5::25]
    special = [chess.Board(fen) for fen in (CASTLING, EN_PASSANT, PROMOTING, BLACK)]
    return special + [board for board in walked if not board.is_game_over()]


def by_the_core(rules: Sequence[Rule], vocabulary: Vocabulary, where: Sequence[chess.Board]) -> prolog.Suggestions:
    found: prolog.Suggestions = {}
    for number, board in enumerate(where):
        for rule, moves in enumerate(suggested_moves(rules, vocabulary, board)):
            if moves:
                names = {(chess.square_name(move.from_square), chess.square_name(move.to_square)) for move in moves}
                found[rule, number] = frozenset(names)
    return found


def agree(rules: Sequence[Rule], vocabulary: Vocabulary, where: Sequence[chess.Board], folder: Path) -> int:
    """Check that both suggest the same; return how many rules suggest anything."""
    result = prolog.run(prolog.export(rules, where, vocabulary), folder)
    expected = by_the_core(rules, vocabulary, where)
    for number, rule in enumerate(rules):
        mine = {position: moves for (which, position), moves in expected.items() if which == number}
        theirs = {position: moves for (which, position), moves in result.items() if which == number}
        assert theirs == mine, f"{rule} differs"
    return len({rule for rule, _ in expected})


@with_prolog
def test_every_rule_that_paper_mode_learns(tmp_path: Path) -> None:
    text = (ENCODINGS / "paper.lp").read_text(encoding="utf-8").replace("max_body(5)", "max_body(3)")
    where = boards(16, seed=8)
    rules = exhaust(parse_bias(text), Coverage(Positions.from_boards(where), PAPER)).rules
    assert len(rules) > 20
    assert agree(rules, PAPER, where, tmp_path) == len(rules)


@with_prolog
def test_the_papers_fork_and_a_capture_instead_of_a_move(tmp_path: Path) -> None:
    rules = [
        Rule.parse(text, PAPER)
        for text in (
            "fork(A, B, C) :- make_move(B, C, A, N), attacks(C, D, N), attacks(C, E, N), different_pos(D, E).",
            "spared(A, B, C) :- legal_move(B, C, A), attacks(B, D, A), different_pos(C, D), make_move(B, D, A, N).",
            "retaken(A, B, C) :- make_move(B, C, A, N), attacks(D, C, N), legal_move(D, C, N).",
        )
    ]
    assert agree(rules, PAPER, boards(20, seed=9), tmp_path) == len(rules)


@with_prolog
def test_every_relation_of_the_full_vocabulary_in_every_place(tmp_path: Path) -> None:
    rules = _one_relation_each()
    where = boards(6, seed=10)
    assert agree(rules, FULL, where, tmp_path) > len(rules) // 2


def _one_relation_each() -> list[Rule]:
    named = {ArgumentKind.FROM: "F", ArgumentKind.TO: "T", ArgumentKind.BEFORE: "P", ArgumentKind.AFTER: "N"}
    rules = {}
    for relation in FULL.relations.values():
        for squares in (("X", "Y", "Z"), ("F", "X", "Y"), ("T", "X", "Y"), ("X", "T", "Y")):
            if relation.modes[0] == "+" and squares[0] == "X":
                continue  # this variable would be unbound
            for position in ("P", "N"):
                free = iter(squares)
                arguments = [
                    named.get(place)
                    or {ArgumentKind.POSITION: position}.get(place)
                    or (next(free) if place is ArgumentKind.SQUARE else relation.constants[1])
                    for place in relation.places
                ]
                body = f"legal_move(F, T, P), make_move(F, T, P, N), {relation.name}({', '.join(arguments)})"
                rule = Rule.parse(f"t(P, F, T) :- {body}.", FULL)
                rules[rule.body] = rule
    return list(rules.values())


@with_prolog
def test_distinct_variables_are_distinct_squares(tmp_path: Path) -> None:
    two = Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), attacks(T, B, N).", FULL)
    one_victim = chess.Board("r3k3/8/8/8/8/8/8/R3K3 w - - 0 1")
    two_victims = chess.Board("r3k3/8/8/8/3p4/8/8/R3K3 w - - 0 1")
    result = prolog.run(prolog.export([two], [one_victim, two_victims], FULL), tmp_path)
    assert result == {(0, 1): frozenset({("a1", "a4")})}
    assert agree([two], FULL, [one_victim, two_victims], tmp_path) == 1


@with_prolog
@pytest.mark.skipif(not SHIPPED.exists(), reason="no library ships yet")
def test_every_shipped_rule_on_fifty_positions(tmp_path: Path) -> None:
    library = TacticsLibrary.shipped()
    where = boards(46, seed=11)[:50]
    assert len(where) == 50
    assert agree(library.rules, library.vocabulary, where, tmp_path) > len(library) // 2


def test_the_clause_runs_from_left_to_right() -> None:
    rule = Rule.parse("f(A, B, C) :- attacks(C, E, D), different_pos(E, B), make_move(B, C, A, D).", PAPER)
    assert str(prolog.executable(rule, PAPER)) == (
        "f(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), attacks(C, E, D), different_pos(E, B)."
    )


def test_rules_of_one_name_are_numbered() -> None:
    rule = Rule.parse("fork(P, F, T) :- in_check(P).", FULL)
    assert unique_names([rule, rule, rule.named("pin"), rule]) == ["fork", "fork_2", "pin", "fork_3"]


def test_a_missing_prolog_is_named(golden: Golden, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with golden.raises(EngineFailed) as caught:
        prolog.run(prolog.export([], [], PAPER), tmp_path)
    assert "install" in caught.value.hint


@with_prolog
def test_errors_of_prolog_are_passed_on(golden: Golden, tmp_path: Path) -> None:
    files = prolog.PrologFiles("", "position(p0).\nlegal_move(e2, e4, p0).\n", "tactic(0, no_such_rule).\n")
    with golden.raises(EngineFailed):
        prolog.run(files, tmp_path)
