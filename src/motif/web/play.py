"""Play games against Motif's players: moves and clocks, why, hints, takeback, PGN; all survive a restart.

Players are named exactly as listed; never by a path, a command or an option.
"""

from __future__ import annotations

import json
import secrets
import time
from asyncio import Lock
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from random import Random
from typing import Annotated, Any, Literal

import chess
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import Field

from motif.advice import Advice, Reason
from motif.arena.game import EndReason, GameEnding, ending_by_rules
from motif.board.drawing import Arrow
from motif.board.moves import read_board, read_move
from motif.board.tags import GameResult
from motif.engines.limits import EXPLAIN_LIMIT, OPPONENT_MOVE_LIMIT
from motif.errors import BadArgument, NothingFound, UnknownName, nearest
from motif.explain.explanation import Step, steps_of
from motif.explain.moves import explain
from motif.play import STEPS, KeptGame
from motif.play import hint as hint_at
from motif.players.human import DEFAULT_LEVEL, HUMAN
from motif.players.human_model import LEVELS
from motif.players.names import KNOWN_ENGINES, Role, entries, find_adviser, find_evaluator, find_player
from motif.study.engine import ENGINES_FROM_FILES
from motif.web.explain import EXPLAINING_ENGINE, summary
from motif.web.guard import Outdated
from motif.web.pool import Tell, cached
from motif.web.server import Here, Part, Server, part_of_server
from motif.web.shapes import HintShape, Over, Shape

# The clock of a game: what each side has left, what a move adds, and since when the side to move thinks.


class ClockRequest(Shape):
    """Minutes for each side, and the seconds that a move adds."""

    minutes: float = Field(ge=0.5, le=180)
    increment: float = Field(default=0, ge=0, le=60)


class ClockShape(Shape):
    """The seconds that each side has left now; that of the side to move decreases while `is_running`."""

    white: float
    black: float
    is_running: bool


@dataclass(frozen=True, slots=True)
class GameClock:
    """The seconds left at the last move; `since` is when the side to move began to think, None if stopped."""

    white: float
    black: float
    increment: float
    since: float | None = None

    @classmethod
    def of(cls, asked: ClockRequest) -> GameClock:
        return cls(60 * asked.minutes, 60 * asked.minutes, asked.increment)

    def running(self, now: float) -> GameClock:
        """The clock, started if it was stopped."""
        return self if self.since is not None else replace(self, since=now)

    def left(self, side: chess.Color, turn: chess.Color, now: float) -> float:
        """The seconds that a side has left, at least 0."""
        spent = now - self.since if self.since is not None and side == turn else 0.0
        return max(0.0, (self.white if side else self.black) - spent)

    def pressed(self, side: chess.Color, now: float) -> GameClock:
        """The clock after a move of this side, now running for the other side."""
        left = self.left(side, side, now) + self.increment
        return GameClock(left if side else self.white, self.black if side else left, self.increment, now)

    def settled(self, turn: chess.Color, now: float) -> GameClock:
        """The clock with the time used until now subtracted."""
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return GameClock(white, black, self.increment, now)

    def stopped(self, turn: chess.Color, now: float) -> GameClock:
        return replace(self.settled(turn, now), since=None)

    def shape(self, turn: chess.Color, now: float) -> ClockShape:
        white, black = (self.left(side, turn, now) for side in chess.COLORS)
        return ClockShape(white=white, black=black, is_running=self.since is not None)

    def to_json(self) -> dict[str, Any]:
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
    fen: str
    last: str | None
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
    """The side that ran out of time."""
    reasons: dict[int, Reason] = field(default_factory=dict)
    """The opponent's reasons, by ply."""
    lock: Lock = field(default_factory=Lock)

    @property
    def ending(self) -> GameEnding | None:
        if self.resigned:
            return GameEnding(GameResult.win_for(not self.game.side), EndReason.RESIGNATION)
        if self.flagged is not None:
            if self.game.board().has_insufficient_material(not self.flagged):
                return GameEnding(GameResult.DRAW, EndReason.INSUFFICIENT_MATERIAL)
            return GameEnding(GameResult.win_for(not self.flagged), EndReason.TIME)
        return ending_by_rules(self.game.board())

    @property
    def is_yours(self) -> bool:
        return self.ending is None and self.game.board().turn == self.game.side

    def check_yours(self) -> None:
        """Raise an error unless it is the person's turn."""
        if self.ending is not None:
            raise BadArgument("the game is over", hint="take a move back, or begin a new game")
        if not self.is_yours:
            raise BadArgument("it is the opponent's turn", hint="wait for its move")

    def look_at_clock(self, now: float) -> None:
        """Start the clock if it is stopped, and check whether the side to move is out of time."""
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
        self.resigned = True
        self._stop_clock(now)

    def _stop_clock(self, now: float) -> None:
        if self.clock is not None:
            self.clock = self.clock.stopped(self.game.board().turn, now)

    def shape(self, now: float) -> GameShape:
        board = self.game.board()
        return GameShape.like(
            self,
            side=chess.COLOR_NAMES[self.game.side],
            start=self.game.fen,
            moves=list(steps_of(board.root(), board.move_stack)),
            yours=self.is_yours,
            over=Over.of(self.ending),
            clock=self.clock.shape(board.turn, now) if self.clock else None,
        )

    def summary(self) -> GameSummary:
        board = self.game.board()
        return GameSummary.like(
            self,
            side=chess.COLOR_NAMES[self.game.side],
            moves=len(self.game.moves),
            fen=board.fen(),
            last=self.game.moves[-1] if self.game.moves else None,
            yours=self.is_yours,
            over=Over.of(self.ending),
        )

    def to_json(self) -> str:
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
        """Read a game from the journal; raises ValueError, KeyError or TypeError for any other text."""
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
    """The most recent games; every move is saved before its request is answered."""

    def restore(self) -> None:
        self.now: Callable[[], float] = time.monotonic
        self._games: OrderedDict[str, WebGame] = OrderedDict()
        for name, text in self.journal.kept("games"):
            # Skip games that another version wrote or that cannot be played.
            with suppress(ValueError, KeyError, TypeError, AttributeError):
                self._games[name] = WebGame.from_json(name, text)

    def keep(self, game: WebGame) -> None:
        self.journal.keep("games", game.id, game.to_json(), self.settings.bounds.games_remembered)
        self._games.move_to_end(game.id)

    def all(self) -> list[WebGame]:
        """Every game, the last changed first."""
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
        game = self._games.get(name)
        if game is None:
            raise NothingFound("there is no such game", hint="only the last few hundred games are kept")
        return game


