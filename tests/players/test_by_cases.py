"""A judge that opens by cases takes no time while they last, and searches for the rest of the game."""

from __future__ import annotations

import chess

from motif.engines.limits import Limit
from motif.openings.adviser import PAPER_STYLE, OpeningPlayer
from motif.openings.cases import shipped_cases
from motif.players.searchers import OracleByCases
from motif.players.sparring import RandomPlayer
from motif.search.player import SearchOracle
from motif.search.settings import SearchSettings

DEPTH = Limit(depth=4)
IN_CHECK = chess.Board("k7/8/8/8/8/8/8/1q5K w - - 0 1")
"""The king must step aside, and no opening does that."""


def judge() -> OracleByCases:
    cases = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE)
    return OracleByCases("openings+base", cases, SearchOracle("base", SearchSettings(hash_megabytes=1)))


def test_the_spanish_opening_costs_nothing() -> None:
    oracle, board = judge(), chess.Board()
    boards = [board.copy()]
    for move in ("e4", "e5", "Nf3", "Nc6", "Bb5"):
        board.push_san(move)
        boards.append(board.copy())
    oracle.evaluate(boards, DEPTH)
    assert oracle.by_cases == len(boards)
    glance = oracle.nodes_visited()
    oracle.evaluate([IN_CHECK, chess.Board("r3r1k1/1p3ppp/p1q5/8/3QP3/P4P2/1P4PP/2R2RK1 w - - 0 24")], DEPTH)
    assert oracle.nodes_visited() - glance > glance, "one search costs more than six glances"


def test_once_the_cases_are_silent_they_stay_silent() -> None:
    oracle = judge()
    oracle.evaluate([IN_CHECK, chess.Board()], DEPTH)
    assert oracle.by_cases == 0
