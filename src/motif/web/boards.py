"""Describe positions so that the page needs no rules of chess: every move comes with the board after it."""

from __future__ import annotations

from typing import Literal

import chess
from pydantic import BaseModel, ConfigDict

from motif.arena.game import GameEnding, ending_by_rules
from motif.explain.explanation import Step, steps_of


class Shape(BaseModel):
    """A value of the API, which refuses unknown fields.

    If another package has a value for the same thing (an explanation, a studied game, a rate), the API uses that.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


class Over(Shape):
    """How a game ended: the result (1-0, 0-1 or 1/2-1/2) and a text that gives only the reason."""

    result: str
    words: str

    @classmethod
    def of(cls, ending: GameEnding | None) -> Over | None:
        """The result as Motif reports it; None while the game goes on."""
        if ending is None:
            return None
        words = [str(ending.termination), *([ending.explanation] if ending.explanation else [])]
        return cls(result=str(ending.result), words=": ".join(words))


class PositionShape(Shape):
    """A position: who is to move, every legal move, whether there is a check, and how the game ended if it did."""

    fen: str
    turn: Literal["white", "black"]
    check: str | None
    """The square of a king in check."""
    moves: list[Step]
    over: Over | None
    line: list[Step]
    """The moves that led here, if the request gave any."""

    @classmethod
    def of(cls, board: chess.Board, line: tuple[Step, ...] = ()) -> PositionShape:
        """Everything that the page needs to know about a position."""
        king = board.king(board.turn) if board.is_check() else None
        return cls(
            fen=board.fen(),
            turn="white" if board.turn else "black",
            check=None if king is None else chess.square_name(king),
            moves=[steps_of(board, [move])[0] for move in board.legal_moves],
            over=Over.of(ending_by_rules(board)),
            line=list(line),
        )
