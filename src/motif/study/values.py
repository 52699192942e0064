"""The types that a study writes to JSON: moves as UCI writes them, and shares; and lines as people write them.

Everything a study knows is plain frozen values, and pydantic turns them into JSON, back again, and into the schema
that docs/study.md documents; a file that does not fit is refused with the place where it does not.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import floor
from typing import Annotated

import chess
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from motif.evidence.intervals import TOO_FEW, TOO_FEW_WORDS, percent, wilson
from motif.puzzles.puzzle import numbered
from motif.reasons.told import steps_of

MOST_COUNTED = 10**15


MOST_DIGITS = 9
"""A time control of more is no time: Python refuses to read five thousand digits."""


def seconds_of(text: str) -> int | None:
    """The seconds in a part of a time control; None where there is no such number.

    >>> seconds_of("600"), seconds_of("*180"), seconds_of("9" * 5000)
    (600, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _move(value: object) -> chess.Move:
    return value if isinstance(value, chess.Move) else chess.Move.from_uci(str(value))


Move = Annotated[
    chess.Move,
    PlainValidator(_move),
    PlainSerializer(chess.Move.uci, return_type=str),
    WithJsonSchema({"type": "string", "description": "a move as UCI writes it, e2e4"}),
]


def written(board: chess.Board, moves: Iterable[chess.Move]) -> str:
    """A line as a score sheet has it: 12. Nxe5 Qxe5, or 12... Nxe5."""
    return numbered([step.san for step in steps_of(board, moves)], board.turn, board.fullmove_number)


def scored(scores: Iterable[float]) -> str:
    """Points of games as they were made, with the share and its interval: nothing is rounded before that.

    >>> scored([1, 0.5, 0] * 5)
    '7.5 of 15 (50 %, between 27 and 73)'
    """
    points = list(scores)
    made, games = sum(points), len(points)
    low, high = (100 * end for end in wilson(made, games))
    return f"{made:g} of {games} ({100 * made / max(1, games):.0f} %, between {low:.0f} and {high:.0f})"


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of so many.

    >>> rate = Rate(15, 20)
    >>> rate.value, [round(end, 3) for end in rate.interval], str(rate)
    (0.75, [0.531, 0.888], '15 of 20 (75 %, 53 to 89)')
    >>> print(Rate(2, 2))
    2 of 2 (too few to say)
    """

    hits: int
    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.count <= MOST_COUNTED:
            raise ValueError(f"{self.hits} of {self.count} is no share")

    @classmethod
    def of_points(cls, scores: Iterable[float]) -> Rate:
        """Points of games as whole ones, for a test on counts; half a point counts as one.

        >>> Rate.of_points([0.5, 1.0, 1.0]), Rate.of_points([0.5, 0.0])
        (Rate(hits=3, count=3), Rate(hits=1, count=2))
        """
        points = list(scores)
        return cls(floor(sum(points) + 0.5), len(points))

    @property
    def value(self) -> float:
        """The share itself; 0 of 0 is 0, and its interval says how little that means."""
        return self.hits / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Where the share lies with a confidence of 95 % (Wilson)."""
        return wilson(self.hits, self.count)

    @property
    def percent(self) -> str:
        """The share with its interval and without its count, for a table that has the count elsewhere."""
        return percent(self.value, *self.interval, self.count)

    def __str__(self) -> str:
        if self.count < TOO_FEW:
            return f"{self.hits} of {self.count} ({TOO_FEW_WORDS})"
        low, high = (round(100 * end) for end in self.interval)
        return f"{self.hits} of {self.count} ({100 * self.value:.0f} %, {low} to {high})"
