"""Define the values of the API that several routes use: how a game ended, and pieces of knowledge."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Any, Self

import chess
from pydantic import BaseModel, ConfigDict

from motif.arena.game import GameEnding
from motif.board.drawing import Arrow


class Shape(BaseModel):
    """A value of the API, which refuses unknown fields.

    If another package has a value for the same thing (an explanation, a studied game, a rate), the API uses that.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    @classmethod
    def like(cls, value: object, **others: Any) -> Self:  # noqa: ANN401 - the other fields
        """Make a shape from the equally named attributes of a value, and the other fields."""
        known = {name: getattr(value, name) for name in cls.model_fields if hasattr(value, name)}
        return cls(**known | others)


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


class HintShape(Shape):
    """A hint of a step, and the squares that it reveals: the side of the board, the piece, the square, the move."""

    step: int
    words: str
    squares: list[str]


class Shelf(StrEnum):
    """The shelves."""

    RULES = "rules"
    PATTERNS = "patterns"
    CASES = "cases"
    PROGRAMS = "programs"
    MOTIFS = "motifs"


class FigureShape(Shape):
    """A measured figure: its count, and its 95 % range if it is a share."""

    name: str
    value: float
    n: int | None = None
    interval: list[float] | None = None


class ExampleShape(Shape):
    """A board on which a piece of knowledge applies."""

    fen: str
    move: str | None
    san: str | None
    arrows: list[str]
    words: str

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move, shown: Iterable[Arrow], words: str) -> ExampleShape:
        """An example that shows a move, with each arrow once."""
        arrows = list(map(str, dict.fromkeys(shown)))
        return cls(fen=board.fen(), move=move.uci(), san=board.san(move), arrows=arrows, words=words)


class PieceShape(Shape):
    """A piece of knowledge."""

    id: str
    title: str
    sentence: str
    text: str
    """The text in its file: a clause, a pattern, a line of moves, a program."""
    figures: list[FigureShape]
    example: ExampleShape | None
