"""Hold what a study knows about one game: its evaluated moves, explained mistakes and the motifs on the board.

`motif.study.review` makes these values.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from math import floor
from typing import Annotated

import chess
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from motif.board.games import Speed
from motif.board.material import Phase
from motif.board.wording import percent
from motif.engines.evaluator import MATE_CP, after, winning_chance
from motif.engines.game_review import Judgement
from motif.explain.explanation import Explanation, MoveVerdict, Step, steps_of
from motif.explain.kinds import PointKind, PointSide
from motif.openings.names import family_of
from motif.puzzles.puzzle import numbered
from motif.statistics.intervals import TOO_FEW, TOO_FEW_WORDS, percent_with_range, wilson

# The types that a study writes to JSON: moves as UCI writes them, and shares; and lines as people write them.

MOST_COUNTED = 10**15


MOST_DIGITS = 9
"""A longer number in a time control is not a time: Python refuses to read five thousand digits."""


def seconds_of(text: str) -> int | None:
    """The seconds in a part of a time control; None if it is not a number.

    >>> seconds_of("600"), seconds_of("*180"), seconds_of("9" * 5000)
    (600, None, None)
    """
    return int(text) if text.isdecimal() and len(text) <= MOST_DIGITS else None


def _move(value: object) -> chess.Move:
    return value if isinstance(value, chess.Move) else chess.Move.from_uci(str(value))


Move = Annotated[
    chess.Move,
    PlainValidator(_move),
    PlainSerializer(chess.Move.uci, return_type=str),
    WithJsonSchema({"type": "string", "description": "a move as UCI writes it, e2e4"}),
]


def written(board: chess.Board, moves: Iterable[chess.Move]) -> str:
    """A line as a scoresheet has it: 12. Nxe5 Qxe5, or 12... Nxe5."""
    return numbered([step.san for step in steps_of(board, moves)], board.turn, board.fullmove_number)


@dataclass(frozen=True, slots=True)
class Rate:
    """A share: how many out of how many, with its 95 % range.

    >>> rate = Rate(15, 20)
    >>> rate.value, [round(end, 3) for end in rate.interval], str(rate)
    (0.75, [0.531, 0.888], '15 of 20 (75 %, 53 to 89)')
    >>> print(Rate(2, 2))
    2 of 2 (too few to say)
    """

    hits: int
    count: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.count <= MOST_COUNTED:
            raise ValueError(f"{self.hits} of {self.count} is not a share")

    @classmethod
    def of_points(cls, scores: Iterable[float]) -> Rate:
        """The points of games as a whole number, for a test on counts; a half is rounded up.

        >>> Rate.of_points([0.5, 1.0, 1.0]), Rate.of_points([0.5, 0.0])
        (Rate(hits=3, count=3), Rate(hits=1, count=2))
        """
        points = list(scores)
        return cls(floor(sum(points) + 0.5), len(points))

    @property
    def value(self) -> float:
        """The share itself; 0 for 0 of 0."""
        return self.hits / self.count if self.count else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % range of the share (Wilson)."""
        return wilson(self.hits, self.count)

    @property
    def percent(self) -> str:
        """The share with its interval and without its count, for a table with a column for the count."""
        return percent_with_range(self.value, *self.interval, self.count)

    def __str__(self) -> str:
        if self.count < TOO_FEW:
            return f"{self.hits} of {self.count} ({TOO_FEW_WORDS})"
        low, high = (round(100 * end) for end in self.interval)
        return f"{self.hits} of {self.count} ({percent(self.value)}, {low} to {high})"


FLAGGED = frozenset({"time forfeit", "outoftime", "timeout"})
"""The terms by which servers record a loss on time."""

MOVES_EXPECTED = 40
"""How many moves Lichess assumes in a game to classify its speed by base and increment."""

WHITE = 35
"""The value of having White, in rating points (Sonas 2002)."""


UNNAMED = "without a name"
"""The family of an opening that has no name."""


class Outcome(StrEnum):
    """What became of a motif that was on the board."""

    FOUND = "found"
    """The player could play it, and played it or something as good."""
    MISSED = "missed"
    """The player could play it, and did not."""
    ALLOWED = "allowed"
    """The player's move gave it to the opponent."""


@dataclass(frozen=True, slots=True)
class Occasion:
    """A motif on the board that was checked to be the cause of a gain.

    `lost` is the winning chance that the player's move gave away there, 0 if it was found.
    """

    ply: int
    motif: str
    outcome: Outcome
    lost: float


