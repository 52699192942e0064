"""Games in play: the current state of each with its clock; all are saved, so they survive a restart."""

from __future__ import annotations

import json
import secrets
import time
from asyncio import Lock
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Literal

import chess
from pydantic import Field

from motif.advice import Reason
from motif.arena.game import EndReason, GameEnding, ending_by_rules
from motif.board.drawing import Arrow
from motif.board.tags import GameResult
from motif.errors import BadArgument, NothingFound
from motif.explain.explanation import Step, steps_of
from motif.play.kept import KeptGame
from motif.web.boards import Over, PositionShape, Shape
from motif.web.journal import Journal
from motif.web.server import Part, part_of_server
from motif.web.settings import Settings

# The clock of a game: what each side has left, what a move adds, and since when the side to move thinks.


class ClockRequest(Shape):
    """Minutes for each side, and the seconds that a move adds."""

    minutes: float = Field(ge=0.5, le=180)
    increment: float = Field(default=0, ge=0, le=60)


class ClockShape(Shape):
    """Seconds that each side has left now; that of the side to move runs while `is_running`."""

    white: float
    black: float
    is_running: bool


@dataclass(frozen=True, slots=True)
class GameClock:
    """Seconds left at the last move; `since` is when the side to move began to think, None if the clock is stopped."""

    white: float
    black: float
    increment: float
    since: float | None = None

    @classmethod
    def of(cls, asked: ClockRequest) -> GameClock:
        """The clock before the first move; it is stopped."""
        return cls(60 * asked.minutes, 60 * asked.minutes, asked.increment)

    def running(self, now: float) -> GameClock:
        """The clock, started if it was stopped."""
        return self if self.since is not None else replace(self, since=now)

    def left(self, side: chess.Color, turn: chess.Color, now: float) -> float:
        """What a side has left, never less than nothing."""
        spent = now - self.since if self.since is not None and side == turn else 0.0
        return max(0.0, (self.white if side else self.black) - spent)

    def pressed(self, side: chess.Color, now: float) -> GameClock:
        """The clock after a move of this side: the other one's runs."""
        left = self.left(side, side, now) + self.increment
        return GameClock(left if side else self.white, self.black if side else left, self.increment, now)

    def settled(self, turn: chess.Color, now: float) -> GameClock:
        """What the side to move has used until now, used for good."""
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return GameClock(white, black, self.increment, now)

    def stopped(self, turn: chess.Color, now: float) -> GameClock:
        """The clock, stopped now."""
        return replace(self.settled(turn, now), since=None)

    def shape(self, turn: chess.Color, now: float, *, is_over: bool) -> ClockShape:
        """As the page sees it."""
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return ClockShape(white=white, black=black, is_running=self.since is not None and not is_over)

    def to_json(self) -> dict[str, Any]:
        """As the journal keeps it."""
        return {"white": self.white, "black": self.black, "increment": self.increment}


class NewGame(Shape):
    """The opponent, its level, your colour and the starting position."""

    player: str = Field(max_length=60)
    level: int | None = Field(default=None, ge=1, le=100)
    side: Literal["white", "black", "random"] = "white"
    fen: str | None = Field(default=None, max_length=120)
    seed: int | None = Field(default=None, ge=0, le=10**9)
    clock: ClockRequest | None = None
    takebacks: bool = True


class GameShape(Shape):
    """The current state of a game, including the opponent's reply."""

    id: str
    player: str
    level: int | None
    side: Literal["white", "black"]
    start: str
    moves: list[Step]
    position: PositionShape
    yours: bool
    """Whether it is the person's turn."""
    over: Over | None
    takebacks: bool
    clock: ClockShape | None


class GameSummary(Shape):
    """A game in the list."""

    id: str
    player: str
    level: int | None
    side: Literal["white", "black"]
    moves: int
    """Half-moves that were played."""
    fen: str
    last: str | None
    """The last move as UCI."""
    yours: bool
    over: Over | None


