"""Whose moves teach patterns, whose fit weights, by whose terms are chosen, and whose measure: by the mover's name."""

from __future__ import annotations

from enum import StrEnum
from hashlib import sha256


class Part(StrEnum):
    """What the moves of a player are for."""

    TEST = "test"
    VALIDATION = "validation"
    FIT = "fit"
    PATTERNS = "patterns"


_SIXTEENTHS = (Part.TEST,) * 3 + (Part.VALIDATION,) + (Part.FIT,) * 4 + (Part.PATTERNS,) * 8


def part_of(player: str) -> Part:
    """The part of a player; the same on every machine, and for every seed.

    Patterns and opening counts are learned from other players than the weights, which would trust them too much if they
    had been learned from the very moves that are explained.
    """
    return _SIXTEENTHS[sha256(player.encode()).digest()[0] % 16]
