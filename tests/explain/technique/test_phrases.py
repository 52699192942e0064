"""Play every example of the endgame phrases: the position and the move give the sentence of the phrasebook."""

from __future__ import annotations

import chess
import pytest

from motif.board.moves import MoveOnBoard
from motif.engines.evaluator import Evaluator
from motif.engines.exact import ExactEvaluator, ExactResults
from motif.explain.phrases import technique as words
from motif.explain.phrases.quiet import MOST_WORDS
from motif.explain.technique.rules import OutcomeSource
from motif.explain.technique.verdicts import find_rules, technique
from motif.players.names import find_evaluator

BOARDS = {
    "opposition": ("8/8/4k3/8/3K4/4P3/8/8 w - - 0 1", "Ke4"),
    "diagonal opposition": ("k7/8/1P6/3K4/8/8/8/8 w - - 0 1", "Kc6"),
    "on a key square": ("3k4/8/4K3/8/4P3/8/8/8 w - - 0 1", "Kf6"),
    "stays on a key square": ("3k4/8/4K3/8/4P3/8/8/8 w - - 0 1", "e5"),
    "reaches the key squares": ("4k3/4P3/8/4K3/8/8/8/8 w - - 0 1", "Kd6"),
    "kept from the key squares": ("8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", "Kf4"),
    "next to the blocked pawn": ("8/8/5K2/3p4/2kP4/8/8/8 w - - 0 1", "Ke5"),
    "kept from the blocked pawn": ("8/8/8/2k1p3/4P3/8/2K5/8 w - - 0 1", "Kd3"),
    "outside the square": ("8/8/8/8/P4k2/8/8/7K w - - 0 1", "a5"),
    "inside the square": ("8/8/8/8/P4k2/8/8/7K b - - 0 1", "Ke5"),
    "race won": ("8/7k/8/P7/7p/8/K7/8 w - - 0 1", "a6"),
    "race drawn": ("1K6/8/8/7P/1p6/5k2/8/8 w - - 0 1", "Ka7"),
    "outside passed pawn": ("8/8/4k1p1/7p/P3K2P/6P1/8/8 w - - 0 1", "Kf4"),
    "triangulation": ("2k5/8/p1P5/P2K4/8/8/8/8 w - - 0 1", "Kc4"),
    "zugzwang": ("8/8/5K2/3p4/2kP4/8/8/8 w - - 0 1", "Ke5"),
    "connected passed pawns": ("8/8/1k6/8/PP6/8/8/7K w - - 0 1", "Kg2"),
    "two passed pawns": ("8/8/5k2/7P/1K6/3P4/8/8 w - - 0 1", "Kc5"),
    "unstoppable pawn": ("8/4P3/8/5k2/1P6/8/8/4K3 w - - 0 1", "Kd2"),
    "Lucena, bridge": ("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1", "Rc4"),
    "Lucena, check": ("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1", "Rd1+"),
    "Lucena": ("1K6/1P1k4/8/8/8/8/r7/2R5 w - - 0 1", "Rc5"),
    "Philidor, third rank": ("4k3/R7/8/3KP3/8/8/8/1r6 b - - 0 1", "Rb6"),
    "Philidor, checks": ("4k3/R7/4P3/3K4/8/8/8/1r6 b - - 0 1", "Rb2"),
    "king in the corner": ("K7/P2k4/8/8/8/8/1r6/2R5 w - - 0 1", "Rc8"),
    "passive rook": ("2r1k3/7R/4PK2/8/8/8/8/8 b - - 0 1", "Rb8"),
    "behind its own pawn": ("3K3k/3P4/8/6R1/8/8/8/5r2 w - - 0 1", "Rd5"),
    "behind their pawn": ("8/8/1K6/8/6R1/1k3p2/8/8 w - - 0 1", "Rf4"),
    "behind their last step": ("R7/8/8/8/8/3k4/4p3/6K1 w - - 0 1", "Re8"),
    "cut off": ("8/8/8/3k4/8/7R/8/K7 w - - 0 1", "Re3"),
    "cut off, escort": ("8/8/8/1p6/k7/8/K7/1R6 w - - 0 1", "Rb3"),
    "cut off from a pawn": ("8/2K5/5P2/8/8/2R5/1k6/8 w - - 0 1", "Re3"),
    "wrong bishop, held": ("7k/8/8/6KP/8/8/8/3B4 w - - 0 1", "Kh6"),
    "wrong bishop, reached": ("8/8/8/4k2B/8/2K4P/8/8 b - - 0 1", "Kd6"),
    "wrong bishop, too late": ("8/7K/8/8/8/P7/5B1k/8 w - - 0 1", "Kg8"),
    "right bishop": ("8/8/2K3k1/8/P7/8/8/5B2 w - - 0 1", "Be2"),
    "opposite bishops, held": ("8/1b3k2/8/4P3/3K4/4B3/8/8 b - - 0 1", "Ke8"),
    "opposite bishops": ("4k3/6P1/3K4/5B2/8/8/3b4/8 b - - 0 1", "Kf7"),
    "safe corner": ("k7/8/K6R/8/8/6b1/8/8 b - - 0 1", "Bf4"),
    "rook's pawn on the seventh": ("5Q2/8/8/7K/8/8/p7/1k6 b - - 0 1", "Kc2"),
    "bishop's pawn on the seventh": ("Q7/8/8/8/7K/8/1kp5/8 w - - 0 1", "Qh8+"),
    "pawn on the seventh lost": ("Q7/8/8/8/7K/8/1k1p4/8 w - - 0 1", "Qh8+"),
    "pawn on the seventh, king near": ("4Q3/8/8/5K2/8/3k4/2p5/8 w - - 0 1", "Qe1"),
    "mate": ("6k1/3P4/6K1/8/8/8/8/8 w - - 0 1", "d8=Q#"),
    "stalemate": ("k7/P7/8/K7/8/8/8/8 w - - 0 1", "Kb6"),
    "bare kings": ("8/8/8/2K5/2p5/1B6/3k4/8 w - - 0 1", "Kxc4"),
    "promotion": ("8/7P/8/3K4/8/8/1P4k1/8 w - - 0 1", "h8=Q"),
    "promotion, not to a queen": ("8/7P/8/3K4/8/8/1P4k1/8 w - - 0 1", "h8=R"),
    "capture": ("8/8/8/8/8/2k5/6qQ/6K1 w - - 0 1", "Kxg2"),
    "what is left": ("K7/P1k5/1r6/8/1R6/8/8/8 w - - 0 1", "Rxb6"),
    "then queens": ("8/5p2/6P1/7P/8/2Kp4/k7/8 w - - 0 1", "Kxd3"),
    "mating force": ("3k4/8/8/8/8/8/2K2Q2/8 w - - 0 1", "Kc1"),
    "escort": ("8/8/3P4/1K6/8/8/5Nk1/8 w - - 0 1", "Ng4"),
    "shut in": ("4k3/8/7R/8/8/K7/8/8 w - - 0 1", "Rg6"),
    "king helps": ("8/8/8/8/4K3/8/7Q/4k3 w - - 0 1", "Ke3"),
    "two knights": ("8/2K3N1/8/6k1/8/6N1/8/8 w - - 0 1", "Ne6+"),
    "balance won": ("8/Q7/8/8/8/6r1/2k5/K7 w - - 0 1", "Qa4+"),
    "balance drawn": ("8/8/8/2K1R3/8/8/r6k/8 w - - 0 1", "Kb5"),
}
"""The position and the move of each example."""


@pytest.fixture(scope="module")
def evaluator() -> Evaluator:
    return ExactEvaluator(find_evaluator("search"))


def test_every_clause_has_a_position() -> None:
    assert set(BOARDS) == set(words.CLAUSES)


@pytest.mark.parametrize("key", words.CLAUSES)
def test_the_example_is_what_is_said(key: str, evaluator: Evaluator) -> None:
    fen, san = BOARDS[key]
    board, tables = chess.Board(fen), ExactResults()
    move, source = board.parse_san(san), OutcomeSource(tables, evaluator)
    found = technique(board, move, tables, evaluator, source)
    assert found is not None
    played = MoveOnBoard(board, move)
    sentences = [
        words.result(san, found.verdict, finding.clause)
        for finding in find_rules(played, source, source.outcome(played.after))
    ]
    assert words.CLAUSES[key].example in sentences
    if key != "zugzwang":  # Of several rules the most specific one is said.
        assert found.sentence.startswith(words.CLAUSES[key].example)


@pytest.mark.parametrize("key", words.CLAUSES)
def test_no_example_is_too_long(key: str) -> None:
    assert len(words.CLAUSES[key].example.split()) <= MOST_WORDS
