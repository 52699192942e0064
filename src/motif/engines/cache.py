"""An evaluator that remembers: whatever it was asked once under the same conditions, it answers at once.

The last answers stay in memory, all of them in an `EvaluationCache` if there is one. An answer is remembered under who
gave it, with which settings, about which position and under which limit. Only what depends on nothing else is: an
answer that was limited in time depends on the machine, and is asked for anew.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import chess

from motif.engines.evaluator import (
    Ablating,
    Accountable,
    Comparing,
    Evaluation,
    Evaluator,
    Following,
    Itemising,
    Question,
    position_text,
    settled,
)
from motif.engines.limits import Limit
from motif.errors import BadArgument, BadFile, CacheUnusable
from motif.runtime.closing import ClosedAfterUse, close
from motif.runtime.systems import cache_folder

# Evaluations remembered in an SQLite file, so that no position is judged twice under the same conditions.

VERSION = 1
_APPLICATION = int.from_bytes(b"Motf", "big")
_SECONDS_TO_WAIT_FOR_WRITERS = 60.0

_SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA application_id = {_APPLICATION};
PRAGMA user_version = {VERSION};
CREATE TABLE evaluations (
    engine TEXT, options TEXT, position TEXT, search_limit TEXT, lines INTEGER, answer TEXT NOT NULL,
    PRIMARY KEY (engine, options, position, search_limit, lines)
) WITHOUT ROWID;
"""


def default_cache_path() -> Path:
    """Where evaluations are remembered: in the folder $MOTIF_CACHE, or else in motif's part of the user's cache."""
    if folder := os.environ.get("MOTIF_CACHE"):
        return Path(folder).expanduser() / "evaluations.sqlite"
    return cache_folder() / "evaluations.sqlite"


