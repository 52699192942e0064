"""What a study worked out, kept: what was judged or learned once is not done again, whatever ended the run.

A game is kept under all that its judgement depends on: its text, the side, the judge, and the version of this format.
What is learned from many games is kept under those games and the very files of this package. Each is a file of its own
in the user's cache, written whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import TypeAdapter, ValidationError

import motif
from motif import __version__
from motif.board.evaluation_cache import default_cache_path
from motif.board.games import Game
from motif.errors import BadFile
from motif.store import write_atomically
from motif.study.games import StudiedGame

Made = TypeVar("Made")

VERSION = 12
"""Raised when games are judged otherwise than before."""


@dataclass(slots=True)
class StudyCache:
    """Judged games in a folder; one that cannot be written is done without, and `tell` hears of it once."""

    folder: Path = field(default_factory=lambda: default_cache_path().parent / "study")
    tell: Callable[[str], object] = lambda _: None
    _is_usable: bool = True

    def get(self, key: str) -> StudiedGame | None:
        """The game of a key, or None; what cannot be read is judged anew."""
        return self._read(key, _adapter())

    def holds(self, key: str) -> bool:
        """Whether a game was kept under a key."""
        return (self.folder / f"{key}.json").exists()

    def put(self, key: str, game: StudiedGame) -> None:
        """Keep a game."""
        self._write(key, _adapter().dump_json(game))

    def recall(self, what: str, inputs: Iterable[str], kind: TypeAdapter[Made], make: Callable[[], Made]) -> Made:
        """What this very program made of these inputs before; made, and kept, where it did not."""
        key = _made_key(what, inputs)
        value = self._read(key, kind)
        if value is None:
            value = make()
            self._write(key, kind.dump_json(value))
        return value

    def knows(self, what: str, inputs: Iterable[str]) -> bool:
        """Whether this very program made something of these inputs before."""
        return self.holds(_made_key(what, inputs))

    def _read(self, key: str, kind: TypeAdapter[Made]) -> Made | None:
        try:
            return kind.validate_json((self.folder / f"{key}.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def _write(self, key: str, content: bytes) -> None:
        if not self._is_usable:
            return
        try:
            write_atomically(self.folder / f"{key}.json", content)
        except BadFile as error:
            self._is_usable = False
            self.tell(f"{error}; judged games are not kept for the next run")


def game_key(game: Game, fingerprint: str, *, is_white: bool) -> str:
    """What a judged game is kept under."""
    identity = "\0".join([str(VERSION), __version__, fingerprint, "white" if is_white else "black", str(game)])
    return sha256(identity.encode(errors="surrogatepass")).hexdigest()[:32]


def _made_key(what: str, inputs: Iterable[str]) -> str:
    identity = "\0".join([what, package_fingerprint(), *inputs])
    return f"{what}-{sha256(identity.encode(errors='surrogatepass')).hexdigest()[:32]}"


@cache
def package_fingerprint() -> str:
    """Tells this package from one in which any file is another: code, knowledge or the core."""
    folder = Path(motif.__file__).parent
    files = sorted(path for path in folder.rglob("*") if path.suffix != ".pyc" and path.is_file())
    identity = [f"{path.relative_to(folder)} {path.stat().st_size} {path.stat().st_mtime_ns}" for path in files]
    return sha256("\n".join(identity).encode()).hexdigest()


@cache
def _adapter() -> TypeAdapter[StudiedGame]:
    return TypeAdapter(StudiedGame)
