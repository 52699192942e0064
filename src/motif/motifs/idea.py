"""Define what is found of an idea (what a quiet move improves), with facts about pawns that the finders share.

A finder yields sightings, facts that can be checked on the board; `motif.explain.phrases.ideas` words them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import chess

from motif.board.moves import MoveOnBoard


@dataclass(frozen=True, slots=True)
class Sighting:
    """A move that shows an idea: the squares to mark, and the pieces and squares that its phrase names."""

    idea: str
    squares: tuple[chess.Square, ...]
    names: dict[str, str] = field(default_factory=dict)
    variant: str = ""
    """Which of the idea's phrases fits, if there are several."""

    @property
    def phrase(self) -> str:
        """The key of its phrase: `outpost`, or `seventh rank, king` with a variant."""
        return f"{self.idea}, {self.variant}" if self.variant else self.idea


Finder = Callable[[MoveOnBoard], Iterator[Sighting]]


def file_name(square: chess.Square) -> str:
    """Return the file of a square as players say it: "e-file"."""
    return f"{chess.FILE_NAMES[chess.square_file(square)]}-file"


def neighbours(square: chess.Square) -> chess.Bitboard:
    """Return the files next to that of a square."""
    file = chess.square_file(square)
    left = chess.BB_FILES[file - 1] if file else chess.BB_EMPTY
    right = chess.BB_FILES[file + 1] if file < 7 else chess.BB_EMPTY
    return left | right


def ahead(square: chess.Square, side: chess.Color) -> chess.Bitboard:
    """Return all ranks in front of a square, from a side's point of view."""
    rank = chess.square_rank(square)
    return sum(chess.BB_RANKS[rank + 1 :]) if side else sum(chess.BB_RANKS[:rank])


def is_passed(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    """Return whether no opposing pawn can stop a pawn, and no pawn of its side is in front of it."""
    file = chess.BB_FILES[chess.square_file(pawn)]
    front = ahead(pawn, side)
    stoppers = board.pieces_mask(chess.PAWN, not side) & (file | neighbours(pawn)) & front
    return not stoppers and not board.pieces_mask(chess.PAWN, side) & file & front


def promotion_square(pawn: chess.Square, side: chess.Color) -> chess.Square:
    """Return the square on which a pawn promotes."""
    return chess.square(chess.square_file(pawn), 7 if side else 0)


def can_be_driven_away(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """Return whether a pawn of the opponent could ever attack a square."""
    return bool(board.pieces_mask(chess.PAWN, not side) & neighbours(square) & ahead(square, side))
