"""New exercises for a habit: the move is an instance of the learned rule, and what punishes it is sound."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import chess
import pytest

from goldens import Golden
from motif.board.phases import Phase
from motif.engines.evaluator import Evaluator
from motif.engines.game_review import Judgement
from motif.players.find import find_evaluator
from motif.puzzles.batches import Order
from motif.puzzles.puzzle import Puzzle
from motif.runtime.files import close
from motif.study.games import Rate, StudiedMove
from motif.study.profile import Certainty, Claim, Example, Kind, Leak
from motif.study.study import Study
from motif.tactics.rule import Rule
from motif.training.composing import Change, Model
from motif.training.exercise import Exercise, Source
from motif.training.habits import covers, habits_of, punished, rules_of, vary_habit, vary_rule
from motif.training.plan import Plan, exercises_of
from trained import STUDY

QUEEN_TO_AN_ATTACKED_SQUARE = """queen_astray(Position, From, To) :-
    legal_move(From, To, Position),
    make_move(From, To, Position, Next),
    kind(From, queen, Position),
    attacked(To, Next)."""
BOARD = chess.Board("r3k3/pp3ppp/8/3r4/8/4P3/PP3PPP/R2QK3 w - - 0 1")
ASTRAY, SAFE = chess.Move.from_uci("d1d4"), chess.Move.from_uci("d1e2")
MODEL = Model(BOARD, (ASTRAY, chess.Move.from_uci("d5d4")), 1, 0)
RULE = Rule.parse(QUEEN_TO_AN_ATTACKED_SQUARE)


def study_with_the_habit() -> Study:
    played = StudiedMove(ASTRAY, "Qd4", SAFE, (SAFE,), -900, 0.5, Judgement.BLUNDER, Phase.MIDDLEGAME)
    game = replace(STUDY.games[0], number=1, start=BOARD.fen(), moves=(played,), faults=(), occasions=())
    claim = Claim(
        Kind.HABIT, "Move the queen to an attacked square.", "", Rate(8, 10), Rate(1, 10), 0.001, True, 1.0,
        (Example(1, 0),), rule=QUEEN_TO_AN_ATTACKED_SQUARE,
    )  # fmt: skip
    return Study(replace(STUDY.profile, work_on=(claim,)), (game,))


@pytest.fixture
def evaluator(empty_folder: object) -> Iterator[Evaluator]:
    found = find_evaluator("search")
    yield found
    close(found)


def test_a_habit_gets_new_positions_in_which_it_is_punished(evaluator: Evaluator) -> None:
    study = study_with_the_habit()
    (claim,) = habits_of(study)
    made = list(vary_habit(claim, study, evaluator, Order(2, seed=1)))
    assert len({exercise.position for exercise in made}) == 2
    for exercise in made:
        assert exercise.theme == "habit"
        assert exercise.story.endswith("a habit led to: move the queen to an attacked square.")
        assert exercise.puzzle is not None
        taken = chess.Move.from_uci(exercise.puzzle.key).to_square
        assert exercise.board().piece_type_at(taken) == chess.QUEEN


def test_a_rule_that_is_passed_by_gets_positions_in_which_it_is_right(evaluator: Evaluator) -> None:
    board = chess.Board("r3k3/pp3ppp/8/3r4/3Q4/4P3/PP3PPP/R3K3 b - - 0 1")
    taking, other = chess.Move.from_uci("d5d4"), chess.Move.from_uci("a7a6")
    text = """takes_the_queen(Position, From, To) :-
    legal_move(From, To, Position),
    kind(To, queen, Position)."""
    played = StudiedMove(other, "a6", taking, (taking,), 900, 0.5, Judgement.BLUNDER, Phase.MIDDLEGAME)
    game = replace(STUDY.games[0], number=1, start=board.fen(), moves=(played,), faults=(), occasions=())
    (habit,) = study_with_the_habit().profile.work_on
    claim = replace(habit, kind=Kind.RULE, subject="Take the queen", rule=text)
    study = Study(replace(STUDY.profile, work_on=(claim,)), (game,))
    assert not habits_of(study)
    assert rules_of(study) == (claim,)
    made = list(vary_rule(claim, study, evaluator, Order(1, seed=1)))
    assert len(made) == 1
    for exercise in made:
        assert exercise.theme == "rule"
        assert exercise.puzzle is not None
        key = chess.Move.from_uci(exercise.puzzle.key)
        assert exercise.board().piece_type_at(key.to_square) == chess.QUEEN


TAKE_THE_QUEEN = """takes_the_queen(Position, From, To) :-
    legal_move(From, To, Position),
    kind(To, queen, Position)."""
HANGING = chess.Board("r3k3/pp3ppp/8/3r4/3Q4/4P3/PP3PPP/R3K3 b - - 0 1")


def passed_by_in(board: chess.Board, played: str, best: str) -> list[Exercise]:
    """What there is to train for who should have taken a queen, and did something else."""
    move, better = chess.Move.from_uci(played), chess.Move.from_uci(best)
    judged = StudiedMove(move, board.san(move), better, (better,), 900, 0.5, Judgement.BLUNDER, Phase.MIDDLEGAME)
    game = replace(STUDY.games[0], start=board.fen(), moves=(judged,), faults=(), occasions=())
    leak = Leak(
        Kind.RULE, "Take the queen.", "Take the queen", "", Certainty.LIKELY, 3.0, None, None, 8, (Example(1, 0),),
        rule=TAKE_THE_QUEEN,
    )  # fmt: skip
    study = Study(replace(STUDY.profile, leaks=(leak,)), (game,))
    assert rules_of(study) == (leak,)
    evaluator = find_evaluator("search")
    try:
        return [each for each in exercises_of(study, evaluator, Plan(composed=0)) if not each.is_quiet]
    finally:
        close(evaluator)


def test_the_players_own_position_is_asked_where_a_rule_of_the_first_screen_was_passed_by(
    golden: Golden, empty_folder: object
) -> None:
    (exercise,) = passed_by_in(HANGING, "a7a6", "d5d4")
    assert (exercise.source, exercise.theme, exercise.fine) == (Source.MISSED, "rule", ("d5d4",))
    golden(exercise.sentence)
    golden(exercise.story)


def test_where_the_rule_was_followed_or_says_nothing_there_is_nothing_to_ask(empty_folder: object) -> None:
    assert passed_by_in(HANGING, "d5d4", "d5d4") == []
    moved = HANGING.copy(stack=False)
    moved.remove_piece_at(chess.D4)
    moved.set_piece_at(chess.D4, chess.Piece(chess.ROOK, chess.WHITE))
    assert passed_by_in(moved, "a7a6", "d5d4") == []


def test_the_changed_move_is_an_instance_and_its_twin_is_not(golden: Golden, evaluator: Evaluator) -> None:
    for seed in range(10):
        change = Change.drawn(MODEL, random.Random(seed))
        board = change.board(BOARD)
        assert covers(RULE, board, change.move(ASTRAY))
        if change.move(SAFE) in board.legal_moves:
            assert not covers(RULE, board, change.move(SAFE))
            golden(punished(replace(MODEL, line=(SAFE,)), change, RULE, evaluator))
        assert isinstance(punished(MODEL, change, RULE, evaluator), Puzzle | str)


def test_who_has_no_habit_gets_none(evaluator: Evaluator) -> None:
    assert habits_of(STUDY) == ()
    (claim,) = habits_of(study_with_the_habit())
    assert list(vary_habit(replace(claim, rule=None), STUDY, evaluator, Order(1))) == []
