"""How a side used its clock in a game: in haste, in time trouble, thinking long; where the file has clocks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from statistics import median

from motif.study.counting import Side
from motif.study.games import StudiedGame, StudiedMove
from motif.study.profile import Kind
from motif.study.values import seconds_of

FIRST_MOVES = 16
"""The first plies are played from memory: quick, and no haste."""

TROUBLE = 30.0
"""Seconds, where the file does not say how many there were."""

SHARE = 0.1
"""Less than so much of the time of the game is trouble; less than so much of the usual time of a move is haste."""

LONG = 4
"""So many times the usual time of a move is a long think."""

FEWEST_TIMED = 5

HASTE = "haste"
IN_TROUBLE = "time trouble"
LONG_THINKS = "long thinks"


@dataclass(frozen=True)
class ClockUse:
    """The clock of one side of one game."""

    game: StudiedGame
    side: Side
    players: bool

    def plies(self) -> Iterator[tuple[tuple[Kind, str], list[int]]]:
        """The moves made in haste, in time trouble, and after a long think, without the first ones."""
        timed = [(ply, move) for ply, move in self.side.moves if ply >= FIRST_MOVES]
        tests = {HASTE: self.is_hasty, IN_TROUBLE: self.is_trouble, LONG_THINKS: self.is_long}
        for subject, holds in tests.items():
            if plies := [ply for ply, move in timed if holds(move)]:
                yield (Kind.CLOCK, subject), plies

    def is_hasty(self, move: StudiedMove) -> bool:
        """Whether it took a tenth of the usual time, and there was time for more."""
        if move.spent is None or self.usual is None or self.is_trouble(move):
            return False
        return move.spent <= max(1.0, SHARE * self.usual) and move.spent < self.usual

    def is_long(self, move: StudiedMove) -> bool:
        """Whether it took several times as long as usual."""
        return move.spent is not None and self.usual is not None and move.spent >= LONG * max(1.0, self.usual)

    def is_trouble(self, move: StudiedMove) -> bool:
        """Whether little time was left when it was begun."""
        if move.left is None:
            return False
        return move.left + (move.spent or 0.0) < (TROUBLE if self.whole is None else SHARE * self.whole)

    @cached_property
    def usual(self) -> float | None:
        """The median time of a move, after the first ones and while there is time: in trouble everybody moves fast."""
        timed = [move for ply, move in self.side.moves if ply >= FIRST_MOVES and not self.is_trouble(move)]
        spent = [move.spent for move in timed if move.spent is not None]
        return median(spent) if len(spent) >= FEWEST_TIMED else None

    @cached_property
    def whole(self) -> float | None:
        """The seconds of the game, as the file says."""
        seconds, _, _ = self.game.time_control.partition("+")
        return seconds_of(seconds)
