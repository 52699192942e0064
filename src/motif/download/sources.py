"""The one door to the sites: an account in, its games in a file out."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path
from typing import Protocol
from urllib.parse import urlencode

from motif.download import chesscom, lichess
from motif.download.chesscom import ChesscomGames
from motif.download.lichess import LichessGames, headers
from motif.download.web import Account, NotThere, Site, Unreachable, Wanted, Web
from motif.engines.cache import default_cache_path
from motif.errors import BadArgument, DownloadFailed, NothingFound
from motif.runtime.parallel import Watch, unwatched

ADDRESSES = {Site.LICHESS: ("LICHESS_URL", lichess.ADDRESS), Site.CHESSCOM: ("CHESSCOM_URL", chesscom.ADDRESS)}
"""Where each site answers, and what names another server that speaks as it does."""


class Source(Protocol):
    """The games of an account: those that are kept, and how to get the others."""

    def is_kept(self, wanted: Wanted) -> bool:
        """Whether such games were downloaded before."""
        ...

    def update(self, wanted: Wanted, watch: Watch = unwatched) -> None:
        """Download what is wanted and not kept."""
        ...

    def write(self, path: Path, wanted: Wanted) -> int:
        """Write the wanted games to a file, the oldest first, and say how many they are."""
        ...


def shelf_of(account: Account) -> Path:
    """The folder in which the downloaded games of an account are kept; there is none before the first download."""
    return default_cache_path().parent / "downloads" / account.site / account.name.casefold()


def address_of(site: Site) -> str:
    """Where a site answers."""
    name, usual = ADDRESSES[site]
    address = os.environ.get(name, usual).rstrip("/")
    if not address.startswith(("https://", "http://")):
        raise BadArgument(f"{name} is no address: {address:.60}", hint=f"as in {usual}")
    return address


def source_of(account: Account, web: Web) -> Source:
    """The games of an account."""
    kind: Callable[[Account, Path, Web, str], Source] = LichessGames if account.site is Site.LICHESS else ChesscomGames
    return kind(account, shelf_of(account), web, address_of(account.site))


def download(account: Account, wanted: Wanted, path: Path, web: Web, watch: Watch = unwatched) -> int:
    """Write the wanted games of an account to a file, whatever of them must be downloaded first; how many they are.

    Where nobody answers, those that are kept will do, and that is told.
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
    """The id of the game that a link leads to, without that of the side that looks at it.

    >>> game_of("https://lichess.org/IttUAP4X/black#31")
    'IttUAP4X'
    """
    match = _GAME.fullmatch(link.strip())
    if match is None:
        raise BadArgument(
            f"{link.strip()!r:.80} is no link to a game on lichess.org",
            hint="from elsewhere, export the game as PGN and paste that",
        )
    return match[1]


def download_game(link: str, web: Web) -> str:
    """The game of a link as PGN text; whoever is asked to wait does not, but says so."""
    game = game_of(link)
    address = f"{address_of(Site.LICHESS)}/game/export/{game}?{urlencode({'evals': 'false', 'clocks': 'false'})}"
    try:
        return web.read(address, headers(), MOST_BYTES).decode(errors="replace")
    except NotThere:
        raise NothingFound(f"lichess.org knows no game {game}", hint="is the link whole?") from None


def at_once() -> Web:
    """How a site is asked while somebody looks on: nobody sits through a pause of minutes."""

    def refuse(_: float) -> None:
        raise DownloadFailed("lichess.org asks for a pause", hint="try again in a minute")

    return Web(sleep=refuse, timeout=10.0)
