"""Workers of a Dask cluster compose and mine the same puzzles as a single process."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import islice
from types import SimpleNamespace

import chess
import pytest
from chess.engine import Cp

from motif.board.games import read_games
from motif.engines.evaluator import Evaluation
from motif.engines.limits import Limit
from motif.puzzles import composition
from motif.puzzles.batches import Order
from motif.puzzles.composition import compose_wins, composed
from motif.puzzles.mining import Mining, MiningReport, mine, mine_on_workers
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.recipe import PieceCount, Recipe, Replies
from motif.puzzles.themes import Theme
from motif.runtime.files import SAMPLE_GAMES
from motif.runtime.parallel import Workers

MATES = Mining(longest_mate=2)


def fork_recipe() -> Recipe:
    """Return a recipe with a rule; checking a rule starts a process, which workers of a cluster may not do."""
    fork = Theme.from_asp(
        "hits(T,Piece) :- at(1,white,knight,T), attacks(1,T,X), at(1,black,Piece,X). "
        "tactic(S,T) :- key(S,T), hits(T,king), hits(T,queen)."
    )
    return Recipe(
        Stipulation(Goal.WIN, 1), (fork,), white=PieceCount(2, 2, "N"), black=PieceCount(2, 2, "Q"), key_may=("check",)
    )


class Forking:
    """An evaluator for which exactly the knight checks that fork the queen win."""

    name = "forking"

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._evaluate(board) for board in boards]

    def _evaluate(self, board: chess.Board) -> Evaluation:
        queens = board.pieces(chess.QUEEN, board.turn)
        return Evaluation(Cp(-500 if any(board.attacks(square) & queens for square in board.checkers()) else 0))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address="127.0.0.1:0"
    ) as cluster:
        yield cluster.scheduler_address


def test_a_cluster_composes_the_same_puzzles(address: str) -> None:
    small, order = Recipe(board=(4, 4), replies=Replies.ONLY), Order(3, seed=1)
    assert list(composed(small, order, Workers(cluster=address))) == list(composed(small, order))


def test_a_cluster_mines_the_same_puzzles(address: str) -> None:
    alone, together = MiningReport(), MiningReport()
    expected = list(islice(mine(read_games(SAMPLE_GAMES), MATES, None, alone), 2))
    found = mine_on_workers(Workers(cluster=address), read_games(SAMPLE_GAMES), MATES, None, together)
    assert list(islice(found, 2)) == expected
    found.close()
    assert (together.games, together.rejected) == (alone.games, alone.rejected)


def test_a_cluster_composes_the_same_wins(address: str) -> None:
    order, limit = Order(1, seed=1), Limit(depth=1)
    alone = [step.puzzle for step in compose_wins(fork_recipe(), Forking, limit, order) if step.puzzle]
    steps = compose_wins(fork_recipe(), Forking, limit, order, Workers(cluster=address))
    assert [step.puzzle for step in steps if step.puzzle] == alone
    assert len(alone) == 1


def test_a_mined_mate_has_a_difficulty() -> None:
    puzzle = next(mine(read_games(SAMPLE_GAMES), MATES, None))
    assert dict(puzzle.difficulty.parts)["length"] == 0.6


def test_each_worker_makes_one_evaluator(monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def make() -> Forking:
        made.append(Forking())
        return made[-1]

    monkeypatch.setattr(composition, "SKELETONS_PER_WIN_TASK", 1)
    monkeypatch.setattr(composition, "SKELETONS_PER_TASK", 3)
    steps = list(compose_wins(fork_recipe(), make, Limit(depth=1), Order(1, seed=1)))
    assert 1 <= len(steps) <= 3
    assert len(made) == 1, "all tasks of a process share its evaluator"


def test_wins_end_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    # Replace the clock only in this module, as other threads use it too.
    monkeypatch.setattr("motif.puzzles.batches.time", SimpleNamespace(time=lambda: now[0], monotonic=time.monotonic))
    monkeypatch.setattr(composition, "SKELETONS_PER_WIN_TASK", 1)
    never = fork_recipe()
    steps = list(compose_wins(never, lambda: Slow(now), Limit(depth=1), Order(1, seed=1, seconds=1.0)))
    assert [(step.attempts, step.is_out_of_time) for step in steps] == [(1, False), (2, True)]


class Slow(Forking):
    """An evaluator for which no position is won, and which takes 0.6 seconds for each call."""

    def __init__(self, now: list[float]) -> None:
        self.now = now

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        self.now[0] += 0.6
        return super().evaluate(boards, limit)

    def _evaluate(self, board: chess.Board) -> Evaluation:
        return Evaluation(Cp(0))
