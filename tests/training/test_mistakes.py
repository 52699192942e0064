"""Test that a player's mistakes become puzzles if exactly one move wins, and remember their game."""

from dataclasses import replace

import chess

from explained import fault as mistake
from goldens import Golden
from motif.engines.evaluator import Evaluator, value_moves
from motif.engines.limits import Limit
from motif.explain.explanation import Better, steps_of
from motif.explain.kinds import PointKind
from motif.motifs.catalogue import find_motif
from motif.motifs.motif import Line
from motif.players.names import find_evaluator
from motif.puzzles.mining import sound_puzzle
from motif.puzzles.puzzle import Goal, Puzzle
from motif.puzzles.verify import objections
from motif.study.study import Study
from motif.training.exercise import Source
from motif.training.mistakes import (
    ExerciseReport,
    candidates,
    exercise_at,
    exercise_of,
    fine_moves,
    from_mistakes,
    quiet_positions,
)
from motif.training.plan import puzzles_of
from trained import DRAWN, FOOLS_GAME, FOOLS_MATE, FORK, PAWNS, STUDY, TWO_WAYS, UNSOUND, game, moves, profile, shown


def test_a_missed_fork_and_an_allowed_mate_are_puzzles(evaluator: Evaluator) -> None:
    account = ExerciseReport()
    mate, fork = from_mistakes(STUDY, evaluator, account=account)
    assert (mate.source, mate.theme, mate.puzzle and mate.puzzle.line_text()) == (
        Source.ALLOWED,
        "mate in 1",
        "1... Qh4#",
    )
    assert (fork.source, fork.theme, fork.puzzle and fork.puzzle.key) == (Source.MISSED, "fork", "d5c7")
    assert account.candidates == 3
    assert dict(account.rejected) == {"no single move wins": 1}


def test_past_the_first_steps_longer_lines_come_first_and_one_movers_are_no_more_than_those(
    evaluator: Evaluator,
) -> None:
    players = Study(replace(profile(), rating=1578), STUDY.games)
    fork, mate = from_mistakes(players, evaluator)
    assert (fork.theme, mate.theme) == ("fork", "mate in 1")
    only = Study(players.profile, (FOOLS_GAME,))
    assert [exercise.theme for exercise in from_mistakes(only, evaluator)] == ["mate in 1"]


def test_the_line_goes_on_to_the_end_of_the_gain() -> None:
    """After the fork two captures win, the queen's more than the pawn's: the puzzle ends with the queen."""
    # This engine expects the king to go to d8.
    board = chess.Board("q3k3/5p2/8/3N4/8/8/P1R2P2/4K3 w - - 0 1")
    puzzle = sound_puzzle(board, find_evaluator("search,weights=tapered"))
    assert isinstance(puzzle, Puzzle)
    assert puzzle.line_text().endswith("2. Nxa8")


def test_a_puzzle_knows_its_game_and_what_was_played(golden: Golden, evaluator: Evaluator) -> None:
    mate, fork = from_mistakes(STUDY, evaluator)
    golden(mate.story)
    golden(fork.story)
    assert fork.puzzle is not None
    details = dict(fork.puzzle.provenance.details)
    assert (details["game"], details["ply"], details["side"], details["played"]) == ("1", "0", "missed", "Kd2")
    assert Puzzle.parse(str(fork.puzzle)) == fork.puzzle


def test_two_winning_moves_are_no_puzzle(evaluator: Evaluator) -> None:
    assert sound_puzzle(chess.Board(TWO_WAYS), evaluator) == "no single move wins"
    assert puzzles_of(Study(profile(), (UNSOUND,)), evaluator) == ()


def test_two_mates_are_no_puzzle(golden: Golden, evaluator: Evaluator) -> None:
    two_mates = chess.Board("6k1/5ppp/8/8/8/8/5PPP/R2R2K1 w - - 0 1")
    golden(sound_puzzle(two_mates, evaluator))


def test_every_puzzle_is_sound_by_an_independent_check(evaluator: Evaluator) -> None:
    for puzzle in puzzles_of(STUDY, evaluator):
        if puzzle.stipulation.goal is Goal.MATE:
            assert objections(puzzle) == []
            continue
        (values,) = value_moves([puzzle.board()], evaluator, Limit(depth=9))
        best, second = sorted((value.centipawns for value in values.values()), reverse=True)[:2]
        assert values[chess.Move.from_uci(puzzle.key)].centipawns == best >= 200
        assert best - second >= 200


