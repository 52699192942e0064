"""Rules are the same under any names of variables, and mistakes in their text are named with their place."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from goldens import Golden
from motif._core.board import Positions
from motif.errors import BadRule
from motif.tactics.clauses import Literal
from motif.tactics.coverage import Coverage
from motif.tactics.rule import Rule, parse_rules
from motif.tactics.vocabulary import FULL, PAPER
from tactics.rules import any_rules, rules_in
from tactics.subsumption import are_variants, generalises
from walks import random_positions

FORK = """fork(Position, From, To) :-
    make_move(From, To, Position, Next),   % Figure 3 of the paper
    attacks(To, Square1, Next),
    attacks(To, Square2, Next),
    different_pos(Square1, Square2)."""


@given(any_rules())
def test_a_rule_is_rebuilt_from_its_text(rule: Rule) -> None:
    assert Rule.parse(str(rule)) == rule
    assert Rule.parse(rule.text()) == rule
    assert eval(repr(rule), {"Rule": Rule}) == rule


@given(rules_in(FULL))
def test_a_rule_of_the_vocabulary_is_rebuilt_and_accepted(rule: Rule) -> None:
    assert Rule.parse(str(rule), FULL) == rule


@given(any_rules(), st.randoms(use_true_random=False))
def test_a_renamed_and_shuffled_rule_is_the_same(rule: Rule, rng: random.Random) -> None:
    names = [f"X{number}" for number in range(len(rule.variables))]
    rng.shuffle(names)
    twin = rule.renamed(dict(zip(rule.variables, names, strict=True)))
    body = list(twin.body)
    rng.shuffle(body)
    twin = Rule("another_name", twin.head, tuple(body))
    assert are_variants(twin, rule)
    assert twin.canonical().body == rule.canonical().body
    assert generalises(twin, rule)
    assert generalises(rule, twin)


def test_the_paper_and_its_authors_write_the_same_fork() -> None:
    theirs = Rule.parse("f(A,B,C):-attacks(C,E,D),attacks(C,F,D),make_move(B,C,A,D),different_pos(E,F)", PAPER)
    assert are_variants(theirs, Rule.parse(FORK, PAPER))
    assert Rule.parse(FORK.replace(":-", "←"), PAPER) == Rule.parse(FORK, PAPER)


def test_attacker_and_victim_cannot_be_exchanged() -> None:
    attacking = Rule.parse("t(P, F, T) :- attacks(F, A, P).", FULL)
    attacked = Rule.parse("t(P, F, T) :- attacks(A, F, P).", FULL)
    assert not are_variants(attacking, attacked)
    assert not generalises(attacking, attacked)


def test_arguments_may_be_exchanged_only_in_symmetric_relations() -> None:
    one = Rule.parse("t(P, F, T) :- attacks(F, A, P), attacks(T, B, P), different_pos(A, B).", PAPER)
    other = Rule.parse("t(P, F, T) :- attacks(F, A, P), attacks(T, B, P), different_pos(B, A).", PAPER)
    assert not are_variants(one, other)
    assert are_variants(one, other, PAPER)
    assert generalises(one, other, PAPER)


def test_another_condition_specialises_a_rule() -> None:
    fork = Rule.parse(FORK, PAPER)
    check = Rule(fork.name, fork.head, (*fork.body, Literal("attacks", ("From", "Square1", "Position"))))
    assert generalises(fork, check)
    assert not generalises(check, fork)


def test_two_victims_may_be_one_piece_only_in_the_papers_vocabulary() -> None:
    two = Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), attacks(T, B, N).", FULL)
    one = Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N).", FULL)
    assert generalises(one, two, FULL)
    assert generalises(two, one)
    assert not generalises(two, one, FULL)


SOME_POSITIONS = Positions.from_boards([board for board in random_positions(300, 2)[9::10] if any(board.legal_moves)])


@given(rules_in(FULL), st.data())
def test_a_generalisation_suggests_at_least_the_same_moves(rule: Rule, data: st.DataObject) -> None:
    kept = data.draw(st.lists(st.sampled_from(rule.body[2:]), unique=True)) if rule.body[2:] else []
    general = Rule(rule.name, rule.head, (*rule.body[:2], *kept))
    assert generalises(general, rule, FULL)
    more, less = Coverage(SOME_POSITIONS, FULL).rows([general, rule])
    assert set(less.tolist()) <= set(more.tolist())


def test_readable_names_say_what_a_variable_is() -> None:
    rule = Rule.parse("f(A,B,C):-make_move(B,C,A,D),attacks(C,E,D),attacks(C,F,D)", PAPER).readable(PAPER)
    assert str(rule) == (
        "f(Position, From, To) :- make_move(From, To, Position, Next), attacks(To, Square1, Next),"
        " attacks(To, Square2, Next)."
    )


def test_nameless_variables_are_all_different() -> None:
    rule = Rule.parse("t(P, F, T) :- attacks(F, _, P), attacks(_, T, P).", FULL)
    assert rule.existential == ("_1", "_2")
    assert Rule.parse(str(rule), FULL) == rule


def test_several_clauses_are_read_in_order() -> None:
    rules = parse_rules("a(P, F, T) :- in_check(P).\n% a comment\nb(P, F, T) :- castles(F, T, P).", FULL)
    assert [rule.name for rule in rules] == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("t(P, F, T) :- attacks(F, A, P", "line 1, column 30: expected ')' or ',', found the end of the text", ""),
        ("t(P, F, T) :- in_check(P) in_check(P).", "line 1, column 27: expected '.' or ',', found 'in_check'", ""),
        ("t(P, F, T) in_check(P).", "line 1, column 12: expected '.' or ':-', found 'in_check'", ""),
        (
            "t(P, F, T) :- attacks(F, A, P); in_check(P).",
            "line 1, column 31: cannot read ';'",
            "write a rule as tactic(",
        ),
        ("T(P, F, T) :- in_check(P).", "line 1, column 1: expected a name, found 'T'", ""),
        ("", "line 1, column 1: expected one clause, found 0", "tactic(Position, From, To)"),
        ("t(P, F) :- in_check(P).", "line 1, column 1: the head t has 2 arguments, not 3", "tactic(Position"),
        ("t(P, f, T) :- in_check(P).", "line 1, column 6: the head needs variables, found 'f'", "begin with a capital"),
        ("t(P, F, F) :- in_check(P).", "line 1, column 9: the head uses the variable F twice", ""),
        (
            "t(P, F, T) :-\n  in_check(P),\n  atacks(F, A, P).",
            "line 3, column 3: the full vocabulary has no predicate atacks",
            "did you mean attacks?",
        ),
        (
            "t(P, F, T) :- zzz(P).",
            "line 1, column 15: the full vocabulary has no predicate zzz",
            "the predicates are legal_move",
        ),
        (
            "t(P, F, T) :- attacks(F, P).",
            "line 1, column 15: attacks takes 3 arguments, found 2",
            "attacks(square, square",
        ),
        (
            "t(P, F, T) :- attacks(F, A, N).",
            "line 1, column 29: the variable N is unbound: attacks needs it, but no other condition binds it",
            "make_move(From, To, Position, Next) introduces the position after the move",
        ),
        (
            "t(P, F, T) :- attacks(P, F, P).",
            "line 1, column 23: P is a position in the head but a square in attacks",
            "",
        ),
        (
            "t(P, F, T) :- kind(F, K, P).",
            "line 1, column 23: kind needs a constant here, found the variable K",
            "write one of pawn, knight, bishop, rook, queen, king",
        ),
        (
            "t(P, F, T) :- kind(F, pope, P).",
            "line 1, column 23: kind needs a kind of piece here, found pope",
            "write one of pawn",
        ),
        (
            "t(P, F, T) :- attacks(e4, F, P).",
            "line 1, column 23: attacks needs a variable for a square here, found the constant e4",
            "begin with a capital",
        ),
        (
            "t(P, F, T) :- safe(T, F, P).",
            "line 1, column 20: safe needs the square the move comes from here: expected F, found T",
            "",
        ),
        (
            "t(P, F, T) :- discovers(A, B, P, P).",
            "line 1, column 34: discovers needs the position after the move here, found P, the position before it",
            "",
        ),
    ],
)
def test_unreadable_rules_are_refused_with_the_place_of_the_mistake(text: str, message: str, hint: str) -> None:
    with pytest.raises(BadRule) as caught:
        Rule.parse(text, FULL)
    assert str(caught.value) == message
    assert hint in caught.value.hint


def test_a_variable_cannot_be_square_and_side(golden: Golden) -> None:
    text = "f(A, B, C) :- attacks(B, S, A), other_side(S, S)."
    with golden.raises(BadRule):
        Rule.parse(text, PAPER)


def test_a_kind_of_piece_needs_a_square(golden: Golden) -> None:
    assert Rule.parse("f(A, B, C) :- piece_at(B, A, Side, Kind), sliding_piece(Kind).", PAPER)
    text = "f(A, B, C) :- sliding_piece(Kind)."
    with golden.raises(BadRule) as caught:
        Rule.parse(text, PAPER)
    golden(caught.value.hint)
