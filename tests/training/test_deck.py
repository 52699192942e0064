"""Test that the deck keeps every answer: after kill -9, with two processes, and with a given clock."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import chess
import pytest

from goldens import Golden
from motif.errors import BadFile
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Branch, Goal, Puzzle, Stipulation
from motif.training.deck import Deck, Grade, choose, reviewed, standing
from motif.training.exercise import Exercise, Source
from motif.training.plan import Plan, add_study
from motif.training.question import Question
from trained import FORK, FORK_POINT, MATE_POINT, PAWNS, STUDY

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)

FORKED = Exercise.of_puzzle(
    Source.MISSED,
    Puzzle(FORK, Stipulation(Goal.WIN, 2), Branch.along(FORK_POINT.moves), ("fork",)),
    "fork",
    FORK_POINT.text,
    "your game against Scholar: you played Kd2",
)
MATED = Exercise.of_puzzle(
    Source.ALLOWED,
    Puzzle(MATE_POINT.fen, Stipulation(Goal.MATE, 1), Branch.along(MATE_POINT.moves), ("mate in 1",)),
    "mate in 1",
    MATE_POINT.text,
    "your game against Scholar: your 2. g4 was the mistake",
)
CALM = Exercise(
    Source.QUIET, PAWNS, "", "Nothing is to be won by force here.", "your game", None, ("g2f3", "h2h4", "g2f1")
)


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def deck(tmp_path: Path, clock: Clock) -> Deck:
    found = Deck(tmp_path / "deck.sqlite", clock)
    for exercise in (FORKED, MATED, CALM):
        assert found.add(exercise)
    return found


def test_exercises_come_back_as_they_were(deck: Deck) -> None:
    assert [card.exercise for card in deck.cards()] == [FORKED, MATED, CALM]
    assert [card.exercise for card in deck.cards("fork")] == [FORKED, CALM]
    assert deck.themes() == {"fork": 1, "mate in 1": 1}


def test_a_position_is_in_the_deck_once(deck: Deck) -> None:
    later = FORK.replace("0 1", "3 30")
    again = Puzzle(later, Stipulation(Goal.WIN, 2), Branch.along(FORK_POINT.moves))
    assert not deck.add(FORKED)
    assert not deck.add(Exercise.of_puzzle(Source.COMPOSED, again, "fork", "", ""))
    assert len(deck.cards()) == 3


def test_a_known_exercise_comes_back_later_each_time(deck: Deck, clock: Clock) -> None:
    card = deck.cards()[0]
    days = []
    for _ in range(4):
        due = deck.record(card, Grade.GOOD)
        days.append((due - clock.now).days)
        clock.now = due
    assert days[0] == 2
    assert days == sorted(days)
    assert days[-1] > 30


def test_a_wrong_answer_comes_back_soon(deck: Deck, clock: Clock) -> None:
    card = deck.cards()[0]
    assert deck.record(card, Grade.AGAIN) == NOON + timedelta(minutes=10)
    clock.now += timedelta(minutes=10)
    assert [due.number for due in choose(deck.cards(), clock.now, 10, only_due=True)] == [card.number]


def test_a_hint_brings_it_back_sooner_and_a_clock_set_back_breaks_nothing() -> None:
    _, good = reviewed(None, Grade.GOOD, NOON)
    memory, hard = reviewed(None, Grade.HARD, NOON)
    assert hard < good
    _, due = reviewed(memory, Grade.GOOD, NOON - timedelta(days=400))
    assert due > NOON


def test_the_same_answers_give_the_same_days() -> None:
    def days() -> list[datetime]:
        memory, at, found = None, NOON, []
        for grade in (Grade.GOOD, Grade.HARD, Grade.AGAIN, Grade.GOOD, Grade.GOOD):
            memory, at = reviewed(memory, grade, at)
            found.append(at)
        return found

    assert days() == days()


def test_quiet_positions_are_mixed_in_and_the_seed_decides(deck: Deck) -> None:
    cards = deck.cards()
    chosen = choose(cards, NOON, 10, seed=1)
    assert len(chosen) == 3
    assert choose(cards, NOON, 10, seed=1) == chosen
    assert choose(cards, NOON, 10, only_due=True) == []
    assert len(choose(cards, NOON, 2)) == 2


def test_progress_is_listed_by_week_and_theme(deck: Deck, clock: Clock) -> None:
    fork, mate, calm = deck.cards()
    deck.record(fork, Grade.AGAIN)
    deck.record(mate, Grade.GOOD)
    clock.now += timedelta(days=7)
    deck.record(fork, Grade.HARD)
    deck.record(calm, Grade.GOOD)
    found = standing(deck.cards(), deck.answers(), clock.now)
    assert (found.cards, found.new, found.right.hits, found.right.count) == (3, 0, 3, 4)
    assert [(week, rate.hits, rate.count) for week, rate in found.by_week] == [
        ("2026, week 01", 1, 2),
        ("2026, week 02", 2, 2),
    ]
    assert found.by_theme[0][0] == "fork"


ADDING = """
import sys
from pathlib import Path
import chess
from motif.training.deck import Deck
from motif.training.exercise import Exercise, Source

