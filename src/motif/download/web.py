"""Send requests to a site politely: one at a time, with the pauses that it asks for and an error message for failures.

Lichess wants a full minute without requests after it answers 429 (lichess.org/api, "Rate limiting"); Chess.com limits
only parallel requests. The pause is an argument, so tests need not wait.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from motif import __version__
from motif.board.games import Speed
from motif.errors import BadArgument, DownloadFailed
from motif.runtime.files import cannot_write, write_atomically

Received = TypeVar("Received")

PAUSE = 60
"""Seconds to wait after a 429 that names no number."""

LONGEST_PAUSE = 15 * 60
MOST_PAUSES = 5
MOST_TRIES = 4
"""How often a request is repeated that was cut off or met a server error, without receiving anything new."""

LONGEST_LINE = 1 << 20
USER_AGENT = f"motif/{__version__} (studies a player's own games)"


class Unreachable(DownloadFailed):
    """Raised if there is no answer: the network or the site is down."""


class Cut(DownloadFailed):
    """Raised if an answer is cut off; the part received so far is valid."""


class NotThere(DownloadFailed):
    """Raised if the site answers that the requested thing does not exist."""


@dataclass(slots=True)
class Web:
    """Sends requests to sites, with pauses and repetitions."""

    sleep: Callable[[float], object] = time.sleep
    tell: Callable[[str], object] = lambda _: None
    timeout: float = 30.0
    _has_answered: bool = False

    def lines(self, address: str, headers: Mapping[str, str]) -> Iterator[bytes]:
        """Yield the lines of an answer as they arrive; raises Cut if it is cut off."""
        with self._answer(address, headers) as answer:
            while line := _received(lambda: answer.readline(LONGEST_LINE), address):
                if len(line) == LONGEST_LINE:
                    raise DownloadFailed(f"{_host(address)} answers with a line that does not end")
                yield line

    def read(self, address: str, headers: Mapping[str, str], most: int) -> bytes:
        """Return a whole answer of at most `most` bytes; raises Cut if it is cut off."""
        with self._answer(address, headers) as answer:
            content = _received(lambda: answer.read(most + 1), address)
        if len(content) > most:
            raise DownloadFailed(f"{_host(address)} answers with more than {most >> 20} MB")
        return content

    def repeat(self, ask: Callable[[], Received], held: Callable[[], int]) -> Received:
        """Repeat a request after every cut, as long as `held` (what was received) grows."""
        before, tries = held(), 0
        while True:
            try:
                return ask()
            except Cut as cut:
                tries = 1 if held() > before else tries + 1
                before = held()
                if tries == MOST_TRIES:
                    raise DownloadFailed(
                        f"{cut}, again and again",
                        hint="the downloaded games are kept; run the same command again to go on",
                    ) from cut
                self.sleep(2**tries)

    @contextmanager
    def _answer(self, address: str, headers: Mapping[str, str]) -> Iterator[HTTPResponse]:
        pauses = troubles = 0
        while True:
            try:
                answer = self._ask(address, headers)
            except HTTPError as error:
                with error:
                    if error.code == HTTPStatus.TOO_MANY_REQUESTS and pauses < MOST_PAUSES:
                        pauses += 1
                        self._pause(_host(address), error.headers.get("Retry-After", ""))
                    elif error.code >= HTTPStatus.INTERNAL_SERVER_ERROR and troubles < MOST_TRIES - 1:
                        troubles += 1
                        self.sleep(2**troubles)
                    else:
                        raise _refusal(address, error) from None
            else:
                break
        with answer:
            yield answer

    def _ask(self, address: str, headers: Mapping[str, str]) -> HTTPResponse:
        request = Request(address, headers={"User-Agent": USER_AGENT})
        for name, value in headers.items():
            # Do not send the token to a site that we are redirected to.
            request.add_unredirected_header(name, value)
        try:
            answer: HTTPResponse = urlopen(request, timeout=self.timeout)
        except HTTPError:
            self._has_answered = True
            raise
        except (URLError, OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            words = f"{_host(address)} cannot be reached: {getattr(reason, 'strerror', None) or reason}"
            if self._has_answered:
                raise Cut(words) from error
            raise Unreachable(words, hint="is there a network? A file of games needs none") from error
        self._has_answered = True
        return answer

    def _pause(self, host: str, asked: str) -> None:
        seconds = max(PAUSE, int(asked)) if asked.isdecimal() else PAUSE
        if seconds > LONGEST_PAUSE:
            raise DownloadFailed(
                f"{host} asks for a pause of {seconds // 60} minutes",
                hint="the downloaded games are kept; try again then",
            )
        self.tell(f"{host} asks for a pause; going on in {seconds} seconds")
        self.sleep(seconds)


def _received(read: Callable[[], bytes], address: str) -> bytes:
    try:
        return read()
    except (OSError, HTTPException) as error:
        raise Cut(f"{_host(address)} broke off: {type(error).__name__}") from error


def _refusal(address: str, error: HTTPError) -> DownloadFailed | BadArgument:
    host = _host(address)
    if error.code in (HTTPStatus.NOT_FOUND, HTTPStatus.GONE):
        return NotThere(f"{host} knows nothing there")
    if error.code == HTTPStatus.UNAUTHORIZED:
        return BadArgument(f"{host} does not accept the token", hint="correct LICHESS_TOKEN, or go without")
    if error.code == HTTPStatus.TOO_MANY_REQUESTS:
        return DownloadFailed(
            f"{host} still asks for a pause", hint="the downloaded games are kept; try again in an hour"
        )
    return DownloadFailed(f"{host} refuses: {error.code} {error.reason}"[:200])


def _host(address: str) -> str:
    return urlsplit(address).netloc


# Whose games on which site, and which of them: `lichess:Anna`, rapid and rated, since January.


class Site(StrEnum):
    """A site where people play, and from which games can be downloaded."""

    LICHESS = "lichess"
    CHESSCOM = "chesscom"

    @property
    def host(self) -> str:
        return "lichess.org" if self is Site.LICHESS else "chess.com"


@dataclass(frozen=True, slots=True)
class Account:
    """A player on a site.

    >>> str(Account.parse("Lichess:Anna_77"))
    'lichess:Anna_77'
    """

    site: Site
    name: str

    @classmethod
    def get(cls, text: str) -> Account | None:
        """The account that a user named; None for the name of a file."""
        site, colon, _ = text.partition(":")
        if not colon or site.casefold() not in set(Site) or _is_there(text):
            return None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Account:
        """Read an account such as `lichess:NAME`; raises BadArgument for an impossible name."""
        site, _, name = text.partition(":")
        if not re.fullmatch(r"[A-Za-z0-9_-]{2,30}", name):
            raise BadArgument(
                f"{name!r:.60} is no name of a player on {Site(site.casefold()).host}",
                hint="letters, digits, - and _, as in lichess:NAME",
            )
        return cls(Site(site.casefold()), name)

    def __str__(self) -> str:
        return f"{self.site}:{self.name}"


def _is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except OSError:
        # No file has a name this long.
        return False


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of an account to download; by default all."""

    since: datetime | None = None
    """The earliest time, in UTC."""
    speeds: tuple[Speed, ...] = ()
    rated: bool = False
    """Only rated games."""
    newest: int | None = None
    """At most this many of the newest games."""

    def __str__(self) -> str:
        words = ["rated"] * self.rated + [" or ".join(self.speeds)] * bool(self.speeds) + ["games"]
        return " ".join(words) + (f" since {self.since:%Y-%m-%d}" if self.since else "")


