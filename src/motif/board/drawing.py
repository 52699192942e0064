"""Draw boards: as SVG with arrows and marks, and as Unicode text for the terminal.

An arrow is written as Lichess studies write it in `[%cal Ge2e4]`, a mark as in `[%csl Re5]`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from html import escape
from itertools import pairwise

import chess
import chess.svg

from motif.errors import BadArgument


class Colour(StrEnum):
    """The four colours of a Lichess drawing, by the letter that a study writes for each."""

    GREEN = "G"
    RED = "R"
    YELLOW = "Y"
    BLUE = "B"


@dataclass(frozen=True, slots=True)
class Arrow:
    """An arrow between two squares, or a mark on one square when tail and head are the same.

    >>> Arrow.parse("Re2e4") == Arrow(chess.E2, chess.E4, Colour.RED)
    True
    >>> str(Arrow(chess.F7))
    'Gf7'
    """

    tail: chess.Square
    head: chess.Square = -1
    colour: Colour = Colour.GREEN

    def __post_init__(self) -> None:
        if self.head == -1:
            object.__setattr__(self, "head", self.tail)

    @classmethod
    def parse(cls, text: str) -> Arrow:
        """Read an arrow (`Ge2e4`) or a mark (`Re5`) as Lichess writes it."""
        try:
            colour = Colour(text[:1])
            tail, head = chess.parse_square(text[1:3]), chess.parse_square(text[3:] or text[1:3])
        except ValueError:
            raise BadArgument(f"cannot read the arrow {text!r}", hint="write Ge2e4, or Re5 for a mark") from None
        return cls(tail, head, colour)

    def __str__(self) -> str:
        head = "" if self.is_mark else chess.square_name(self.head)
        return f"{self.colour}{chess.square_name(self.tail)}{head}"

    @property
    def is_mark(self) -> bool:
        """Whether this marks one square instead of pointing from one square to another."""
        return self.tail == self.head


def move_arrow(move: chess.Move, colour: Colour = Colour.GREEN) -> Arrow:
    """Return the arrow that shows a move."""
    return Arrow(move.from_square, move.to_square, colour)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A position with arrows and marks; notebooks show it as a picture.

    >>> print(Drawing("8/8/8/8/8/4k3/4p3/4K3 w - - 0 1").text())  # doctest: +ELLIPSIS
    8 · · · · · · · ·
    ...
    3 · · · · ♚ · · ·
    2 · · · · ♟ · · ·
    1 · · · · ♔ · · ·
      a b c d e f g h
    """

    fen: str
    arrows: tuple[Arrow, ...] = ()
    last_move: chess.Move | None = None
    flipped: bool = False

    @classmethod
    def of(cls, board: chess.Board, *arrows: Arrow, flipped: bool = False) -> Drawing:
        """Draw the current position of a board and highlight the last move."""
        last_move = board.move_stack[-1] if board.move_stack else None
        return cls(board.fen(), arrows, last_move, flipped)

    def svg(self, size: int = 400) -> str:
        """Return the drawing as an SVG document."""
        board = chess.Board(self.fen)
        return chess.svg.board(
            board,
            orientation=chess.BLACK if self.flipped else chess.WHITE,
            lastmove=self.last_move,
            check=board.king(board.turn) if board.is_check() else None,
            arrows=[chess.svg.Arrow(a.tail, a.head, color=a.colour.name.lower()) for a in self.arrows],
            size=size,
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def text(self) -> str:
        """Return the drawing as text: Unicode pieces, marked squares in brackets, arrows below the board."""
        board = chess.Board(self.fen)
        marked = {square for arrow in self.arrows for square in (arrow.tail, arrow.head)}
        ranks = range(8) if self.flipped else range(7, -1, -1)
        files = range(7, -1, -1) if self.flipped else range(8)
        lines = []
        for rank in ranks:
            squares = [chess.square(file, rank) for file in files]
            symbols = [piece.unicode_symbol() if (piece := board.piece_at(square)) else "·" for square in squares]
            # The separators before, between and after the symbols put brackets around marked squares.
            sides = pairwise([False, *(square in marked for square in squares), False])
            separators = [{(True, True): "|", (True, False): "]", (False, True): "["}.get(side, " ") for side in sides]
            lines.append(f"{rank + 1}{''.join(map(str.__add__, separators, symbols))}{separators[-1]}".rstrip())
        lines.append("  " + " ".join(chess.FILE_NAMES[file] for file in files))
        pointing = [str(arrow)[1:3] + "→" + str(arrow)[3:] for arrow in self.arrows if not arrow.is_mark]
        return "\n".join([*lines, "  " + "  ".join(pointing)] if pointing else lines)


NOTEBOOK_BOARD_PX = 260
"""The size of the board on a card."""


def card(title: str, *lines: str, drawing: Drawing | None = None, text: str = "") -> str:
    """Return what a notebook shows for a value: its board, a title, lines below it, and its own text.

    >>> card("Recapture.", text="recapture(P, F, T) :- recaptures(F, T, P).")
    '<div><p><b>Recapture.</b></p><pre>recapture(P, F, T) :- recaptures(F, T, P).</pre></div>'
    """
    board = drawing.svg(NOTEBOOK_BOARD_PX) if drawing else ""
    paragraphs = "".join(f"<p>{escape(line, quote=False)}</p>" for line in lines if line)
    code = f"<pre>{escape(text, quote=False)}</pre>" if text else ""
    return f"<div>{board}<p><b>{escape(title, quote=False)}</b></p>{paragraphs}{code}</div>"
