"""The clock of a game: what each side has left, what a move adds, and since when the side to move thinks.

It runs while the server runs. Who comes back after a restart finds it as it stood at the last move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import chess
from pydantic import Field

from motif.interfaces.web.boards import Shape


class ClockRequest(Shape):
    """Minutes for each side, and the seconds that a move adds."""

    minutes: float = Field(ge=0.5, le=180)
    increment: float = Field(default=0, ge=0, le=60)


class ClockShape(Shape):
    """Seconds that each side has left now; that of the side to move runs while `is_running`."""

    white: float
    black: float
    is_running: bool


@dataclass(frozen=True, slots=True)
class GameClock:
    """Seconds at the last move; `since` is when the side to move began to think, None while the clock stands."""

    white: float
    black: float
    increment: float
    since: float | None = None

    @classmethod
    def of(cls, asked: ClockRequest) -> GameClock:
        """The clock before the first move; it stands."""
        return cls(60 * asked.minutes, 60 * asked.minutes, asked.increment)

    def running(self, now: float) -> GameClock:
        """The clock, started if it stood."""
        return self if self.since is not None else replace(self, since=now)

    def left(self, side: chess.Color, turn: chess.Color, now: float) -> float:
        """What a side has left, never less than nothing."""
        spent = now - self.since if self.since is not None and side == turn else 0.0
        return max(0.0, (self.white if side else self.black) - spent)

    def pressed(self, side: chess.Color, now: float) -> GameClock:
        """The clock after a move of this side: the other one's runs."""
        left = self.left(side, side, now) + self.increment
        return GameClock(left if side else self.white, self.black if side else left, self.increment, now)

    def settled(self, turn: chess.Color, now: float) -> GameClock:
        """What the side to move has used until now, used for good."""
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return GameClock(white, black, self.increment, now)

    def stopped(self, turn: chess.Color, now: float) -> GameClock:
        """The clock as it stands from now on."""
        return replace(self.settled(turn, now), since=None)

    def shape(self, turn: chess.Color, now: float, *, is_over: bool) -> ClockShape:
        """As the page sees it."""
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return ClockShape(white=white, black=black, is_running=self.since is not None and not is_over)

    def to_json(self) -> dict[str, Any]:
        """As the journal keeps it."""
        return {"white": self.white, "black": self.black, "increment": self.increment}
