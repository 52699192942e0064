"""Test composed puzzles: each shows the wanted motif and is sound; motifs without rules vary a position."""

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
    BoardChange,
    can_compose,
    compose_for,
    models_of,
    reads_as,
    recipe_for,
    shown,
    vary_for,
)
from motif.training.exercise import Exercise, Source
from motif.training.mistakes import motifs_of
from motif.training.plan import new_puzzles
from trained import FORK, LEAKING, STUDY


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


def test_a_fork_of_ones_own_is_varied(evaluator: Evaluator) -> None:
    models = models_of(STUDY, "fork")
    assert [model.game for model in models] == [1, 3]
    made = list(vary_for("fork", models, evaluator, Order(2, seed=2)))
    assert made
    for exercise in made:
        check(exercise, "fork", evaluator)
        assert exercise.puzzle is not None
        assert "varied" in dict(exercise.puzzle.provenance.details)
        assert exercise.position != FORK


def test_a_fork_reads_as_a_fork(evaluator: Evaluator) -> None:
    fork = shown(chess.Board("k3b3/4p1pp/N3p1p1/8/1P2P3/6PP/8/5K2 w - - 0 1"), None, "fork", evaluator)
    # The rook forks king and bishop here, too; but the sentence says that the king leaves the other bishop undefended.
    other = shown(chess.Board("1k6/3p4/1p5R/2b2r2/2P4P/3B2P1/1n2K2B/8 b - - 0 1"), None, "fork", evaluator)
    assert isinstance(fork, Puzzle)
    assert isinstance(other, Puzzle)
    assert reads_as(fork, "fork", evaluator)
    assert not reads_as(other, "fork", evaluator)


def test_a_variation_keeps_the_pieces_that_take_part(evaluator: Evaluator) -> None:
    model = models_of(STUDY, "fork")[0]
    for seed in range(20):
        board = BoardChange.drawn(model, random.Random(seed)).board(model.board)
        assert len(board.pieces(chess.KNIGHT, board.turn)) == 1
        assert len(board.pieces(chess.ROOK, not board.turn)) == 1
        assert board.castling_rights == 0


def test_what_is_to_work_on_gets_new_puzzles(evaluator: Evaluator) -> None:
    assert motifs_of(LEAKING) == ("fork",)
    assert motifs_of(STUDY) == ()
    assert can_compose("fork")
    assert not can_compose("deflection")
    assert list(new_puzzles(STUDY, "deflection", evaluator, Order(1))) == []


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
