"""Cache evaluations: `CachedEvaluator` asks an engine only for what it has not answered before.

Recent answers are kept in memory, and all answers in one SQLite file, which several processes may share. The key of an
answer (`CacheKey`) contains everything that the answer depends on. Answers under a time limit also depend on the
machine's speed, so they are not kept. The same file keeps the results of studies (`ResultCache`).
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import weakref
from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import NamedTuple, Self

import chess

from motif.engines.evaluator import (
    CacheKey,
    Evaluation,
    Evaluator,
    SupportsCacheKey,
    SupportsCandidates,
    SupportsGames,
    SupportsTerms,
    evaluation_if_over,
    position_text,
)
from motif.engines.limits import Limit
from motif.errors import BadFile, CacheUnusable
from motif.runtime.files import ClosedAfterUse, close
from motif.runtime.systems import cache_folder

CACHE_NAME = "cache.sqlite"
SCHEMA_VERSION = 2
_APPLICATION_ID = int.from_bytes(b"Motf", "big")
_WRITERS_TIMEOUT_SECONDS = 60.0

_SCHEMA = f"""
PRAGMA journal_mode = WAL;
PRAGMA application_id = {_APPLICATION_ID};
PRAGMA user_version = {SCHEMA_VERSION};
CREATE TABLE evaluations (
    engine TEXT, options TEXT, position TEXT, search_limit TEXT, lines INTEGER, answer TEXT NOT NULL,
    PRIMARY KEY (engine, options, position, search_limit, lines)
) WITHOUT ROWID;
CREATE TABLE results (key TEXT PRIMARY KEY, content BLOB NOT NULL);
"""


def default_cache_path() -> Path:
    """Return the path of the cache file: in the folder $MOTIF_CACHE if it is set, else in the user's cache folder."""
    if folder := os.environ.get("MOTIF_CACHE"):
        return Path(folder).expanduser() / CACHE_NAME
    return cache_folder() / CACHE_NAME


