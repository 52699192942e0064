"""Candidates for a list: no condition could be left out, and the sentence mentions every condition."""

from __future__ import annotations

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif.runtime.parallel import Workers
from motif.statistics.examples import Evidence, Reference
from motif.tactics.coverage import RuleCounter, RuleTally
from motif.tactics.learning.bias import parse_bias
from motif.tactics.learning.candidates import (
    FINISHED,
    TESTS,
    Standards,
    Trial,
    Where,
    candidate_rules,
    keep_useful,
    passing,
    shorter_rules,
)
from motif.tactics.learning.levels import Learner, Search
from motif.tactics.rule import Rule

TAKE = "t(P, F, T) :- legal_move(F, T, P), captures(F, T, P)."
TAKE_WITH_A_PAWN = "t(P, F, T) :- legal_move(F, T, P), captures(F, T, P), kind(F, pawn, P)."
MATES = """
vocabulary(full). head_pred(tactic,3). max_clauses(1). max_vars(4). max_body(1).
uncounted(legal_move). uncounted(make_move). required(legal_move,(1,2,0)). functional(make_move).
body_pred(legal_move,3). body_pred(make_move,4). body_pred(allows_no_mate,3). body_pred(captures,3).
"""
CASTLE_FROM_A_FILE = "t(P, F, T) :- legal_move(F, T, P), castles(F, T, P), open_file(F, P)."


def evidence(fen: str, best: str, count: int = 20) -> Evidence:
    """Repeat one position and its best move many times."""
    code = encode_move(chess.Move.from_uci(best))
    codes = np.full(count, code, np.uint16)
    positions = Positions.from_boards([chess.Board(fen)] * count)
    return Evidence(positions, codes, np.arange(count), (("A", "B"),) * count, best=codes)


def test_the_pawn_condition_is_necessary_if_the_pawn_should_capture() -> None:
    rules = [Rule.parse(TAKE), Rule.parse(TAKE_WITH_A_PAWN)]
    board = "4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1"
    assert keep_useful(rules, evidence(board, "b4c5"), Reference.BEST, Standards(chance=0.01)) == rules
    assert keep_useful(rules, evidence(board, "e3c5"), Reference.BEST, Standards(chance=0.01)) == rules[:1], (
        "the queen captures as well"
    )


def test_shorter_rules_lack_one_condition_each() -> None:
    assert [rule.sentence() for rule in shorter_rules(Rule.parse(TAKE_WITH_A_PAWN))] == [
        "Move a pawn.",
        "Capture an enemy piece.",
    ]


def test_a_rule_whose_sentence_omits_a_condition_is_not_a_candidate() -> None:
    assert is_sayable(TAKE_WITH_A_PAWN)
    assert not is_sayable(TAKE_WITH_A_PAWN, words=4)
    assert not is_sayable(CASTLE_FROM_A_FILE), "it says no more than to castle"


def test_a_warning_is_a_candidate_if_it_excludes_bad_moves() -> None:
    # The knight guards h2 against the queen: if it leaves, Black mates. Most other moves are neither good nor bad.
    board = "6k1/2b2ppp/3q4/8/8/5N2/5PPP/5RK1 w - - 0 1"
    careful, careless = evidence(board, "h2h3", 60), evidence(board, "f3g5", 60)
    assert said_of(careful) == ["Allow no mate in one."]
    assert said_of(Evidence.concatenate([careful, careless])) == []


def test_imprecise_rules_are_dropped_unless_they_are_warnings() -> None:
    board = "4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1"
    bodies = ("kind(F, king, P)", "allows_no_mate(F, T, P)", "allows_no_mate(F, T, P), kind(F, king, P)")
    king, warning, careful_king = (Rule.parse(f"t(P, F, T) :- legal_move(F, T, P), {body}.") for body in bodies)
    rules = [king, warning, careful_king]
    assert precise(rules, evidence(board, "b4c5"), 0.1) == [warning], "the pawn takes, always"
    assert precise(rules, evidence(board, "e1d2"), 0.1) == rules, "one king's move of five is right"
    assert precise(rules, evidence(board, "b4c5"), 0.0) == rules


def precise(rules: list[Rule], some: Evidence, least: float) -> list[Rule]:
    """Return the rules that pass the test of precision."""
    (test,) = (test for test in TESTS if test.name == "it is often right, or only a warning")
    tried = FINISHED.trials(rules, RuleCounter(some, Reference.BEST, Workers()))
    return [trial.rule for trial in tried if test.passes(trial, Standards(right=least))]


def said_of(some: Evidence) -> list[str]:
    """Learn the candidates of two small games about mates and captures."""
    learner = Learner(some, parse_bias(MATES), Search(support=5, exhaustive=1), Reference.BEST)
    learner.run()
    return [found.rule.sentence() for found in candidate_rules(learner, some, Reference.BEST)]


def is_sayable(rule: str, words: int = 15) -> bool:
    """Whether a rule passes the tests of its sentence."""
    return bool(
        passing([Trial(Rule.parse(rule), FINISHED.spelled, RuleTally(1, 1, 1))], Where.SENTENCE, Standards(words=words))
    )
