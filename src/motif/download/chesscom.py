"""A player's games on Chess.com: /pub/player/NAME/games/archives lists months, /games/YYYY/MM gives one of them.

The month comes as JSON, since its PGN does not say which games were rated. A month that is over is kept and never asked
for again; the last one is, every time.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, Field, ValidationError

from motif.board.games import Speed
from motif.download.web import Account, Cut, NotThere, Wanted, Web
from motif.errors import BadArgument, BadFile, NothingFound
from motif.runtime.files import write_atomically
from motif.runtime.parallel import Progress, Watch, unwatched

Kind = TypeVar("Kind", bound=BaseModel)

ADDRESS = "https://api.chess.com"
MONTH = re.compile(r"/games/(\d{4})/(\d{2})\Z")
SO_FAR = "so-far"
MOST_BYTES = 256 << 20
LAST_SECOND = 4 * 10**9
"""In the year 2096: no game has ended later, and no date is out of range."""
JSON = {"Accept": "application/json"}
CLASSES = {Speed.BULLET: "bullet", Speed.BLITZ: "blitz", Speed.RAPID: "rapid", Speed.CORRESPONDENCE: "daily"}


class ArchivedGame(BaseModel):
    """What is read of a game; the site says more."""

    rules: str
    time_class: str
    rated: bool
    end_time: int = Field(ge=0, le=LAST_SECOND)
    pgn: str = ""

    @property
    def when(self) -> datetime:
        """When it ended."""
        return datetime.fromtimestamp(self.end_time, UTC)


class Month(BaseModel):
    """The games of a month, the oldest first."""

    games: list[ArchivedGame]


class Archives(BaseModel):
    """The addresses of the months in which the player has games."""

    archives: list[str]


@dataclass(slots=True)
class ChesscomGames:
    """The games of an account, as far as they were downloaded."""

    account: Account
    shelf: Path
    web: Web
    address: str = ADDRESS

    def is_kept(self, wanted: Wanted) -> bool:
        """Whether games were downloaded before."""
        return bool(self._months())

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download the months that are not kept, the newest first, as far back as games are wanted."""
        if unknown := [speed for speed in wanted.speeds if speed not in CLASSES]:
            raise BadArgument(
                f"there are no {unknown[0]} games on chess.com", hint=f"there are {', '.join(map(str, CLASSES))}"
            )
        months = sorted(self._archives())
        games = 0
        for number, month in enumerate(reversed(months)):
            if wanted.since and month < f"{wanted.since:%Y-%m}":
                return
            if not self._path(month).exists():
                self._download(month, is_over=month != months[-1])
            games += len(self._wanted(month, wanted))
            watch(Progress(number + 1, len(months), f"{games:,} games of {self.account.name}, back to {month}"))
            if wanted.newest is not None and games >= wanted.newest:
                return

    def write(self, path: Path, wanted: Wanted) -> int:
        """Write the wanted games to a file, the oldest first, and say how many they are."""
        counts: dict[str, int] = {}
        for month in reversed(self._months()):
            counts[month] = len(self._wanted(month, wanted))
            if wanted.newest is not None and sum(counts.values()) >= wanted.newest:
                break
        total = sum(counts.values())
        passed = max(0, total - wanted.newest) if wanted.newest is not None else 0
        with path.open("wb") as file:
            for month in sorted(counts):
                for game in self._wanted(month, wanted)[passed:]:
                    file.write(game.pgn.strip().encode() + b"\n\n\n")
                passed = max(0, passed - counts[month])
        return total if wanted.newest is None else min(total, wanted.newest)

    def _path(self, month: str, *, is_over: bool = True) -> Path:
        return self.shelf / (f"{month}.json" if is_over else f"{month}-{SO_FAR}.json")

    def _months(self) -> list[str]:
        """The months that are kept, the last of them so far."""
        return sorted({path.name[:7] for path in self.shelf.glob("????-??*.json")})

    def _archives(self) -> Iterator[str]:
        listed = self._asked("archives", Archives)
        for address in listed.archives:
            # Only the month is taken from an address that the site gives: nothing is asked of anybody else.
            if month := MONTH.search(address):
                yield f"{month[1]}-{month[2]}"

    def _download(self, month: str, *, is_over: bool) -> None:
        games = self._asked(month.replace("-", "/"), Month)
        write_atomically(self._path(month, is_over=is_over), games.model_dump_json())
        if is_over:
            self._path(month, is_over=False).unlink(missing_ok=True)

    def _asked(self, what: str, kind: type[Kind]) -> Kind:
        def ask() -> Kind:
            address = f"{self.address}/pub/player/{self.account.name.casefold()}/games/{what}"
            content = self.web.read(address, JSON, MOST_BYTES)
            try:
                return kind.model_validate_json(content)
            except ValidationError as error:
                raise Cut(f"what {self.account.site.host} says of {what} cannot be read") from error

        try:
            return self.web.repeat(ask, lambda: 0)
        except NotThere:
            raise NothingFound(
                f"{self.account.site.host} knows no player {self.account.name}", hint="is it spelled as on the site?"
            ) from None

    def _wanted(self, month: str, wanted: Wanted) -> list[ArchivedGame]:
        path = self._path(month)
        path = path if path.exists() else self._path(month, is_over=False)
        try:
            games = Month.model_validate_json(path.read_bytes()).games
        except (OSError, ValidationError):
            raise BadFile(f"{path} is no month of games", hint="remove it: it will be downloaded again") from None
        classes = {CLASSES[speed] for speed in wanted.speeds} or {*CLASSES.values()}
        return [
            game
            for game in games
            if game.pgn
            and game.rules == "chess"
            and game.time_class in classes
            and (game.rated or not wanted.rated)
            and (wanted.since is None or game.when >= wanted.since)
        ]
