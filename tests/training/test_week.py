"""Test the plan of a week: own, similar and composed positions, endings, an opening, and the return date."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.engines.evaluator import Evaluator
from motif.players.findable import Findable
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Branch, Difficulty, Goal, Puzzle, Stipulation
from motif.report.make import make_week
from motif.report.page import page
from motif.study.engine import StudyCache, StudyEngine
from motif.study.games import Occasion, Outcome, Rate, StudiedGame
from motif.study.profile import EndgameRecord, Example, Finding, OpeningRecord
from motif.study.study import Study
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source
from motif.training.plan import puzzles_of
from motif.training.week import MOST_COMPOSED, Week, add_week, fitting, is_over, siblings_of, week_of
from trained import FORK, FORKS, STUDY, game, profile

MISSES_FORKS = FORKS
MISSES_BACK_RANK = replace(
    MISSES_FORKS, subject="back rank mate", title="You miss back rank mates", motif="back rank mate"
)

MISSES_INTERFERENCE = replace(
    MISSES_FORKS, subject="interference", title="You miss interferences", motif="interference"
)
"""Nothing was composed for these."""


def study_with(*findings: Finding, games: tuple[StudiedGame, ...] = STUDY.games) -> Study:
    return Study(replace(profile(), work_on=findings), games)


def week(study: Study, evaluator: Evaluator, siblings: tuple[Exercise, ...] = ()) -> Week:
    return week_of(study, puzzles_of(study, evaluator), siblings, evaluator)


def of_difficulty(total: float, rank: int) -> Exercise:
    board = chess.Board(None)
    board.set_piece_map({chess.square(0, rank): chess.Piece.from_symbol("K"), chess.H8: chess.Piece.from_symbol("k")})
    board.set_piece_at(chess.D4, chess.Piece.from_symbol("R"))
    puzzle = Puzzle(board.fen(), Stipulation(Goal.WIN, 1), (Branch("d4d5"),), (), Difficulty((("it", total),)))
    return Exercise.of_puzzle(Source.MISSED, puzzle, "fork", "", "")


def test_the_engine_of_the_study_makes_the_week_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[str] = []

    def find(name: str) -> Evaluator:
        asked.append(name)
        return find_evaluator(name)

    monkeypatch.setattr("motif.report.make.find_evaluator", find)
    engines = [StudyEngine("search,weights=tapered"), StudyEngine()]
    weeks = [make_week(mirrored_miss(Outcome.MISSED), (), engine, StudyCache(tmp_path)) for engine in engines]
    assert asked == ["search,weights=tapered", "search"]
    tapered, own = ([each.exercise.key for each in made.positions] for made in weeks)
    assert tapered == own != []


def test_own_mistakes_are_planned_the_easiest_first_and_each_says_why(evaluator: Evaluator) -> None:
    unrated = study_with(MISSES_FORKS)
    planned = week(replace(unrated, profile=replace(unrated.profile, rating=None)), evaluator).positions
    whys = [each.why for each in planned]
    assert "your game against Scholar, 2026.01.01: you played Kd2; for “You miss forks”" in whys
    assert "your game against Scholar, 2026.01.01: your 2. g4 was the mistake" in whys
    hard = [each.exercise.puzzle.difficulty.total for each in planned if each.exercise.puzzle]
    assert hard == sorted(hard)


def test_of_a_rated_player_each_says_how_many_see_it_and_what_most_see_comes_first(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = iter((0.2, 0.97))
    monkeypatch.setattr(Findable, "chances", lambda _, finds: [next(seen) for _ in finds])
    whys = [each.why.rpartition("; ")[2] for each in week(study_with(MISSES_INTERFERENCE), evaluator).positions]
    assert whys == ["nearly everybody at 900 sees this", "one of five players at 900 sees this"]


def mirrored_miss(outcome: Outcome) -> Study:
    """The opponent had the fork that the player misses elsewhere, and did not play it; or did."""
    start = chess.Board(FORK).mirror()
    played = "e8d7" if outcome is Outcome.MISSED else "d4c2"
    theirs = game(5, start.fen(), f"{played} a1b1" if played == "e8d7" else f"{played} e1d2", lost={0: 0.4})
    theirs = replace(theirs, theirs=(Occasion(0, "fork", outcome, 0.4),))
    return study_with(MISSES_FORKS, games=(theirs,))


def test_what_an_opponent_missed_of_the_same_kind_is_a_sibling(golden: Golden, evaluator: Evaluator) -> None:
    (sibling,) = siblings_of(mirrored_miss(Outcome.MISSED), evaluator)
    assert (sibling.source, sibling.theme) == (Source.SIBLING, "fork")
    assert sibling.puzzle is not None
    assert sibling.puzzle.key == "d4c2"
    golden(sibling.story)
    planned = week(study_with(MISSES_FORKS, games=()), evaluator, (sibling,)).positions
    (alike,) = (each for each in planned if each.exercise.source is Source.SIBLING)
    assert alike.why.endswith("a mistake as you make them; for “You miss forks”; two of three players at 900 see this")


def test_a_chance_that_was_found_or_has_no_motif_makes_no_sibling(evaluator: Evaluator) -> None:
    assert not list(siblings_of(mirrored_miss(Outcome.FOUND), evaluator))
    missed = mirrored_miss(Outcome.MISSED)
    assert not list(siblings_of(replace(missed, profile=profile()), evaluator))


def test_what_is_named_is_filled_up_by_composed_positions(golden: Golden, evaluator: Evaluator) -> None:
    made = week(study_with(MISSES_BACK_RANK, games=()), evaluator)
    assert {each.exercise.source for each in made.positions} == {Source.COMPOSED}
    golden(made.positions[0].why)
    assert "is a back rank mate" in made.positions[0].exercise.sentence
    assert made == week(study_with(MISSES_BACK_RANK, games=()), evaluator)
    forks = week(study_with(MISSES_FORKS, games=()), evaluator).positions
    assert len(forks) == MOST_COMPOSED
    assert all("fork" in each.exercise.sentence for each in forks)
    assert not week(study_with(MISSES_INTERFERENCE, games=()), evaluator).positions


@pytest.mark.parametrize(("rating", "wanted"), [(700, [1, 2]), (1600, [3, 4]), (2500, [5, 6]), (None, [3, 4])])
def test_the_stronger_the_player_the_harder_the_positions(rating: int | None, wanted: list[int]) -> None:
    exercises = [of_difficulty(float(number), number) for number in (4, 1, 6, 2, 5, 3)]
    chosen = fitting(exercises, 2, rating)
    assert [each.puzzle.difficulty.total for each in chosen if each.puzzle] == wanted


def test_an_ending_that_was_thrown_away_is_to_be_played_out_and_one_that_was_held_is_not(evaluator: Evaluator) -> None:
    thrown = EndgameRecord("pawn endings", 1, Rate(0, 1), False, (Example(4, 2),), "")
    study = Study(replace(profile(), endgames=(thrown,)), STUDY.games)
    (ending,) = week(study, evaluator).endings
    assert ending.command == f'motif play --fen "{STUDY.games[3].boards()[2].fen()}" --side white'
    assert "pawn endings: you played 2. Ke4 and let it go" in ending.why
    held = replace(thrown, held=Rate(1, 1))
    assert week(Study(replace(profile(), endgames=(held,)), STUDY.games), evaluator).endings == ()


def test_the_opening_line_ends_with_what_masters_play_where_the_player_left_them(evaluator: Evaluator) -> None:
    record = OpeningRecord("King's Pawn Game", "C20", True, 2, 0.0, 0.0, Rate(1, 1), (Example(7, 2),))
    left = game(7, chess.STARTING_FEN, "e2e4 e7e5 a2a3 b8c6")
    study = Study(replace(profile(), openings=(record,)), (left,))
    opening = week(study, evaluator).opening
    assert opening is not None
    assert opening.line == "1. e4 e5 2. Nf3"
    assert "you played 2. a3 here; Nf3 is played in" in opening.why
    theirs = game(7, chess.STARTING_FEN, "e2e4 a7a5 d2d4 h7h5 g1f3")
    assert week(Study(study.profile, (replace(theirs, number=7),)), evaluator).opening is None


def test_the_deck_takes_the_week_and_says_when_it_is_over(evaluator: Evaluator, tmp_path: Path) -> None:
    made, time = week(study_with(MISSES_FORKS), evaluator), [datetime(2026, 1, 1, tzinfo=UTC)]
    with Deck(tmp_path / "deck.sqlite", lambda: time[0]) as deck:
        assert not is_over(deck)
        assert add_week(deck, made) == len(made.positions)
        assert add_week(deck, made) == 0
        time[0] += timedelta(days=6)
        assert not is_over(deck)
        time[0] += timedelta(days=1)
        assert is_over(deck)


def test_the_report_has_the_week_and_without_one_it_has_none(evaluator: Evaluator) -> None:
    study = study_with(MISSES_FORKS)
    text = page(study, (), week(study, evaluator))
    assert "<summary>This week</summary>" in text
    assert "you played Kd2" in text
    assert "Come back in a week with your new games" in text
    assert "This week" not in page(study)