@dataclass(frozen=True, slots=True)
class Caused:
    """The ply of a mistake and its cause: the kind of point that explains it."""

    ply: int
    cause: PointKind


@dataclass(frozen=True, slots=True)
class Fault(Explanation):
    """A move of the player that lost 10 % winning chance or more, and its ply."""

    ply: int
    is_explained: bool = True
    """Whether the sentence explains the size of the loss; if not, annotated.pgn shows only the evaluation."""

    @property
    def cause(self) -> PointKind:
        """The cause of the mistake: the kind of its point; without one, the better move's plan if that explains it."""
        if self.point is not None:
            return self.point.kind
        is_plan = self.is_explained and self.better is not None and self.better.kind is not PointKind.WINS
        return PointKind.QUIET_PLAN if is_plan else PointKind.UNEXPLAINED

    @property
    def says_what_is_better(self) -> bool:
        """Whether the sentence says what the better move does, even if that does not explain the size of the loss."""
        better = self.better
        return better is not None and better.reason.removeprefix(f"{better.move.san} ").rstrip(".") in self.sentence


@dataclass(frozen=True, slots=True)
class StudiedMove:
    """A move of either side with its evaluation.

    `advantage` is White's after the move, in centipawns; a mate in n counts as 10,000 - n. `spent` is the number of
    seconds that the move took, and `left` the number left on the clock after it; None if the file does not say.
    """

    move: Move
    san: str
    best: Move | None
    line: tuple[Move, ...]
    """The better line, the best move first; empty if it was not searched or the player found the best move."""
    advantage: int
    lost: float
    judgement: Judgement
    phase: Phase
    spent: float | None = None
    left: float | None = None
    comment: str = ""
    """The file's comment on the move, without evaluations, clocks and arrows."""


@dataclass(frozen=True, slots=True)
class StudiedGame:
    """One game of the player. Plies count from 0; `number` counts the studied games from 1."""

    number: int
    white: str
    black: str
    result: str
    is_white: bool
    """Whether the player had White."""
    date: str
    event: str
    site: str
    time_control: str
    rating: int | None
    opponent_rating: int | None
    eco: str
    opening: str
    left_book: int | None
    """The first ply that no opening case contains; None if all moves are known, or none."""
    start: str
    advantage: int
    """White's advantage at the start, in centipawns."""
    moves: tuple[StudiedMove, ...]
    faults: tuple[Fault, ...]
    occasions: tuple[Occasion, ...]
    engine: str
    """The engine and its limit for the first search."""
    theirs: tuple[Occasion, ...] = ()
    """The opponent's occasions, seen from the opponent's side."""
    their_mistakes: tuple[Caused, ...] = ()
    """The opponent's mistakes, each with its cause."""
    comment: str = ""
    """The file's comment before the first move."""
    time: str = ""
    """When the game began, as in the file, such as 18:05:30."""
    termination: str = ""
    """How the game ended, as in the file: Normal, Time forfeit …"""

    @property
    def score(self) -> float | None:
        """The player's score: 1, 1/2 or 0; None if the game has no result."""
        points = {"1-0": 1.0, "0-1": 0.0, "1/2-1/2": 0.5}.get(self.result)
        return points if points is None or self.is_white else 1 - points

    @property
    def is_flagged(self) -> bool:
        return self.termination.casefold() in FLAGGED and self.result in ("1-0", "0-1")

    @property
    def speed(self) -> Speed | None:
        """The speed class of the time control, such as `600+5` or `40/7200:3600`; None if the file has none."""
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

    @property
    def family(self) -> str:
        """The opening without its variation, since a single variation has too few games."""
        return family_of(self.opening) or UNNAMED

    def is_players(self, ply: int) -> bool:
        first_is_white = self.start.split()[1] == "w"
        return (ply % 2 == 0) == (first_is_white == self.is_white)

    def plies(self, *, players: bool = True) -> list[int]:
        """The plies of the player's moves, or of the opponent's."""
        return [ply for ply in range(len(self.moves)) if self.is_players(ply) == players]

    @property
    def opponent(self) -> str:
        return self.black if self.is_white else self.white

    def boards(self) -> list[chess.Board]:
        """The board before the first move and after each; only the last move is on each board's stack."""
        boards = [chess.Board(self.start)]
        for studied in self.moves:
            boards.append(boards[-1].copy(stack=False))
            boards[-1].push(studied.move)
        return boards

    def place(self, ply: int) -> tuple[int, bool]:
        """The number of a move on the scoresheet, and whether it is Black's."""
        _, turn, _, _, _, first = self.start.split()
        half = ply + (turn == "b")
        return int(first) + half // 2, half % 2 == 1

    def move_name(self, ply: int) -> str:
        """A move as on a scoresheet: 12. Nxe5, or 12… Nxe5."""
        number, is_black = self.place(ply)
        return f"{number}{'…' if is_black else '.'} {self.moves[ply].san}"

    def fault_at(self, ply: int) -> Fault | None:
        return next((fault for fault in self.faults if fault.ply == ply), None)

    def caused(self, *, players: bool = True) -> tuple[Caused, ...]:
        return tuple(Caused(fault.ply, fault.cause) for fault in self.faults) if players else self.their_mistakes

    def fault(self, ply: int, explanation: Explanation) -> Fault:
        """The mistake at a ply: its explanation, with the winning chances that the study computed."""
        studied = self.moves[ply]
        now = winning_chance(studied.advantage if self.is_white else -studied.advantage)
        said = {each.name: getattr(explanation, each.name) for each in fields(Explanation)}
        said["verdict"] = MoveVerdict.of(min(1.0, now + studied.lost), now)
        return Fault(**said, ply=ply)


