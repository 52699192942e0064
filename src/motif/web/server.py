"""Hold what the routes share: settings, workers, the state of each feature, and the journal that outlives it.

The journal saves jobs with their orders, games in play and names of studies in one SQLite file. Every change is a
separate transaction, so `kill -9` loses nothing that was answered. One server at a time keeps the file: a second one
over the same folder keeps what it knows in memory, and takes up no work of the first.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal, TypeVar

from fastapi import Depends, Request

from motif.errors import BadFile
from motif.runtime.files import check_writable
from motif.study.engine import KeptEngines, StudyEngine, engine_name_of, engine_sentence_of, spoken
from motif.study.study import Study
from motif.web.pool import WorkerPool
from motif.web.settings import Settings
from motif.web.shapes import Shape


class Part:
    """The state that a feature keeps while the server runs: games, jobs, open questions."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        self.settings = settings
        self.journal = journal or Journal()
        self.restore()

    def restore(self) -> None:
        """Begin with what the journal kept; called once, when the part is made."""

    async def close(self) -> None:
        """Stop the running work."""


P = TypeVar("P", bound=Part)


@dataclass(eq=False)
class Server:
    """The objects made when the server starts and closed when it ends."""

    settings: Settings
    pool: WorkerPool = field(init=False)
    journal: Journal = field(init=False)
    _parts: dict[type[Part], Part] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        bounds = self.settings.bounds
        self.journal = Journal(self.settings.journal)
        self.pool = WorkerPool(self.settings.workers, bounds.question_seconds, bounds.questions_waiting)

    def part(self, kind: type[P]) -> P:
        """The state of a feature, created at its first use."""
        if kind not in self._parts:
            self._parts[kind] = kind(self.settings, self.journal)
        part = self._parts[kind]
        assert isinstance(part, kind)
        return part

    async def close(self) -> None:
        for part in self._parts.values():
            await part.close()
        self.pool.close()
        self.journal.close()


async def _server(request: Request) -> Server:
    server: Server = request.app.state.server
    return server


Here = Annotated[Server, Depends(_server)]


def part_of_server(kind: type[Part]) -> Any:  # noqa: ANN401 - as FastAPI types it
    """Declare a part of the server as a parameter of a route."""

    # On the event loop, so that no part is made twice.
    async def find(server: Here) -> Part:
        return server.part(kind)

    return Depends(find)


# Engines: a study's explanations and training use the engine that the study was made with, found by its name.


class EngineShape(Shape):
    """The engine in use: its name, and a sentence that says so to the reader."""

    name: str
    sentence: str


class Engines(Part):
    """The server's engine and those of studies, each tried once."""

    @cached_property
    def own(self) -> StudyEngine:
        """The engine for new studies."""
        return StudyEngine.find(self.settings.engine)

    @cached_property
    def kept(self) -> KeptEngines:
        return KeptEngines(self.own)

    def of(self, study: Study) -> StudyEngine | None:
        """A study's engine; None if it is missing, or is a program that this server was not started with."""
        return self.kept.named(engine_name_of(study.games))

    def by(self, study: Study) -> StudyEngine:
        return self.of(study) or self.own

    def shape(self, study: Study | None) -> EngineShape:
        """The engine in use, and how it relates to the one that evaluated the study."""
        engine = self.own if study is None else self.by(study)
        here = spoken(engine.name)
        sentence = f"Evaluated by {here}."
        if study is not None:
            studied = engine_sentence_of(study.games)
            missing = "" if self.of(study) else " That engine is not installed."
            is_same = studied == sentence
            sentence = (
                f"Evaluated by {here}, as in the study." if is_same else f"{studied}{missing} {here} evaluates now."
            )
        return EngineShape(name=engine.name, sentence=sentence)


EnginesHere = Annotated[Engines, part_of_server(Engines)]


try:
    import fcntl
except ImportError:  # pragma: no cover - not on every system; two servers there would share the file
    fcntl = None  # type: ignore[assignment]

VERSION = 1
_APPLICATION = int.from_bytes(b"MotW", "big")
_IN_MEMORY = ":memory:"

_SCHEMA = (
    f"PRAGMA application_id = {_APPLICATION}",
    f"PRAGMA user_version = {VERSION}",
    "CREATE TABLE jobs (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, shape TEXT NOT NULL, job_order TEXT)",
    """CREATE TABLE games (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, game TEXT NOT NULL, changed INTEGER NOT NULL)""",
    "CREATE TABLE titles (study TEXT PRIMARY KEY, title TEXT NOT NULL)",
)
_ADDED = (
    """CREATE TABLE IF NOT EXISTS analyses (
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, analysis TEXT NOT NULL, changed INTEGER NOT NULL)""",
)
"""Tables that files of earlier versions lack."""

