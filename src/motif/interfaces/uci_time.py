"""How long to think when only the clocks are known.

share = remaining / (moves to go, or MOVES_LEFT when nobody says) + INCREMENT_SHARE * increment; the search may begin
no new iteration after share, and ends after OVERRUN * share, never with less than RESERVE left on the clock.
"""

from __future__ import annotations

from dataclasses import dataclass

MOVES_LEFT = 30
INCREMENT_SHARE = 0.8
OVERRUN = 3.0
RESERVE = 0.05
"""Seconds kept for the way of the move to the other side; the search's own overrun is far below that."""
LEAST = 0.001


@dataclass(frozen=True, slots=True)
class Clock:
    """What is left on the mover's clock, what each move adds, and how many moves must be made with it."""

    remaining: float
    increment: float = 0.0
    moves_to_go: int | None = None


@dataclass(frozen=True, slots=True)
class Budget:
    """When to begin no new iteration, and when to stop at once."""

    soft_seconds: float
    seconds: float


def budget(clock: Clock) -> Budget:
    """The time for one move.

    >>> budget(Clock(remaining=60.0))
    Budget(soft_seconds=2.0, seconds=6.0)
    """
    available = max(LEAST, clock.remaining - RESERVE)
    share = clock.remaining / (clock.moves_to_go or MOVES_LEFT) + INCREMENT_SHARE * clock.increment
    soft = max(LEAST, min(share, available))
    return Budget(soft, max(LEAST, min(OVERRUN * share, available)))