def usual_speed(games: Iterable[StudiedGame]) -> Speed | None:
    """The speed of most games; None if no file gives it."""
    speeds = Counter(game.speed for game in games if game.speed is not None)
    return max(speeds, key=lambda speed: speeds[speed], default=None)


# Whether the games of a study can be played: Motif replays every line of a file before it relies on it.


def check_games(games: Iterable[StudiedGame]) -> None:
    """Raise ValueError, naming the game, if moves, lines or plies do not fit its board."""
    numbers: set[int] = set()
    for place, game in enumerate(games, start=1):
        try:
            if game.number in numbers or game.number < 1:
                raise ValueError(f"no game can be number {game.number}")
            _check_game(game)
        except ValueError as problem:
            raise ValueError(f"game {place}: {problem}") from None
        numbers.add(game.number)


def _check_game(game: StudiedGame) -> None:
    if any(abs(advantage) > MATE_CP for advantage in (game.advantage, *(move.advantage for move in game.moves))):
        raise ValueError("an advantage cannot be larger than a mate")
    plies = [fault.ply for fault in game.faults]
    if plies != sorted(set(plies)):
        raise ValueError("the mistakes are not in the order of the game")
    for ply in (*plies, *(each.ply for each in (*game.occasions, *game.theirs))):
        if not 0 <= ply < len(game.moves):
            raise ValueError(f"there is no ply {ply}")
    boards = [chess.Board(game.start)]
    for played in game.moves:
        _check_line(boards[-1], played.line)
        _check_line(boards[-1], [played.move])
        boards.append(after(boards[-1], played.move))
    for fault in game.faults:
        _check_fault(fault, boards[fault.ply], boards[fault.ply + 1])


def _check_fault(fault: Fault, before: chess.Board, now: chess.Board) -> None:
    _check_same(before, fault.fen)
    _check_steps(before, [fault.played])
    if fault.better is not None:
        _check_steps(before, fault.better.line)
    for point in fault.points:
        start = now if point.side is PointSide.ALLOWED else before
        _check_same(start, point.fen)
        _check_steps(start, point.line)
        if (check := point.check) is not None:
            chess.Board(check.fen)
            if not 0 <= check.ply <= len(point.line) or not set(check.squares) <= {*chess.SQUARE_NAMES}:
                raise ValueError("the boards of a check cannot be compared")


def _check_same(board: chess.Board, fen: str) -> None:
    if chess.Board(fen).epd() != board.epd():
        raise ValueError("a line begins on another board")


def _check_steps(board: chess.Board, steps: Sequence[Step]) -> None:
    if not steps:
        raise ValueError("a line has no move")
    moves = [step.move for step in steps]
    _check_line(board, moves)
    for step, true in zip(steps, steps_of(board, moves), strict=True):
        if step.san != true.san or chess.Board(step.fen).epd() != chess.Board(true.fen).epd():
            raise ValueError(f"{step.uci} does not lead to this board")


def _check_line(board: chess.Board, line: Iterable[chess.Move]) -> None:
    walk = board.copy(stack=False)
    for move in line:
        if not walk.is_legal(move):
            raise ValueError(f"{move.uci()} cannot be played")
        walk.push(move)
