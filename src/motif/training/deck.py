"""The deck: exercises, answers and their FSRS schedules in one SQLite file.

Every answer is saved in a separate transaction before the next question, so that `kill -9` loses none; two processes
wait for each other; each position is in the deck once, even if two studies add it.
"""

from __future__ import annotations

import os
import random
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import IntEnum
from pathlib import Path

import fsrs

from motif.errors import BadFile
from motif.puzzles.puzzle import Puzzle
from motif.runtime.files import ClosedAfterUse, check_writable
from motif.runtime.systems import data_folder
from motif.study.games import Rate
from motif.training.exercise import Exercise, Source

# FSRS decides when an exercise comes back: when the player is likely to forget it.

SOON = timedelta(minutes=10)
"""How soon a wrong answer comes back in the same session."""

_SCHEDULER = fsrs.Scheduler(learning_steps=(SOON,), relearning_steps=(SOON,), enable_fuzzing=False)


class Grade(IntEnum):
    """The grade of an answer, with the numbers of FSRS."""

    AGAIN = 1
    """Wrong, or right only after the hint with the square."""
    HARD = 2
    """Right with a hint."""
    GOOD = 3
    """Right."""

    @classmethod
    def of(cls, hints: int) -> Grade:
        """The grade of a right answer after this number of hints.

        >>> [Grade.of(hints).name for hints in range(4)]
        ['GOOD', 'HARD', 'HARD', 'AGAIN']
        """
        return cls.GOOD if hints == 0 else cls.HARD if hints < 3 else cls.AGAIN


def reviewed(schedule: str | None, grade: Grade, at: datetime) -> tuple[str, datetime]:
    """Return the schedule of an exercise after an answer, and when it is due; `schedule` is None before the first one.

    >>> noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    >>> memory, due = reviewed(None, Grade.GOOD, noon)
    >>> due.isoformat()
    '2026-01-03T12:00:00+00:00'
    """
    card = fsrs.Card(card_id=0, due=at) if schedule is None else fsrs.Card.from_json(schedule)
    # A clock that was set back must not make the days since the last answer negative.
    if card.last_review is not None:
        at = max(at, card.last_review)
    card, _ = _SCHEDULER.review_card(card, fsrs.Rating(int(grade)), at)
    return card.to_json(), card.due


def now() -> datetime:
    """The time of the machine's clock."""
    return datetime.now(UTC)


VERSION = 3
"""The deck's version; version 1 (without study and engine) and version 2 (`engine` was `judge`) are converted."""

_APPLICATION = int.from_bytes(b"MotD", "big")
_SECONDS_TO_WAIT = 30.0

_SCHEMA = (
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
    """CREATE TABLE exercises (
        number INTEGER PRIMARY KEY, position_key TEXT NOT NULL UNIQUE, source TEXT NOT NULL, theme TEXT NOT NULL,
        position TEXT NOT NULL, puzzle TEXT NOT NULL, fine TEXT NOT NULL, sentence TEXT NOT NULL, story TEXT NOT NULL,
        added TEXT NOT NULL, due TEXT, memory TEXT, engine TEXT NOT NULL DEFAULT '',
        study TEXT NOT NULL DEFAULT '')""",
    """CREATE TABLE answers (
        number INTEGER PRIMARY KEY, exercise INTEGER NOT NULL REFERENCES exercises, at TEXT NOT NULL,
        grade INTEGER NOT NULL, hints INTEGER NOT NULL, move TEXT NOT NULL)""",
    "CREATE TABLE studies (digest TEXT PRIMARY KEY, added TEXT NOT NULL)",
)
_CONVERSIONS = {
    1: (
        "ALTER TABLE exercises ADD COLUMN engine TEXT NOT NULL DEFAULT ''",
        "ALTER TABLE exercises ADD COLUMN study TEXT NOT NULL DEFAULT ''",
    ),
    2: ("ALTER TABLE exercises RENAME COLUMN judge TO engine",),
}
"""The SQL statements that convert a deck of each earlier version to the next."""
_COLUMNS = "number, source, position, theme, sentence, story, puzzle, fine, due, engine, study"


def default_deck_path() -> Path:
    """The default path of the deck: $MOTIF_DECK, or a file in Motif's folder of user data."""
    if path := os.environ.get("MOTIF_DECK"):
        return Path(path).expanduser()
    return data_folder() / "training.sqlite"


@dataclass(frozen=True, slots=True)
class Card:
    """An exercise in the deck; `due` is None before its first answer.

    `engine` names the engine that evaluated the study and explains wrong answers; `study` is the server's name for that
    study. Both are empty if unknown.
    """

    number: int
    exercise: Exercise
    due: datetime | None
    engine: str = ""
    study: str = ""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer in the deck's history."""

    at: datetime
    grade: Grade
    theme: str


class _UnusableDeck(BadFile):
    """An error in the deck's file; its message names the file."""


