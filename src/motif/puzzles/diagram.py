"""Men on a board of any size up to 8x8: what a diagram shows, whatever rules it is played by.

The text is that of a FEN, `1K2/1P2/kpp1/rqr1 w - - 0 1`, whose ranks may be shorter and fewer than eight. Squares
are named from a1 in the lower left corner, and moves as UCI writes them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

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
    >>> diagram.files, diagram.ranks, diagram.men[Square.parse("b4")]
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
        men = self.men
        rows = []
        for rank in range(self.ranks - 1, -1, -1):
            row = "".join(men.get(Square(file, rank), ".") for file in range(self.files))
            rows.append(re.sub(r"\.+", lambda gap: str(len(gap[0])), row))
        return "/".join(rows)

    @property
    def men(self) -> dict[Square, str]:
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
        men = self.men
        sign = men.pop(origin)
        men[target] = (promotion.upper() if sign.isupper() else promotion) if promotion else sign
        return Diagram.of(self.files, self.ranks, men.items(), not self.white_to_move)

    def say(self, move: str) -> str:
        """A move in full: `Kb4-a4`, `Rc1xc2`, `b3-b4=N`; for boards on which the short form has no author."""
        origin, target, promotion = read_move(move)
        men = self.men
        letter = men[origin].upper().replace("P", "")
        return f"{letter}{origin}{'x' if target in men else '-'}{target}" + (
            f"={promotion.upper()}" if promotion else ""
        )

    def drawn(self) -> str:
        """The board as lines of Unicode chessmen."""
        men = self.men
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
