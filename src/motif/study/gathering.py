"""Read the games of one player from files, and note the games left out.

Without a name it is the player with the most games; case does not matter in names. For an unknown name the error
suggests the nearest names. Variants, games without moves and second copies of a game are left out.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from motif._core.board import Game
from motif.board.games import Report, read_games
from motif.errors import BadArgument, BadGameFile, MotifError, NothingFound, nearest_people
from motif.study.engine import BUILT_IN
from motif.study.games import StudiedGame

UNKNOWN = frozenset({"?", ""})
MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class OwnGame:
    """A game, and whether the player had White."""

    game: Game
    is_white: bool


@dataclass(frozen=True, slots=True)
class Gathered:
    """The player's name as in the files, the games in order, and notes on the games left out."""

    player: str
    games: tuple[OwnGame, ...]
    notes: tuple[str, ...]
    is_chosen: bool
    """Whether no name was given, so that Motif chose the player with the most games."""


@dataclass(slots=True)
class _LeftOut:
    empty: int = 0
    twice: int = 0
    unfinished: int = 0
    seen: set[tuple[object, ...]] = field(default_factory=set)


def gather(files: Sequence[str], player: str | None = None, newest: int | None = None) -> Gathered:
    """The games of a player, by default the one with the most games; `newest` keeps at most that many, the latest by
    date."""
    report, left_out = Report(), _LeftOut()
    # Standard input can be read only once; files are read twice, so that only the player's games are in memory.
    held = list(read_games(files, report=report)) if "-" in files else None
    names = _names(read_games(files, report=report) if held is None else held)
    if not names:
        raise _nothing_to_study(files, report)
    name = _chosen(names, player)
    if held is None:
        report = Report()
    games = []
    for game in read_games(files, report=report) if held is None else held:
        sides = [_key(side) == _key(name) for side in game.players]
        if any(sides) and _is_wanted(game, left_out):
            left_out.unfinished += game.result == "*"
            games.append(OwnGame(game, sides[0]))
    if not games:
        raise NothingFound(f"no game of {name} has a move", hint="games without moves, and variants, cannot be studied")
    return Gathered(name, _newest(games, newest), tuple(_notes(report, left_out)), player is None)


def gather_everyone(
    files: Sequence[str], players: Sequence[str] = (), newest: int | None = None, fewest: int = 1
) -> tuple[list[Gathered], list[str]]:
    """The games of these players, or of all with at least `fewest` games, and notes on the games left out.

    A game between two of them is one value, so that it can be evaluated once for both.
    """
    report, left_out = Report(), _LeftOut()
    games = [game for game in read_games(files, report=report) if _is_wanted(game, left_out)]
    names = _names(games)
    if not names:
        raise _nothing_to_study(files, report)
    own: dict[str, list[OwnGame]] = defaultdict(list)
    for game in games:
        for is_white, name in zip((True, False), game.players, strict=True):
            own[_key(name)].append(OwnGame(game, is_white))
    # The most frequent spelling of each name comes first.
    spelled = {_key(name): name for name, _ in names.most_common()[::-1]}
    notes = list(_notes(report, left_out))
    if players:
        chosen = list(dict.fromkeys(_chosen(names, player) for player in players))
    else:
        everyone = dict.fromkeys(spelled[_key(name)] for name, _ in names.most_common())
        chosen = [name for name in everyone if len(own[_key(name)]) >= fewest]
        if few := len(everyone) - len(chosen):
            notes.append(f"with fewer than {fewest} games, and left out: {few}; --players FILE names those you want")
    if not chosen:
        raise NothingFound(
            f"no player has {fewest} games here",
            hint="--players FILE names the players to study, one per line, however few games they have",
        )
    gathered = [
        Gathered(name, _newest(some, newest), (), is_chosen=False) for name in chosen if (some := own[_key(name)])
    ]
    return gathered, notes


def _key(name: str) -> str:
    """Return a player's name without capitals and surrounding spaces, for comparing names."""
    return name.strip().casefold()


def _names(games: Iterable[Game]) -> Counter[str]:
    # In the order in which the players appear, so that of two with equally many games the first is taken.
    names: Counter[str] = Counter()
    for game in games:
        names.update(sorted({*game.players} - UNKNOWN, key=game.players.index))
    return names


def _chosen(names: Counter[str], player: str | None) -> str:
    if player is None:
        return names.most_common(1)[0][0]
    spelled = [name for name in names if _key(name) == _key(player)]
    if spelled:
        return max(spelled, key=names.__getitem__)
    raise BadArgument(
        f"no player is called {player!r} in these games",
        hint=nearest_people(player, (name for name, _ in names.most_common())),
    )


