"""Finished games of a study, kept one by one: what was judged once is not judged again, whatever ended the run.

A game is kept under all that its judgement depends on: its text, the side, the judge, and the version of this format.
Each is a file of its own in the user's cache, written whole or not at all.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter, ValidationError

from motif import __version__
from motif.board.evaluation_cache import default_cache_path
from motif.board.games import Game
from motif.errors import BadFile
from motif.store import write_atomically
from motif.study.games import StudiedGame

VERSION = 1
"""Raised when games are judged otherwise than before."""


@dataclass(slots=True)
class Archive:
    """Judged games in a folder; one that cannot be written is done without, and `tell` hears of it once."""

    folder: Path = field(default_factory=lambda: default_cache_path().parent / "study")
    tell: Callable[[str], object] = lambda _: None
    _is_usable: bool = True

    def get(self, key: str) -> StudiedGame | None:
        """The game of a key, or None; what cannot be read is judged anew."""
        try:
            return _adapter().validate_json((self.folder / f"{key}.json").read_bytes())
        except (OSError, ValidationError):
            return None

    def holds(self, key: str) -> bool:
        """Whether a game was kept under a key."""
        return (self.folder / f"{key}.json").exists()

    def put(self, key: str, game: StudiedGame) -> None:
        """Keep a game."""
        if not self._is_usable:
            return
        try:
            write_atomically(self.folder / f"{key}.json", _adapter().dump_json(game))
        except BadFile as error:
            self._is_usable = False
            self.tell(f"{error}; judged games are not kept for the next run")


def key_of(game: Game, fingerprint: str, *, is_white: bool) -> str:
    """What a judged game is kept under."""
    told = "\0".join([str(VERSION), __version__, fingerprint, "white" if is_white else "black", str(game)])
    return sha256(told.encode(errors="surrogatepass")).hexdigest()[:32]


@cache
def _adapter() -> TypeAdapter[StudiedGame]:
    return TypeAdapter(StudiedGame)
