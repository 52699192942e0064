"""Which games came first, and which came after an earlier study of the same player.

A game is known again by its players, its date and its moves. After a study came what was not in it and is not older
than its last game; a game without a date that was not in it counts as later, since nobody can say otherwise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from hashlib import sha256

from motif.study.games import StudiedGame
from motif.study.judge import BUILT_IN

DATE = r"\d{4}\.\d{2}\.\d{2}"


def fingerprint(game: StudiedGame) -> str:
    """Tells a game from every other, whoever judged it."""
    moves = " ".join(played.move.uci() for played in game.moves)
    identity = "\0".join([game.white, game.black, game.date, game.start, moves])
    return sha256(identity.encode(errors="surrogatepass")).hexdigest()[:12]


def date_of(game: StudiedGame) -> str:
    """The day of a game as PGN writes it, or nothing where any part of it is unknown."""
    return game.date if re.fullmatch(DATE, game.date) else ""


def in_order(games: Sequence[StudiedGame]) -> list[StudiedGame]:
    """The games from first to last: by date where every game has one, else as the file has them.

    Games of one day stay as they stand, except in a file that has the newest first, as those of Lichess do.
    """
    dates = [date_of(game) for game in games]
    if not all(dates):
        return list(games)
    is_reversed = bool(dates) and dates[0] > dates[-1]
    return sorted(reversed(games) if is_reversed else games, key=date_of)


def last_date(games: Iterable[StudiedGame]) -> str:
    """The day of the latest game; nothing where none has one."""
    return max(map(date_of, games), default="")


def later_games(
    games: Sequence[StudiedGame], earlier: Sequence[StudiedGame], seen: Iterable[str] = ()
) -> list[StudiedGame]:
    """Of the games those that came after earlier ones; `seen` are fingerprints of games from before those."""
    known = {*map(fingerprint, earlier), *seen}
    last = last_date(earlier)
    return [game for game in games if fingerprint(game) not in known and not (date_of(game) and date_of(game) < last)]


def until(games: Sequence[StudiedGame], earlier: Sequence[StudiedGame]) -> list[StudiedGame]:
    """The games of an earlier study: as they are judged now, and as they were then where only that is known.

    What another judge said is left out: two judges do not find the same mistakes.
    """
    now = {fingerprint(game): game for game in games}
    alike = is_by_search(games) == is_by_search(earlier)
    until_then = [now.get(fingerprint(game), game if alike else None) for game in earlier]
    return [game for game in until_then if game is not None]


def is_by_search(games: Sequence[StudiedGame]) -> bool:
    """Whether most of the games were judged by the built-in search, and not by an engine or its evaluations."""
    judges = [re.split("[,:]", game.judge)[0] for game in games]
    return 2 * judges.count(BUILT_IN) > len(judges)
