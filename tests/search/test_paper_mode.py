"""Test paper mode: its alpha-beta finds the same value as plain minimax in Python."""

from __future__ import annotations

import chess
import pytest

from goldens import Golden
from motif.errors import BadArgument
from motif.search.evaluation import NAMED
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings
from search.plain import minimax
from walks import random_positions


def _paper(weights: str, pruning: Pruning | None = None) -> SearchSettings:
    return SearchSettings(NAMED[weights], Mode.PAPER, pruning)


@pytest.mark.parametrize(
    ("weights", "depth", "count"),
    [("winning", 1, 40), ("uniform", 1, 40), ("winning", 2, 4), ("uniform", 2, 2), ("winning", 3, 1)],
)
def test_the_value_is_that_of_plain_minimax(weights: str, depth: int, count: int) -> None:
    searcher = _paper(weights).searcher()
    for board in random_positions(count * 11, seed=depth)[::11]:
        if board.is_game_over():
            continue
        info = searcher.search(board, depth=depth)
        assert info.lines[0].value == minimax(board, depth, NAMED[weights], board.turn), board.fen()
        best = board.copy()
        best.push(info.lines[0].moves[0])
        assert info.lines[0].value == minimax(best, depth - 1, NAMED[weights], board.turn, 1)


def test_the_table_is_hit_and_saves_nodes_without_changing_the_value() -> None:
    # Transpositions need three plies, so at depth 4 the table has something to remember.
    info = _paper("winning").searcher().search(chess.Board(), depth=4)
    assert info.hits > 0
    assert info.nodes > info.hits


def test_soft_pruning_sees_what_paper_pruning_drops() -> None:
    # 1.Rxd5! gives a rook for a pawn and wins by the back rank: a losing exchange on its square.
    board = chess.Board("3r2k1/5ppp/8/3p4/8/8/3Q1PPP/3R2K1 w - - 0 1")
    refused = {
        move: verdict
        for move, verdict, reasons in Pruning().filter().verdicts(board, True, 4)
        if "losing exchange" in reasons
    }
    assert chess.Move.from_uci("d2a5") not in refused
    assert all(verdict == "drop" for verdict in refused.values())
    soft = Pruning(PruningMode.SOFT).filter().verdicts(board, True, 4)
    assert {verdict for _, verdict, _ in soft} <= {"keep", "reduce"}


def test_depth_zero_is_refused(golden: Golden) -> None:
    with golden.raises(BadArgument):
        _paper("winning").searcher().search(chess.Board(), depth=0)


def test_a_finished_game_is_refused_with_its_position(golden: Golden) -> None:
    mated = chess.Board("7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    for mode in Mode:
        with golden.raises(BadArgument):
            SearchSettings(mode=mode).searcher().search(mated, depth=2)
