"""A player's games on Lichess: GET /api/games/user/NAME, a stream of PGN with evaluations, clocks and openings.

What is kept is every game between the oldest and the newest of them. Newer ones are asked for oldest first, older ones
newest first, so a download that breaks off leaves no gap, and goes on from there. The games of the last day are asked
for again: some of them may not have been over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import urlencode

from motif.board.games import Speed
from motif.download.web import Account, KeptGames, NotThere, Wanted, Web, split_games
from motif.errors import BadArgument, NothingFound
from motif.runtime.parallel import Progress, Watch, unwatched

ADDRESS = "https://lichess.org"
TOKEN = "LICHESS_TOKEN"
OVERLAP = timedelta(days=1)
ONE_SECOND = timedelta(seconds=1)


@dataclass(slots=True)
class LichessGames:
    """The games of an account, as far as they were downloaded."""

    account: Account
    shelf: Path
    web: Web
    address: str = ADDRESS

    def is_kept(self, wanted: Wanted) -> bool:
        """Whether such games were downloaded before."""
        return self._path(wanted).exists()

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download what is newer than the games that are kept, and what is older as far as it is wanted."""
        kept = KeptGames(self._path(wanted))
        if kept.games:
            self._download(kept, wanted, lambda: {"since": _milliseconds(kept.newest - OVERLAP)}, watch)
        if not kept.games or self._reaches_further(kept, wanted):
            self._download(kept, wanted, lambda: _older(kept, wanted), watch)

    def write(self, path: Path, wanted: Wanted) -> int:
        """Write the wanted games to a file, the oldest first, and say how many they are."""
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
            # Asked anew after a cut: what came until then is not asked for again.
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
            # Without it variants would come as well.
            "perfType": ",".join(_perf(speed) for speed in wanted.speeds or Speed),
            "sort": "dateAsc",
            **({"rated": "true"} if wanted.rated else {}),
            **part,
        }
        return f"{self.address}/api/games/user/{self.account.name}?{urlencode(asked)}"


def _older(kept: KeptGames, wanted: Wanted) -> dict[str, str]:
    """What lies before the games that are kept, as far as it is wanted, the newest first."""
    part = {"sort": "dateDesc"}
    if wanted.since is not None:
        part["since"] = _milliseconds(wanted.since)
    held = 0
    if kept.games:
        # A game that began in the same second may be another.
        part["until"] = _milliseconds(kept.oldest + ONE_SECOND)
        held = len(kept.chosen(wanted.since, None)) - sum(game.when == kept.oldest for game in kept.games)
    if wanted.newest is not None:
        part["max"] = str(wanted.newest - held)
    return part


def headers() -> dict[str, str]:
    """What Lichess is told: that PGN is wanted, and the token, if there is one."""
    headers = {"Accept": "application/x-chess-pgn"}
    if token := os.environ.get(TOKEN, "").strip():
        if not (token.isascii() and token.isprintable()):
            raise BadArgument(f"{TOKEN} holds what no token has", hint="correct it, or go without")
        headers["Authorization"] = f"Bearer {token}"
    return headers


def _milliseconds(when: datetime) -> str:
    return str(round(1000 * when.timestamp()))


def _perf(speed: Speed) -> str:
    return "ultraBullet" if speed is Speed.ULTRABULLET else speed.value
