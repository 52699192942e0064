"""Clocks: mistakes by the time a move took and the time that was left, where the file has clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from motif.study.counting import Side, Tally
from motif.study.games import StudiedMove
from motif.study.profile import ClockRecord, Example
from motif.study.review import MISTAKE
from motif.study.subjects.clock_use import FIRST_MOVES

HASTE = 3.0
"""Seconds."""

TROUBLE = 30.0


@dataclass(frozen=True, slots=True)
class _Range:
    """Moves that took so long, or after which so much was left: from `low` seconds to less than `high`."""

    name: str
    low: float
    high: float
    seconds: Callable[[StudiedMove], float | None]

    def holds(self, move: StudiedMove) -> bool:
        seconds = self.seconds(move)
        return seconds is not None and self.low <= seconds < self.high


def _spent(move: StudiedMove) -> float | None:
    return move.spent


def _left(move: StudiedMove) -> float | None:
    return move.left


_FOREVER = float("inf")
_RANGES = (
    _Range("in under 3 seconds", 0, HASTE, _spent),
    _Range("in 3 to 15 seconds", HASTE, 15, _spent),
    _Range("in 15 seconds to a minute", 15, 60, _spent),
    _Range("in over a minute", 60, _FOREVER, _spent),
    _Range("with under 30 seconds left", 0, TROUBLE, _left),
    _Range("with 30 seconds to 2 minutes left", TROUBLE, 120, _left),
    _Range("with 2 to 5 minutes left", 120, 300, _left),
    _Range("with over 5 minutes left", 300, _FOREVER, _left),
)


def clock_records(sides: Sequence[Side]) -> tuple[ClockRecord, ...]:
    """Mistakes by time spent and time left; none where no game has clocks."""
    rates = [(each.name, _tally(sides, each.holds).counted.rate) for each in _RANGES]
    return tuple(ClockRecord(name, rate) for name, rate in rates if rate.count)


def _tally(sides: Sequence[Side], holds: Callable[[StudiedMove], bool]) -> Tally:
    hits, counts = [], []
    for side in sides:
        moves = [(ply, move) for ply, move in side.moves if ply >= FIRST_MOVES and holds(move)]
        hits.append([(move.lost, Example(side.game, ply)) for ply, move in moves if move.lost >= MISTAKE])
        counts.append(len(moves))
    return Tally.of(hits, counts)
