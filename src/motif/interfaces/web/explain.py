"""Explain: positions, why a move is good or what is wrong with it, and what advisers say.

Advisers are named exactly as listed; never by a path, a command or an option.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import chess
from fastapi import APIRouter, Query
from pydantic import Field

from motif.board.limits import Limit
from motif.coach import find_coach
from motif.errors import IllegalMove, UnknownName, nearest
from motif.interfaces.asking import heard
from motif.interfaces.reading import read_board, read_move
from motif.interfaces.web.boards import PositionShape, Shape
from motif.interfaces.web.server import Here
from motif.interfaces.web.workers import Tell, cached
from motif.players import Role, entries, find_adviser
from motif.reasons.told import Told, ToldMistake, steps_of

router = APIRouter(tags=["explain"])

JUDGE = "search"

WITH_A_FILE = frozenset({"tables", "maia", "uci", "xboard", "endgame"})
"""They are called with a path or a name of a file, so no request may call them."""

MOST_MOVES_OF_A_LINE = 200


class ExplainRequest(Shape):
    """A position, the move that is asked about (else the best one), and the moves that led there, as UCI."""

    fen: str = Field(max_length=120)
    move: str | None = Field(default=None, max_length=12)
    game_moves: list[str] = Field(default_factory=list, max_length=1000)
    """From `fen` on, before `move`; the last of them belongs to the story."""


class AdviseRequest(Shape):
    """A position, and whom to ask; without names the coach, whose every word is checked."""

    fen: str = Field(max_length=120)
    advisers: list[str] | None = Field(default=None, max_length=20)


class AdviceShape(Shape):
    """What an adviser says; `weight` is the expected gain in centipawns, null where nobody has measured it."""

    by: str
    move: str
    san: str
    weight: float | None
    because: str
    source: str
    squares: list[str]
    arrows: list[str]
    """As Lichess writes them: Ge2e4, or Re5 for a mark."""


class AdviserShape(Shape):
    """Somebody who can be asked."""

    name: str
    summary: str
    by_default: bool


@router.get("/position")
def position(
    fen: Annotated[str, Query(max_length=120, description="A position as FEN, or the word start.")] = "start",
    moves: Annotated[str, Query(max_length=2000, description="Moves from there on as UCI, by commas.")] = "",
) -> PositionShape:
    """A position: every legal move with the board after it, check, and how the game ended if it did.

    With moves it is the position after them, with the `line` that led there; a move that is illegal ends the line.
    """
    start = read_board(fen)
    board = start.copy()
    for word in moves.split(",")[:MOST_MOVES_OF_A_LINE]:
        try:
            board.push(read_move(board, word))
        except IllegalMove:
            break
    return PositionShape.of(board, steps_of(start, board.move_stack))


@router.post("/explain")
async def explain(asked: ExplainRequest, server: Here) -> Told | ToldMistake:
    """Why a move is good, or what is wrong with it: the JSON of `motif explain --json`. Without a move, the best one.

    A mistake has `played`, any other move has a `line`.
    """
    return await server.pool.ask(explained, asked.fen, asked.game_moves, asked.move)


@router.post("/advise", response_model=list[AdviceShape])
async def advise(asked: AdviseRequest, server: Here) -> Any:  # noqa: ANN401 - JSON
    """What advisers say of a position, the weightiest first: the JSON of `motif advise --json`."""
    names = list(dict.fromkeys(asked.advisers or []))
    known = [adviser.name for adviser in advisers()]
    for name in names:
        if name not in known:
            raise UnknownName(f"nobody here is called {name!r}", hint=nearest(name, known))
    return await server.pool.ask(advice, asked.fen, names)


@router.get("/advisers")
def advisers() -> list[AdviserShape]:
    """Everybody who can be asked."""
    return [
        AdviserShape(name=entry.name, summary=summary(entry.summary), by_default=entry.by_default)
        for entry in entries()
        if Role.ADVISER in entry.roles and entry.name not in WITH_A_FILE
    ]


def summary(words: str) -> str:
    """What somebody is, without how the command line would call it with a file."""
    return words.partition(";")[0]


def explained(_: Tell, fen: str, game_moves: Sequence[str], move: str | None) -> Told | ToldMistake:
    """As `motif explain` tells it: a mistake with both its sides, or why the move is good."""
    board = read_board(fen)
    for played in game_moves:
        board.push(read_move(board, played))
    coach = cached(find_coach, JUDGE)
    return coach.best(board) if move is None else coach.explain(board, read_move(board, move))


def advice(_: Tell, fen: str, names: Sequence[str]) -> list[dict[str, Any]]:
    """As `motif advise --json` tells it."""
    board = read_board(fen)
    if not names:
        coach = cached(find_coach, JUDGE)
        return [{"by": "coach"} | counsel.advice().to_json(board) for counsel in coach.advise(board)]
    said = heard(board, {name: cached(find_adviser, name) for name in names})
    return [{"by": name} | each.to_json(board) for name, each in said]


def warm(_: Tell) -> None:
    """Load what an explanation needs."""
    cached(find_coach, JUDGE).best(chess.Board(), Limit(depth=1))