@dataclass(eq=False)
class WebGame:
    """A game in progress; moves are handled one at a time, from any tab."""

    id: str
    player: str
    level: int | None
    game: KeptGame
    resigned: bool = False
    takebacks: bool = True
    clock: GameClock | None = None
    flagged: chess.Color | None = None
    """Who ran out of time."""
    reasons: dict[int, Reason] = field(default_factory=dict)
    """The opponent's own reasons, by ply."""
    lock: Lock = field(default_factory=Lock)

    @property
    def ending(self) -> GameEnding | None:
        """How it ended, if it did."""
        if self.resigned:
            return GameEnding(GameResult.win_for(not self.game.side), EndReason.RESIGNATION)
        if self.flagged is not None:
            if self.game.board().has_insufficient_material(not self.flagged):
                return GameEnding(GameResult.DRAW, EndReason.INSUFFICIENT_MATERIAL)
            return GameEnding(GameResult.win_for(not self.flagged), EndReason.TIME)
        return ending_by_rules(self.game.board())

    @property
    def is_yours(self) -> bool:
        """Whether the person is to move."""
        return self.ending is None and self.game.board().turn == self.game.side

    def check_yours(self) -> None:
        """Refuse what only the player to move can do."""
        if self.ending is not None:
            raise BadArgument("the game is over", hint="take a move back, or begin a new game")
        if not self.is_yours:
            raise BadArgument("it is the opponent's turn", hint="wait for its move")

    def look_at_clock(self, now: float) -> None:
        """Start the clock if it is stopped, and check whether the player to move is out of time."""
        if self.clock is None or self.ending is not None:
            return
        self.clock = self.clock.running(now)
        turn = self.game.board().turn
        if not self.clock.left(turn, turn, now):
            self.flagged = turn
            self._stop_clock(now)

    def play(self, move: chess.Move, now: float) -> None:
        """Play a move for the side to move, and press the clock."""
        if self.clock is not None:
            self.clock = self.clock.pressed(self.game.board().turn, now)
        self.game = self.game.played(move)
        if self.ending is not None:
            self._stop_clock(now)

    def resign(self, now: float) -> None:
        """Give the game up for the person."""
        self.resigned = True
        self._stop_clock(now)

    def _stop_clock(self, now: float) -> None:
        if self.clock is not None:
            self.clock = self.clock.stopped(self.game.board().turn, now)

    def shape(self, now: float) -> GameShape:
        """The game as the page sees it."""
        start = chess.Board(self.game.fen)
        board = self.game.board()
        return GameShape(
            id=self.id,
            player=self.player,
            level=self.level,
            side="white" if self.game.side else "black",
            start=self.game.fen,
            moves=list(steps_of(start, board.move_stack)),
            position=PositionShape.of(board),
            yours=self.is_yours,
            over=Over.of(self.ending),
            takebacks=self.takebacks,
            clock=self.clock.shape(board.turn, now, is_over=self.ending is not None) if self.clock else None,
        )

    def summary(self) -> GameSummary:
        """The game as the list has it."""
        board = self.game.board()
        return GameSummary(
            id=self.id,
            player=self.player,
            level=self.level,
            side="white" if self.game.side else "black",
            moves=len(self.game.moves),
            fen=board.fen(),
            last=self.game.moves[-1] if self.game.moves else None,
            yours=self.is_yours,
            over=Over.of(self.ending),
        )

    def to_json(self) -> str:
        """The game as the journal keeps it."""
        return json.dumps(
            {
                "player": self.player,
                "level": self.level,
                "resigned": self.resigned,
                "takebacks": self.takebacks,
                "clock": self.clock.to_json() if self.clock else None,
                "flagged": None if self.flagged is None else chess.COLOR_NAMES[self.flagged],
                "game": self.game.to_json(),
                "reasons": {ply: reason.to_json() for ply, reason in self.reasons.items()},
            }
        )

    @classmethod
    def from_json(cls, name: str, text: str) -> WebGame:
        """Read a game back; raises ValueError, KeyError or TypeError where it is none."""
        value = json.loads(text)
        game = KeptGame.from_json(value["game"])
        game.board()
        reasons = {int(ply): _reason(reason) for ply, reason in value["reasons"].items()}
        clock = GameClock(**value["clock"]) if value.get("clock") else None
        flagged = chess.COLOR_NAMES.index(value["flagged"]) == chess.WHITE if value.get("flagged") else None
        return cls(
            *(name, str(value["player"]), value["level"], game, bool(value["resigned"])),
            *(bool(value.get("takebacks", True)), clock, flagged, reasons),
        )


def _reason(value: dict[str, Any]) -> Reason:
    squares = tuple(map(chess.parse_square, value["squares"]))
    return Reason(value["source"], value["because"], squares, tuple(map(Arrow.parse, value["arrows"])))


class WebGames(Part):
    """The most recent games; every move is saved before the request is answered."""

    def __init__(self, settings: Settings, journal: Journal | None = None) -> None:
        super().__init__(settings, journal)
        self.now: Callable[[], float] = time.monotonic
        self._games: OrderedDict[str, WebGame] = OrderedDict()
        for name, text in self.journal.games():
            # Skip games that another version wrote or that cannot be played.
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                self._games[name] = WebGame.from_json(name, text)

    def keep(self, game: WebGame) -> None:
        """Save the current state of a game."""
        self.journal.keep_game(game.id, game.to_json(), self.settings.bounds.games_remembered)
        self._games.move_to_end(game.id)

    def all(self) -> list[WebGame]:
        """Every game, the one changed last first."""
        return list(reversed(self._games.values()))

    def add(self, wanted: NewGame, game: KeptGame) -> WebGame:
        """Remember a new game; the least recently used one may be dropped."""
        clock = GameClock.of(wanted.clock).running(self.now()) if wanted.clock else None
        made = WebGame(secrets.token_urlsafe(9), wanted.player, wanted.level, game)
        made.takebacks, made.clock = wanted.takebacks, clock
        self._games[made.id] = made
        while len(self._games) > self.settings.bounds.games_remembered:
            self._games.popitem(last=False)
        self.keep(made)
        return made

    def find(self, name: str) -> WebGame:
        """The game of this id."""
        game = self._games.get(name)
        if game is None:
            raise NothingFound("there is no such game", hint="the last few hundred are remembered")
        return game


Games = Annotated[WebGames, part_of_server(WebGames)]
"""The games, in the parameters of a route."""
