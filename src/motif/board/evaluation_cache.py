"""Evaluations remembered in an SQLite file, so that no position is judged twice under the same conditions.

The file may be shared by any number of processes: it is created whole or not at all, readers never wait (WAL),
and writers wait for each other.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from motif.board.closing import ClosedAfterUse
from motif.board.oracles import Evaluation, Question
from motif.errors import BadFile, CacheUnusable
from motif.systems import cache_folder

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
    """The answers of oracles, kept in one file; each is on its way to the disk as soon as it is put.

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
