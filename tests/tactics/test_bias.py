"""Clingo reads a bias as its user wrote it, and mistakes are named by line and column."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from goldens import Golden
from motif.errors import BadArgument, BadFile, BadRule, UnknownName
from motif.tactics.learning.bias import ENCODINGS, Bias, Limits, find_bias, parse_bias
from motif.tactics.learning.levels import RuleConditions
from motif.tactics.vocabulary import FULL, PAPER

PAPER_TEXT = (ENCODINGS / "paper.lp").read_text(encoding="utf-8")


def test_the_papers_bias_has_the_limits_of_the_paper() -> None:
    bias = find_bias("paper")
    assert bias.vocabulary is PAPER
    assert bias.limits == Limits(clauses=1, variables=5, literals=5)
    assert {name: predicate.directions for name, predicate in bias.predicates.items()} == {
        "attacks": "+-+",
        "make_move": "+++-",
        "different_pos": "++",
        "behind": "+--+",
        "piece_at": "+++-",
        "other_side": "++",
        "legal_move": "--+",
    }
    assert bias.symmetric == {"different_pos", "other_side"}
    assert bias.required == {"legal_move": (1, 2, 0)}
    assert not bias.has_constraints


def test_the_full_bias_allows_the_whole_vocabulary() -> None:
    bias = find_bias("full")
    assert set(bias.predicates) == set(FULL.relations)
    assert bias.predicates["kind"].constants == ("pawn", "knight", "bishop", "rook", "queen", "king")
    assert bias.uncounted == {"legal_move", "make_move"}


def test_a_bias_can_be_pickled() -> None:
    assert pickle.loads(pickle.dumps(find_bias("full"))) == find_bias("full")


def test_a_user_can_remove_predicates(tmp_path: Path) -> None:
    path = tmp_path / "mine.lp"
    path.write_text(PAPER_TEXT.replace("body_pred(behind,4).", "").replace("max_body(5).", "max_body(3)."))
    bias = find_bias(str(path))
    assert "behind" not in bias.predicates
    assert bias.limits.literals == 3


def test_a_user_can_limit_the_constants() -> None:
    text = (ENCODINGS / "full.lp").read_text(encoding="utf-8") + "constant(kind,(queen;knight))."
    assert parse_bias(text).predicates["kind"].constants == ("knight", "queen")


def test_constraints_are_kept_for_the_generator() -> None:
    bias = parse_bias(PAPER_TEXT + ":- body(attacks,(A,_,_)), body(behind,(A,_,_,_)).")
    assert bias.has_constraints


@pytest.mark.parametrize(
    ("old", "new", "message", "hint"),
    [
        ("max_vars(5).", "max_vars(5", "line 11, column 1: syntax error, unexpected <IDENTIFIER>", ""),
        ("max_body(5).", "max_body(X).", "line 11, column 1: unsafe variables in: max_body(X)", ""),
        (
            "max_vars(5).",
            "max_vars(two).",
            "line 10, column 1: expected one max_vars with a number of at least 1, found two",
            "",
        ),
        ("max_vars(5).", "max_vars(2).", "line 10, column 1: the head alone has 3 variables", "max_vars(3)."),
        (
            "max_clauses(1).",
            "max_clauses(2).",
            "line 9, column 1: a tactic is one clause, found max_clauses(2)",
            "write max_clauses(1).",
        ),
        ("max_body(5).", "max_body(5,6).", "line 11, column 1: max_body takes 1 argument, found 2", ""),
        (
            "max_body(5).",
            "max_bodies(5).",
            "line 11, column 1: a bias has no fact called max_bodies",
            "did you mean max_body?",
        ),
        (
            "vocabulary(paper).",
            "vocabulary(pope).",
            "line 5, column 1: expected one vocabulary, found pope",
            "write vocabulary(paper). or vocabulary(full).",
        ),
        (
            "body_pred(attacks,3).",
            "body_pred(atacks,3).",
            "line 14, column 1: the paper vocabulary has no predicate atacks",
            "did you mean attacks?",
        ),
        ("body_pred(attacks,3).", "body_pred(attacks,2).", "line 14, column 1: attacks takes 3 arguments, not 2", ""),
        (
            "type(attacks,(square,square,position)).",
            "type(attacks,(square,side,position)).",
            "line 23, column 1: attacks has the types (square,square,position), not (square,side,position)",
            "",
        ),
        (
            "direction(attacks,(in,out,in)).",
            "direction(attacks,(in,up,in)).",
            "line 33, column 1: a direction must be in or out, found up",
            "",
        ),
        (
            "direction(attacks,(in,out,in)).",
            "direction(attacks,(in,in)).",
            "line 33, column 1: direction of attacks needs 3 values in brackets, found (in,in)",
            "",
        ),
        (
            "required(legal_move,(1,2,0)).",
            "required(legal_move,(1,2,3)).",
            "line 47, column 1: required legal_move needs 3 variables of the head, found (1,2,3)",
            "0 is the position",
        ),
        ("symmetric(other_side).", "constant(attacks,knight).", "attacks has no constant knight", "takes no constants"),
    ],
)
def test_mistakes_are_named_by_line_and_column(old: str, new: str, message: str, hint: str) -> None:
    assert old in PAPER_TEXT
    with pytest.raises(BadRule) as caught:
        parse_bias(PAPER_TEXT.replace(old, new), "mine.lp")
    assert str(caught.value).startswith("mine.lp, line ")
    assert message in str(caught.value)
    assert hint in caught.value.hint


@pytest.mark.parametrize(
    ("old", "message"),
    [
        ("max_vars(5).", "mine.lp: expected one max_vars with a number of at least 1, found none"),
        ("head_pred(f,3).", "mine.lp: expected one head_pred(name,3)"),
        ("vocabulary(paper).", "mine.lp: expected one vocabulary, found none"),
    ],
)
def test_missing_facts_are_named(old: str, message: str) -> None:
    with pytest.raises(BadRule) as caught:
        parse_bias(PAPER_TEXT.replace(old, ""), "mine.lp")
    assert message in str(caught.value)


def test_an_unknown_bias_is_named(golden: Golden, tmp_path: Path) -> None:
    with golden.raises(UnknownName) as caught:
        find_bias("papper")
    assert caught.value.hint == "did you mean paper?"
    with pytest.raises(BadFile, match="cannot read"):
        Bias.read(tmp_path / "nowhere.lp")


def test_the_level_wise_learner_refuses_constraints(golden: Golden) -> None:
    text = (ENCODINGS / "full.lp").read_text(encoding="utf-8") + ":- body(castles,_)."
    with golden.raises(BadArgument):
        RuleConditions(parse_bias(text))
    with golden.raises(BadArgument):
        RuleConditions(find_bias("paper"))
