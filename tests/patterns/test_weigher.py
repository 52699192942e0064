"""Test that the weigher finds by its index the same patterns as a walk down the hierarchies."""

from __future__ import annotations

from random import Random

import chess
import pytest

from motif.patterns.learning.hierarchy import PatternKnowledge
from motif.patterns.learning.surprises import LearningReason, Lookaheads, learn_from_game
from motif.patterns.learning.teacher_games import RecordedGame
from motif.patterns.learning.teaching import LearnedSoFar
from motif.patterns.learning.weighing import Weigher
from motif.patterns.move_pattern import parse_pattern
from motif.search.material import MaterialLook
from patterns.hierarchy_walk import weigh

EYES = Lookaheads(MaterialLook(1), MaterialLook(2))


def random_game(seed: int, plies: int) -> RecordedGame:
    rng = Random(seed)
    board = chess.Board()
    while len(board.move_stack) < plies and not board.is_game_over():
        board.push(rng.choice(sorted(board.legal_moves, key=chess.Move.uci)))
    return RecordedGame(chess.STARTING_FEN, tuple(move.uci() for move in board.move_stack), (chess.WHITE,))


@pytest.fixture(scope="module")
def acquired() -> LearnedSoFar:
    """What two random games teach."""
    acquired = LearnedSoFar()
    for seed in (1, 2):
        acquired.take(learn_from_game(random_game(seed, 30), Weigher(acquired.knowledge), EYES))
    return acquired


def test_a_game_teaches_material_and_habits(acquired: LearnedSoFar) -> None:
    assert {LearningReason.MATERIAL, LearningReason.HABIT} <= set(acquired.counts)
    assert len(acquired.knowledge.moves) > 5
    assert len(acquired.knowledge.threats) > 5
    # Bare moves, and what habits have in common, stand above the habits.
    assert len(acquired.knowledge.habits) > acquired.counts[LearningReason.HABIT]
    for hierarchy in (acquired.knowledge.moves, acquired.knowledge.threats, acquired.knowledge.habits):
        hierarchy.check()


def test_the_index_and_the_walk_agree(acquired: LearnedSoFar) -> None:
    weigher = Weigher(acquired.knowledge)
    boards = [board for board, _ in random_game(3, 24).plies()][::4]
    assert any(board.is_check() for board in boards) or len(boards) == 6
    for board, verdicts in zip(boards, weigher.weigh_all(boards), strict=True):
        assert verdicts == weigh(acquired.knowledge, board)


def test_in_check_there_are_no_threats() -> None:
    board = chess.Board("4k3/8/8/8/7b/3r4/3P4/4K3 w - - 0 1")
    threat = parse_pattern("null\nhits 1 2\n1R -(-1)-> 2p")
    for verdicts in (weigh(PatternKnowledge.of([threat]), board), Weigher(PatternKnowledge.of([threat])).weigh(board)):
        assert {verdict.weight for verdict in verdicts.values()} == {0}


def test_a_habit_decides_only_between_moves_that_win_the_same() -> None:
    knowledge = PatternKnowledge.of([parse_pattern("hits 1 2\n1N -(+1)-> 2p")])
    knowledge.habits.insert(parse_pattern("hits 1 2\nhits_from 1 2 3\n1N -(+0.2)-> 2p with 3k"))  # type: ignore[arg-type]
    knowledge.habits.insert(parse_pattern("1N -(+0.05)-> 2."))  # type: ignore[arg-type]
    board = chess.Board("7k/5p2/8/3pN3/8/4N3/8/4K3 w - - 0 1")
    verdicts = Weigher(knowledge).weigh(board)
    weights = {board.san(move): verdict.weight for move, verdict in verdicts.items()}
    assert weights["Nxf7+"] == pytest.approx(1.2)
    assert weights["Nxd5"] == 1
    assert weights["Nd3"] == pytest.approx(0.05)


def test_nothing_known_says_nothing() -> None:
    weights = {verdict.weight for verdict in Weigher(PatternKnowledge()).weigh(chess.Board()).values()}
    assert weights == {0}