Games = Annotated[WebGames, part_of_server(WebGames)]


router = APIRouter(tags=["play"])

OF_ENDGAMES = frozenset({"tablebase", "master"})
"""Players that only know endgames, and so cannot play a game from its start."""

BY_DEPTH = frozenset({"base", "pruning", *KNOWN_ENGINES})
DEEPEST = 8


HINTS_BY = "motif,depth=8"


class LevelShape(Shape):
    """A player's level, as text."""

    number: int
    words: str


class PlayerShape(Shape):
    """A player to play against; without levels there is only one strength."""

    name: str
    summary: str
    levels: list[LevelShape]
    default_level: int | None


class MoveRequest(Shape):
    """A move as UCI or SAN; it is refused unless the game has `ply` half-moves so far."""

    move: str = Field(max_length=12)
    ply: int | None = Field(default=None, ge=0, le=10_000)


class WhyShape(Shape):
    """Why the last move was played, with arrows."""

    move: Step
    by: Literal["you", "opponent"]
    sentence: str
    arrows: list[str]
    """Arrows in Lichess's notation: Ge2e4, or Re5 for a mark."""


@router.get("/players")
def players() -> list[PlayerShape]:
    """All players that you can play against, with their levels."""
    return [
        PlayerShape(
            name=entry.name,
            summary=summary(entry.summary),
            levels=_levels(entry.name),
            default_level=DEFAULT_LEVEL if _levels(entry.name) else None,
        )
        for entry in entries()
        if Role.PLAYER in entry.roles and entry.name not in ENGINES_FROM_FILES | OF_ENDGAMES
    ]


@router.post("/games", status_code=201)
async def begin(wanted: NewGame, server: Here, games: Games) -> GameShape:
    """Begin a game; if the opponent moves first, its move is played."""
    against = player_name(wanted.player, wanted.level)
    board = read_board(wanted.fen or "start")
    seed = wanted.seed if wanted.seed is not None else Random().randrange(10**9)
    side = Random(seed).random() < 0.5 if wanted.side == "random" else wanted.side == "white"
    game = games.add(wanted, KeptGame(against, side, seed, board.fen()))
    async with game.lock:
        await _reply(server, games, game)
    return game.shape(games.now())


@router.get("/games")
async def all_games(games: Games) -> list[GameSummary]:
    """Every game, the last changed first."""
    return [game.summary() for game in games.all()]


@router.get("/games/{game}")
async def game(game: str, server: Here, games: Games) -> GameShape:
    """The current state of a game."""
    # Make the reply that was interrupted by the end of a server.
    playing = games.find(game)
    async with playing.lock:
        await _reply(server, games, playing)
    return playing.shape(games.now())


@router.post("/games/{game}/move")
async def move(game: str, asked: MoveRequest, server: Here, games: Games) -> GameShape:
    """Play a move, and return the opponent's answer."""
    played = games.find(game)
    async with played.lock:
        if asked.ply is not None and asked.ply != len(played.game.moves):
            raise Outdated("this game has gone on in another window", hint="the board now shows the latest position")
        played.check_yours()
        move = read_move(played.game.board(), asked.move)
        played.look_at_clock(games.now())
        # A player who is out of time can no longer move.
        if played.flagged is None:
            played.play(move, games.now())
        games.keep(played)
        await _reply(server, games, played)
    return played.shape(games.now())


