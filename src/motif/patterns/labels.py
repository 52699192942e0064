"""Represent what a vertex of a pattern may stand for: an empty square, one kind of piece, or any piece of a class."""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.errors import BadPattern

LETTERS = ".PNBRQKpnbrqk"
"""The letters that the bits of a mask stand for, lowest bit first, as in the core."""

_OWN = 0b0000001111110
_ENEMY = 0b1111110000000

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")

# From the largest class to the smallest.
_CLASSES = {"pnbrqk": "piece or pawn", "nbrq": "piece", "brq": "slider", "nb": "minor piece", "rq": "heavy piece"}


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """What a vertex may stand for, as a mask with a bit for each letter.

    >>> str(Label.parse("N")), Label.parse("N").noun(), Label.parse("rq").noun()
    ('N', 'friendly knight', 'enemy heavy piece')
    >>> Label.parse(".pnbrqk").covers(Label.parse("q")), Label.parse("N").covers(Label.parse("n"))
    (True, False)
    >>> Label.parse("p").is_enemy, Label.parse(".p").is_enemy
    (True, False)
    """

    mask: int

    def __post_init__(self) -> None:
        if not 0 < self.mask < 1 << len(LETTERS):
            raise BadPattern(f"{self.mask} is not a valid mask of a vertex: it needs at least one bit of {LETTERS}")

    @classmethod
    def parse(cls, text: str) -> Label:
        """Read a label from its letters."""
        if not text or any(letter not in LETTERS for letter in text):
            raise BadPattern(f"cannot read the vertex {text!r}", hint=f"use only the letters {LETTERS}")
        return cls(sum(1 << LETTERS.index(letter) for letter in set(text)))

    @classmethod
    def of(cls, board: chess.Board, square: chess.Square, side: chess.Color) -> Label:
        """Return the label of a square on a board, as one side sees it."""
        piece = board.piece_at(square)
        if piece is None:
            return EMPTY
        return cls(1 << piece.piece_type + (0 if piece.color == side else 6))

    def __str__(self) -> str:
        return "".join(letter for bit, letter in enumerate(LETTERS) if self.mask >> bit & 1)

    def covers(self, other: Label) -> bool:
        """Whether this label allows everything that the other allows."""
        return other.mask & ~self.mask == 0

    @property
    def is_own(self) -> bool:
        """Whether the vertex can only be a piece of the side to move."""
        return self.mask & ~_OWN == 0

    @property
    def is_enemy(self) -> bool:
        """Whether the vertex can only be a piece of the opponent."""
        return self.mask & ~_ENEMY == 0

    @property
    def is_piece(self) -> bool:
        """Whether the vertex must be a piece, and its side is known."""
        return self.is_own or self.is_enemy

    @property
    def is_exact(self) -> bool:
        """Whether the label allows a single kind of piece, or only an empty square."""
        return self.mask.bit_count() == 1

    def reversed(self) -> Label:
        """Return the label with the sides swapped."""
        return Label(self.mask & ~(_OWN | _ENEMY) | (self.mask & _OWN) << 6 | (self.mask & _ENEMY) >> 6)

    def noun(self, *, with_side: bool = True) -> str:
        """Return the label in English, without an article."""
        if not self.is_piece:
            return "empty square" if self == EMPTY else "square"
        letters = str(self).lower()
        kind = _CLASSES.get(letters) or " or ".join(KINDS["pnbrqk".index(letter)] for letter in letters)
        return f"{'friendly' if self.is_own else 'enemy'} {kind}" if with_side else kind


def class_of(one: Label, other: Label) -> Label | None:
    """Return the smallest class of pieces that covers both labels; None if they belong to different sides.

    >>> str(class_of(Label.parse("r"), Label.parse("q"))), str(class_of(Label.parse("N"), Label.parse("B")))
    ('rq', 'NB')
    >>> class_of(Label.parse("r"), Label.parse("Q")) is None
    True
    """
    both = Label(one.mask | other.mask)
    if one == other:
        return one
    classes = (Label.parse(letters) for name in reversed(_CLASSES) for letters in (name, name.upper()))
    return next((label for label in classes if label.covers(both)), None)


EMPTY = Label(1)
OWN = Label.parse("PNBRQK")
ENEMY = Label.parse("pnbrqk")
FREE = Label.parse(".pnbrqk")
"""Where a piece of the player can move to: an empty square or an opposing piece."""