class Deck(ClosedAfterUse):
    """A player's exercises and progress. Close it, or use it in a `with` statement."""

    def __init__(self, path: Path | None = None, clock: Callable[[], datetime] = now) -> None:
        self.path = (path or default_deck_path()).absolute()
        self._clock = clock
        if not self.path.exists():
            check_writable(self.path)
        with self._speaking():
            self._connection = sqlite3.connect(self.path, timeout=_SECONDS_TO_WAIT, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._connection.close()
                raise

    def close(self) -> None:
        self._connection.close()

    def add(self, exercise: Exercise, engine: str = "", study: str = "") -> bool:
        """Add an exercise, with the engine and study that it comes from; return False if its position is already
        there."""
        puzzle = "" if exercise.puzzle is None else str(exercise.puzzle)
        row = (
            *(exercise.key, exercise.source, exercise.theme, exercise.position, puzzle, " ".join(exercise.fine)),
            *(exercise.sentence, exercise.story, self._clock().isoformat(), engine, study),
        )
        with self._writing():
            added = self._connection.execute(
                "INSERT OR IGNORE INTO exercises"
                " (position_key, source, theme, position, puzzle, fine, sentence, story, added, engine, study)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            return added.rowcount == 1

    def has_study(self, digest: str) -> bool:
        """Whether all exercises of a study are in the deck."""
        with self._speaking():
            return bool(self._connection.execute("SELECT 1 FROM studies WHERE digest = ?", (digest,)).fetchone())

    def finish_study(self, digest: str) -> None:
        """Record that all exercises of a study are in the deck."""
        with self._writing():
            self._connection.execute("INSERT OR IGNORE INTO studies VALUES (?, ?)", (digest, self._clock().isoformat()))

    def last_added(self, prefix: str) -> datetime | None:
        """When a study or plan whose name begins with `prefix` was last added; None if never."""
        with self._speaking():
            (added,) = self._connection.execute(
                "SELECT max(added) FROM studies WHERE substr(digest, 1, ?) = ?", (len(prefix), prefix)
            ).fetchone()
            return _time(added) if added else None

    def cards(self, theme: str | None = None) -> list[Card]:
        """All cards in the order they were added; with `theme`, only those of the theme and quiet positions."""
        wanted = "" if theme is None else " WHERE theme IN (?, '')"
        with self._speaking():
            rows = self._connection.execute(
                f"SELECT {_COLUMNS} FROM exercises{wanted} ORDER BY number", () if theme is None else (theme,)
            ).fetchall()
            return [self._card(*row) for row in rows]

    def get(self, key: str) -> Card | None:
        with self._speaking():
            row = self._connection.execute(
                f"SELECT {_COLUMNS} FROM exercises WHERE position_key = ?", (key,)
            ).fetchone()
            return None if row is None else self._card(*row)

    def themes(self) -> dict[str, int]:
        """The number of cards of each theme, quiet positions left out."""
        with self._speaking():
            return dict(
                self._connection.execute(
                    "SELECT theme, count(*) FROM exercises WHERE theme != '' GROUP BY theme"
                    " ORDER BY count(*) DESC, theme"
                )
            )

    def record(self, card: Card, grade: Grade, move: str = "", hints: int = 0) -> datetime:
        """Record an answer and return when the exercise is due again."""
        with self._writing():
            at = self._clock()
            (memory,) = self._connection.execute(
                "SELECT memory FROM exercises WHERE number = ?", (card.number,)
            ).fetchone()
            memory, due = reviewed(memory, grade, at)
            self._connection.execute(
                "INSERT INTO answers (exercise, at, grade, hints, move) VALUES (?, ?, ?, ?, ?)",
                (card.number, at.isoformat(), int(grade), hints, move),
            )
            self._connection.execute(
                "UPDATE exercises SET memory = ?, due = ? WHERE number = ?", (memory, due.isoformat(), card.number)
            )
            return due

    def answers(self) -> list[Answer]:
        with self._speaking():
            rows = self._connection.execute(
                "SELECT at, grade, theme FROM answers JOIN exercises ON exercise = exercises.number"
                " ORDER BY answers.number"
            ).fetchall()
            return [Answer(_time(at), Grade(grade), theme) for at, grade, theme in rows]

    def time(self) -> datetime:
        return self._clock()

    def _open(self) -> None:
        application, version = (
            self._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if (application, version) == (0, 0):
            self._create()
        elif application != _APPLICATION:
            raise _UnusableDeck(f"{self.path} is no deck of motif", hint="choose another file with --deck")
        elif version in _CONVERSIONS:
            self._convert()
        elif version != VERSION:
            raise _UnusableDeck(
                f"{self.path} is a deck of version {version}; this Motif reads version {VERSION}",
                hint="install the newest Motif, or name another file with --deck",
            )

    def _create(self) -> None:
        with self._writing():
            # Another process may have created the deck while this one waited for the lock.
            if self._connection.execute("PRAGMA application_id").fetchone()[0] == _APPLICATION:
                return
            if self._connection.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]:
                raise _UnusableDeck(f"{self.path} is no deck of motif", hint="choose another file with --deck")
            for statement in _SCHEMA:
                self._connection.execute(statement)

    def _convert(self) -> None:
        with self._writing():
            # Another process may have converted the deck while this one waited for the lock.
            (version,) = self._connection.execute("PRAGMA user_version").fetchone()
            for statement in _CONVERSIONS.get(version, ()):
                self._connection.execute(statement)
            self._connection.execute(f"PRAGMA user_version = {VERSION}")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """Run statements as one transaction, waiting while another process writes."""
        with self._speaking():
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.rollback()
                raise

    @contextmanager
    def _speaking(self) -> Iterator[None]:
        """Turn SQLite's errors into messages that name the file and say what to do."""
        try:
            yield
        except _UnusableDeck:
            # Said already.
            raise
        except sqlite3.DatabaseError as error:
            hint = "may you write there? choose another file with --deck"
            if not isinstance(error, sqlite3.OperationalError):
                hint = "if the file is broken, move it away; or choose another with --deck"
            raise _UnusableDeck(f"cannot use the deck {self.path}: {error}", hint=hint) from error
        except (ValueError, TypeError, AttributeError, KeyError) as error:
            # SQLite does not notice damaged content, so check it here.
            hint = "the file is broken: move it away, or choose another with --deck"
            raise _UnusableDeck(f"cannot use the deck {self.path}: {error}", hint=hint) from error

    def _card(self, *row: str) -> Card:
        number, source, position, theme, sentence, story, puzzle, fine, due, engine, study = row
        # SQLite does not check the types of columns.
        if not all(isinstance(cell, str) for cell in row[1:8]):
            raise ValueError(f"what exercise {number} holds is no text")
        exercise = Exercise(
            Source(source),
            position,
            theme,
            sentence,
            story,
            Puzzle.parse(puzzle) if puzzle else None,
            tuple(fine.split()),
        )
        return Card(int(number), exercise, _time(due) if due else None, engine, study)


def _time(text: str) -> datetime:
    time = datetime.fromisoformat(text)
    if time.tzinfo is None:
        raise ValueError(f"the time {text} says not where")
    return time


def fill(deck: Deck, exercises: Iterable[Exercise], engine: str = "") -> int:
    """Add exercises one by one as they are found; return how many were new."""
    return sum(deck.add(exercise, engine) for exercise in exercises)


# The questions of one session: the cards due, the longest waiting first, then new ones, mixed with quiet positions.

ONE_QUIET_IN = 4
"""One question in this many is a quiet position, if there are enough."""


def choose(cards: Sequence[Card], at: datetime, count: int, seed: int = 0, only_due: bool = False) -> list[Card]:
    """Choose at most `count` cards; the same cards, time and seed give the same choice."""
    draw = random.Random(seed)
    due = sorted((card for card in cards if card.due is not None and card.due <= at), key=_waiting)
    new = [card for card in cards if card.due is None]
    queue = due if only_due else [*due, *draw.sample(new, len(new))]
    puzzles = [card for card in queue if not card.exercise.is_quiet]
    quiet = [card for card in queue if card.exercise.is_quiet]
    room = min(len(quiet), max(count // ONE_QUIET_IN, count - len(puzzles)))
    chosen = [*puzzles[: count - room], *quiet[:room]]
    # Without shuffling, their place at the end would give the quiet positions away.
    draw.shuffle(chosen)
    return chosen


def _waiting(card: Card) -> tuple[datetime, int]:
    assert card.due is not None
    return card.due, card.number


# Progress over time: how many answers were right, week by week and theme by theme, with intervals.

QUIET = "quiet position"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a deck: its cards, the cards due now and tomorrow, and the share of right answers."""

    cards: int
    new: int
    due: int
    due_tomorrow: int
    right: Rate
    by_week: tuple[tuple[str, Rate], ...]
    by_theme: tuple[tuple[str, Rate], ...]
    themes: dict[str, int]
    """The number of cards of each theme."""


def standing(cards: Sequence[Card], answers: Sequence[Answer], at: datetime) -> Standing:
    """The state of a deck at a time. An answer counts as right if it had no mistake, with or without hints."""
    waiting = [card.due for card in cards if card.due is not None]
    return Standing(
        len(cards),
        len(cards) - len(waiting),
        sum(due <= at for due in waiting),
        sum(at < due <= at + timedelta(days=1) for due in waiting),
        _rate(answers),
        _rates(answers, lambda answer: f"{answer.at:%G}, week {answer.at:%V}"),
        tuple(sorted(_rates(answers, lambda answer: answer.theme or QUIET), key=lambda pair: -pair[1].count)),
        dict(Counter(card.exercise.theme for card in cards if card.exercise.theme).most_common()),
    )


def _rates(answers: Sequence[Answer], name: Callable[[Answer], str]) -> tuple[tuple[str, Rate], ...]:
    groups: dict[str, list[Answer]] = {}
    for answer in answers:
        groups.setdefault(name(answer), []).append(answer)
    return tuple((group, _rate(members)) for group, members in groups.items())


def _rate(answers: Sequence[Answer]) -> Rate:
    return Rate(sum(answer.grade is not Grade.AGAIN for answer in answers), len(answers))
