"""Every rule of a vocabulary has a sentence and arrows wherever it suggests a move, including the paper's fork."""

from __future__ import annotations

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goldens import Golden
from motif.tactics.adviser import TacticsAdviser
from motif.tactics.library import Tactic, TacticsLibrary
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL, PAPER, Vocabulary
from motif.tactics.witnesses import find_witness
from tactics.rules import rules_in, suggested_moves

BOARDS = (
    "r1bqk2r/pppp1ppp/2n2n2/2b1p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R w KQkq - 0 5",
    "r3k2r/8/8/3N4/8/8/8/4K3 w - - 0 1",
    "4k3/P3q3/8/8/2b5/8/4R3/4K3 w - - 0 1",
)
FORK = (
    "fork(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), attacks(C, E, D), attacks(C, F, D),"
    " different_pos(E, F)."
)
PEEK = (
    "peek(A, B, C) :- legal_move(B, C, A), make_move(B, C, A, D), legal_move(E, F, D), make_move(E, F, D, G),"
    " attacks(C, F, G)."
)


def advised(rule: Rule, vocabulary: Vocabulary, fen: str) -> list[str]:
    adviser = TacticsAdviser(TacticsLibrary(vocabulary, (Tactic(rule, {"precision": 0.5}),)), count=5)
    return [advice.because.english for advice in adviser.advise(chess.Board(fen))]


@pytest.mark.parametrize("vocabulary", [PAPER, FULL], ids=["paper", "full"])
@given(data=st.data(), fen=st.sampled_from(BOARDS))
@settings(max_examples=20, deadline=None)
def test_every_rule_has_a_sentence_and_arrows(vocabulary: Vocabulary, data: st.DataObject, fen: str) -> None:
    rule = data.draw(rules_in(vocabulary))
    board = chess.Board(fen)
    (moves,) = suggested_moves([rule], vocabulary, board)
    for move in moves:
        assert find_witness(rule, vocabulary, board, move) is not None, "the core and the witness agree"
    assert len(advised(rule, vocabulary, fen)) == min(5, len(moves))


def test_the_papers_fork_names_both_pieces(golden: Golden) -> None:
    advice = advised(Rule.parse(FORK, PAPER), PAPER, BOARDS[1])
    (check,) = [line for line in advice if line.startswith("Nc7+")]
    golden(check)


def test_a_knight_that_attacks_only_one_piece_does_not_fork() -> None:
    assert advised(Rule.parse(FORK, PAPER), PAPER, "4k3/8/8/3N4/8/8/8/4K3 w - - 0 1") == []


def test_conditions_on_other_moves_count_but_are_not_mentioned() -> None:
    assert advised(Rule.parse(PEEK, PAPER), PAPER, BOARDS[0])