board = chess.Board()
with Deck(Path(sys.argv[1])) as deck:
    for first in list(board.legal_moves):
        board.push(first)
        for second in list(board.legal_moves)[:5]:
            board.push(second)
            deck.add(Exercise(Source.QUIET, board.fen(), "", "", "", None, ("a2a3",)))
            board.pop()
        board.pop()
"""


def test_two_processes_add_at_once(tmp_path: Path) -> None:
    path = tmp_path / "deck.sqlite"
    both = [subprocess.Popen([sys.executable, "-c", ADDING, str(path)]) for _ in range(2)]
    assert [process.wait(120) for process in both] == [0, 0]
    with Deck(path) as deck:
        assert len(deck.cards()) == 100


def a_text(path: Path) -> None:
    path.write_text("this is no database, but a long enough text to be taken for one " * 20)


def another_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def a_newer_deck(path: Path) -> None:
    Deck(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 9")
    connection.close()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (a_text, "file is not a database"),
        (another_database, "is no deck of motif"),
        (a_newer_deck, "is a deck of version 9; this Motif reads version 3"),
        (Path.mkdir, "unable to open database file"),
    ],
)
def test_what_is_no_deck_is_refused_with_its_name(tmp_path: Path, make: Callable[[Path], None], words: str) -> None:
    path = tmp_path / "deck.sqlite"
    make(path)
    with pytest.raises(BadFile, match=words) as refused:
        Deck(path)
    assert "deck.sqlite" in str(refused.value)


@pytest.mark.parametrize("column", ["source = 'Missed'", "due = '2026-13-45'", "puzzle = 'no puzzle'", "fine = x'ff'"])
def test_a_deck_with_a_bit_turned_is_called_broken(deck: Deck, column: str) -> None:
    assert len(deck.cards()) == 3
    deck._connection.execute(f"UPDATE exercises SET {column}")
    with pytest.raises(BadFile, match=r"deck\.sqlite"):
        deck.cards()


def test_what_is_wrong_with_a_deck_is_said_once() -> None:
    with pytest.raises(BadFile) as caught:
        Deck(Path("/dev/null"))
    assert str(caught.value).count("cannot use the deck") == 1


@pytest.mark.parametrize(
    ("column", "value"), [("position", "e2e4"), ("fine", "e2e5"), ("story", b"\xff"), ("position", 64)]
)
def test_an_exercise_that_became_something_else_is_refused_as_a_question(
    tmp_path: Path, column: str, value: object
) -> None:
    with Deck(tmp_path / "deck.sqlite") as deck:
        deck.add(Exercise(Source.QUIET, chess.STARTING_FEN, "", "Fine.", "a game", fine=("e2e4", "d2d4")))
        assert Question(deck.cards()[0]).best == chess.Move.from_uci("e2e4")
        deck._connection.execute(f"UPDATE exercises SET {column} = ?", (value,))
        with pytest.raises(BadFile):
            Question(deck.cards()[0])


def test_a_folder_that_cannot_be_is_refused(golden: Golden) -> None:
    with golden.raises(BadFile):
        Deck(Path("/dev/null/deck.sqlite"))


def test_a_deck_that_cannot_be_written_says_so(golden: Golden, deck: Deck) -> None:
    # Root can write a read-only file, so SQLite itself is set to refuse writing.
    deck._connection.execute("PRAGMA query_only = ON")
    with golden.raises(BadFile):
        deck.record(deck.cards()[0], Grade.GOOD)
    assert deck.answers() == []


def test_an_exercise_has_an_answer(golden: Golden) -> None:
    with golden.raises(BadFile):
        Exercise(Source.QUIET, PAWNS, "", "", "")


def test_a_card_names_the_engine_that_evaluated_its_study(tmp_path: Path) -> None:
    path = tmp_path / "deck.sqlite"
    with Deck(path) as deck:
        add_study(deck, STUDY, find_evaluator("search"), Plan(composed=0, quiet=0, look=3))
        deck.add(CALM)
    with Deck(path) as deck:
        assert {card.exercise.is_quiet: card.engine for card in deck.cards()} == {False: "search", True: ""}


def test_a_deck_of_version_1_is_converted_and_keeps_its_answers(deck: Deck) -> None:
    deck.record(deck.cards()[0], Grade.GOOD)
    for column in ("engine", "study"):
        deck._connection.execute(f"ALTER TABLE exercises DROP COLUMN {column}")
    deck._connection.execute("PRAGMA user_version = 1")
    with Deck(deck.path) as again:
        assert [(card.exercise, card.engine) for card in again.cards()] == [(FORKED, ""), (MATED, ""), (CALM, "")]
        assert len(again.answers()) == 1


def test_a_deck_of_version_2_is_converted_and_keeps_the_engines(tmp_path: Path) -> None:
    path = tmp_path / "deck.sqlite"
    with Deck(path) as deck:
        deck.add(FORKED, "stockfish", "study")
        deck._connection.execute("ALTER TABLE exercises RENAME COLUMN engine TO judge")
        deck._connection.execute("PRAGMA user_version = 2")
    for _ in range(2):
        with Deck(path) as again:
            assert [(card.engine, card.study) for card in again.cards()] == [("stockfish", "study")]
