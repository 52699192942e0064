"""Clocks: whether mistakes come with haste or with time trouble, where the file has clocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from motif.study.counting import Side, Tally
from motif.study.games import StudiedMove
from motif.study.profile import Claim, ClockRecord, Example, Kind
from motif.study.review import MISTAKE
from motif.study.subjects.claims import compared, percent, share

HASTE = 3.0
"""Seconds."""

TROUBLE = 30.0
FIRST_MOVES = 16
"""The first plies are played from memory: quick, and no haste."""


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

    def leaves_out(self, move: StudiedMove) -> bool:
        return self.seconds(move) is not None and not self.holds(move)


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
_CLAIMED = {"in under 3 seconds": "haste", "with under 30 seconds left": "time trouble"}


def clock_records(sides: Sequence[Side]) -> tuple[ClockRecord, ...]:
    """Mistakes by time spent and time left; none where no game has clocks."""
    rates = [(each.name, _tally(sides, each.holds).counted.rate) for each in _RANGES]
    return tuple(ClockRecord(name, rate) for name, rate in rates if rate.count)


def clock_claims(sides: Sequence[Side], moves: int) -> list[Claim]:
    """Whether quick moves, or those in time trouble, are worse than the player's others."""
    claims = []
    for each in _RANGES:
        subject = _CLAIMED.get(each.name)
        own = _tally(sides, each.holds)
        rest = _tally(sides, each.leaves_out)
        if subject is None or not own.counted.rate.count or not rest.counted.rate.count:
            continue
        rate, others = own.counted.rate, rest.counted.effective
        is_leak = rate.value > others.value
        words = (
            f"Moves that you make {each.name} are mistakes {'more' if is_leak else 'less'} often: {share(rate)}, "
            f"and {percent(others.value)} of your other moves."
        )
        claim = compared(Kind.CLOCK if is_leak else Kind.STRENGTH, subject, words, own, others, moves)
        # The hits are mistakes: they are no examples of a strength.
        examples = claim.examples if is_leak else ()
        claims.append(replace(claim, beside="your other moves", examples=examples))
    return claims


def _tally(sides: Sequence[Side], holds: Callable[[StudiedMove], bool]) -> Tally:
    hits, counts = [], []
    for side in sides:
        moves = [(ply, move) for ply, move in side.moves if ply >= FIRST_MOVES and holds(move)]
        hits.append([(move.lost, Example(side.game, ply)) for ply, move in moves if move.lost >= MISTAKE])
        counts.append(len(moves))
    return Tally.of(hits, counts)
