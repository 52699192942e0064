"""Test the report that pruning has cost a mate or a piece."""

from __future__ import annotations

import chess

from goldens import Golden
from motif.engines.limits import Limit
from motif.search.learning.measures import pruning_loss
from motif.search.settings import Mode, Pruning, PruningMode, SearchSettings

PAPER = SearchSettings(mode=Mode.PAPER, pruning=Pruning(PruningMode.PAPER))
BACK_RANK = chess.Board("6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1")
DEPTH = Limit(depth=3)


def loss_of(board: chess.Board, move: str) -> str | None:
    return pruning_loss(board, chess.Move.from_uci(move), PAPER, DEPTH)


def test_a_pruned_mate_is_named(golden: Golden) -> None:
    golden(loss_of(BACK_RANK, "g2g3"))


def test_the_mate_itself_loses_nothing() -> None:
    assert loss_of(BACK_RANK, "d1d8") is None


def test_a_missed_queen_is_a_loss_and_a_quiet_move_is_not() -> None:
    hanging = chess.Board("4k3/8/8/3q4/8/8/3Q4/4K3 w - - 0 1")
    loss = loss_of(hanging, "e1f1")
    assert loss is not None
    assert loss.startswith("pruning costs")
    assert loss.endswith("Kf1 instead of Qxd5")
    assert loss_of(chess.Board(), "a2a3") is None


def test_walking_into_mate_is_a_loss_and_guarding_the_rank_is_not() -> None:
    threatened = chess.Board("4r1k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1")
    assert (loss_of(threatened, "a1a2") or "").startswith("pruning walks into a mate in 1: Ra2")
    assert loss_of(threatened, "a1b1") is None


def test_the_papers_rules_prune_a_mate_in_one() -> None:
    board = chess.Board("r3qrk1/1pp2pp1/1n2p2p/p2nP3/b2P4/3QB3/1P1N1PPP/RB2R1K1 w - - 2 23")
    chosen = PAPER.searcher().search(board, depth=3).lines[0].moves[0]
    assert (loss_of(board, chosen.uci()) or "").startswith("pruning drops a mate in 1: Qh7#")
