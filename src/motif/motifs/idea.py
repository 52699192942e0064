"""An idea is what a quiet move improves or spoils on the board: the quiet twin of a motif.

It has a name, the terms of the evaluation that carry it, and a finder that gives sightings: which man, which squares,
and the words. What a sighting says is true on the board by definition; whether it is why a move is good is for a search
with those terms counted as nought to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import chess

from motif.board.moves import MoveOnBoard


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a move shows an idea: what the move does, as words that follow its name, and the squares to mark."""

    idea: str
    words: str
    squares: tuple[chess.Square, ...]


Finder = Callable[[MoveOnBoard], Iterator[Sighting]]


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea. Without terms no search can weigh it: it is said where its finder proves it."""

    name: str
    find: Finder
    terms: tuple[str, ...] = ()
    """Terms of the evaluation, or the beginnings of their names."""
    spoils: bool = False
    """Whether it speaks against the move."""


def file_name(square: chess.Square) -> str:
    """The file of a square, as players say it: "e-file"."""
    return f"{chess.FILE_NAMES[chess.square_file(square)]}-file"


def neighbours(square: chess.Square) -> chess.Bitboard:
    """The files beside that of a square."""
    file = chess.square_file(square)
    left = chess.BB_FILES[file - 1] if file else chess.BB_EMPTY
    right = chess.BB_FILES[file + 1] if file < 7 else chess.BB_EMPTY
    return left | right


def ahead(square: chess.Square, side: chess.Color) -> chess.Bitboard:
    """All ranks beyond that of a square, as a side looks at the board."""
    rank = chess.square_rank(square)
    return sum(chess.BB_RANKS[rank + 1 :]) if side else sum(chess.BB_RANKS[:rank])


def is_passed(board: chess.Board, pawn: chess.Square, side: chess.Color) -> bool:
    """Whether no enemy pawn stands before a pawn, on its file or beside it, and no own pawn before it."""
    file = chess.BB_FILES[chess.square_file(pawn)]
    front = ahead(pawn, side)
    enemies = board.pieces_mask(chess.PAWN, not side) & (file | neighbours(pawn)) & front
    return not enemies and not board.pieces_mask(chess.PAWN, side) & file & front


def can_be_driven_away(board: chess.Board, square: chess.Square, side: chess.Color) -> bool:
    """Whether an enemy pawn could ever attack a square, as the pawns stand now."""
    return bool(board.pieces_mask(chess.PAWN, not side) & neighbours(square) & ahead(square, side))
