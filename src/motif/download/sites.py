"""Download the games of an account, and find a named game or position."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol, TypeVar
from urllib.parse import urlencode

import chess
from pydantic import BaseModel, Field, ValidationError

from motif._core.board import Game
from motif.board.naming import GameName, ply_of, read_one_game, read_position
from motif.board.tags import Speed
from motif.download.web import Account, Cut, KeptGames, NotThere, Site, Unreachable, Wanted, Web, split_games
from motif.engines.cache import default_cache_path
from motif.errors import BadArgument, BadFile, DownloadFailed, NothingFound
from motif.runtime.files import shipped_games, write_atomically
from motif.runtime.parallel import Progress, Watch, unwatched

# A player's games on Lichess: GET /api/games/user/NAME, a stream of PGN with evaluations, clocks and openings.

LICHESS_ADDRESS = "https://lichess.org"
TOKEN = "LICHESS_TOKEN"
OVERLAP = timedelta(days=1)
ONE_SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class LichessGames:
    """The downloaded games of an account on Lichess."""

    account: Account
    shelf: Path
    web: Web
    address: str = LICHESS_ADDRESS

    def is_kept(self, wanted: Wanted) -> bool:
        return self._path(wanted).exists()

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download games newer than the kept ones, and older ones if they are wanted."""
        kept = KeptGames(self._path(wanted))
        if kept.games:
            self._download(kept, wanted, lambda: {"since": _milliseconds(kept.newest - OVERLAP)}, watch)
        if not kept.games or self._reaches_further(kept, wanted):
            self._download(kept, wanted, lambda: _older(kept, wanted), watch)

    def write(self, path: Path, wanted: Wanted) -> int:
        """Write the wanted games to a file, the oldest first, and return their number."""
        kept = KeptGames(self._path(wanted))
        chosen = kept.chosen(wanted.since, wanted.newest)
        if chosen:
            kept.write(path, chosen)
        return len(chosen)

    def _path(self, wanted: Wanted) -> Path:
        kinds = "-".join([*sorted(wanted.speeds), *["rated"] * wanted.rated]) or "all"
        return self.shelf / f"{kinds}.pgn"

    def _reaches_further(self, kept: KeptGames, wanted: Wanted) -> bool:
        if wanted.newest is not None and len(kept.chosen(wanted.since, wanted.newest)) >= wanted.newest:
            return False
        return wanted.since is None or kept.oldest > wanted.since

    def _download(self, kept: KeptGames, wanted: Wanted, part: Callable[[], Mapping[str, str]], watch: Watch) -> None:
        def ask() -> None:
            # After a broken connection this asks again, but not for the games that have arrived.
            lines = self.web.lines(self._address(wanted, part()), headers())
            for text in split_games(lines):
                kept.add(text)
                watch(Progress(len(kept), wanted.newest, f"{len(kept):,} games of {self.account.name}"))

        try:
            self.web.repeat(ask, lambda: len(kept))
        except NotThere:
            raise NothingFound(
                f"{self.account.site.host} knows no player {self.account.name}", hint="is it spelled as on the site?"
            ) from None

    def _address(self, wanted: Wanted, part: Mapping[str, str]) -> str:
        asked = {
            "evals": "true",
            "clocks": "true",
            "opening": "true",
            # Without this parameter, variants would be downloaded as well.
            "perfType": ",".join(_perf(speed) for speed in wanted.speeds or Speed),
            "sort": "dateAsc",
            **({"rated": "true"} if wanted.rated else {}),
            **part,
        }
        return f"{self.address}/api/games/user/{self.account.name}?{urlencode(asked)}"


def _older(kept: KeptGames, wanted: Wanted) -> dict[str, str]:
    """The request parameters for wanted games older than the kept ones."""
    part = {"sort": "dateDesc"}
    if wanted.since is not None:
        part["since"] = _milliseconds(wanted.since)
    held = 0
    if kept.games:
        # Another game may have begun in the same second.
        part["until"] = _milliseconds(kept.oldest + ONE_SECOND)
        held = len(kept.chosen(wanted.since, None)) - sum(game.when == kept.oldest for game in kept.games)
    if wanted.newest is not None:
        part["max"] = str(wanted.newest - held)
    return part


