"""Test that the evaluator after the book takes no time in the opening cases, and searches in the rest of the game."""

from __future__ import annotations

import chess

from motif.engines.limits import Limit
from motif.openings.adviser import PAPER_STYLE, OpeningPlayer
from motif.openings.cases import shipped_cases
from motif.players.learned import EvaluatorAfterBook
from motif.players.sparring import RandomPlayer
from motif.search.player import SearchEvaluator
from motif.search.settings import SearchSettings

DEPTH = Limit(depth=4)
IN_CHECK = chess.Board("k7/8/8/8/8/8/8/1q5K w - - 0 1")
"""The king must step aside, and no opening does that."""


def make_evaluator() -> EvaluatorAfterBook:
    cases = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE)
    return EvaluatorAfterBook("openings+base", cases, SearchEvaluator("base", SearchSettings(hash_megabytes=1)))


def test_the_search_looks_one_ply_deep_in_the_spanish_opening() -> None:
    evaluator, board = make_evaluator(), chess.Board()
    boards = [board.copy()]
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
        boards.append(board.copy())
    evaluator.evaluate(boards, DEPTH)
    assert evaluator.positions_in_book == len(boards)
    glance = evaluator.nodes_visited()
    evaluator.evaluate([IN_CHECK, chess.Board("r3r1k1/1p3ppp/p1q5/8/3QP3/P4P2/1P4PP/2R2RK1 w - - 0 24")], DEPTH)
    assert evaluator.nodes_visited() - glance > glance, "one search costs more than six glances"


def test_the_cases_end_once_for_all() -> None:
    evaluator = make_evaluator()
    evaluator.evaluate([IN_CHECK, chess.Board()], DEPTH)
    assert evaluator.positions_in_book == 0
