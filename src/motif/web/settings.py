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
    """The limits for a request, for a job and for all of them together."""

    upload_bytes: int = 16 * 2**20
    body_bytes: int = 64 * 2**10
    """The largest request body that is no upload, in bytes."""
    games: int = 1_000
    moves: int = 200_000
    """The most half-moves of all games of an upload."""
    moves_of_a_game: int = 2_000
    question_seconds: float = 30.0
    """The time limit for a direct answer: an explanation, a move, advice."""
    questions_waiting: int = 400
    quiet_seconds: float = 120.0
    """After this many seconds without requests the workers that answer them are replaced."""
    job_seconds: float = 12 * 3600.0
    """The time limit of a job, as the mistakes of a thousand games are explained one by one."""
    jobs_running: int = 2
    jobs_waiting: int = 16
    jobs_remembered: int = 100
    games_remembered: int = 500
    text_bytes: int = 64 * 2**20
    """The largest decompressed upload in bytes, counted approximately."""
    connections: int = 256
    """The most connections: many systems allow a process 1,024 files and connections, and others are needed, too."""
    header_seconds: float = 10.0
    """The time between a connection and the end of its request's headers."""
    body_seconds: float = 10.0
    """The time between two parts of a request's body."""
    pages_cached: int = 200


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the server listens, who may use it, where it stores data, and its workers."""

    host: str = LOOPBACK
    port: int = PORT
    token: str | None = None
    """The token that every request needs if other computers can reach the server."""
    data: Path = field(default_factory=lambda: _deck().parent)
    deck: Path = field(default_factory=_deck)
    page: Path = PAGE
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)
    """How many processes answer requests."""
    is_warmed: bool = True
    """Whether the workers load what the first requests need before they arrive."""
    cluster: str | None = None
    engine: str | None = None
    """The engine that evaluates the games of a study; by default Stockfish, if it is found."""
    bounds: Bounds = field(default_factory=Bounds)

    @property
    def studies(self) -> Path:
        """The folder of all studies, each a folder as `motif study` writes it."""
        return self.data / "studies"

    @property
    def uploads(self) -> Path:
        """The folder of uploads that are not studied yet."""
        return self.data / "uploads"

    @property
    def journal(self) -> Path:
        """The file with everything that survives a restart: jobs, games in play, names of studies."""
        return self.data / "web.sqlite"
