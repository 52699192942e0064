"""Positions, lines, explanations and advice."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query

from motif.interfaces.asking import asked_unbidden
from motif.interfaces.reading import read_board, read_move
from motif.interfaces.web import names
from motif.interfaces.web.server import Here
from motif.interfaces.web.shapes.boards import PositionShape, Step, position_of, steps_of
from motif.interfaces.web.shapes.explaining import (
    AdviceShape,
    AdviseRequest,
    AdviserShape,
    ExplainRequest,
    ExplanationShape,
    MistakeShape,
    PlayerShape,
)
from motif.interfaces.web.tasks import explaining
from motif.study.report.boards import described

router = APIRouter(tags=["explain"])

Fen = Annotated[str, Query(max_length=120, description="A position as FEN, or the word start.")]
MOST_MOVES_OF_A_LINE = 200


@router.get("/position")
def position(fen: Fen = "start") -> PositionShape:
    """A position: every legal move with the board after it, check, and how the game ended if it did."""
    board = read_board(fen)
    return position_of(board, described(board))


@router.get("/line")
def line(fen: Fen, moves: Annotated[str, Query(max_length=2000, description="Moves as UCI, by spaces.")]) -> list[Step]:
    """A line of moves from a position, each with the board after it."""
    board = read_board(fen)
    walk, played = board.copy(), []
    for word in moves.split()[:MOST_MOVES_OF_A_LINE]:
        played.append(read_move(walk, word))
        walk.push(played[-1])
    return steps_of(board, played)


@router.post("/explain", response_model=ExplanationShape | MistakeShape)
async def explain(asked: ExplainRequest, server: Here) -> Any:  # noqa: ANN401 - the JSON of one of the two
    """Why a move is good, or what is wrong with it: the JSON of `motif explain --json`. Without a move, the best one.

    A mistake has `played`, an explanation has `move`.
    """
    return await server.hands.ask(explaining.explain, asked.fen, asked.game_moves, asked.move)


@router.post("/advise", response_model=list[AdviceShape])
async def advise(asked: AdviseRequest, server: Here) -> Any:  # noqa: ANN401 - JSON
    """What advisers say of a position, the weightiest first: the JSON of `motif advise --json`."""
    wanted = names.check_advisers(asked.advisers if asked.advisers is not None else asked_unbidden())
    return await server.hands.ask(explaining.advise, asked.fen, wanted)


@router.get("/advisers")
def advisers() -> list[AdviserShape]:
    """Everybody who can be asked."""
    return names.advisers()


@router.get("/players")
def players() -> list[PlayerShape]:
    """Everybody who can be played against, with their levels."""
    return names.players()
