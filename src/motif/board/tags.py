"""List the values of PGN tags: results, reasons why a game ended, and classes of time controls.

This module loads neither NumPy nor python-chess, so that help pages that list these values appear at once.
"""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import chess


class GameResult(StrEnum):
    """How a game ended, as PGN writes it."""

    WHITE_WINS = "1-0"
    BLACK_WINS = "0-1"
    DRAW = "1/2-1/2"
    UNKNOWN = "*"

    @classmethod
    def win_for(cls, colour: chess.Color) -> GameResult:
        """Return the result of a game that this side won."""
        return cls.WHITE_WINS if colour else cls.BLACK_WINS

    def points(self, colour: chess.Color) -> float:
        if self is GameResult.DRAW:
            return 0.5
        return 1.0 if self is GameResult.win_for(colour) else 0.0


class Termination(StrEnum):
    """Why a game ended, as the PGN standard and Lichess write it, in upper or lower case."""

    NORMAL = "normal"
    TIME_FORFEIT = "time forfeit"
    ABANDONED = "abandoned"
    ADJUDICATION = "adjudication"
    RULES_INFRACTION = "rules infraction"
    UNTERMINATED = "unterminated"


class Speed(StrEnum):
    """Lichess's classes of time controls, by the expected seconds per player: base + 40 * increment."""

    ULTRABULLET = "ultrabullet"
    BULLET = "bullet"
    BLITZ = "blitz"
    RAPID = "rapid"
    CLASSICAL = "classical"
    CORRESPONDENCE = "correspondence"

    @property
    def expected_seconds(self) -> tuple[int, int]:
        """The range of expected seconds per player."""
        return _EXPECTED_SECONDS[self]


_NO_CLOCK = 2**32 - 1
_EXPECTED_SECONDS = MappingProxyType(
    {
        Speed.ULTRABULLET: (0, 29),
        Speed.BULLET: (30, 179),
        Speed.BLITZ: (180, 479),
        Speed.RAPID: (480, 1499),
        Speed.CLASSICAL: (1500, _NO_CLOCK - 1),
        Speed.CORRESPONDENCE: (_NO_CLOCK, _NO_CLOCK),
    }
)
