"""Clocks: mistakes by the time a move took and the time that was left, where the file has clocks.

Mistakes in endings stand by the clock with which the ending was begun; where games of several time controls are mixed,
each has its own share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from motif.board.games import Speed
from motif.board.phases import Phase
from motif.study.counting import Side
from motif.study.games import StudiedGame, StudiedMove
from motif.study.profile import ClockRecord, Example
from motif.study.review import MISTAKE
from motif.study.subjects.clock_use import FIRST_MOVES
from motif.study.values import Rate, seconds_of

HASTE = 3.0
"""Seconds."""

TROUBLE = 30.0

Moves = list[tuple[Example, StudiedMove]]
"""Moves of the player, and where each is."""


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
    by_clock = moves_by_clock(sides, games)
    return tuple(
        ClockRecord(name, Rate(sum(move.lost >= MISTAKE for _, move in moves), len(moves)))
        for name, moves in by_clock.items()
    )


def moves_by_clock(sides: Sequence[Side], games: Sequence[StudiedGame]) -> dict[str, Moves]:
    """The moves that each record counts, with their places; what no move belongs to is left out."""
    all_moves = [(Example(side.game, ply), move) for side in sides for ply, move in side.moves if ply >= FIRST_MOVES]
    by_clock = {each.name: [place for place in all_moves if each.holds(place[1])] for each in _RANGES}
    by_clock |= _in_endings(sides, games)
    by_clock |= _by_speed(sides, games)
    return {name: moves for name, moves in by_clock.items() if moves}


def _in_endings(sides: Sequence[Side], games: Sequence[StudiedGame]) -> dict[str, Moves]:
    moves: dict[str, Moves] = {f"in endings begun with {name}": [] for name, _, _ in _BEGUN}
    for side, game in zip(sides, games, strict=True):
        ending = [(Example(side.game, ply), move) for ply, move in side.moves if move.phase is Phase.ENDGAME]
        base = seconds_of(game.time_control.partition("+")[0])
        if not ending or not base or ending[0][1].left is None:
            continue
        share = (ending[0][1].left + (ending[0][1].spent or 0.0)) / base
        name = next(name for name, low, high in _BEGUN if low <= share < high)
        moves[f"in endings begun with {name}"] += ending
    return moves


def _by_speed(sides: Sequence[Side], games: Sequence[StudiedGame]) -> dict[str, Moves]:
    """Nothing where all games are of one speed."""
    moves: dict[Speed, Moves] = {}
    for side, game in zip(sides, games, strict=True):
        if game.speed is not None:
            moves.setdefault(game.speed, []).extend((Example(side.game, ply), move) for ply, move in side.moves)
    return {f"in {speed} games": moves[speed] for speed in Speed if speed in moves and len(moves) > 1}