def test_the_fork_is_on_the_solution(evaluator: Evaluator) -> None:
    puzzle = sound_puzzle(chess.Board(FORK), evaluator)
    assert isinstance(puzzle, Puzzle)
    assert find_motif("fork").shown(Line.of(puzzle.board(), puzzle.main_line))


def test_enough_is_enough(evaluator: Evaluator) -> None:
    assert len(puzzles_of(STUDY, evaluator, most=1)) == 1
    assert puzzles_of(STUDY, evaluator, most=0) == ()


def test_a_pawn_ending_is_quiet_and_several_moves_are_fine(evaluator: Evaluator) -> None:
    fine = fine_moves(chess.Board(PAWNS), evaluator)
    assert len(fine) >= 3
    (exercise,) = quiet_positions(STUDY, evaluator, 1)
    assert exercise.is_quiet
    assert exercise.theme == ""
    assert exercise.sentence.startswith("Nothing is to be won by force here; fine are ")
    board = exercise.board()
    (values,) = value_moves([board], evaluator, Limit(depth=9))
    best = max(value.chance for value in values.values())
    assert all(values[chess.Move.from_uci(move)].chance >= best - 0.05 for move in exercise.fine)


def test_a_won_position_is_not_quiet(evaluator: Evaluator) -> None:
    assert fine_moves(chess.Board("8/5pkp/6p1/8/8/6P1/5PKP/3Q4 w - - 0 1"), evaluator) == []
    assert list(quiet_positions(Study(profile(), (FOOLS_GAME,)), evaluator, 2)) == []


def test_a_position_before_mate_in_one_is_the_whole_story(evaluator: Evaluator) -> None:
    puzzle = sound_puzzle(chess.Board(FOOLS_MATE), evaluator)
    assert isinstance(puzzle, Puzzle)
    assert str(puzzle.stipulation) == "mate in 1"


def test_the_words_of_an_exercise_tell_the_line_that_is_played_on_the_board(evaluator: Evaluator) -> None:
    """The study saw the king step to f8; the puzzle's defence is d7, and so are the words."""
    fork = next(each for each in candidates(STUDY) if each.source is Source.MISSED)
    puzzle = sound_puzzle(fork.board(), evaluator)
    assert isinstance(puzzle, Puzzle)
    assert fork.board().variation_san(map(chess.Move.from_uci, puzzle.main_line)) == "1. Nc7+ Kd7 2. Nxa8"
    other = shown(FORK, "d5c7 e8f8 c7a8", "fork", "Nc7+ forks king and rook: Kf8 saves neither.")
    corrected = exercise_of(replace(fork, side=other), puzzle, evaluator)
    assert "Kf8" not in corrected.sentence
    assert corrected.sentence == "Nc7+ forks the king on e8 and the rook on a8, winning a rook."
    assert corrected.theme == "fork"
    same = shown(FORK, "d5c7 e8d7 c7a8", "fork", "As the study said.")
    assert exercise_of(replace(fork, side=same), puzzle, evaluator).sentence == "As the study said."


def test_a_mistake_of_the_study_is_never_the_answer_even_where_it_looks_as_good(evaluator: Evaluator) -> None:
    calm = replace(DRAWN, faults=(mistake(DRAWN, 0, "Kf3 gives up h3.", None, None),))
    (fault,) = calm.faults
    # Three pawns each: many moves are as good, and Kf3 is one of them.
    better = Better(PointKind.CHOICE, "h4 is better.", steps_of(chess.Board(PAWNS), moves("h2h4")))
    exercise = exercise_at(calm, replace(fault, better=better), evaluator)
    assert exercise is not None
    assert exercise.fine[0] == "h2h4"
    assert "g2f3" not in exercise.fine
    assert len(exercise.fine) > 1
    forced = game(1, "7k/8/8/8/8/8/6q1/7K w - - 0 1", "h1g2", (0, "", None, None))
    assert exercise_at(forced, forced.faults[0], evaluator) is None
