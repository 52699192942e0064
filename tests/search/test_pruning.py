"""Test each pruning rule against plain Python, and what is never pruned: replies to check, and every move at once."""

from __future__ import annotations

import pickle

import chess
import numpy as np
import pytest

from goldens import Golden
from motif._core.board import Positions
from motif._core.search import Filter, Searcher
from motif.errors import BadArgument
from motif.search.evaluation import Weights
from motif.search.learning.measures import evaluate_moves, measure_regret, playable, regret_without_each_rule
from motif.search.settings import Mode, Pruning, PruningMode, PruningRule, SearchSettings
from search.plain import activity
from walks import random_positions


def _chosen_by(board: chess.Board, rule: PruningRule) -> set[chess.Move]:
    alone = Pruning(own=(rule,), other=())
    return {move for move, _, reasons in alone.filter().verdicts(board, True, 3) if rule in reasons}


@pytest.fixture(scope="module")
def boards() -> list[chess.Board]:
    return [board for board in random_positions(600, seed=11)[::6] if any(board.legal_moves)]


def test_moves_of_threatened_pieces(boards: list[chess.Board]) -> None:
    for board in boards:
        expected = {move for move in board.legal_moves if board.is_attacked_by(not board.turn, move.from_square)}
        assert _chosen_by(board, PruningRule.THREATENED_PIECE) == expected


def test_captures(boards: list[chess.Board]) -> None:
    for board in boards:
        assert _chosen_by(board, PruningRule.CAPTURE) == {move for move in board.legal_moves if board.is_capture(move)}


def test_moves_that_improve_activity(boards: list[chess.Board]) -> None:
    for board in boards:
        side, before = board.turn, activity(board, board.turn)
        expected = set()
        for move in board.legal_moves:
            after = board.copy(stack=False)
            after.push(move)
            if activity(after, side) > before:
                expected.add(move)
        assert _chosen_by(board, PruningRule.ACTIVITY) == expected, board.fen()


def test_losing_exchanges(boards: list[chess.Board]) -> None:
    for board in boards:
        column = Positions.from_boards([board])
        values = column.exchange_values()
        losing = {move for move, value in zip(column.legal_moves()[0], values, strict=True) if value < 0}
        assert _chosen_by(board, PruningRule.LOSING_EXCHANGE) == losing


def test_in_check_every_reply_is_kept() -> None:
    board = chess.Board("4k3/8/8/8/8/8/4r3/4K3 w - - 0 1")
    assert {verdict for _, verdict, _ in Pruning().filter().verdicts(board, True, 3)} == {"keep"}


def test_when_everything_would_be_dropped_everything_is_kept() -> None:
    only_captures = Pruning(own=(PruningRule.CAPTURE,), other=())
    board = chess.Board("7k/8/8/8/8/8/8/K7 w - - 0 1")
    assert {verdict for _, verdict, _ in only_captures.filter().verdicts(board, True, 3)} == {"keep"}


def test_only_the_losing_exchange_rule_applies_to_the_opponent() -> None:
    board = chess.Board()
    verdicts = Pruning().filter()
    assert {verdict for _, verdict, _ in verdicts.verdicts(board, False, 3)} == {"keep"}
    assert "drop" in {verdict for _, verdict, _ in verdicts.verdicts(board, True, 3)}


def test_frontier_drops_only_next_to_the_leaves() -> None:
    rules = Pruning(PruningMode.FRONTIER).filter()
    assert "drop" in {verdict for _, verdict, _ in rules.verdicts(chess.Board(), True, 2)}
    assert {verdict for _, verdict, _ in rules.verdicts(chess.Board(), True, 3)} == {"keep"}


def test_soft_reduces_and_drops_only_at_the_last_ply() -> None:
    rules = Pruning(PruningMode.SOFT).filter()
    assert {verdict for _, verdict, _ in rules.verdicts(chess.Board(), True, 2)} == {"keep", "reduce"}
    assert {verdict for _, verdict, _ in rules.verdicts(chess.Board(), True, 1)} == {"keep", "drop"}


def test_the_search_reports_what_was_pruned() -> None:
    settings = SearchSettings.read({"mode": "paper", "pruning": "paper"})
    info = settings.searcher().search(
        chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), depth=3
    )
    assert info.pruned["losing exchange"] > 0
    assert info.pruned["not chosen"] > 0