def headers() -> dict[str, str]:
    """The request headers for Lichess: ask for PGN, and send the token if there is one."""
    headers = {"Accept": "application/x-chess-pgn"}
    if token := os.environ.get(TOKEN, "").strip():
        if not (token.isascii() and token.isprintable()):
            raise BadArgument(f"{TOKEN} contains characters that no token has", hint="correct it, or go without")
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _milliseconds(when: datetime) -> str:
    return str(round(1000 * when.timestamp()))


def _perf(speed: Speed) -> str:
    return "ultraBullet" if speed is Speed.ULTRABULLET else speed.value


# A player's games on Chess.com: /pub/player/NAME/games/archives lists months, /games/YYYY/MM gives one of them.

Kind = TypeVar("Kind", bound=BaseModel)

CHESSCOM_ADDRESS = "https://api.chess.com"
MONTH = re.compile(r"/games/(\d{4})/(\d{2})\Z")
SO_FAR = "so-far"
MOST_ARCHIVE_BYTES = 256 << 20
LAST_SECOND = 4 * 10**9
"""The largest time stamp accepted, in the year 2096."""
JSON = {"Accept": "application/json"}
CLASSES = {Speed.BULLET: "bullet", Speed.BLITZ: "blitz", Speed.RAPID: "rapid", Speed.CORRESPONDENCE: "daily"}


class ArchivedGame(BaseModel):
    """The fields that Motif reads of a game from Chess.com; the site sends more."""

    rules: str
    time_class: str
    rated: bool
    end_time: int = Field(ge=0, le=LAST_SECOND)
    pgn: str = ""

    @property
    def when(self) -> datetime:
        return datetime.fromtimestamp(self.end_time, UTC)


class Month(BaseModel):
    """The games of a month, the oldest first."""

    games: list[ArchivedGame]


class Archives(BaseModel):
    """The addresses of the months in which a player has games."""

    archives: list[str]


@dataclass(slots=True)
class ChesscomGames:
    """The downloaded games of an account on Chess.com."""

    account: Account
    shelf: Path
    web: Web
    address: str = CHESSCOM_ADDRESS

    def is_kept(self, wanted: Wanted) -> bool:
        return bool(self._months())

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download the missing months, the newest first, as far back as games are wanted."""
        if unknown := [speed for speed in wanted.speeds if speed not in CLASSES]:
            raise BadArgument(
                f"there are no {unknown[0]} games on chess.com", hint=f"choose from {', '.join(map(str, CLASSES))}"
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
        """Write the wanted games to a file, the oldest first, and return their number."""
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
        """The downloaded months; the last one may be incomplete."""
        return sorted({path.name[:7] for path in self.shelf.glob("????-??*.json")})

    def _archives(self) -> Iterator[str]:
        listed = self._asked("archives", Archives)
        for address in listed.archives:
            # Only the month is taken from an address that the site sends, so that Motif never connects to another site.
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
            content = self.web.read(address, JSON, MOST_ARCHIVE_BYTES)
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
            raise BadFile(
                f"{path} is not a month of downloaded games", hint="remove it: it will be downloaded again"
            ) from None
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


ADDRESSES = {Site.LICHESS: ("LICHESS_URL", LICHESS_ADDRESS), Site.CHESSCOM: ("CHESSCOM_URL", CHESSCOM_ADDRESS)}
"""The address of each site, and the environment variable that names a different server."""


class GameSource(Protocol):
    """The games of an account: those downloaded, and how to download the others."""

    def is_kept(self, wanted: Wanted) -> bool:
        """Whether such games were downloaded before."""
        ...

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download the wanted games that are missing."""
        ...

    def write(self, path: Path, wanted: Wanted) -> int:
        """Write the wanted games to a file, the oldest first, and return their number."""
        ...


def shelf_of(account: Account) -> Path:
    """The folder for the downloaded games of an account, which does not exist before the first download."""
    return default_cache_path().parent / "downloads" / account.site / account.name.casefold()


def address_of(site: Site) -> str:
    """The address of a site."""
    name, usual = ADDRESSES[site]
    address = os.environ.get(name, usual).rstrip("/")
    if not address.startswith(("https://", "http://")):
        raise BadArgument(f"{name} is no address: {address:.60}", hint=f"as in {usual}")
    return address


def source_of(account: Account, web: Web) -> GameSource:
    """The source of an account's games."""
    kind: Callable[[Account, Path, Web, str], GameSource] = (
        LichessGames if account.site is Site.LICHESS else ChesscomGames
    )
    return kind(account, shelf_of(account), web, address_of(account.site))


