"""Play: games against a player of the house, a move and its answer, why, hints, takeback, PGN.

Players are named exactly as listed; never by a path, a command or an option.
"""

from __future__ import annotations

from random import Random
from typing import Literal

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from pydantic import Field

from motif.advice import Advice, Reason
from motif.board.moves import read_board, read_move
from motif.engines.limits import EXPLAIN_LIMIT, OPPONENT_MOVE_LIMIT
from motif.errors import BadArgument, UnknownName, nearest
from motif.explain.explanation import Step, steps_of
from motif.explain.moves import explain
from motif.play.kept import KeptGame
from motif.play.session import STEPS
from motif.play.session import hint as hint_at
from motif.players.human import DEFAULT_LEVEL, HUMAN
from motif.players.human_model import LEVELS
from motif.players.names import KNOWN_ENGINES, Role, entries, find_adviser, find_evaluator, find_player
from motif.study.engine import WITH_A_FILE
from motif.web.boards import Shape
from motif.web.explain import EXPLAINING_ENGINE, summary
from motif.web.games_in_play import Games, GameShape, GameSummary, NewGame, WebGame, WebGames
from motif.web.guard import Outdated
from motif.web.pool import Tell, cached
from motif.web.server import Here, Server

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
    """A move as UCI or SAN; `ply` says after how many half-moves it is meant, and elsewhere it is refused."""

    move: str = Field(max_length=12)
    ply: int | None = Field(default=None, ge=0, le=10_000)


class WhyShape(Shape):
    """Why the last move was played, and what to draw."""

    move: Step
    by: Literal["you", "opponent"]
    sentence: str
    arrows: list[str]
    """As Lichess writes them: Ge2e4, or Re5 for a mark."""


class GameHint(Shape):
    """A hint in four steps: the side of the board, the piece, the square, the move with its reason."""

    step: int
    words: str


@router.get("/players")
def players() -> list[PlayerShape]:
    """Everybody who can be played against, with their levels."""
    return [
        PlayerShape(
            name=entry.name,
            summary=summary(entry.summary),
            levels=_levels(entry.name),
            default_level=DEFAULT_LEVEL if _levels(entry.name) else None,
        )
        for entry in entries()
        if Role.PLAYER in entry.roles and entry.name not in WITH_A_FILE | OF_ENDGAMES
    ]


@router.post("/games", status_code=201)
async def begin(wanted: NewGame, server: Here, games: Games) -> GameShape:
    """Begin a game; where the opponent has the first move, it is played."""
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
    """Every game, the last one first."""
    return [game.summary() for game in games.all()]


@router.get("/games/{game}")
async def game(game: str, server: Here, games: Games) -> GameShape:
    """The current state of a game."""
    # A reply that the end of a server broke off is made now.
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
        # Who is out of time has not moved any more.
        if played.flagged is None:
            played.play(move, games.now())
        games.keep(played)
        await _reply(server, games, played)
    return played.shape(games.now())


@router.post("/games/{game}/takeback")
async def takeback(game: str, games: Games) -> GameShape:
    """Take your last move back, and a resignation with it."""
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

    The opponent gives its own reason; for your move Motif explains it.
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
        # How many people choose a move says nothing about what it is good for.
        good = await server.pool.ask(reason_for, played.game)
        sentence, arrows = f"{good.english.rstrip('.')}. {sentence}.", good.arrows
    return WhyShape(
        move=steps_of(board, [last])[0],
        by="you" if mover == played.game.side else "opponent",
        sentence=sentence,
        arrows=list(map(str, arrows)),
    )


@router.get("/games/{game}/hint")
async def hint(game: str, server: Here, games: Games, step: int = 1) -> GameHint:
    """A hint, in steps 1 to 4.

    They show the side of the board, the piece, the square, and the move with its reason.
    """
    played = games.find(game)
    played.check_yours()
    step = max(1, min(STEPS, step))
    return GameHint(step=step, words=await server.pool.ask(hint_for, played.game, step))


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
    """The full name of a player at a level, such as `search 3`; refused when it is not on the list."""
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
    """The opponent's move, and its own reason."""
    player = cached(find_player, game.against)
    # The process that moves may be another one than before, so the seed of a move follows from its place in the game.
    player.new_game(game.seed + len(game.moves))
    return player.choose(game.board(), OPPONENT_MOVE_LIMIT)


def reason_for(_: Tell, game: KeptGame) -> Reason:
    """What the last move was good for."""
    board = game.board()
    return explain(board, board.pop(), cached(find_evaluator, EXPLAINING_ENGINE), EXPLAIN_LIMIT).reason()


def hint_for(_: Tell, game: KeptGame, step: int) -> str:
    """A hint for the player to move, in steps."""
    board = game.board()
    return hint_at(board, cached(find_adviser, HINTS_BY).advise(board)[0], step)
