"""Downloaded games in one PGN file that only grows: whole games alone, each once, whatever ended the download.

A game begins with its Event tag after an empty line and ends with its result, as both sites write it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from motif.errors import DownloadFailed
from motif.store import cannot_write, write_atomically
from motif.study.download.web import Cut

BEGINS = b"[Event "
ENDS = re.compile(rb"(?:1-0|0-1|1/2-1/2|\*)\s*\Z")
TAG = re.compile(rb'^\[(\w+) "(.*)"\]', re.MULTILINE)
LARGEST_GAME = 4 << 20


@dataclass(frozen=True, slots=True)
class KeptGame:
    """When a game began, and its place in the file."""

    when: datetime
    start: int
    end: int


class KeptGames:
    """The games of one file; made where it is not there."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: list[KeptGame] = []
        self._known: set[bytes] = set()
        if path.exists():
            self._scan()

    def __len__(self) -> int:
        return len(self.games)

    @property
    def oldest(self) -> datetime:
        """When the first game began."""
        return min(game.when for game in self.games)

    @property
    def newest(self) -> datetime:
        """When the last game began."""
        return max(game.when for game in self.games)

    def add(self, text: bytes) -> None:
        """Append a game, unless it is there."""
        tags = dict(TAG.findall(text.partition(b"\n\n")[0]))
        key, when = tags.get(b"Site", text), _when(tags)
        if when is None or key in self._known:
            return
        whole = text.strip() + b"\n\n\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with self.path.open("ab") as file:
                file.write(whole)
                file.flush()
                end = file.tell()
        except OSError as error:
            raise cannot_write(self.path, error) from error
        self._remember(key, KeptGame(when, end - len(whole), end))

    def chosen(self, since: datetime | None, newest: int | None) -> list[KeptGame]:
        """The games since a day, at most so many, in the order in which they were played."""
        games = sorted((game for game in self.games if since is None or game.when >= since), key=lambda game: game.when)
        return games if newest is None else games[-newest:]

    def write(self, path: Path, games: Iterable[KeptGame]) -> None:
        """Write some of the games to another file."""
        with self.path.open("rb") as kept, path.open("wb") as copy:
            for game in games:
                kept.seek(game.start)
                copy.write(kept.read(game.end - game.start))

    def _scan(self) -> None:
        with self.path.open("rb") as file:
            end = 0
            try:
                for text in split_games(file):
                    start, end = end, end + len(text)
                    tags = dict(TAG.findall(text.partition(b"\n\n")[0]))
                    if when := _when(tags):
                        self._remember(tags.get(b"Site", text), KeptGame(when, start, end))
            except Cut:
                # A power cut tore the last game in two; it will come again.
                file.seek(0)
                write_atomically(self.path, file.read(end))

    def _remember(self, key: bytes, game: KeptGame) -> None:
        if key not in self._known:
            self._known.add(key)
            self.games.append(game)


def split_games(lines: Iterable[bytes]) -> Iterator[bytes]:
    """A stream of PGN game by game, each with the empty lines behind it; raises Cut where the last has no end."""
    game: list[bytes] = []
    size, is_after_gap = 0, True
    for line in lines:
        if game and is_after_gap and line.startswith(BEGINS):
            yield b"".join(game)
            game, size = [], 0
        if not game and line.strip() and not line.startswith(b"["):
            raise DownloadFailed(f"this is no PGN: {line[:40]!r}", hint="does a page to log in to the network answer?")
        game.append(line)
        size += len(line)
        is_after_gap = not line.strip()
        if size > LARGEST_GAME:
            raise DownloadFailed("a game does not end")
    text = b"".join(game)
    if ENDS.search(text):
        yield text
    elif text.strip():
        raise Cut("a game breaks off in the middle")


def _when(tags: dict[bytes, bytes]) -> datetime | None:
    day = tags.get(b"UTCDate", tags.get(b"Date", b"")).decode(errors="replace")
    time = tags.get(b"UTCTime", b"00:00:00").decode(errors="replace")
    try:
        return datetime.strptime(f"{day} {time}", "%Y.%m.%d %H:%M:%S").replace(tzinfo=UTC)
    except ValueError:
        return None
