"""One game by its link on Lichess: GET /game/export/ID, as PGN.

Chess.com gives single games to nobody who is not logged in, so a link there is refused in words.
"""

from __future__ import annotations

import re
from urllib.parse import urlencode

from motif.errors import BadArgument, DownloadFailed, NothingFound
from motif.study.download.account import Site
from motif.study.download.lichess import headers
from motif.study.download.sources import address_of
from motif.study.download.web import NotThere, Web

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
