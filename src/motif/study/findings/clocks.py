"""Count mistakes by the time that a move took and the time that was left, if the file has clocks.

Mistakes in endings are counted by the clock at the start of the ending; with several time controls, each has its own
rate.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from motif.board.games import Speed
from motif.board.material import Phase
from motif.study.games import Rate, StudiedGame, StudiedMove, seconds_of
from motif.study.peers import Side
from motif.study.profile import ClockRecord, Example, Kind
from motif.study.review import MISTAKE

# How a side used its clock in a game: in haste, in time trouble, thinking long; where the file has clocks.

OPENING_PLIES = 16
"""The first plies, played from memory, do not count: a quick move there is no haste."""

TROUBLE_SECONDS = 30.0
"""Less than this many seconds is time trouble, if the file does not give the time control."""

SHORT_TIME_SHARE = 0.1
"""Less than this share of the game's time is time trouble; less than this share of the usual time of a move is
haste."""

LONG_THINK_FACTOR = 4
"""A move that takes this many times the usual time is a long think."""

FEWEST_TIMED = 5

HASTE = "haste"
IN_TROUBLE = "time trouble"
LONG_THINKS = "long thinks"


@dataclass(frozen=True)
class ClockUse:
    """The clock times of one side of one game."""

    game: StudiedGame
    side: Side
    players: bool

    def plies(self) -> Iterator[tuple[tuple[Kind, str], list[int]]]:
        """The plies of moves made in haste, in time trouble, and after a long think, without the opening moves."""
        timed = [(ply, move) for ply, move in self.side.moves if ply >= OPENING_PLIES]
        tests = {HASTE: self.is_hasty, IN_TROUBLE: self.is_trouble, LONG_THINKS: self.is_long}
        for subject, holds in tests.items():
            if plies := [ply for ply, move in timed if holds(move)]:
                yield (Kind.CLOCK, subject), plies

    def is_hasty(self, move: StudiedMove) -> bool:
        """Whether the move took at most a tenth of the usual time although there was time for more."""
        if move.spent is None or self.usual is None or self.is_trouble(move):
            return False
        return move.spent <= max(1.0, SHORT_TIME_SHARE * self.usual) and move.spent < self.usual

    def is_long(self, move: StudiedMove) -> bool:
        return (
            move.spent is not None and self.usual is not None and move.spent >= LONG_THINK_FACTOR * max(1.0, self.usual)
        )

    def is_trouble(self, move: StudiedMove) -> bool:
        """Whether little time was left when the player began to think."""
        if move.left is None:
            return False
        least = TROUBLE_SECONDS if self.whole is None else SHORT_TIME_SHARE * self.whole
        return move.left + (move.spent or 0.0) < least

    @cached_property
    def usual(self) -> float | None:
        """The median seconds per move, without opening moves and moves in time trouble."""
        timed = [move for ply, move in self.side.moves if ply >= OPENING_PLIES and not self.is_trouble(move)]
        spent = [move.spent for move in timed if move.spent is not None]
        return median(spent) if len(spent) >= FEWEST_TIMED else None

    @cached_property
    def whole(self) -> float | None:
        """The seconds for the whole game, from the time control."""
        seconds, _, _ = self.game.time_control.partition("+")
        return seconds_of(seconds)


HASTE_SECONDS = 3.0
"""A move that took less than this many seconds was hasty."""

Moves = list[tuple[Example, StudiedMove]]
"""Moves of the player with their places."""


_FOREVER = float("inf")
_RANGES = (
    ("in under 3 seconds", "spent", 0, HASTE_SECONDS),
    ("in 3 to 15 seconds", "spent", HASTE_SECONDS, 15),
    ("in 15 seconds to a minute", "spent", 15, 60),
    ("in over a minute", "spent", 60, _FOREVER),
    ("with under 30 seconds left", "left", 0, TROUBLE_SECONDS),
    ("with 30 seconds to 2 minutes left", "left", TROUBLE_SECONDS, 120),
    ("with 2 to 5 minutes left", "left", 120, 300),
    ("with over 5 minutes left", "left", 300, _FOREVER),
)
"""Moves by the seconds spent on them, or left after them: from the first number to below the second."""

_BEGUN = (
    ("under a tenth of the time", 0.0, 0.1),
    ("a tenth to a third of the time", 0.1, 1 / 3),
    ("over a third of the time", 1 / 3, _FOREVER),
)


def clock_records(sides: Sequence[Side], games: Sequence[StudiedGame]) -> tuple[ClockRecord, ...]:
    """Mistakes by time spent, time left, clock at the start of the ending, and time control, as far as the file has
    them.

    `sides` are those of the player in `games`, in the same order.
    """
    by_clock = moves_by_clock(sides, games)
    return tuple(
        ClockRecord(name, Rate(sum(move.lost >= MISTAKE for _, move in moves), len(moves)))
        for name, moves in by_clock.items()
    )


def moves_by_clock(sides: Sequence[Side], games: Sequence[StudiedGame]) -> dict[str, Moves]:
    """For each finding about the clock its moves, each with its game and ply; findings without moves are left out."""
    all_moves = [(Example(side.game, ply), move) for side in sides for ply, move in side.moves if ply >= OPENING_PLIES]
    by_clock = {
        name: [
            (place, move)
            for place, move in all_moves
            if (seconds := getattr(move, what)) is not None and low <= seconds < high
        ]
        for name, what, low, high in _RANGES
    }
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
    """A record for each speed; none if all games have the same speed."""
    moves: dict[Speed, Moves] = {}
    for side, game in zip(sides, games, strict=True):
        if game.speed is not None:
            moves.setdefault(game.speed, []).extend((Example(side.game, ply), move) for ply, move in side.moves)
    return {f"in {speed} games": moves[speed] for speed in Speed if speed in moves and len(moves) > 1}
