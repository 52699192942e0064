"""Positions, moves and arrows, so that a page needs to know no chess: every move comes with the board after it."""

from __future__ import annotations

from typing import Literal

import chess
from pydantic import BaseModel, ConfigDict, Field

from motif.arena.game import ending_by_rules
from motif.arena.records import Ending
from motif.board.drawing import Arrow


class Shape(BaseModel):
    """A value of the API; what it does not know it refuses."""

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Problem(Shape):
    """What is wrong, and what to try instead."""

    error: str
    hint: str = ""


class ArrowShape(Shape):
    """An arrow between two squares; a mark on a square when it ends where it begins."""

    tail: str = Field(alias="from")
    to: str
    colour: Literal["green", "red", "yellow", "blue"]

    @classmethod
    def of(cls, arrow: Arrow) -> ArrowShape:
        """An arrow of the house."""
        return cls.model_validate(arrow.to_json())


class Step(Shape):
    """A move as UCI and as a score sheet write it, and the board after it."""

    uci: str
    san: str
    fen: str


class Over(Shape):
    """How a game ended: 1-0, 0-1 or 1/2-1/2, and in words by what."""

    result: str
    words: str

    @classmethod
    def of(cls, ending: Ending | None) -> Over | None:
        """An ending of the house; None while the game goes on."""
        return None if ending is None else cls(result=str(ending.result), words=str(ending))


class PositionShape(Shape):
    """A position: who is to move, every legal move, whether there is a check, and how the game ended if it did."""

    fen: str
    turn: Literal["white", "black"]
    check: str | None
    """The square of a king in check."""
    moves: list[Step]
    over: Over | None
    words: str
    """The men and their squares, for those who cannot see the board."""


def steps_of(board: chess.Board, moves: list[chess.Move] | tuple[chess.Move, ...]) -> list[Step]:
    """A line of moves from a board, each with the board after it."""
    board = board.copy()
    steps = []
    for move in moves:
        san = board.san_and_push(move)
        steps.append(Step(uci=move.uci(), san=san, fen=board.fen()))
    return steps


def position_of(board: chess.Board, words: str) -> PositionShape:
    """What a page has to know of a position."""
    king = board.king(board.turn) if board.is_check() else None
    return PositionShape(
        fen=board.fen(),
        turn="white" if board.turn else "black",
        check=None if king is None else chess.square_name(king),
        moves=[steps_of(board, [move])[0] for move in board.legal_moves],
        over=Over.of(ending_by_rules(board)),
        words=words,
    )
