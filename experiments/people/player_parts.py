"""Split players by name: some teach patterns, some fit weights, some choose terms, and some measure."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256


class Part(StrEnum):
    """The use of a player's moves."""

    TEST = "test"
    VALIDATION = "validation"
    FIT = "fit"
    PATTERNS = "patterns"


_SIXTEENTHS = (Part.TEST,) * 3 + (Part.VALIDATION,) + (Part.FIT,) * 4 + (Part.PATTERNS,) * 8


def part_of(player: str) -> Part:
    """Return the part of a player; the same on every machine, and for every seed.

    Patterns and opening counts are learned from other players than the weights, which would trust them too much if they
    had been learned from the same moves.
    """
    return _SIXTEENTHS[sha256(player.encode()).digest()[0] % 16]
