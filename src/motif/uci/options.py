"""The options of the UCI engine, with their values, and the player by name that they ask for."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Any

from motif.errors import BadArgument
from motif.players.human_model import LEVELS
from motif.players.names import OPENINGS
from motif.search.settings import LARGEST_HASH_MEGABYTES, MOST_THREADS
from motif.uci.commands import OVERHEAD_SECONDS

MOST_LINES = 256
LARGEST_SEED = 2**31 - 1

LOWEST_ELO, HIGHEST_ELO = LEVELS[0].rating, LEVELS[-1].rating
USUAL_ELO = 1500

EVEN_CP, SLOPE_CP = 110.0, 570.0
"""Fitted to 12,000 positions of rapid games on Lichess with evaluations: half of them are won from +110 on."""


@dataclass(frozen=True, slots=True)
class Spin:
    """An option that is a number."""

    usual: int
    least: int
    most: int

    def __str__(self) -> str:
        return f"type spin default {self.usual} min {self.least} max {self.most}"

    def read(self, name: str, text: str) -> int:
        """Read a value, or refuse it with the numbers that are possible."""
        if not re.fullmatch("[0-9]{1,9}", text) or not self.least <= int(text) <= self.most:
            raise BadArgument(f"cannot set {name} to {text!r}: expected a number from {self.least} to {self.most}")
        return int(text)


@dataclass(frozen=True, slots=True)
class CheckOption:
    """An option that is on or off."""

    usual: bool = False

    def __str__(self) -> str:
        return f"type check default {str(self.usual).lower()}"

    def read(self, name: str, text: str) -> bool:
        """Read a value, or refuse it."""
        if text.lower() not in ("true", "false"):
            raise BadArgument(f"cannot set {name} to {text!r}: expected true or false")
        return text.lower() == "true"


@dataclass(frozen=True, slots=True)
class PathOption:
    """An option that names a file or a folder; nothing, or `<empty>`, for none."""

    def __str__(self) -> str:
        return "type string default <empty>"

    def read(self, name: str, text: str) -> str:
        """Read a value."""
        return "" if text == "<empty>" else text


@dataclass(frozen=True, slots=True)
class Button:
    """An option that does something at once."""

    def __str__(self) -> str:
        return "type button"

    def read(self, name: str, text: str) -> None:
        """A button has no value."""


Option = Spin | CheckOption | PathOption | Button


def options_for(player: str) -> dict[str, Option]:
    """The options of a player by name, in the order in which they are announced."""
    return {
        "Hash": Spin(16, 1, LARGEST_HASH_MEGABYTES),
        "Clear Hash": Button(),
        "MultiPV": Spin(1, 1, MOST_LINES),
        "Threads": Spin(1, 1, MOST_THREADS),
        "Ponder": CheckOption(),
        "Move Overhead": Spin(round(1000 * OVERHEAD_SECONDS), 0, 5000),
        "OwnBook": CheckOption(player.startswith(f"{OPENINGS}+")),
        "BookFile": PathOption(),
        "SyzygyPath": PathOption(),
        "UCI_LimitStrength": CheckOption(),
        "UCI_Elo": Spin(USUAL_ELO, LOWEST_ELO, HIGHEST_ELO),
        "UCI_ShowWDL": CheckOption(),
        "UCI_AnalyseMode": CheckOption(),
        "Seed": Spin(0, 0, LARGEST_SEED),
    }


@dataclass(frozen=True, slots=True)
class Strength:
    """The options that choose who plays."""

    player: str
    has_book: bool = False
    book_file: str = ""
    is_limited: bool = False
    elo: int = USUAL_ELO
    analyses: bool = False

    @classmethod
    def of(cls, player: str) -> Strength:
        """The options at the start: a player `openings+NAME` has a book."""
        book, plus, other = player.partition("+")
        return cls(other, has_book=True) if plus and book == OPENINGS else cls(player)

    def with_option(self, name: str, value: object) -> Strength:
        """Return the strength after one option has changed; other options leave it unchanged."""
        changed: dict[str, Any] = {FIELDS[name]: value} if name in FIELDS else {}
        return replace(self, **changed)

    @property
    def name(self) -> str:
        """The player that these options ask for: at full strength and without a book while a GUI analyses.

        >>> Strength("base", has_book=True, book_file="mine.pgn").name
        'openings:mine.pgn+base'
        """
        if self.is_limited and not self.analyses:
            return f"human,rating={self.elo}"
        if self.has_book and not self.analyses:
            return f"{OPENINGS}:{self.book_file}+{self.player}" if self.book_file else f"{OPENINGS}+{self.player}"
        return self.player


FIELDS = {
    "OwnBook": "has_book",
    "BookFile": "book_file",
    "UCI_LimitStrength": "is_limited",
    "UCI_Elo": "elo",
    "UCI_AnalyseMode": "analyses",
}
"""The fields of `Strength` by option."""


def wdl(centipawns: int) -> tuple[int, int, int]:
    """The chances in permille to win, draw and lose.

    >>> wdl(0), wdl(300)
    ((452, 96, 452), (583, 89, 328))
    """
    win = round(1000 / (1 + math.exp((EVEN_CP - centipawns) / SLOPE_CP)))
    loss = round(1000 / (1 + math.exp((EVEN_CP + centipawns) / SLOPE_CP)))
    return win, 1000 - win - loss, loss
