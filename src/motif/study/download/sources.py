"""The one door to the sites: an account in, its games in a file out."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from motif.board.evaluation_cache import default_cache_path
from motif.errors import BadArgument, NothingFound
from motif.progress import Watch, unwatched
from motif.study.download import chesscom, lichess
from motif.study.download.account import Account, Site, Wanted
from motif.study.download.chesscom import ChesscomGames
from motif.study.download.lichess import LichessGames
from motif.study.download.web import Unreachable, Web

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
