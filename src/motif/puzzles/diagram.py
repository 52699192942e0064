"""Men on a board of any size up to 8x8: what a diagram shows, whatever rules it is played by.

The text is that of a FEN, `1K2/1P2/kpp1/rqr1 w - - 0 1`, whose ranks may be shorter and fewer than eight. Squares
are named from a1 in the lower left corner, and moves as UCI writes them.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

import chess.svg

from motif.errors import BadPosition

SMALLEST, LARGEST = 3, 8

MEN = "KQRBNP"

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
    """Who stands where, and who is to move.

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
    def of(cls, files: int, ranks: int, men: Iterable[tuple[Square, str]], white_to_move: bool = True) -> Diagram:
        """A diagram of these men, in whatever order they come."""
        return cls(files, ranks, tuple(sorted(men)), white_to_move)

    @classmethod
    def parse(cls, text: str) -> Diagram:
        """Read a FEN of any size; what the rules of chess say about it is not this value's business."""
        fields = text.split()
        if len(fields) not in (2, 6) or fields[1] not in ("w", "b"):
            raise BadPosition(
                f"cannot read the position {text!r}: expected a FEN", hint="write e.g. 4k3/8/8/8/8/8/8/4K2R w K - 0 1"
            )
        rows = fields[0].split("/")
        men: list[tuple[Square, str]] = []
        widths = []
        for rank, row in zip(range(len(rows) - 1, -1, -1), rows, strict=True):
            file = 0
            for sign in row:
                if sign in _DIGITS:
                    file += int(sign)
                elif sign in FIGURINES:
                    men.append((Square(file, rank), sign))
                    file += 1
                else:
                    raise BadPosition(f"cannot read the position {text!r}: {sign!r} is no chessman")
            widths.append(file)
        sizes = {len(rows), *widths}
        if len(set(widths)) > 1 or min(sizes) < SMALLEST or max(sizes) > LARGEST:
            raise BadPosition(
                f"cannot read the position {text!r}: expected a rectangle of {SMALLEST} to {LARGEST} files and ranks, "
                f"found ranks of {', '.join(map(str, widths))} squares"
            )
        for king in "Kk":
            if sum(sign == king for _, sign in men) != 1:
                side = "White" if king == "K" else "Black"
                raise BadPosition(f"cannot read the position {text!r}: {side} needs exactly one king")
        rights = " ".join(fields[2:]) or "- - 0 1"
        if not _RIGHTS.fullmatch(rights):
            raise BadPosition(
                f"cannot read the position {text!r}: {rights!r} is not castling, en passant and two clocks",
                hint="end it with - - 0 1",
            )
        return cls(widths[0], len(rows), tuple(sorted(men)), fields[1] == "w", rights)

    def __str__(self) -> str:
        return f"{self.placement} {'w' if self.white_to_move else 'b'} {self.rights}"

    @property
    def placement(self) -> str:
        """The first field of the FEN."""
        men = self.pieces
        rows = []
        for rank in range(self.ranks - 1, -1, -1):
            row = "".join(men.get(Square(file, rank), ".") for file in range(self.files))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
        return "/".join(rows)

    @property
    def pieces(self) -> dict[Square, str]:
        """The men by their squares, as FEN writes them: White's in capitals."""
        return dict(self.placed)

    @property
    def is_full_size(self) -> bool:
        """Whether this is the board that chess is played on."""
        return (self.files, self.ranks) == (8, 8)

    @property
    def squares(self) -> list[Square]:
        """All squares, a1 first, rank by rank."""
        return [Square(file, rank) for rank in range(self.ranks) for file in range(self.files)]

    def play(self, move: str) -> Diagram:
        """Move a man as told, without asking whether it may; neither castling nor en passant."""
        origin, target, promotion = read_move(move)
        men = self.pieces
        sign = men.pop(origin)
        men[target] = (promotion.upper() if sign.isupper() else promotion) if promotion else sign
        return Diagram.of(self.files, self.ranks, men.items(), not self.white_to_move)

    def say(self, move: str) -> str:
        """A move in full: `Kb4-a4`, `Rc1xc2`, `b3-b4=N`; for boards on which the short form has no author."""
        origin, target, promotion = read_move(move)
        men = self.pieces
        letter = men[origin].upper().replace("P", "")
        return f"{letter}{origin}{'x' if target in men else '-'}{target}" + (
            f"={promotion.upper()}" if promotion else ""
        )

    def unicode_board(self) -> str:
        """The board as lines of Unicode chessmen."""
        men = self.pieces
        lines = []
        for rank in range(self.ranks - 1, -1, -1):
            signs = (men.get(Square(file, rank)) for file in range(self.files))
            lines.append(f"{rank + 1} " + " ".join(FIGURINES[sign] if sign else "·" for sign in signs))
        return "\n".join([*lines, "  " + " ".join("abcdefgh"[: self.files])])