class OnlyCapturesAtTheRoot:
    """A pruner that shares only the method `filter` with `Pruning`."""

    def filter(self) -> Filter:
        return Filter.rules(["capture"], ["capture"], "paper").within(1)


def test_a_search_takes_a_filter_from_anywhere() -> None:
    board = chess.Board("rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    settings = SearchSettings(pruning=OnlyCapturesAtTheRoot())
    info = settings.searcher().search(board, depth=4, multi_pv=5)
    assert [line.moves[0].uci() for line in info.lines] == ["e4d5"]
    # Below the root nothing was left out: 1... Qxd5 or another move that takes nothing may follow.
    assert info.pruned == {"not chosen": board.legal_moves.count() - 1}
    twin = settings.read({"pruning": "soft"}, settings)
    assert twin.pruning == Pruning(PruningMode.SOFT)


def test_the_fingerprint_depends_on_the_content_of_the_filter() -> None:
    prints = [SearchSettings(pruning=pruning).fingerprint for pruning in (None, Pruning(), OnlyCapturesAtTheRoot())]
    assert len(set(prints)) == 3
    assert prints[1:] == [
        SearchSettings(pruning=pruning).fingerprint for pruning in (Pruning(), OnlyCapturesAtTheRoot())
    ]


@pytest.mark.parametrize("mode", Mode)
def test_a_filter_can_be_limited_to_plies_near_the_root(golden: Golden, mode: Mode) -> None:
    board = chess.Board("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3")
    everywhere = Pruning().filter()

    def pruned(filtering: Filter) -> int:
        searcher = Searcher(Weights.parse("tuned").evaluation(), filtering, paper=mode is Mode.PAPER)
        return sum(searcher.search(board, depth=4).pruned.values())

    counts = [pruned(everywhere.within(plies)) for plies in (1, 2, 3, 4)]
    assert counts[0] == sum(verdict == "drop" for _, verdict, _ in everywhere.verdicts(board, True, 4))
    assert counts == sorted(counts)
    assert counts[0] < counts[2] <= counts[3]
    if mode is Mode.PAPER:
        assert counts[3] == pruned(everywhere), "the paper's search ends there"
    with golden.raises(BadArgument):
        everywhere.within(0)


def test_a_filter_can_be_pickled() -> None:
    board = chess.Board()
    for filtering in (Pruning(PruningMode.SOFT, reduction=2).filter(), OnlyCapturesAtTheRoot().filter().within(3)):
        again = pickle.loads(pickle.dumps(filtering))
        assert again.verdicts(board, True, 4) == filtering.verdicts(board, True, 4)


def test_hard_pruning_can_regret_a_sacrifice() -> None:
    # The queen sacrifice on g6 mates, but it captures nothing, escapes nothing and reaches fewer squares.
    board = chess.Board("2rr3k/pp3pp1/1nnqbN1p/3pN3/2pP4/2P3Q1/PPB4P/R4RK1 w - - 0 1")
    positions = playable([board])
    evaluations = evaluate_moves(positions, SearchSettings(), depth=4)
    regret = measure_regret(positions, evaluations, Pruning())
    assert regret.best_pruned == {"losing exchange": 0, "not chosen": 1}
    assert regret.mean_regret > 100
    without = regret_without_each_rule(positions, evaluations, Pruning())
    assert len(without) == 5
    assert {str(each.pruning) for each in without} >= {str(Pruning()), str(Pruning().without(PruningRule.ACTIVITY))}


def test_a_rule_or_mode_that_does_not_exist_is_named(golden: Golden) -> None:
    with golden.raises(BadArgument):
        SearchSettings.read({"rules": "luck"})
    with golden.raises(BadArgument):
        SearchSettings.read({"pruning": "hard"})
    with golden.raises(BadArgument):
        SearchSettings.read({"reduction": "0"})


def test_columns_of_verdicts_cover_every_legal_move(boards: list[chess.Board]) -> None:
    counts = np.array([len(Pruning().filter().verdicts(board, True, 3)) for board in boards])
    assert counts.tolist() == [board.legal_moves.count() for board in boards]
