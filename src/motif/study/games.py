"""What a study knows about one game: its moves as they were judged, its mistakes explained, what was on the board.

These are the values; `judging` makes them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from motif.board.phases import Phase
from motif.board.review import Judgement
from motif.study.values import DrawnArrow, Move


class Outcome(StrEnum):
    """What became of a motif that was on the board."""

    FOUND = "found"
    """It was the player's to play, and was played, or something as good."""
    MISSED = "missed"
    """It was the player's to play, and was not."""
    ALLOWED = "allowed"
    """The player's move gave it to the opponent."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A motif that decided something: it was on the board, and the check of `reasons` says that it is the cause.

    `lost` is the winning chance that the player's move gave away there, 0 where it was found.
    """

    ply: int
    motif: str
    outcome: Outcome
    lost: float


@dataclass(frozen=True, slots=True)
class Without:
    """The board on which the cause is undone, and what becomes of the move there."""

    fen: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """An explanation as a study keeps it: words, moves and arrows that go to JSON and come back."""

    fen: str
    """The board on which the line begins."""
    line: tuple[Move, ...]
    sentence: str
    motif: str | None
    """The cause that passed the check."""
    motifs: tuple[str, ...]
    """All that the line shows."""
    arrows: tuple[DrawnArrow, ...]
    without: Without | None


@dataclass(frozen=True, slots=True)
class Fault:
    """A move of the player that lost .10 of a winning chance or more; the side that costs more speaks first."""

    ply: int
    sentence: str
    missed: Told | None
    allowed: Told | None

    @property
    def reasons(self) -> tuple[Told, ...]:
        """Both sides where they have a checked cause, in the order in which they speak."""
        sides = [side for side in (self.missed, self.allowed) if side is not None and side.motif is not None]
        return tuple(sorted(sides, key=lambda side: side.sentence not in self.sentence))


@dataclass(frozen=True, slots=True)
class StudiedMove:
    """A move of either side as it was judged.

    `advantage` is White's after the move, in centipawns; a mate is 10,000 less the moves to it. `spent` are the
    seconds the move took and `left` those on the clock after it, where the file says so.
    """

    move: Move
    san: str
    best: Move | None
    line: tuple[Move, ...]
    """What should have been played, the best move first; empty where nobody looked or the best was played."""
    advantage: int
    lost: float
    judgement: Judgement
    phase: Phase
    spent: float | None = None
    left: float | None = None


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """One game of the player. Plies count from 0; `number` counts the studied games from 1."""

    number: int
    white: str
    black: str
    result: str
    is_white: bool
    """Which side the player had."""
    date: str
    event: str
    site: str
    time_control: str
    rating: int | None
    opponent_rating: int | None
    eco: str
    opening: str
    left_book: int | None
    """The first ply that no opening case knows; None where every move was known, or none."""
    start: str
    advantage: int
    """White's at the start, in centipawns."""
    moves: tuple[StudiedMove, ...]
    faults: tuple[Fault, ...]
    occasions: tuple[Occasion, ...]
    judge: str
    theirs: tuple[Occasion, ...] = ()
    """The occasions of the opponent, seen from the opponent's side."""

    @property
    def score(self) -> float | None:
        """1 for a win of the player, 1/2, 0; None where the game has no result."""
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(self.result)
        return points if points is None or self.is_white else 1 - points

    def is_players(self, ply: int) -> bool:
        """Whether the player made the move at this ply."""
        first_is_white = self.start.split()[1] == "w"
        return (ply % 2 == 0) == (first_is_white == self.is_white)