def download(account: Account, wanted: Wanted, path: Path, web: Web, watch: Watch = unwatched) -> int:
    """Write the wanted games of an account to a file, download them first if necessary, and return their number.

    If the site does not answer, the games downloaded earlier are used, and a message says so.
    """
    source = source_of(account, web)
    was_kept = source.is_kept(wanted)
    try:
        source.update(wanted, watch)
    except Unreachable as error:
        if not was_kept:
            raise
        web.tell(f"{error}; only the games that were downloaded before are studied")
    count = source.write(path, wanted)
    if not count:
        raise NothingFound(
            f"{account.name} has no {wanted} on {account.site.host}",
            hint="ask for less with --since, --speed and --rated",
        )
    return count


# One game by its link on Lichess: GET /game/export/ID, as PGN.

MOST_BYTES = 1 << 20
_GAME = re.compile(
    r"(?:https?://)?(?:www\.)?lichess\.org/([A-Za-z0-9]{8})(?:[A-Za-z0-9]{4})?(?:/(?:white|black))?/?(?:[#?].*)?"
)


def game_of(link: str) -> str:
    """The id of the game in a link, which may contain more than the id.

    >>> game_of("https://lichess.org/IttUAP4X/black#31")
    'IttUAP4X'
    """
    match = _GAME.fullmatch(link.strip())
    if match is None:
        raise BadArgument(
            f"{link.strip()!r:.80} is not a link to a game on lichess.org",
            hint="from elsewhere, export the game as PGN and paste that",
        )
    return match[1]


def download_game(link: str, web: Web) -> str:
    """Download the game of a link as PGN text; raises an error instead of waiting if the site asks for a pause."""
    game = game_of(link)
    address = f"{address_of(Site.LICHESS)}/game/export/{game}?{urlencode({'evals': 'false', 'clocks': 'false'})}"
    try:
        return web.read(address, headers(), MOST_BYTES).decode(errors="replace")
    except NotThere:
        raise NothingFound(f"lichess.org has no game {game}", hint="is the link whole?") from None


def at_once() -> Web:
    """A connection for a page on which a person waits: it raises an error instead of pausing for minutes."""

    def refuse(_: float) -> None:
        raise DownloadFailed("lichess.org asks for a pause", hint="try again in a minute")

    return Web(sleep=refuse, timeout=10.0)


EXAMPLES = 'write a FEN, moves such as "1. e4 e5", or a place in a game, as in games.pgn#7@23...'


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position, and the game and ply if it was named by them."""

    board: chess.Board
    """The board, with the moves of the game that led to it."""
    game: Game | None = None
    ply: int | None = None


def find_game(name: GameName | str, web: Web | None = None) -> Game:
    """Return the game with this name; a game on Lichess is downloaded."""
    named = GameName.parse(name) if isinstance(name, str) else name
    if identifier := named.lichess_id:
        text = download_game(f"lichess.org/{identifier}", web or at_once())
        return Game.parse(text)
    if (shipped := shipped_games(named.source)) is not None:
        return read_one_game(shipped, named.number, named.source)
    return read_one_game(named.source, named.number)


def find_position(text: str, web: Web | None = None) -> NamedPosition:
    """Return the position of a FEN, of moves from the start, or of a place in a game."""
    board = read_position(text)
    if board is not None:
        return NamedPosition(board)
    named = GameName.parse(text)
    is_game = named.lichess_id is not None or Path(named.source).exists() or shipped_games(named.source) is not None
    if not (is_game or named.place or named.number):
        raise BadArgument(f"{text!r:.80} is not a position", hint=EXAMPLES)
    game = find_game(named, web)
    return _at(game, named.place) if named.place else NamedPosition(game.board(0), game)


def find_move(name: str, move: str | None, web: Web | None = None) -> NamedPosition:
    """Return the place of a move in a game: `FILE#7` with the move `23...Nd4`, or `FILE#7@23...Nd4` alone."""
    if read_position(name) is not None:
        raise BadArgument("--move names a move of a game, and this is a position", hint=f"leave out --move {move}")
    named = GameName.parse(name)
    if move is not None and named.place:
        raise BadArgument(f"--move and @{named.place} both name a move", hint="leave one of them out")
    return _at(find_game(named, web), move or named.place)


def _at(game: Game, place: str) -> NamedPosition:
    ply = ply_of(game, place)
    return NamedPosition(game.board(ply), game, ply)
