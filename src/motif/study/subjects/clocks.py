"""Clocks: mistakes by the time a move took and the time that was left, where the file has clocks.

Mistakes in endings stand by the clock with which the ending was begun; where games of several time controls are mixed,
each has its own share.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from motif.board.games import Speed
from motif.board.phases import Phase
from motif.study.counting import Side, Tally
from motif.study.games import StudiedGame, StudiedMove
from motif.study.profile import ClockRecord, Example
from motif.study.review import MISTAKE
from motif.study.subjects.clock_use import FIRST_MOVES
from motif.study.values import Rate

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


_BEGUN = (
    ("under a tenth of the time", 0.0, 0.1),
    ("a tenth to a third of the time", 0.1, 1 / 3),
    ("over a third of the time", 1 / 3, _FOREVER),
)


def clock_records(sides: Sequence[Side], games: Sequence[StudiedGame]) -> tuple[ClockRecord, ...]:
    """Mistakes by time spent, time left, the clock at the start of the ending, and the time control; as far as known.

    `sides` are those of the player in `games`, in the same order.
    """
    rates = [(each.name, _tally(sides, each.holds).counted.rate) for each in _RANGES]
    rates += _in_endings(sides, games)
    rates += _by_speed(sides, games)
    return tuple(ClockRecord(name, rate) for name, rate in rates if rate.count)


def _in_endings(sides: Sequence[Side], games: Sequence[StudiedGame]) -> Iterable[tuple[str, Rate]]:
    moves: dict[str, list[StudiedMove]] = {name: [] for name, _, _ in _BEGUN}
    for side, game in zip(sides, games, strict=True):
        ending = [move for _, move in side.moves if move.phase is Phase.ENDGAME]
        base, _ = _control(game)
        if not ending or not base or ending[0].left is None:
            continue
        share = (ending[0].left + (ending[0].spent or 0.0)) / base
        name = next(name for name, low, high in _BEGUN if low <= share < high)
        moves[name] += ending
    return [(f"in endings begun with {name}", _mistakes(some)) for name, some in moves.items()]


def _by_speed(sides: Sequence[Side], games: Sequence[StudiedGame]) -> Iterable[tuple[str, Rate]]:
    """Nothing where all games are of one speed."""
    moves: dict[Speed, list[StudiedMove]] = {}
    for side, game in zip(sides, games, strict=True):
        base, increment = _control(game)
        if base is not None:
            expected = base + 40 * increment
            speed = next(each for each in Speed if expected <= each.expected_seconds[1])
            moves.setdefault(speed, []).extend(move for _, move in side.moves)
    return [(f"in {speed} games", _mistakes(moves[speed])) for speed in Speed if speed in moves and len(moves) > 1]


def _control(game: StudiedGame) -> tuple[int | None, int]:
    """The seconds of a game and the increment, as its file writes them: 600+5."""
    base, _, increment = game.time_control.partition("+")
    return int(base) if base.isdecimal() else None, int(increment) if increment.isdecimal() else 0


def _mistakes(moves: Sequence[StudiedMove]) -> Rate:
    return Rate(sum(move.lost >= MISTAKE for move in moves), len(moves))


def _tally(sides: Sequence[Side], holds: Callable[[StudiedMove], bool]) -> Tally:
    hits, counts = [], []
    for side in sides:
        moves = [(ply, move) for ply, move in side.moves if ply >= FIRST_MOVES and holds(move)]
        hits.append([(move.lost, Example(side.game, ply)) for ply, move in moves if move.lost >= MISTAKE])
        counts.append(len(moves))
    return Tally.of(hits, counts)
