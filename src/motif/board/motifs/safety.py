"""Who is safe where, in the core's own words: who is covered, en prise, cornered or pinned.

A man is *en prise* when a cheaper man attacks it, or any man does and nothing covers it; *cornered* when it has no way
out of that. What an exchange comes to is another question, which `exchange` answers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from motif._core import board as facts
from motif._core.board import flights, is_cornered, is_covered, is_en_prise
from motif.board.material import TARGET_VALUES
from motif.board.positions import Positions

__all__ = [
    "SLIDERS",
    "Pin",
    "absolute_pins",
    "exchange",
    "flights",
    "is_cornered",
    "is_covered",
    "is_en_prise",
    "pins_to",
    "worth",
]

SLIDERS = frozenset({chess.BISHOP, chess.ROOK, chess.QUEEN})


def worth(board: chess.Board, square: chess.Square) -> int:
    """What the man on a square is worth; an empty square nothing."""
    return TARGET_VALUES.get(board.piece_type_at(square) or 0, 0)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a move wins once the captures on its target square are done, in pawns."""
    column = Positions.from_boards([board])
    place = column.legal_moves()[0].index(move)
    return round(int(column.exchange_values()[place]) / 100)


@dataclass(frozen=True, slots=True)
class Pin:
    """A man that stands on the line from an enemy slider to something behind it."""

    pinner: chess.Square
    pinned: chess.Square
    behind: chess.Square

    @property
    def line(self) -> chess.SquareSet:
        """The whole line, on which the pinned man may move."""
        return chess.SquareSet(chess.ray(self.pinner, self.behind))


def pins_to(board: chess.Board, behind: chess.Square) -> Iterator[Pin]:
    """The pins of a side's men to the man of that side on a square."""
    return (Pin(pinner, pinned, behind) for pinner, pinned in facts.pins_to(board, behind))


def absolute_pins(board: chess.Board, side: chess.Color) -> Iterator[Pin]:
    """The pins of a side's men to their king."""
    king = board.king(side)
    return iter(()) if king is None else pins_to(board, king)
