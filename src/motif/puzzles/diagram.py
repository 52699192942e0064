"""Read, write and draw positions on boards from 3x3 to 8x8 squares.

A position is written as a FEN with fewer or shorter ranks: `1K2/1P2/kpp1/rqr1 w - - 0 1`. Square a1 is the lower left
corner, and moves are in UCI notation.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

import chess.svg

from motif.errors import BadPosition

SMALLEST_SIDE, LARGEST_SIDE = 3, 8

PIECE_LETTERS = "KQRBNP"

FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

CELL_UNITS = 45
"""The side of a square: python-chess's piece drawings, which the diagrams use, have this size."""

LIGHT, DARK = "#f0d9b5", "#b58863"
MARGIN_UNITS = 15

_DIGITS = "0123456789"
_RIGHTS = re.compile(r"(-|[A-Ha-hKQkq]{1,4}) (-|[a-h][1-8]) [0-9]{1,4} [0-9]{1,4}")
_MOVE = re.compile(r"([a-h])([1-8])([a-h])([1-8])([qrbn]?)\Z")


class Square(NamedTuple):
    """A square by file and rank, both counted from 0."""

    file: int
    rank: int

    @classmethod
    def parse(cls, name: str) -> Square:
        return cls("abcdefgh".index(name[0]), int(name[1]) - 1)

    def __str__(self) -> str:
        return f"{'abcdefgh'[self.file]}{self.rank + 1}"


@dataclass(frozen=True, slots=True)
class Diagram:
    """Pieces on squares, and the side to move.

    >>> diagram = Diagram.parse("1K2/1P2/kpp1/rqr1 w - - 0 1")
    >>> diagram.files, diagram.ranks, diagram.pieces[Square.parse("b4")]
    (4, 4, 'K')
    >>> str(diagram)
    '1K2/1P2/kpp1/rqr1 w - - 0 1'
    """

    files: int
    ranks: int
    placed: tuple[tuple[Square, str], ...]
    white_to_move: bool = True
    rights: str = "- - 0 1"

    @classmethod
    def of(cls, files: int, ranks: int, pieces: Iterable[tuple[Square, str]], white_to_move: bool = True) -> Diagram:
        """Return a diagram with these pieces, given in any order."""
        return cls(files, ranks, tuple(sorted(pieces)), white_to_move)

    @classmethod
    def parse(cls, text: str) -> Diagram:
        """Read a FEN of any size, without checking that the position is legal."""
        fields = text.split()
        if len(fields) not in (2, 6) or fields[1] not in ("w", "b"):
            raise BadPosition(
                f"cannot read the position {text!r}: expected a FEN", hint="write e.g. 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
            )
        rows = fields[0].split("/")
        pieces: list[tuple[Square, str]] = []
        widths = []
        for rank, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
            file = 0
            for sign in row:
                if sign in _DIGITS:
                    file += int(sign)
                elif sign in FIGURINES:
                    pieces.append((Square(file, rank), sign))
                    file += 1
                else:
                    raise BadPosition(f"cannot read the position {text!r}: {sign!r} is not a piece")
            widths.append(file)
        sizes = {len(rows), *widths}
        if len(set(widths)) > 1 or min(sizes) < SMALLEST_SIDE or max(sizes) > LARGEST_SIDE:
            raise BadPosition(
                f"cannot read the position {text!r}: expected a rectangle of {SMALLEST_SIDE} to {LARGEST_SIDE} files "
                f"and ranks, found ranks of {', '.join(map(str, widths))} squares"
            )
        for king in "Kk":
            if sum(sign == king for _, sign in pieces) != 1:
                side = "White" if king == "K" else "Black"
                raise BadPosition(f"cannot read the position {text!r}: {side} needs exactly one king")
        rights = " ".join(fields[2:]) or "- - 0 1"
        if not _RIGHTS.fullmatch(rights):
            raise BadPosition(
                f"cannot read the position {text!r}: {rights!r} is not castling rights, en passant and two counters",
                hint="end the position with `- - 0 1`",
            )
        return cls(widths[0], len(rows), tuple(sorted(pieces)), fields[1] == "w", rights)

    def __str__(self) -> str:
        return f"{self.placement} {'w' if self.white_to_move else 'b'} {self.rights}"

    @property
    def placement(self) -> str:
        """The first field of the FEN."""
        pieces = self.pieces
        rows = []
        for rank in range(self.ranks - 1, -1, -1):
            row = "".join(pieces.get(Square(file, rank), ".") for file in range(self.files))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
        return "/".join(rows)

    @property
    def pieces(self) -> dict[Square, str]:
        return dict(self.placed)

    @property
    def is_full_size(self) -> bool:
        return (self.files, self.ranks) == (8, 8)

    @property
    def squares(self) -> list[Square]:
        """All squares, rank by rank from a1."""
        return [Square(file, rank) for rank in range(self.ranks) for file in range(self.files)]

    def play(self, move: str) -> Diagram:
        """Return the diagram after a move, legal or not; castling and en passant are not supported."""
        origin, target, promotion = read_move(move)
        pieces = self.pieces
        sign = pieces.pop(origin)
        pieces[target] = (promotion.upper() if sign.isupper() else promotion) if promotion else sign
        return Diagram.of(self.files, self.ranks, pieces.items(), not self.white_to_move)

    def long_notation(self, move: str) -> str:
        """Write a move in full: `Kb4-a4`, `Rc1xc2`, `b3-b4=N`."""
        origin, target, promotion = read_move(move)
        letter = self.pieces[origin].upper().replace("P", "")
        captures = "x" if target in self.pieces else "-"
        return f"{letter}{origin}{captures}{target}" + (f"={promotion.upper()}" if promotion else "")

    def unicode_board(self) -> str:
        """Return the board as text with Unicode chess symbols."""
        pieces = self.pieces
        lines = []
        for rank in range(self.ranks - 1, -1, -1):
            signs = (pieces.get(Square(file, rank)) for file in range(self.files))
            lines.append(f"{rank + 1} " + " ".join(FIGURINES[sign] if sign else "·" for sign in signs))
        return "\n".join([*lines, "  " + " ".join("abcdefgh"[: self.files])])


