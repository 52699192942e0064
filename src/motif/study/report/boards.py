"""What a board on the page shows: men and arrows by their places on a picture of 8 x 8 cells.

The page holds each man once as a symbol; a board refers to it. boards.js draws those that move in the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

import chess
import chess.svg

from motif.board.drawing import Arrow

CELL = 45
"""The size of python-chess's chessmen, which the page borrows."""


@dataclass(frozen=True, slots=True)
class PlacedMan:
    """A man by its symbol on the page, and the corner of its square."""

    symbol: str
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """An arrow between two centres; a mark where they are the same."""

    colour: str
    x1: float
    y1: float
    x2: float
    y2: float

    @property
    def is_mark(self) -> bool:
        """Whether this is a ring around one square."""
        return (self.x1, self.y1) == (self.x2, self.y2)


@dataclass(frozen=True, slots=True)
class Picture:
    """A board to draw, and the words for those who cannot see it."""

    men: tuple[PlacedMan, ...]
    lines: tuple[DrawnLine, ...]
    touched: tuple[tuple[int, int], ...]
    """The squares of the last move."""
    flipped: bool
    words: str


def picture(
    board: chess.Board, arrows: Iterable[Arrow] = (), last_move: chess.Move | None = None, *, flipped: bool = False
) -> Picture:
    """The picture of a board, Black below when it is flipped."""

    def corner(square: chess.Square) -> tuple[int, int]:
        file, rank = chess.square_file(square), chess.square_rank(square)
        return ((7 - file) * CELL, rank * CELL) if flipped else (file * CELL, (7 - rank) * CELL)

    def line(arrow: Arrow) -> DrawnLine:
        (x1, y1), (x2, y2) = corner(arrow.tail), corner(arrow.head)
        return DrawnLine(str(arrow.colour), x1 + CELL / 2, y1 + CELL / 2, x2 + CELL / 2, y2 + CELL / 2)

    return Picture(
        tuple(PlacedMan(symbol(man), *corner(square)) for square, man in sorted(board.piece_map().items())),
        tuple(map(line, arrows)),
        tuple(map(corner, (last_move.from_square, last_move.to_square))) if last_move else (),
        flipped,
        described(board),
    )


def symbol(man: chess.Piece) -> str:
    """The name of a man's symbol on the page: wN, bp."""
    return ("w" if man.color else "b") + man.symbol().upper()


def symbols() -> dict[str, str]:
    """The drawing of each man, by the name of its symbol.

    A page that allows no styles but its own has no place for style attributes; they become plain ones.
    """
    drawn = {}
    for sign, svg in chess.svg.PIECES.items():
        plain = re.sub(r'style="([^"]*)"', lambda found: _attributes(found[1]), svg)
        drawn[symbol(chess.Piece.from_symbol(sign))] = re.sub(r'<g id="[^"]*" class="[^"]*"', "<g", plain, count=1)
    return drawn


def _attributes(style: str) -> str:
    pairs = (declaration.split(":") for declaration in style.split(";") if declaration.strip())
    return " ".join(f'{name.strip()}="{value.strip()}"' for name, value in pairs)


def described(board: chess.Board) -> str:
    """A position in words.

    >>> described(chess.Board("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"))
    'White: king e1, pawn e2. Black: king e8. Black to move.'
    """
    sides = []
    for colour in chess.COLORS:
        kinds = []
        for kind in reversed(chess.PIECE_TYPES):
            squares = [chess.square_name(square) for square in board.pieces(kind, colour)]
            if squares:
                kinds.append(f"{chess.piece_name(kind)}{'s' if len(squares) > 1 else ''} {' '.join(squares)}")
        sides.append(f"{chess.COLOR_NAMES[colour].capitalize()}: {', '.join(kinds)}.")
    return f"{' '.join(sides)} {chess.COLOR_NAMES[board.turn].capitalize()} to move."
