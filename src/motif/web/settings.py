"""The settings of the server, and the limits of every request."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

LOOPBACK = "127.0.0.1"
PORT = 8642
PAGE = Path(__file__).parent / "page"
"""Where Vite builds the page."""


def _deck() -> Path:
    # Every worker loads the settings, and few of them the trainer.
    from motif.training.deck import default_deck_path

    return default_deck_path()


@dataclass(frozen=True, slots=True)
class Bounds:
    """Limits for one request, for one job and for all together."""

    upload_bytes: int = 16 * 2**20
    body_bytes: int = 64 * 2**10
    """Of every request that is no upload."""
    games: int = 1_000
    moves: int = 200_000
    """Half-moves of an upload together."""
    moves_of_a_game: int = 2_000
    question_seconds: float = 30.0
    """For an answer at once: an explanation, a move, advice."""
    questions_waiting: int = 400
    quiet_seconds: float = 120.0
    """Without a question, after which the workers that answer are replaced by new ones."""
    job_seconds: float = 12 * 3600.0
    """The mistakes of a thousand games are looked at one by one."""
    jobs_running: int = 2
    jobs_waiting: int = 16
    jobs_remembered: int = 100
    games_remembered: int = 500
    text_bytes: int = 64 * 2**20
    """Of an upload when it is decompressed; about, since it is read by the megabyte."""
    connections: int = 256
    """Half of these and more are left to files and processes where a system allows a process 1,024 of all together."""
    header_seconds: float = 10.0
    """Between a connection and the end of its request's headers."""
    body_seconds: float = 10.0
    """Between two pieces of a request's body."""
    pages_cached: int = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, who may ask, where it keeps what it makes, and who works for it."""

    host: str = LOOPBACK
    port: int = PORT
    token: str | None = None
    """Asked of every request where it listens beyond loopback."""
    data: Path = field(default_factory=lambda: _deck().parent)
    deck: Path = field(default_factory=_deck)
    page: Path = PAGE
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """Processes that answer questions at once."""
    is_warmed: bool = True
    """Whether the workers load what the first requests need before they arrive."""
    cluster: str | None = None
    engine: str | None = None
    """The engine that evaluates the games of a study; by default Stockfish, if it is found."""
    bounds: Bounds = field(default_factory=Bounds)

    @property
    def studies(self) -> Path:
        """The folder of the studies, each a folder as `motif study` writes it."""
        return self.data / "studies"

    @property
    def uploads(self) -> Path:
        """The folder of the uploads whose study is not made yet."""
        return self.data / "uploads"

    @property
    def journal(self) -> Path:
        """The file with everything that survives a restart: jobs, games in play, names of studies."""
        return self.data / "web.sqlite"