def read_move(move: str) -> tuple[Square, Square, str]:
    """Return the origin, target and promotion letter (or an empty string) of a UCI move."""
    match = _MOVE.match(move)
    if not match:
        raise BadPosition(f"cannot read the move {move!r}", hint="write moves in UCI notation, such as e2e4 or e7e8q")
    return Square.parse(move[:2]), Square.parse(move[2:4]), match[5]


def svg(diagram: Diagram, size: int = 400) -> str:
    """Return the diagram as an SVG document, with file and rank names at the edge."""
    width, height = diagram.files * CELL_UNITS + MARGIN_UNITS, diagram.ranks * CELL_UNITS + MARGIN_UNITS
    scale = size / max(width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width} {height}">'
    ]
    pieces = diagram.pieces
    for square in diagram.squares:
        x, y = square.file * CELL_UNITS + MARGIN_UNITS, (diagram.ranks - 1 - square.rank) * CELL_UNITS
        colour = LIGHT if (square.file + square.rank) % 2 else DARK
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL_UNITS}" height="{CELL_UNITS}" fill="{colour}"/>')
        if square in pieces:
            parts.append(f'<g transform="translate({x},{y})">{chess.svg.PIECES[pieces[square]]}</g>')
    style = 'font-family="sans-serif" font-size="10" text-anchor="middle"'
    for file in range(diagram.files):
        middle = file * CELL_UNITS + MARGIN_UNITS + CELL_UNITS / 2
        parts.append(f'<text x="{middle:g}" y="{height - 4}" {style}>{"abcdefgh"[file]}</text>')
    for rank in range(diagram.ranks):
        middle = (diagram.ranks - 1 - rank) * CELL_UNITS + CELL_UNITS / 2 + 4
        parts.append(f'<text x="7" y="{middle:g}" {style}>{rank + 1}</text>')
    return "".join([*parts, "</svg>\n"])