def read_move(move: str) -> tuple[Square, Square, str]:
    """Origin, target and promotion of a move in UCI."""
    match = _MOVE.match(move)
    if not match:
        raise BadPosition(f"cannot read the move {move!r}", hint="write moves as UCI does: e2e4, or e7e8q")
    return Square.parse(move[:2]), Square.parse(move[2:4]), match[5]


# Chess on small boards in plain Python: men in a dictionary, one step after another, no tables and no masks.

Step = tuple[int, int]

STRAIGHT: tuple[Step, ...] = ((0, 1), (1, 0), (0, -1), (-1, 0))
DIAGONAL: tuple[Step, ...] = ((1, 1), (1, -1), (-1, -1), (-1, 1))
JUMPS: tuple[Step, ...] = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))

LINES = {"b": DIAGONAL, "r": STRAIGHT, "q": STRAIGHT + DIAGONAL}
LEAPS = {"n": JUMPS, "k": STRAIGHT + DIAGONAL}


@dataclass(frozen=True, slots=True)
class PlainBoard:
    """A position in which legal moves can be listed and played.

    >>> board = PlainBoard.parse("1K2/1P2/kpp1/rqr1 w")
    >>> sorted(board.legal_moves())
    ['b4a4', 'b4c3', 'b4c4']
    """

    files: int
    ranks: int
    pieces: dict[Square, str]
    white_to_move: bool
    passed_over: Square | None = None

    @classmethod
    def parse(cls, text: str) -> PlainBoard:
        """Read a FEN of any size; castling rights are refused."""
        diagram = Diagram.parse(text)
        castling, en_passant, *_ = diagram.rights.split()
        if castling != "-":
            raise BadPosition(f"nobody castles on a small board: {text!r}")
        passed_over = None if en_passant == "-" else Square.parse(en_passant)
        return cls(diagram.files, diagram.ranks, diagram.pieces, diagram.white_to_move, passed_over)

    def legal_moves(self) -> list[str]:
        """The moves, as UCI writes them, that leave the own king safe."""
        return [move for move in self._moves() if not self.after(move).is_attacked_king(self.white_to_move)]

    def checking_moves(self) -> Iterator[str]:
        """The legal moves, since a check shows only on the board after it."""
        return iter(self.legal_moves())

    def after(self, move: str) -> PlainBoard:
        """The position after a move; whether it is legal is not asked."""
        origin, target, promotion = read_move(move)
        men = dict(self.pieces)
        sign = men.pop(origin)
        if sign in "Pp" and target == self.passed_over:
            del men[Square(target.file, origin.rank)]
        men[target] = (promotion.upper() if self.white_to_move else promotion) if promotion else sign
        stepped_twice = sign in "Pp" and abs(target.rank - origin.rank) == 2
        behind = Square(origin.file, (origin.rank + target.rank) // 2) if stepped_twice else None
        return PlainBoard(self.files, self.ranks, men, not self.white_to_move, behind)

    def again(self) -> PlainBoard:
        """The same men with the other side to move."""
        return replace(self, white_to_move=not self.white_to_move, passed_over=None)

    def text(self) -> str:
        """The position as a FEN of its size, en passant left out."""
        return str(Diagram.of(self.files, self.ranks, self.pieces.items(), self.white_to_move))

    def identity(self) -> Hashable:
        """All that decides what can happen from here."""
        return frozenset(self.pieces.items()), self.white_to_move, self.passed_over

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return self.is_attacked_king(self.white_to_move)

    def is_mated(self) -> bool:
        """Whether the side to move is mated."""
        return self.is_check() and not self.legal_moves()

    def is_attacked_king(self, white: bool) -> bool:
        """Whether the king of a side stands attacked."""
        king = next(square for square, sign in self.pieces.items() if sign == ("K" if white else "k"))
        return any(
            king in self._attacked_from(square, sign) for square, sign in self.pieces.items() if sign.isupper() != white
        )

    def _moves(self) -> Iterator[str]:
        for origin, sign in self.pieces.items():
            if sign.isupper() != self.white_to_move:
                continue
            if sign in "Pp":
                yield from self._pawn_moves(origin)
                continue
            for target in self._attacked_from(origin, sign):
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
        for target in self._attacked_from(origin, "P" if self.white_to_move else "p"):
            sign = self.pieces.get(target)
            if target == self.passed_over or (sign is not None and sign.isupper() != self.white_to_move):
                targets.append(target)
        for target in targets:
            promotes = target.rank == (self.ranks - 1 if self.white_to_move else 0)
            for promotion in "qrbn" if promotes else ("",):
                yield f"{origin}{target}{promotion}"

    def _attacked_from(self, origin: Square, sign: str) -> Iterator[Square]:
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
        for across, up in LINES.get(kind, ()):
            target = Square(origin.file + across, origin.rank + up)
            while self._is_inside(target):
                yield target
                if target in self.pieces:
                    break
                target = Square(target.file + across, target.rank + up)

    def _is_inside(self, square: Square) -> bool:
        return 0 <= square.file < self.files and 0 <= square.rank < self.ranks


# Puzzles to look at: SVG diagrams of any size, and the paper's Figure 1, a terminal board with attacked squares.

CELL = 45
"""The size of python-chess's chessmen, which these diagrams borrow."""

LIGHT, DARK = "#f0d9b5", "#b58863"
MARGIN = 15


def svg(diagram: Diagram, size: int = 400) -> str:
    """The diagram as an SVG document, with the names of files and ranks at its edge."""
    width, height = diagram.files * CELL + MARGIN, diagram.ranks * CELL + MARGIN
    scale = size / max(width, height)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width * scale:g}" height="{height * scale:g}" '
        f'viewBox="0 0 {width} {height}">'
    ]
    men = diagram.pieces
    for square in diagram.squares:
        x, y = square.file * CELL + MARGIN, (diagram.ranks - 1 - square.rank) * CELL
        colour = LIGHT if (square.file + square.rank) % 2 else DARK
        parts.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>')
        if square in men:
            parts.append(f'<g transform="translate({x},{y})">{chess.svg.PIECES[men[square]]}</g>')
    style = 'font-family="sans-serif" font-size="10" text-anchor="middle"'
    for file in range(diagram.files):
        middle = file * CELL + MARGIN + CELL / 2
        parts.append(f'<text x="{middle:g}" y="{height - 4}" {style}>{"abcdefgh"[file]}</text>')
    for rank in range(diagram.ranks):
        middle = (diagram.ranks - 1 - rank) * CELL + CELL / 2 + 4
        parts.append(f'<text x="7" y="{middle:g}" {style}>{rank + 1}</text>')
    return "".join([*parts, "</svg>\n"])


