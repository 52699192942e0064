"""Whose games on which site, and which of them: `lichess:Anna`, rapid and rated, since January.

A name goes into an address and into the name of a folder, so it is checked before it is used.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from pathlib import Path

from motif.board.games import Speed
from motif.errors import BadArgument


class Site(StrEnum):
    """Where people play, and give their games to whoever asks."""

    LICHESS = "lichess"
    CHESSCOM = "chesscom"

    @property
    def host(self) -> str:
        """What people call it."""
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
        """The account that a user named, or None where it is the name of a file."""
        site, colon, _ = text.partition(":")
        if not colon or site.casefold() not in set(Site) or _is_there(text):
            return None
        return cls.parse(text)

    @classmethod
    def parse(cls, text: str) -> Account:
        """An account as `str` writes it; raises BadArgument for a name that no site would have given."""
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
        # No file can be called so: the name is too long.
        return False


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which games of an account; what is not set does not bind."""

    since: datetime | None = None
    """In UTC."""
    speeds: tuple[Speed, ...] = ()
    rated: bool = False
    """Only rated games."""
    newest: int | None = None
    """At most so many."""

    def __str__(self) -> str:
        words = ["rated"] * self.rated + [" or ".join(self.speeds)] * bool(self.speeds) + ["games"]
        return " ".join(words) + (f" since {self.since:%Y-%m-%d}" if self.since else "")
