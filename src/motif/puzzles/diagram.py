"""Handle boards from 3x3 to 8x8 squares: read and write positions, find legal moves, draw diagrams.

A position is written as a FEN with fewer or shorter ranks: `1K2/1P2/kpp1/rqr1 w - - 0 1`. Square a1 is the lower left
corner, and moves are in UCI notation.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import chess.svg

from motif.errors import BadPosition

SMALLEST, LARGEST = 3, 8

PIECE_LETTERS = "KQRBNP"

FIGURINES = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))

_DIGITS = "0123456789"
_RIGHTS = re.compile(r"(-|[A-Ha-hKQkq]{1,4}) (-|[a-h][1-8]) [0-9]{1,4} [0-9]{1,4}")
_MOVE = re.compile(r"([a-h])([1-8])([a-h])([1-8])([qrbn]?)\Z")


class Square(NamedTuple):
    """A square by file and rank, both counted from 0."""

    file: int
    rank: int

    @classmethod
    def parse(cls, name: str) -> Square:
        """Read `a1`."""
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
        if len(set(widths)) > 1 or min(sizes) < SMALLEST or max(sizes) > LARGEST:
            raise BadPosition(
                f"cannot read the position {text!r}: expected a rectangle of {SMALLEST} to {LARGEST} files and ranks, "
                f"found ranks of {', '.join(map(str, widths))} squares"
            )
        for king in "Kk":
            if sum(sign == king for _, sign in pieces) != 1:
                side = "White" if king == "K" else "Black"
                raise BadPosition(f"cannot read the position {text!r}: {side} needs exactly one king")
        rights = " ".join(fields[2:]) or "- - 0 1"
        if not _RIGHTS.fullmatch(rights):
            raise BadPosition(
                f"cannot read the position {text!r}: {rights!r} is not castling rights, en passant and two counters",
                hint="end the position with - - 0 1",
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
        """The pieces by square, as FEN letters (White's in capitals)."""
        return dict(self.placed)

    @property
    def is_full_size(self) -> bool:
        """Whether the board has 8x8 squares."""
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


# Legal moves on boards of any size, in plain Python. Slow but simple, since the second solver relies on it.

Step = tuple[int, int]

STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
KNIGHT_STEPS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

SLIDES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}
LEAPS = {"n": KNIGHT_STEPS, "k": STRAIGHT + DIAGONAL}


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """A position that can list and play its legal moves.

    >>> board = PlainBoard.parse("1K2/1P2/kpp1/rqr1 w")
    >>> sorted(board.legal_moves())
    ['b4a4', 'b4c3', 'b4c4']
    """

    files: int
    ranks: int
    pieces: dict[Square, str]
    white_to_move: bool
    en_passant: Square | None = None

    @classmethod
    def parse(cls, text: str) -> PlainBoard:
        """Read a FEN of any size; raise BadPosition if it has castling rights."""
        diagram = Diagram.parse(text)
        castling, target, *_ = diagram.rights.split()
        if castling != "-":
            raise BadPosition(
                f"positions with castling rights are not supported here: {text!r}",
                hint="write - for the castling rights",
            )
        en_passant = None if target == "-" else Square.parse(target)
        return cls(diagram.files, diagram.ranks, diagram.pieces, diagram.white_to_move, en_passant)

    def legal_moves(self) -> list[str]:
        """Return the legal moves in UCI notation."""
        return [move for move in self._moves() if not self.after(move).is_king_attacked(self.white_to_move)]

    def checking_moves(self) -> Iterator[str]:
        """Yield all legal moves: finding only the checks would cost as much as trying every move."""
        return iter(self.legal_moves())

    def after(self, move: str) -> PlainBoard:
        """Return the position after a move, legal or not."""
        origin, target, promotion = read_move(move)
        pieces = dict(self.pieces)
        sign = pieces.pop(origin)
        if sign in "Pp" and target == self.en_passant:
            del pieces[Square(target.file, origin.rank)]
        pieces[target] = (promotion.upper() if self.white_to_move else promotion) if promotion else sign
        stepped_twice = sign in "Pp" and abs(target.rank - origin.rank) == 2
        behind = Square(origin.file, (origin.rank + target.rank) // 2) if stepped_twice else None
        return PlainBoard(self.files, self.ranks, pieces, not self.white_to_move, behind)

    def passed(self) -> PlainBoard:
        """Return the position with the other side to move."""
        return replace(self, white_to_move=not self.white_to_move, en_passant=None)

    def text(self) -> str:
        """Return the position as a FEN of this board size, without en passant."""
        return str(Diagram.of(self.files, self.ranks, self.pieces.items(), self.white_to_move))

    def identity(self) -> Hashable:
        """Return a key that is equal for positions with the same continuations."""
        return frozenset(self.pieces.items()), self.white_to_move, self.en_passant

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.is_king_attacked(self.white_to_move)

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self.legal_moves()

    def is_king_attacked(self, white: bool) -> bool:
        """Whether the king of this colour is attacked."""
        king = next(square for square, sign in self.pieces.items() if sign == ("K" if white else "k"))
        return any(
            king in self.attacked_from(square, sign) for square, sign in self.pieces.items() if sign.isupper() != white
        )

    def _moves(self) -> Iterator[str]:
        for origin, sign in self.pieces.items():
            if sign.isupper() != self.white_to_move:
                continue
            if sign in "Pp":
                yield from self._pawn_moves(origin)
                continue
            for target in self.attacked_from(origin, sign):
                if target not in self.pieces or self.pieces[target].isupper() != self.white_to_move:
                    yield f"{origin}{target}"

    def _pawn_moves(self, origin: Square) -> Iterator[str]:
        forward = 1 if self.white_to_move else -1
        home = 1 if self.white_to_move else self.ranks - 2
        targets = []
        step = Square(origin.file, origin.rank + forward)
        if self._is_inside(step) and step not in self.pieces:
            targets.append(step)
            twice = Square(origin.file, origin.rank + 2 * forward)
            if self.ranks == 8 and origin.rank == home and twice not in self.pieces:
                targets.append(twice)
        for target in self.attacked_from(origin, "P" if self.white_to_move else "p"):
            sign = self.pieces.get(target)
            if target == self.en_passant or (sign is not None and sign.isupper() != self.white_to_move):
                targets.append(target)
        for target in targets:
            promotes = target.rank == (self.ranks - 1 if self.white_to_move else 0)
            for promotion in "qrbn" if promotes else ("",):
                yield f"{origin}{target}{promotion}"

    def attacked_from(self, origin: Square, sign: str) -> Iterator[Square]:
        """Yield the squares that a piece of this letter attacks from a square."""
        kind = sign.lower()
        if kind == "p":
            forward = 1 if sign.isupper() else -1
            leaps: tuple[Step, ...] = ((-1, forward), (1, forward))
        else:
            leaps = LEAPS.get(kind, ())
        for across, up in leaps:
            target = Square(origin.file + across, origin.rank + up)
            if self._is_inside(target):
                yield target
        for across, up in SLIDES.get(kind, ()):
            target = Square(origin.file + across, origin.rank + up)
            while self._is_inside(target):
                yield target
                if target in self.pieces:
                    break
                target = Square(target.file + across, target.rank + up)

    def _is_inside(self, square: Square) -> bool:
        return 0 <= square.file < self.files and 0 <= square.rank < self.ranks


# Diagrams: as SVG, and as text that marks the attacked squares (Figure 1 of Ahmer & Huang 2022).

CELL_UNITS = 45
"""The side of a square: python-chess's piece drawings, which the diagrams use, have this size."""

LIGHT, DARK = "#f0d9b5", "#b58863"
MARGIN_UNITS = 15


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


def attacked(diagram: Diagram, white: bool) -> set[Square]:
    """Return the squares that one side attacks, occupied or not."""
    board = PlainBoard(diagram.files, diagram.ranks, diagram.pieces, diagram.white_to_move)
    return {
        target
        for square, sign in diagram.placed
        if sign.isupper() == white
        for target in board.attacked_from(square, sign)
    }


def attack_board(diagram: Diagram) -> str:
    """Return the board as text, with an O next to squares that White attacks and an X next to those that Black attacks.

    >>> print(attack_board(Diagram.parse("1K2/1P2/kpp1/rqr1 w - - 0 1")))
    4 ·O  ♔   ·O  ·
    3 ·OX ♙OX ·O  ·
    2 ♚ X ♟ X ♟ X ·
    1 ♜ X ♛ X ♜ X · X
      a   b   c   d
    """
    by_white, by_black = attacked(diagram, True), attacked(diagram, False)
    pieces = diagram.pieces
    lines = []
    for rank in range(diagram.ranks - 1, -1, -1):
        cells = []
        for file in range(diagram.files):
            square = Square(file, rank)
            sign = FIGURINES[pieces[square]] if square in pieces else "·"
            cells.append(sign + ("O" if square in by_white else " ") + ("X" if square in by_black else " "))
        lines.append(f"{rank + 1} " + " ".join(cells).rstrip())
    return "\n".join([*lines, "  " + "   ".join("abcdefgh"[: diagram.files])])