@router.post("/games/{game}/takeback")
async def takeback(game: str, games: Games) -> GameShape:
    """Take back your last move, or your resignation."""
    played = games.find(game)
    async with played.lock:
        if not played.takebacks:
            raise BadArgument("this game is played without takebacks")
        if played.flagged is not None:
            raise BadArgument("the time is over", hint="begin a new game")
        before = played.game.taken_back()
        if before is None:
            raise BadArgument("there is no move of yours to take back")
        if played.clock is not None:
            # Time that was spent is not given back.
            played.clock = played.clock.settled(played.game.board().turn, games.now())
        played.game, played.resigned = before, False
        played.reasons = {ply: why for ply, why in played.reasons.items() if ply < len(before.moves)}
        games.keep(played)
    return played.shape(games.now())


@router.post("/games/{game}/resign")
async def resign(game: str, games: Games) -> GameShape:
    """Resign the game."""
    played = games.find(game)
    async with played.lock:
        if played.ending is not None:
            raise BadArgument("the game is over")
        played.resign(games.now())
        games.keep(played)
    return played.shape(games.now())


@router.get("/games/{game}/why")
async def why(game: str, server: Here, games: Games) -> WhyShape:
    """Why the last move was played.

    The opponent gives the reason for its move; Motif explains yours.
    """
    played = games.find(game)
    ply = len(played.game.moves) - 1
    if ply < 0:
        raise BadArgument("no move has been played yet")
    board = played.game.board()
    if ply not in played.reasons:
        played.reasons[ply] = await server.pool.ask(reason_for, played.game)
    reason = played.reasons[ply]
    mover = not board.turn
    last = board.pop()
    sentence, arrows = reason.english, reason.arrows
    if played.player == HUMAN and mover != played.game.side:
        # The share of people who choose a move does not say what it is for.
        good = await server.pool.ask(reason_for, played.game)
        sentence, arrows = f"{good.english.rstrip('.')}. {sentence}.", good.arrows
    return WhyShape(
        move=steps_of(board, [last])[0],
        by="you" if mover == played.game.side else "opponent",
        sentence=sentence,
        arrows=list(map(str, arrows)),
    )


@router.get("/games/{game}/hint")
async def hint(game: str, server: Here, games: Games, step: int = 1) -> HintShape:
    """A hint, in steps 1 to 4.

    They show the side of the board, the piece, the square, and the move with its reason.
    """
    played = games.find(game)
    played.check_yours()
    step = max(1, min(STEPS, step))
    return HintShape(step=step, words=await server.pool.ask(hint_for, played.game, step), squares=[])


@router.get("/games/{game}/pgn", response_class=PlainTextResponse)
def pgn(game: str, games: Games) -> PlainTextResponse:
    """The moves played up to now, as PGN."""
    played = games.find(game)
    headers = {"content-disposition": 'attachment; filename="motif-game.pgn"'}
    return PlainTextResponse(played.game.pgn(played.ending), media_type="application/x-chess-pgn", headers=headers)


async def _reply(server: Server, games: WebGames, game: WebGame) -> None:
    """Check the clock, and play the opponent's move if it is its turn."""
    was_over = game.ending is not None
    game.look_at_clock(games.now())
    if game.flagged is not None and not was_over:
        games.keep(game)
    if game.ending is None and not game.is_yours:
        answer = await server.pool.ask(reply, game.game)
        game.look_at_clock(games.now())
        if game.flagged is None:
            game.reasons[len(game.game.moves)] = answer.because
            game.play(answer.move, games.now())
        games.keep(game)


def player_name(name: str, level: int | None) -> str:
    """The full name of a player at a level, such as `search 3`; raises an error for a player that is not listed."""
    player = next((each for each in players() if each.name == name), None)
    if player is None:
        raise UnknownName(f"no player here is called {name!r}", hint=nearest(name, [each.name for each in players()]))
    if not player.levels:
        if level is not None:
            raise BadArgument(f"{name} has no levels", hint="leave the level out")
        return name
    level = player.default_level if level is None else level
    if level not in [each.number for each in player.levels]:
        raise BadArgument(f"{name} has no level {level}", hint=f"1 to {len(player.levels)}")
    return f"{name},{'level' if name == HUMAN else 'depth'}={level}"


def _levels(name: str) -> list[LevelShape]:
    if name == HUMAN:
        return [LevelShape(number=level.number, words=str(level)) for level in LEVELS]
    if name in BY_DEPTH:
        return [LevelShape(number=depth, words=f"looks {depth} plies ahead") for depth in range(1, DEEPEST + 1)]
    return []


def reply(_: Tell, game: KeptGame) -> Advice:
    """The opponent's move with its reason."""
    player = cached(find_player, game.against)
    # Another process may make the next move, so the seed of a move depends on its place in the game.
    player.new_game(game.seed + len(game.moves))
    return player.choose(game.board(), OPPONENT_MOVE_LIMIT)


def reason_for(_: Tell, game: KeptGame) -> Reason:
    """Explain the last move."""
    board = game.board()
    return explain(board, board.pop(), cached(find_evaluator, EXPLAINING_ENGINE), EXPLAIN_LIMIT).reason()


def hint_for(_: Tell, game: KeptGame, step: int) -> str:
    """A hint for the player to move."""
    board = game.board()
    return hint_at(board, cached(find_adviser, HINTS_BY).advise(board)[0], step)
