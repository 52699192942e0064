"""What a vertex of a pattern may be: an empty square, a man of one kind, or any of a class of men.

A label is written with the letters of FEN seen by the side that moves: capitals are its own men, small letters the
enemy's, a dot is an empty square. `N` is an own knight, `rq` an enemy rook or queen, `.pnbrqk` anything but an own man.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.errors import BadPattern

LETTERS = ".PNBRQKpnbrqk"
"""A letter for each bit of a mask, as the core counts them."""

_OWN = 0b0000001111110
_ENEMY = 0b1111110000000

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")

# The widest first.
_CLASSES = {"pnbrqk": "man", "nbrq": "piece", "brq": "slider", "nb": "minor piece", "rq": "heavy piece"}


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """What may stand on a vertex, as a mask with a bit for each letter.

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
            raise BadPattern(f"a vertex must be something: {self.mask} is no mask of {LETTERS}")

    @classmethod
    def parse(cls, text: str) -> Label:
        """Read the letters of a label."""
        if not text or any(letter not in LETTERS for letter in text):
            raise BadPattern(f"cannot read the vertex {text!r}", hint=f"write letters of {LETTERS}")
        return cls(sum(1 << LETTERS.index(letter) for letter in set(text)))

    @classmethod
    def of(cls, board: chess.Board, square: chess.Square, side: chess.Color) -> Label:
        """What stands on a square, seen by a side."""
        man = board.piece_at(square)
        if man is None:
            return EMPTY
        return cls(1 << man.piece_type + (0 if man.color == side else 6))

    def __str__(self) -> str:
        return "".join(letter for bit, letter in enumerate(LETTERS) if self.mask >> bit & 1)

    def covers(self, other: Label) -> bool:
        """Whether everything that the other may be, this may be too."""
        return other.mask & ~self.mask == 0

    @property
    def is_own(self) -> bool:
        """Whether it can only be a man of the side that moves."""
        return self.mask & ~_OWN == 0

    @property
    def is_enemy(self) -> bool:
        """Whether it can only be a man of the other side."""
        return self.mask & ~_ENEMY == 0

    @property
    def is_man(self) -> bool:
        """Whether it can only be a man, and of which side is known."""
        return self.is_own or self.is_enemy

    @property
    def is_exact(self) -> bool:
        """Whether it is one thing, not a class."""
        return self.mask.bit_count() == 1

    def reversed(self) -> Label:
        """The same seen by the other side."""
        return Label(self.mask & ~(_OWN | _ENEMY) | (self.mask & _OWN) << 6 | (self.mask & _ENEMY) >> 6)

    def noun(self, *, with_side: bool = True) -> str:
        """What it is in English, without an article."""
        if not self.is_man:
            return "empty square" if self == EMPTY else "square"
        letters = str(self).lower()
        kind = _CLASSES.get(letters) or " or ".join(KINDS["pnbrqk".index(letter)] for letter in letters)
        return f"{'friendly' if self.is_own else 'enemy'} {kind}" if with_side else kind


def class_of(one: Label, other: Label) -> Label | None:
    """The narrowest class of men that holds two labels; None when they have no side in common.

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
"""Where an own man can go: an empty square, or an enemy."""
