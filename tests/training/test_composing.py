"""Test composed puzzles: each shows the wanted motif and is sound."""

import random

import chess
import pytest

from motif.engines.evaluator import Evaluator
from motif.motifs.catalogue import find_motif
from motif.motifs.motif import Line
from motif.puzzles.batches import Order
from motif.puzzles.files import MOTIF_PUZZLES
from motif.puzzles.mining import sound_puzzle
from motif.puzzles.puzzle import Goal, Puzzle, load_puzzles
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.verify import objections
from motif.training.composing import (
    ENCODED,
    can_compose,
    compose_for,
    reads_as,
    recipe_for,
    shown,
)
from motif.training.exercise import Exercise, Source


def check(exercise: Exercise, motif: str, evaluator: Evaluator) -> None:
    """The exercise is new, shows its motif, and a second search agrees on the only move."""
    puzzle = exercise.puzzle
    assert puzzle is not None
    assert (exercise.source, exercise.theme) == (Source.COMPOSED, motif)
    assert find_motif(motif).shown(Line.of(puzzle.board(), puzzle.main_line))
    again = sound_puzzle(puzzle.board(), evaluator, may_win_slowly=True)
    assert isinstance(again, Puzzle)
    assert again.key == puzzle.key
    assert objections(puzzle) == []


def test_a_fork_is_composed(evaluator: Evaluator) -> None:
    (fork,) = compose_for("fork", evaluator, Order(1, seed=1))
    check(fork, "fork", evaluator)


@pytest.mark.parametrize("motif", sorted(set(ENCODED) - {"fork"}))
def test_every_set_of_rules_puts_its_motif_on_the_board(motif: str, evaluator: Evaluator) -> None:
    """The rules are satisfiable; whether a skeleton is a puzzle as well, the soundness check says in each case."""
    skeleton = Skeletons(recipe_for(motif), seed=1).find(conflicts=50_000)
    assert isinstance(skeleton, Skeleton)
    board, key = chess.Board(str(skeleton.diagram)), chess.Move.from_uci(skeleton.key)
    made = shown(board, key, motif, evaluator)
    if isinstance(made, Puzzle):
        assert motif in made.themes
    else:
        assert made in {
            "no single move wins",
            "another move wins",
            "the motif is not on the solution",
            "more than one move mates",
            "not a legal position",
        }


def test_mates_in_two_are_composed_and_proved(evaluator: Evaluator) -> None:
    (exercise,) = compose_for("mate in 2", evaluator, Order(1, seed=1))
    check(exercise, "mate in 2", evaluator)
    assert exercise.puzzle is not None
    assert exercise.puzzle.stipulation.goal is Goal.MATE


def test_a_fork_reads_as_a_fork(evaluator: Evaluator) -> None:
    fork = shown(chess.Board("k3b3/4p1pp/N3p1p1/8/1P2P3/6PP/8/5K2 w - - 0 1"), None, "fork", evaluator)
    # The rook forks king and bishop here, too; but the sentence says that the king leaves the other bishop undefended.
    other = shown(chess.Board("1k6/3p4/1p5R/2b2r2/2P4P/3B2P1/1n2K2B/8 b - - 0 1"), None, "fork", evaluator)
    assert isinstance(fork, Puzzle)
    assert isinstance(other, Puzzle)
    assert reads_as(fork, "fork", evaluator)
    assert not reads_as(other, "fork", evaluator)


def test_motifs_with_rules_can_be_composed() -> None:
    assert can_compose("fork")
    assert not can_compose("deflection")


def test_time_is_heeded(evaluator: Evaluator) -> None:
    # The first ones are found at once; all of them would take an hour.
    assert len(list(compose_for("mate in 1", evaluator, Order(10_000, seconds=0.2)))) < 10_000


@pytest.mark.parametrize("motif", ENCODED)
def test_what_ships_for_a_motif_shows_it(motif: str, evaluator: Evaluator) -> None:
    puzzles = [each for each in load_puzzles(MOTIF_PUZZLES) if each.provenance.detail("motif") == motif]
    assert len(puzzles) > 10
    puzzle = random.Random(1).choice(puzzles)
    again = shown(puzzle.board(), chess.Move.from_uci(puzzle.key), motif, evaluator)
    assert isinstance(again, Puzzle)
    assert reads_as(again, motif, evaluator)