Table = Literal["jobs", "games", "analyses"]
_COLUMNS = {"jobs": "shape", "games": "game", "analyses": "analysis"}


@dataclass(frozen=True, slots=True)
class KeptJob:
    """A saved job: its shape as JSON, and the order to restart it, None if it is over."""

    shape: str
    order: str | None


class Journal:
    """The file, or only memory if the path is None; any thread may call it."""

    def __init__(self, path: Path | None = None) -> None:
        self._lock = Lock()
        self._held: int | None = None
        self.is_kept = path is not None and self._hold(path)
        """Whether the journal is in a file that only this server writes."""
        name = str(path) if path is not None and self.is_kept else _IN_MEMORY
        try:
            self._connection = sqlite3.connect(name, check_same_thread=False, isolation_level=None)
            self._open(name)
        except sqlite3.DatabaseError as error:
            self._let_go()
            raise BadFile(f"cannot use {name}: {error}", hint="if the file is broken, move it away") from error
        except BaseException:
            self._let_go()
            raise

    def close(self) -> None:
        with self._lock:
            self._connection.close()
            self._let_go()

    def keep_job(self, name: str, shape: str, order: str | None) -> None:
        """Save a job's current state; a job without an order is over and can only be viewed."""
        with self._writing() as connection:
            connection.execute(
                "INSERT INTO jobs (id, shape, job_order) VALUES (?, ?, ?)"
                " ON CONFLICT (id) DO UPDATE SET shape = excluded.shape, job_order = excluded.job_order",
                (name, shape, order),
            )

    def jobs(self) -> list[KeptJob]:
        """All jobs in the order in which they were started."""
        return [KeptJob(*row) for row in self._read("SELECT shape, job_order FROM jobs ORDER BY number")]

    def kept(self, table: Table) -> list[tuple[str, str]]:
        """Every game or analysed game by its id, the last changed at the end."""
        return self._read(f"SELECT id, {_COLUMNS[table]} FROM {table} ORDER BY changed")

    def keep(self, table: Table, name: str, value: str, most: int) -> None:
        """Save the current state of a game or an analysed game; keep the `most` last changed ones."""
        column = _COLUMNS[table]
        with self._writing() as connection:
            (last,) = connection.execute(f"SELECT coalesce(max(changed), 0) FROM {table}").fetchone()
            connection.execute(
                f"INSERT INTO {table} (id, {column}, changed) VALUES (?, ?, ?)"
                f" ON CONFLICT (id) DO UPDATE SET {column} = excluded.{column}, changed = excluded.changed",
                (name, value, last + 1),
            )
            connection.execute(
                f"DELETE FROM {table} WHERE number NOT IN (SELECT number FROM {table} ORDER BY changed DESC LIMIT ?)",
                (most,),
            )

    def forget(self, table: Table, name: str) -> None:
        with self._writing() as connection:
            connection.execute(f"DELETE FROM {table} WHERE id = ?", (name,))

    def entitle(self, study: str, title: str | None) -> None:
        """Give a study a title, or remove its title."""
        with self._writing() as connection:
            if title:
                connection.execute("INSERT OR REPLACE INTO titles VALUES (?, ?)", (study, title))
            else:
                connection.execute("DELETE FROM titles WHERE study = ?", (study,))

    def titles(self) -> dict[str, str]:
        return dict(self._read("SELECT study, title FROM titles"))

    def _read(self, question: str) -> list[tuple[str, str]]:
        with self._lock:
            return self._connection.execute(question).fetchall()

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            self._connection.execute("BEGIN IMMEDIATE")
            try:
                yield self._connection
                self._connection.execute("COMMIT")
            except BaseException:
                self._connection.rollback()
                raise

    def _open(self, name: str) -> None:
        application, version = (
            self._connection.execute(f"PRAGMA {word}").fetchone()[0] for word in ("application_id", "user_version")
        )
        if (application, version) == (0, 0):
            with self._writing() as connection:
                for statement in _SCHEMA:
                    connection.execute(statement)
        elif (application, version) != (_APPLICATION, VERSION):
            self._connection.close()
            raise BadFile(f"{name} was not written by this version of motif web", hint="move it away")
        with self._writing() as connection:
            for statement in _ADDED:
                connection.execute(statement)

    def _hold(self, path: Path) -> bool:
        """Lock the file until `close` or the end of the process; False if another process has locked it."""
        if not path.exists():
            check_writable(path)
        if fcntl is None:
            return True
        # A separate file: closing a handle of the journal itself would release the locks that SQLite holds on it.
        handle = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            return False
        self._held = handle
        return True

    def _let_go(self) -> None:
        if self._held is not None:
            os.close(self._held)
            self._held = None