def attacked(diagram: Diagram, white: bool) -> set[Square]:
    """The squares that one side attacks, whoever stands there."""
    men = diagram.pieces
    squares = set()
    for square, sign in diagram.placed:
        if sign.isupper() != white:
            continue
        kind = sign.lower()
        if kind == "p":
            up = 1 if white else -1
            squares |= {Square(square.file + aside, square.rank + up) for aside in (-1, 1)}
        for along, up in LEAPS.get(kind, ()):
            squares.add(Square(square.file + along, square.rank + up))
        for along, up in LINES.get(kind, ()):
            target = Square(square.file + along, square.rank + up)
            while _is_on(diagram, target):
                squares.add(target)
                if target in men:
                    break
                target = Square(target.file + along, target.rank + up)
    return {square for square in squares if _is_on(diagram, square)}


def attack_board(diagram: Diagram) -> str:
    """The board for a terminal: men, and beside each square O where White attacks it, X where Black does.

    >>> print(attack_board(Diagram.parse("1K2/1P2/kpp1/rqr1 w - - 0 1")))
    4 ·O  ♔   ·O  ·
    3 ·OX ♙OX ·O  ·
    2 ♚ X ♟ X ♟ X ·
    1 ♜ X ♛ X ♜ X · X
      a   b   c   d
    """
    by_white, by_black = attacked(diagram, True), attacked(diagram, False)
    men = diagram.pieces
    lines = []
    for rank in range(diagram.ranks - 1, -1, -1):
        cells = []
        for file in range(diagram.files):
            square = Square(file, rank)
            sign = FIGURINES[men[square]] if square in men else "·"
            cells.append(sign + ("O" if square in by_white else " ") + ("X" if square in by_black else " "))
        lines.append(f"{rank + 1} " + " ".join(cells).rstrip())
    return "\n".join([*lines, "  " + "   ".join("abcdefgh"[: diagram.files])])


def _is_on(diagram: Diagram, square: Square) -> bool:
    return 0 <= square.file < diagram.files and 0 <= square.rank < diagram.ranks
