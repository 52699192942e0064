"""Boards of the page that stand still: 64 cells in chessground's dress, arrows above them, and a board in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import chess

from motif.board.drawing import Arrow


@dataclass(frozen=True, slots=True)
class DrawnLine:
    """An arrow between two centres, a cell being 1 wide; a mark where they are the same."""

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
    """A board to draw: each cell by the classes that dress it, from the upper left corner, row by row."""

    cells: tuple[str, ...]
    lines: tuple[DrawnLine, ...]
    words: str


def picture(
    board: chess.Board, arrows: Iterable[Arrow] = (), last_move: chess.Move | None = None, *, flipped: bool = False
) -> Picture:
    """The picture of a board, Black below when it is flipped."""
    squares = chess.SQUARES if flipped else chess.SQUARES[::-1]
    shown = [square ^ 7 for square in squares]
    touched = (last_move.from_square, last_move.to_square) if last_move else ()

    def cell(square: chess.Square) -> str:
        man = board.piece_at(square)
        names = [chess.COLOR_NAMES[man.color], chess.piece_name(man.piece_type)] if man else []
        return " ".join([*names, *(["last-move"] if square in touched else [])])

    def line(arrow: Arrow) -> DrawnLine:
        (y1, x1), (y2, x2) = (divmod(shown.index(square), 8) for square in (arrow.tail, arrow.head))
        return DrawnLine(str(arrow.colour), x1 + 0.5, y1 + 0.5, x2 + 0.5, y2 + 0.5)

    return Picture(tuple(map(cell, shown)), tuple(map(line, arrows)), described(board))


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
