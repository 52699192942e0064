"""Test the typical moves of a rating: the reason for a move, and the mistake that one in twenty makes."""

from __future__ import annotations

import re

import chess

from goldens import Golden
from motif.players.human import (
    PLAIN,
    UNSAID,
    WORDS,
    TypicalMove,
    reason_of,
    shipped_model,
    typical_mistake,
    typical_moves,
)
from motif.players.human_model import TermWeights

TAKEN = "rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3"


NAMES = list(TermWeights.read().table)


def move(uci: str) -> chess.Move:
    return chess.Move.from_uci(uci)


def test_nearly_all_recapture_a_queen_and_that_is_the_reason() -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3P4/8/5Q2/PPPP1PPP/RNB1KBNR w KQkq - 0 3")
    board.push_uci("f3f7")
    first = typical_moves(shipped_model(), board, 1500)[0]
    assert first.move == move("e8f7")
    assert first.share > 0.9
    assert "takes" in first.because


def test_shares_are_sorted_and_a_finished_game_has_no_moves() -> None:
    moves = typical_moves(shipped_model(), chess.Board(TAKEN), 1200)
    assert [each.share for each in moves] == sorted((each.share for each in moves), reverse=True)
    assert moves[0].move == move("b1c3"), "the knight comes out and hits the queen"
    assert typical_moves(shipped_model(), chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1"), 1200) == []


def test_a_captured_queen_is_mentioned_even_if_no_term_weighs_more() -> None:
    trap = chess.Board("rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P1b1/2N5/PPPP1PPP/R1BQK2R b KQkq - 0 5")
    because = {each.move: each.because for each in typical_moves(shipped_model(), trap, 1200)}
    assert "takes a queen" in because[move("g4d1")]
    assert "takes a queen" not in because[move("d6e5")], "this one takes the knight"


def test_a_mistake_is_typical_only_where_it_is_often_made_and_loses_much() -> None:
    often, seldom = TypicalMove(move("e2e4"), 0.4, ""), TypicalMove(move("a2a3"), 0.01, "")
    assert typical_mistake([often, seldom], {often.move: 0.2, seldom.move: 0.3}) == often
    assert typical_mistake([often, seldom], {often.move: 0.02, seldom.move: 0.3}) is None


def test_reasons_use_a_players_words_not_the_names_of_terms(golden: Golden) -> None:
    said = {name: reason_of(name) for name in NAMES}
    odd = re.compile(r"\b(ply|plies|hung|by exchange|own)\b")
    assert [words for words in said.values() if odd.search(words)] == []
    golden(reason_of("is best by one ply"))
    assert reason_of("moves a knight, in an ending") == reason_of("moves a knight") == "moves a knight"


def test_a_term_against_a_move_is_no_reason() -> None:
    assert reason_of("goes where it can be won") == reason_of("is mated within two plies") == ""
    assert reason_of("goes where a friend helps") == "goes where it is guarded"


def test_every_word_belongs_to_a_term() -> None:
    bases = {name.partition(",")[0] for name in NAMES}
    assert set(WORDS) <= bases
    assert set(PLAIN) <= bases
    assert all(any(base.startswith(start) for base in bases) for start in UNSAID)
