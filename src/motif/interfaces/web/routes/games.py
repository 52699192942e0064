"""Games against a player of the house."""

from __future__ import annotations

from random import Random

import chess
from fastapi import APIRouter
from fastapi.responses import PlainTextResponse

from motif.errors import BadArgument
from motif.interfaces.play.hints import STEPS
from motif.interfaces.play.kept import KeptGame
from motif.interfaces.reading import read_board, read_move
from motif.interfaces.web import names
from motif.interfaces.web.games import WebGame
from motif.interfaces.web.server import Here, Server
from motif.interfaces.web.shapes.boards import ArrowShape, steps_of
from motif.interfaces.web.shapes.games import GameHint, GameShape, MoveRequest, NewGame, WhyShape
from motif.interfaces.web.tasks import playing

router = APIRouter(prefix="/games", tags=["play"])


@router.post("", status_code=201)
async def begin(wanted: NewGame, server: Here) -> GameShape:
    """Begin a game; where the opponent has the first move, it is played."""
    against = names.player_name(wanted.player, wanted.level)
    board = read_board(wanted.fen or "start")
    seed = wanted.seed if wanted.seed is not None else Random().randrange(10**9)
    side = Random(seed).random() < 0.5 if wanted.side == "random" else wanted.side == "white"
    game = server.games.add(wanted.player, wanted.level, KeptGame(against, side, seed, board.fen()))
    async with game.lock:
        await _reply(server, game)
    return game.shape()


@router.get("/{game}")
def game(game: str, server: Here) -> GameShape:
    """A game as it stands."""
    return server.games.find(game).shape()


@router.post("/{game}/move")
async def move(game: str, asked: MoveRequest, server: Here) -> GameShape:
    """Play a move, and have the opponent's answer."""
    found = server.games.find(game)
    async with found.lock:
        found.check_yours()
        found.game = found.game.played(read_move(found.game.board(), asked.move))
        await _reply(server, found)
    return found.shape()


@router.post("/{game}/takeback")
async def takeback(game: str, server: Here) -> GameShape:
    """Take the last move of yours back, and a resignation with it."""
    found = server.games.find(game)
    async with found.lock:
        before = found.game.taken_back()
        if before is None:
            raise BadArgument("there is no move of yours to take back")
        found.game, found.resigned = before, False
        found.reasons = {ply: why for ply, why in found.reasons.items() if ply < len(before.moves)}
    return found.shape()


@router.post("/{game}/resign")
async def resign(game: str, server: Here) -> GameShape:
    """Give the game up."""
    found = server.games.find(game)
    async with found.lock:
        if found.ending is not None:
            raise BadArgument("the game is over")
        found.resigned = True
    return found.shape()


@router.get("/{game}/why")
async def why(game: str, server: Here) -> WhyShape:
    """Why the last move was played: the opponent's own reason, or what yours is good for."""
    found = server.games.find(game)
    ply = len(found.game.moves) - 1
    if ply < 0:
        raise BadArgument("no move has been played yet")
    board = found.game.board()
    if ply not in found.reasons:
        found.reasons[ply] = await server.hands.ask(playing.why, found.game)
    reason = found.reasons[ply]
    mover = not board.turn
    last = board.pop()
    return WhyShape(
        move=steps_of(board, [last])[0],
        by="you" if mover == found.game.side else "opponent",
        sentence=reason.sentence,
        arrows=[ArrowShape.of(arrow) for arrow in reason.arrows],
    )


@router.get("/{game}/hint")
async def hint(game: str, server: Here, step: int = 1) -> GameHint:
    """A hint by steps, 1 to 4: the side of the board, the man, the square, the move with its reason."""
    found = server.games.find(game)
    found.check_yours()
    step = max(1, min(STEPS, step))
    return GameHint(step=step, words=await server.hands.ask(playing.hint_for, found.game, step))


@router.get("/{game}/pgn", response_class=PlainTextResponse)
def pgn(game: str, server: Here) -> PlainTextResponse:
    """The game so far as PGN."""
    found = server.games.find(game)
    headers = {"content-disposition": 'attachment; filename="motif-game.pgn"'}
    return PlainTextResponse(found.game.pgn(found.ending), media_type="application/x-chess-pgn", headers=headers)


async def _reply(server: Server, game: WebGame) -> None:
    """The opponent's move, if it is its turn."""
    if game.ending is not None or game.is_yours:
        return
    answer, reason = await server.hands.ask(playing.reply, game.game)
    game.reasons[len(game.game.moves)] = reason
    game.game = game.game.played(chess.Move.from_uci(answer))