# Downloaded games in one PGN file that only grows: complete games, each once, even after an interrupted download.

BEGINS = b"[Event "
ENDS = re.compile(rb"(?:1-0|0-1|1/2-1/2|\*)\s*\Z")
TAG = re.compile(rb'^\[(\w+) "(.*)"\]', re.MULTILINE)
LARGEST_GAME = 4 << 20


@dataclass(frozen=True, slots=True)
class GameSpan:
    """When a game began, and its place in the file, in bytes."""

    when: datetime
    start: int
    end: int


class KeptGames:
    """The downloaded games in one file, which is created if it does not exist."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.games: list[GameSpan] = []
        self._known: set[bytes] = set()
        if path.exists():
            self._scan()

    def __len__(self) -> int:
        return len(self.games)

    @property
    def oldest(self) -> datetime:
        return min(game.when for game in self.games)

    @property
    def newest(self) -> datetime:
        return max(game.when for game in self.games)

    def add(self, text: bytes) -> None:
        """Append a game, unless it is already there."""
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
        self._remember(key, GameSpan(when, end - len(whole), end))

    def chosen(self, since: datetime | None, newest: int | None) -> list[GameSpan]:
        """The games since a time, at most the `newest` ones, in the order in which they were played."""
        games = sorted((game for game in self.games if since is None or game.when >= since), key=lambda game: game.when)
        return games if newest is None else games[-newest:]

    def write(self, path: Path, games: Iterable[GameSpan]) -> None:
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
                        self._remember(tags.get(b"Site", text), GameSpan(when, start, end))
            except Cut:
                # The last game was cut in two, for example by a power cut; it will be downloaded again.
                file.seek(0)
                write_atomically(self.path, file.read(end))

    def _remember(self, key: bytes, game: GameSpan) -> None:
        if key not in self._known:
            self._known.add(key)
            self.games.append(game)


def split_games(lines: Iterable[bytes]) -> Iterator[bytes]:
    """Split a stream of PGN into games, each with the empty lines after it; raises Cut if the last one is
    incomplete."""
    game: list[bytes] = []
    size, is_after_gap = 0, True
    for line in lines:
        if game and is_after_gap and line.startswith(BEGINS):
            yield b"".join(game)
            game, size = [], 0
        if not game and line.strip() and not line.startswith(b"["):
            raise DownloadFailed(f"this is not PGN: {line[:40]!r}", hint="does your network first show a login page?")
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