class CacheFile(ClosedAfterUse):
    """The SQLite file of all caches; every write is committed when the call returns.

    The file is opened on first use. Pickling keeps only the path, so every process opens its own connection.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = (path or default_cache_path()).absolute()
        self._lock = threading.Lock()
        self._owner = os.getpid()
        self._connection: sqlite3.Connection | None = None

    def close(self) -> None:
        """Close the file; the next use opens it again."""
        with self._lock:
            if self._connection is not None and self._owner == os.getpid():
                self._connection.close()
                self._connection = None

    def __reduce__(self) -> tuple[type[Self], tuple[Path]]:
        return type(self), (self.path,)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self.path)!r})"

    @contextmanager
    def _open(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._owner != os.getpid():
                # After a fork the child must not use its parent's connection.
                self._owner, self._connection = os.getpid(), None
            try:
                if self._connection is None:
                    self._connection = self._connect()
                    weakref.finalize(self, self._connection.close)
                yield self._connection
            except sqlite3.Error as error:
                # An operational error is about the place (disk full, not writable); any other, about the content.
                kind = CacheUnusable if isinstance(error, sqlite3.OperationalError) else BadFile
                raise kind(
                    f"cannot use the cache {self.path}: {error}",
                    hint="set MOTIF_CACHE to another folder, or remove the file if it is broken",
                ) from error

    def _connect(self) -> sqlite3.Connection:
        if not self.path.exists():
            self._create()
        connection = _connection(self.path)
        try:
            self._check(connection)
            # The file survives a crash of the program; only a crash of the machine may lose the last answers.
            connection.execute("PRAGMA synchronous = NORMAL")
        except BaseException:
            connection.close()
            raise
        return connection

    def _check(self, connection: sqlite3.Connection) -> None:
        application, version = (
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")
        )
        if application != _APPLICATION_ID:
            raise BadFile(f"{self.path} is not a cache of Motif", hint="choose another file")
        if version != SCHEMA_VERSION:
            raise BadFile(
                f"the cache {self.path} has version {version}, but this motif reads version {SCHEMA_VERSION}",
                hint="remove the file, or choose another",
            )

    def _create(self) -> None:
        # Create the file under another name and link it into place, so that no process sees a cache without its tables
        # or changes the journal mode of a file in use, which SQLite may refuse as locked, without waiting.
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.path.parent, prefix=f".{self.path.name}.") as folder:
                fresh = Path(folder) / self.path.name
                with closing(_connection(fresh)) as connection:
                    connection.executescript(_SCHEMA)
                self.path.hardlink_to(fresh)
        except FileExistsError:
            # Another process created the file first, which is just as good. We also get here if the parent is a file;
            # opening the cache then reports that.
            pass
        except OSError as error:
            raise CacheUnusable(f"cannot create the cache {self.path}: {error.strerror}") from error


def _connection(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        path,
        timeout=_WRITERS_TIMEOUT_SECONDS,
        isolation_level=None,  # every statement is its own transaction
        check_same_thread=False,
    )


class EvaluationCache(CacheFile):
    """The table of evaluations by engines."""

    def get(self, key: CacheKey) -> tuple[Evaluation, ...] | None:
        """Return the answer for a key, best line first, or None."""
        with self._open() as connection:
            row = connection.execute(
                "SELECT answer FROM evaluations"
                " WHERE engine = ? AND options = ? AND position = ? AND search_limit = ? AND lines = ?",
                key,
            ).fetchone()
        return tuple(map(Evaluation.from_json, row[0].splitlines())) if row else None

    def put(self, key: CacheKey, answer: Sequence[Evaluation]) -> None:
        self.put_all([(key, answer)])

    def put_all(self, answers: Iterable[tuple[CacheKey, Sequence[Evaluation]]]) -> None:
        """Store many answers: all of them, or none if that fails."""
        rows = [(*key, "\n".join(evaluation.to_json() for evaluation in answer)) for key, answer in answers]
        with self._open() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                connection.executemany("INSERT OR REPLACE INTO evaluations VALUES (?, ?, ?, ?, ?, ?)", rows)
                connection.execute("COMMIT")
            except BaseException:
                connection.rollback()
                raise

    def count(self) -> int:
        with self._open() as connection:
            count: int = connection.execute("SELECT count(*) FROM evaluations").fetchone()[0]
        return count


class ResultCache(CacheFile):
    """The table of results: studied games and other steps of a study, as JSON."""

    def get(self, key: str) -> bytes | None:
        """Return the content stored under a key, or None."""
        with self._open() as connection:
            row = connection.execute("SELECT content FROM results WHERE key = ?", (key,)).fetchone()
        return row[0] if row else None

    def holds(self, key: str) -> bool:
        """Whether any content is stored under a key."""
        with self._open() as connection:
            return connection.execute("SELECT 1 FROM results WHERE key = ?", (key,)).fetchone() is not None

    def put(self, key: str, content: bytes) -> None:
        with self._open() as connection:
            connection.execute("INSERT OR REPLACE INTO results VALUES (?, ?)", (key, content))


MOST_IN_MEMORY = 20_000
"""The number of answers, of about a kilobyte each: roughly the positions of a few hundred games."""

BATCH_SIZE = 256
"""Positions sent to the engine at once: enough to keep all cores busy. An interruption loses one batch at most."""

Answer = tuple[Evaluation, ...]


class _MemoryKey(NamedTuple):
    """The position, limit and number of lines asked about; a `CacheKey` also names the evaluator."""

    position: str
    limit: Limit
    lines: int = 1


class CachedEvaluator(ClosedAfterUse):
    """Wraps an evaluator, and asks it only for answers that are not cached. Close it, or use it in a `with` statement.

    If the cache file cannot be used, for example on a full disk, the evaluator goes on without it. It can be pickled if
    the wrapped evaluator can; the copy uses the same file, but starts with an empty memory.
    """

    def __init__(
        self,
        evaluator: Evaluator,
        cache: EvaluationCache | None = None,
        batch_size: int = BATCH_SIZE,
        most_in_memory: int = MOST_IN_MEMORY,
    ) -> None:
        self.evaluator = evaluator
        self._cache = cache
        self._batch_size = batch_size
        self._recent = _RecentAnswers(most_in_memory)

    @property
    def name(self) -> str:
        return self.evaluator.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return one evaluation for each board, in the same order; a position that occurs twice is evaluated once."""
        keys = [_MemoryKey(position_text(board), limit) for board in boards]
        answers: dict[_MemoryKey, Evaluation] = {}
        new: dict[_MemoryKey, chess.Board] = {}
        for key, board in zip(keys, boards, strict=True):
            if key in answers or key in new:
                continue
            if known := self._find(key, board):
                answers[key] = known[0]
            else:
                new[key] = board.copy(stack=False)
        for start in range(0, len(new), self._batch_size):
            batch = dict(islice(new.items(), start, start + self._batch_size))
            fresh = dict(zip(batch, self.evaluator.evaluate(list(batch.values()), limit), strict=True))
            self._keep({key: (answer,) for key, answer in fresh.items()}, batch)
            answers |= fresh
        return [answers[key] for key in keys]

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """Evaluate the positions of a game; these answers depend on each other, so they are not cached."""
        if not isinstance(self.evaluator, SupportsGames):
            return self.evaluate(boards, limit)
        return self.evaluator.evaluate_game(boards, limit, again=again)

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best moves, each with its line, best first; empty if the evaluator cannot compare moves."""
        if not isinstance(self.evaluator, SupportsCandidates):
            return []
        key = _MemoryKey(position_text(board), limit, count)
        answer = self._find(key, board)
        if answer is None:
            bare = board.copy(stack=False)
            answer = tuple(self.evaluator.candidates(bare, limit, count))
            self._keep({key: answer}, {key: bare})
        return list(answer)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Return the terms of the value, in centipawns; empty if the evaluator has none."""
        return self.evaluator.terms(board, side) if isinstance(self.evaluator, SupportsTerms) else {}

    def close(self) -> None:
        """Close the evaluator and the cache file; both open again on next use."""
        close(self.evaluator)
        if self._cache is not None:
            self._cache.close()

    def __reduce__(self) -> tuple[type[CachedEvaluator], tuple[object, ...]]:
        return type(self), (self.evaluator, self._cache, self._batch_size, self._recent.most)

    def __repr__(self) -> str:
        return f"CachedEvaluator({self.evaluator!r}, {self._cache!r})"

    def _cache_key(self, key: _MemoryKey, board: chess.Board) -> CacheKey | None:
        if key.limit.is_timed or evaluation_if_over(board.copy(stack=False)):
            # A finished game needs no search, so there is nothing to keep.
            return None
        if isinstance(self.evaluator, SupportsCacheKey):
            return self.evaluator.cache_key(board, key.limit, key.lines)
        return CacheKey(self.evaluator.name, "", key.position, str(key.limit), key.lines)

    def _find(self, key: _MemoryKey, board: chess.Board) -> Answer | None:
        answer = self._recent.get(key)
        if answer is not None or self._cache is None:
            return answer
        cache_key = self._cache_key(key, board)
        if cache_key is None:
            return None
        try:
            answer = self._cache.get(cache_key)
        except CacheUnusable:
            self._cache = None
        if answer is not None:
            self._recent.put(key, answer)
        return answer

    def _keep(self, answers: Mapping[_MemoryKey, Answer], boards: Mapping[_MemoryKey, chess.Board]) -> None:
        kept: list[tuple[CacheKey, Answer]] = []
        for key, answer in answers.items():
            if (cache_key := self._cache_key(key, boards[key])) is not None:
                self._recent.put(key, answer)
                kept.append((cache_key, answer))
        if self._cache is not None and kept:
            try:
                self._cache.put_all(kept)
            except CacheUnusable:
                self._cache = None


@dataclass(slots=True)
class _RecentAnswers:
    """The most recently used answers, at most `most` of them."""

    most: int
    _answers: OrderedDict[_MemoryKey, Answer] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, key: _MemoryKey) -> Answer | None:
        with self._lock:
            answer = self._answers.get(key)
            if answer is not None:
                self._answers.move_to_end(key)
            return answer

    def put(self, key: _MemoryKey, answer: Answer) -> None:
        with self._lock:
            self._answers[key] = answer
            self._answers.move_to_end(key)
            if len(self._answers) > self.most:
                self._answers.popitem(last=False)