def _nothing_to_study(files: Sequence[str], report: Report) -> MotifError:
    """The error for files without a game to study, saying why."""
    where = ", ".join("standard input" if name == "-" else name for name in files)
    if report.games:
        return NothingFound("no game here names its players", hint="a PGN file names the players in White and Black")
    if report.variants:
        variants = ", ".join(f"{number} of {variant}" for variant, number in report.variants.most_common())
        return NothingFound(f"{where} holds only variants: {variants}", hint="only standard chess can be studied")
    if not report.bytes_read:
        return BadGameFile(f"{where} is empty", hint="was it downloaded completely?")
    return BadGameFile(f"no game in {where} can be read", hint=str(next(iter(report.bad_games), "")))


def _is_wanted(game: Game, left_out: _LeftOut) -> bool:
    if not len(game):
        left_out.empty += 1
        return False
    tags = game.tags
    what = (game.players, game.start_fen, game.move_codes.tobytes())
    when = tuple(tags.get(name, "") for name in ("Date", "UTCDate", "UTCTime", "Round"))
    if (what, when) in left_out.seen:
        left_out.twice += 1
        return False
    left_out.seen.add((what, when))
    return True


def _newest(games: list[OwnGame], count: int | None) -> tuple[OwnGame, ...]:
    """At most this many games, the latest by date, in the order of the file; all of them without a count."""
    if count is None or count >= len(games):
        return tuple(games)

    def when(place: int) -> tuple[str, str]:
        tags = games[place].game.tags
        return tags.get("UTCDate", tags.get("Date", "")), tags.get("UTCTime", "")

    latest = sorted(range(len(games)), key=when, reverse=True)[:count]
    return tuple(games[place] for place in sorted(latest))


def _notes(report: Report, left_out: _LeftOut) -> Iterator[str]:
    if report.variants:
        variants = ", ".join(f"{number} of {variant}" for variant, number in report.variants.most_common())
        yield f"variants are left out: {variants}"
    if report.bad_games:
        more = f", and {len(report.bad_games) - 1} more" if len(report.bad_games) > 1 else ""
        yield f"could not be read: {report.bad_games[0]}{more}"
    if left_out.empty:
        yield f"without moves, and left out: {left_out.empty}"
    if left_out.twice:
        yield f"there twice, and counted once: {left_out.twice}"
    if left_out.unfinished:
        yield f"without a result: {left_out.unfinished}; their moves count, their score does not"


# Which games came first, and which came after an earlier study of the same player.

DATE = r"\d{4}\.\d{2}\.\d{2}"


def fingerprint(game: StudiedGame) -> str:
    """Return text that identifies a game by its players, date and moves."""
    moves = " ".join(played.move.uci() for played in game.moves)
    identity = "\0".join([game.white, game.black, game.date, game.start, moves])
    return sha256(identity.encode(errors="surrogatepass")).hexdigest()[:12]


def date_of(game: StudiedGame) -> str:
    """The day of a game as in PGN; empty if any part of it is unknown."""
    return game.date if re.fullmatch(DATE, game.date) else ""


def in_order(games: Sequence[StudiedGame]) -> list[StudiedGame]:
    """The games from first to last: by date if every game has one, else in the order of the file.

    Games of one day keep their order, except in a file with the newest game first, such as those of Lichess.
    """
    dates = [date_of(game) for game in games]
    if not all(dates):
        return list(games)
    is_reversed = bool(dates) and dates[0] > dates[-1]
    return sorted(reversed(games) if is_reversed else games, key=date_of)


def last_date(games: Iterable[StudiedGame]) -> str:
    """The day of the latest game; empty if no game has one."""
    return max(map(date_of, games), default="")


def later_games(
    games: Sequence[StudiedGame], earlier: Sequence[StudiedGame], seen: Iterable[str] = ()
) -> list[StudiedGame]:
    """The games after an earlier study; `seen` has the fingerprints of games from before that study."""
    known = {*map(fingerprint, earlier), *seen}
    last = last_date(earlier)
    return [game for game in games if fingerprint(game) not in known and not (date_of(game) and date_of(game) < last)]


def until(games: Sequence[StudiedGame], earlier: Sequence[StudiedGame]) -> list[StudiedGame]:
    """The games of an earlier study, with today's evaluations if they are among `games`, else with the earlier ones.

    Games evaluated by another engine are left out: two engines do not find the same mistakes.
    """
    now = {fingerprint(game): game for game in games}
    alike = is_by_search(games) == is_by_search(earlier)
    until_then = [now.get(fingerprint(game), game if alike else None) for game in earlier]
    return [game for game in until_then if game is not None]


def is_by_search(games: Sequence[StudiedGame]) -> bool:
    """Whether the built-in search, not another engine, evaluated most of the games."""
    engines = [re.split("[,:]", game.engine)[0] for game in games]
    return 2 * engines.count(BUILT_IN) > len(engines)