class EvaluationCache(ClosedAfterUse):
    """The answers of evaluators, kept in one file; each is on its way to the disk as soon as it is put.

    The file is opened on first use. A pickled cache is its path: every process has its own connection.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or default_cache_path()).absolute()
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._connection: sqlite3.Connection | None = None

    def get(self, question: Question) -> tuple[Evaluation, ...] | None:
        """The remembered answer, best line first, or None."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT answer FROM evaluations"
                " WHERE engine = ? AND options = ? AND position = ? AND search_limit = ? AND lines = ?",
                question,
            ).fetchone()
        return tuple(map(Evaluation.from_json, row[0].splitlines())) if row else None

    def put(self, question: Question, answer: Sequence[Evaluation]) -> None:
        """Remember an answer."""
        self.put_all([(question, answer)])

    def put_all(self, answers: Iterable[tuple[Question, Sequence[Evaluation]]]) -> None:
        """Remember many answers, all of them or none."""
        rows = [(*question, "\n".join(evaluation.to_json() for evaluation in answer)) for question, answer in answers]
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany("INSERT OR REPLACE INTO evaluations VALUES (?, ?, ?, ?, ?, ?)", rows)
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise

    def count(self) -> int:
        """How many answers are remembered."""
        with self._open() as connection:
            count: int = connection.execute("SELECT count(*) FROM evaluations").fetchone()[0]
        return count

    def close(self) -> None:
        """Let go of the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._owner == os.getpid():
                self._connection.close()
                self._connection = None

    def __reduce__(self) -> tuple[type[EvaluationCache], tuple[Path]]:
        return type(self), (self.path,)

    def __repr__(self) -> str:
        return f"EvaluationCache({str(self.path)!r})"

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._owner != os.getpid():
                # A connection must not be used on the far side of a fork.
                self._owner, self._connection = os.getpid(), None
            try:
                if self._connection is None:
                    self._connection = self._connect()
                    weakref.finalize(self, self._connection.close)
                yield self._connection
            except sqlite3.Error as error:
                # Where it is, the file cannot be used at all; any other error is one of what it holds.
                kind = CacheUnusable if isinstance(error, sqlite3.OperationalError) else BadFile
                raise kind(
                    f"cannot use the evaluation cache {self.path}: {error}",
                    hint="set MOTIF_CACHE to another folder, or remove the file if it is broken",
                ) from error

    def _connect(self) -> sqlite3.Connection:
        if not self.path.exists():
            self._create()
        connection = _connection(self.path)
        try:
            self._check(connection)
            # Safe against crashes of the program; only a crash of the machine may lose the last answers.
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        application, version = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application != _APPLICATION:
            raise BadFile(f"{self.path} is not an evaluation cache of motif", hint="choose another file")
        if version != VERSION:
            raise BadFile(
                f"{self.path} is an evaluation cache of version {version}; this motif reads version {VERSION}",
                hint="remove the file, or choose another",
            )

    def _create(self) -> None:
        # Built aside and linked into place: no process ever sees a cache without its table, and none switches the
        # journal mode of a file in use, which SQLite may refuse as locked without waiting.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.path.parent, prefix=f".{self.path.name}.") as folder:
                fresh = Path(folder) / self.path.name
                with closing(_connection(fresh)) as connection:
                    connection.executescript(_SCHEMA)
                self.path.hardlink_to(fresh)
        except FileExistsError:
            # Another process was first, and its file is as good. A parent that is a file ends here too, and
            # opening it says so.
            pass
        except OSError as error:
            raise CacheUnusable(f"cannot create the evaluation cache {self.path}: {error.strerror}") from error


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path,
        timeout=_SECONDS_TO_WAIT_FOR_WRITERS,
        isolation_level=None,  # every statement is a transaction of its own
        check_same_thread=False,
    )


MOST_IN_MEMORY = 20_000
"""Answers of some kilobyte each: about what a few hundred games ask."""

ASKED_AT_ONCE = 256
"""How many answers may be lost when work is interrupted: enough to keep every core busy."""

Answer = tuple[Evaluation, ...]


class Asking(NamedTuple):
    """What this one evaluator is asked; a `Question` says as well who it is."""

    position: str
    limit: Limit
    lines: int = 1


@dataclass(frozen=True, slots=True)
class Remembering:
    """How much stays in memory, and after how many answers they are written down."""

    most_in_memory: int = MOST_IN_MEMORY
    asked_at_once: int = ASKED_AT_ONCE


class CachedEvaluator(ClosedAfterUse):
    """Answers as the evaluator would, and asks it only what is new. Close it, or use it in a `with` statement.

    A cache that cannot be written, on a full or read-only disk, is done without; `tell` hears of it once. It may be
    pickled if the evaluator may, and takes the cache's file along, but not what is in memory.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        cache: EvaluationCache | None = None,
        how: Remembering | None = None,
        tell: Callable[[str], object] = lambda _: None,
    ) -> None:
        self.evaluator = evaluator
        self._cache = cache
        self._how = how or Remembering()
        self._tell = tell
        self._recent = _Recent(self._how.most_in_memory)
        self._without: dict[frozenset[str], CachedEvaluator] = {}

    @property
    def name(self) -> str:
        """What the evaluator calls itself."""
        return self.evaluator.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order; a position that occurs twice is asked about once."""
        askings = [Asking(position_text(board), limit) for board in boards]
        answers: dict[Asking, Evaluation] = {}
        new: dict[Asking, chess.Board] = {}
        for asking, board in zip(askings, boards, strict=True):
            if asking in answers or asking in new:
                continue
            if remembered := self._remembered(asking, board):
                answers[asking] = remembered[0]
            else:
                new[asking] = board.copy(stack=False)
        for start in range(0, len(new), self._how.asked_at_once):
            batch = dict(islice(new.items(), start, start + self._how.asked_at_once))
            fresh = dict(zip(batch, self.evaluator.evaluate(list(batch.values()), limit), strict=True))
            self._remember({asking: (answer,) for asking, answer in fresh.items()}, batch)
            answers |= fresh
        return [answers[asking] for asking in askings]

    def follow(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """What the engine makes of a game; it depends on the other positions, so that nothing of it is remembered."""
        if not isinstance(self.evaluator, Following):
            return self.evaluate(boards, limit)
        return self.evaluator.follow(boards, limit, again=again)

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first; none if the evaluator does not compare moves."""
        if not isinstance(self.evaluator, Comparing):
            return []
        asking = Asking(position_text(board), limit, count)
        answer = self._remembered(asking, board)
        if answer is None:
            bare = board.copy(stack=False)
            answer = tuple(self.evaluator.candidates(bare, limit, count))
            self._remember({asking: answer}, {asking: bare})
        return list(answer)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Of what the evaluator's judgement is made up; nothing if it cannot say."""
        return self.evaluator.terms(board, side) if isinstance(self.evaluator, Itemising) else {}

    @property
    def term_names(self) -> tuple[str, ...]:
        """What the evaluator can do without; nothing if it has no terms."""
        return self.evaluator.term_names if isinstance(self.evaluator, Ablating) else ()

    def without(self, terms: Sequence[str]) -> CachedEvaluator:
        """The evaluator with these terms counted as nought, which remembers its own answers."""
        if not isinstance(self.evaluator, Ablating):
            raise BadArgument(f"{self.name} has no terms that could be left out")
        key = frozenset(terms)
        if key not in self._without:
            self._without[key] = CachedEvaluator(self.evaluator.without(terms), self._cache, self._how, self._tell)
        return self._without[key]

    def close(self) -> None:
        """Close the evaluator and let go of the cache's file; both open again at the next question."""
        close(self.evaluator)
        if self._cache is not None:
            self._cache.close()

    def __reduce__(self) -> tuple[type[CachedEvaluator], tuple[object, ...]]:
        return type(self), (self.evaluator, self._cache, self._how)

    def __repr__(self) -> str:
        return f"CachedEvaluator({self.evaluator!r}, {self._cache!r})"

    def _question(self, asking: Asking, board: chess.Board) -> Question | None:
        if asking.limit.is_timed or settled(board.copy(stack=False)):
            # The evaluator knows at once how a game ended that is over.
            return None
        if isinstance(self.evaluator, Accountable):
            return self.evaluator.question(board, asking.limit, asking.lines)
        return Question(self.evaluator.name, "", asking.position, str(asking.limit), asking.lines)

    def _remembered(self, asking: Asking, board: chess.Board) -> Answer | None:
        answer = self._recent.get(asking)
        if answer is not None or self._cache is None:
            return answer
        question = self._question(asking, board)
        if question is None:
            return None
        try:
            answer = self._cache.get(question)
        except CacheUnusable as error:
            self._do_without(error)
        if answer is not None:
            self._recent.put(asking, answer)
        return answer

    def _remember(self, answers: Mapping[Asking, Answer], boards: Mapping[Asking, chess.Board]) -> None:
        asked = [(self._question(asking, boards[asking]), asking) for asking in answers]
        lasting = [(question, asking) for question, asking in asked if question is not None]
        for _, asking in lasting:
            self._recent.put(asking, answers[asking])
        if self._cache is not None and lasting:
            try:
                self._cache.put_all((question, answers[asking]) for question, asking in lasting)
            except CacheUnusable as error:
                self._do_without(error)

    def _do_without(self, error: CacheUnusable) -> None:
        self._cache = None
        self._tell(f"{error}; answers are remembered in memory alone")


@dataclass(slots=True)
class _Recent:
    """The answers that were wanted last, at most so many."""

    most: int
    _answers: OrderedDict[Asking, Answer] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, asking: Asking) -> Answer | None:
        with self._lock:
            answer = self._answers.get(asking)
            if answer is not None:
                self._answers.move_to_end(asking)
            return answer

    def put(self, asking: Asking, answer: Answer) -> None:
        with self._lock:
            self._answers[asking] = answer
            self._answers.move_to_end(asking)
            if len(self._answers) > self.most:
                self._answers.popitem(last=False)
