"""What a study knows about one game: its moves as they were judged, its mistakes explained, what was on the board.

These are the values; `review` makes them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import chess

from motif.board.chances import winning_chance
from motif.board.games import Speed
from motif.board.phases import Phase
from motif.board.review import Judgement
from motif.reasons.told import Told, ToldMistake, steps_of
from motif.study.values import Move, seconds_of

FLAGGED = frozenset({"time forfeit", "outoftime", "timeout"})
"""How the great servers write that somebody lost on time."""

MOVES_EXPECTED = 40
"""Lichess's, to tell speeds apart by base and increment."""

WHITE = 35
"""What the first move is worth, in points of rating (Sonas 2002)."""


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


class Oversight(StrEnum):
    """What a mistake overlooked, as a coach would sort it: one kind for each mistake that was explained."""

    THREAT = "threat"
    """A threat that was there before the move."""
    CAPTURE = "capture"
    """The man that moved can be taken, or is forked, pinned or skewered, where it went."""
    GUARD = "guard"
    """The man that moved guarded something, or stands in the way of a guard now."""
    LINE = "line"
    """The move opened a line for the opponent."""
    REPLY = "reply"
    """The opponent's reply wins and did not before; nothing simpler says why."""
    QUIET = "quiet"
    """The opponent's reply wins nothing at once, but threatens to."""
    CHANCE = "chance"
    """Nothing was allowed: a chance of one's own was missed."""


@dataclass(frozen=True, slots=True)
class Overlooked:
    """A mistake by its ply, and what it overlooked."""

    ply: int
    oversight: Oversight


@dataclass(frozen=True, slots=True)
class Fault(ToldMistake):
    """A move of the player that lost .10 of a winning chance or more, and where it is in the game."""

    ply: int
    oversight: Oversight | None = None
    """What it overlooked, as far as that was checked."""
    is_explained: bool = True
    """Whether the sentence says why so much was lost; else annotated.pgn leaves the move to its evaluation."""


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
    comment: str = ""
    """What the file says about the move, without evaluations, clocks and arrows."""


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
    their_oversights: tuple[Overlooked, ...] = ()
    """What the opponent's mistakes overlooked."""
    comment: str = ""
    """What the file says before the first move."""
    time: str = ""
    """When the game began, as the file writes it, 18:05:30."""
    termination: str = ""
    """How it ended, as the file writes it: Normal, Time forfeit …"""

    @property
    def score(self) -> float | None:
        """1 for a win of the player, 1/2, 0; None where the game has no result."""
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(self.result)
        return points if points is None or self.is_white else 1 - points

    @property
    def is_flagged(self) -> bool:
        """Whether somebody lost it on time."""
        return self.termination.casefold() in FLAGGED and self.result in ("1-0", "0-1")

    @property
    def speed(self) -> Speed | None:
        """The class of its time control, as `600+5` or `40/7200:3600` says it; None where the file does not say."""
        base, _, increment = self.time_control.partition("+")
        seconds = seconds_of(base.partition(":")[0].rpartition("/")[2])
        if seconds is None:
            return None
        expected = seconds + MOVES_EXPECTED * (seconds_of(increment) or 0)
        return next(each for each in Speed if expected <= each.expected_seconds[1])

    @property
    def expected(self) -> float | None:
        """The score that the ratings expect of the player (Elo), White being worth 35 points; None without ratings."""
        if self.rating is None or self.opponent_rating is None:
            return None
        ahead = self.rating - self.opponent_rating + (WHITE if self.is_white else -WHITE)
        return 1 / (1 + 10 ** (-ahead / 400))

    def is_players(self, ply: int) -> bool:
        """Whether the player made the move at this ply."""
        first_is_white = self.start.split()[1] == "w"
        return (ply % 2 == 0) == (first_is_white == self.is_white)

    @property
    def opponent(self) -> str:
        """Who played against the player."""
        return self.black if self.is_white else self.white

    def boards(self) -> list[chess.Board]:
        """The board before the first move and after each; the last move alone is on its stack."""
        boards = [chess.Board(self.start)]
        for studied in self.moves:
            boards.append(boards[-1].copy(stack=False))
            boards[-1].push(studied.move)
        return boards

    def move_name(self, ply: int) -> str:
        """A move as a scoresheet has it: 12. Nxe5, or 12… Nxe5."""
        turn, number = self.start.split()[1], int(self.start.split()[5])
        half = ply + (turn == "b")
        return f"{number + half // 2}{'…' if half % 2 else '.'} {self.moves[ply].san}"

    def fault_at(self, ply: int) -> Fault | None:
        """The player's mistake at a ply, if it was one."""
        return next((fault for fault in self.faults if fault.ply == ply), None)

    def overlooked(self, *, players: bool = True) -> tuple[Overlooked, ...]:
        """What the mistakes of the player, or of the opponent, overlooked."""
        if not players:
            return self.their_oversights
        return tuple(Overlooked(fault.ply, fault.oversight) for fault in self.faults if fault.oversight)

    def fault(
        self,
        ply: int,
        sentence: str,
        missed: Told | None,
        allowed: Told | None,
        oversight: Oversight | None = None,
    ) -> Fault:
        """A mistake at a ply, with the rest of what the game knows about it."""
        board, studied = self.boards()[ply], self.moves[ply]
        now = winning_chance(studied.advantage if self.is_white else -studied.advantage)
        better = studied.line or (studied.best or studied.move,)
        return Fault(
            board.fen(),
            steps_of(board, [studied.move])[0],
            missed.line if missed else steps_of(board, better),
            (round(min(1.0, now + studied.lost), 4), round(now, 4)),
            sentence,
            missed,
            allowed,
            ply,
            oversight,
        )


def usual_speed(games: Iterable[StudiedGame]) -> Speed | None:
    """That of most games; None where no file says."""
    speeds = Counter(game.speed for game in games if game.speed is not None)
    return max(speeds, key=lambda speed: speeds[speed], default=None)
