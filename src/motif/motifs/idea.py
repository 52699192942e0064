"""An idea is what a quiet move improves or spoils on the board: the quiet twin of a motif.

It has a name, the terms of the evaluation that carry it, and a finder that gives sightings: which man, which squares,
and the words. What a sighting says is true on the board by definition; whether it is why a move is good is for a search
with those terms counted as nought to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import chess

from motif.board.material import Phase, phase_of

SOON = 6
"""What happens within so many plies of a line leaves no time for anything slower."""


class Scene:
    """A move on its board: the men before and after it, and where the exchange that it begins has come to rest."""

    def __init__(self, board: chess.Board, move: chess.Move, line: tuple[chess.Move, ...] = ()) -> None:
        self.board = board
        self.move = move
        self.side = board.turn
        self.origin = move.from_square
        self.target = move.to_square
        self.kind = board.piece_type_at(move.from_square) or chess.PAWN
        self.after = board.copy(stack=False)
        self.after.push(move)
        self._line = line

    @cached_property
    def phase(self) -> Phase:
        """Opening, middlegame or ending, by the men on the board."""
        return phase_of(self.board)

    @cached_property
    def is_capture(self) -> bool:
        """Whether something is taken."""
        return self.board.is_capture(self.move)

    @property
    def is_taken_at_once(self) -> bool:
        """Whether the man that moves is taken by the reply, as the line goes."""
        return any(reply.to_square == self.target for reply in self._line[1:2])

    @property
    def is_a_race(self) -> bool:
        """Whether a pawn becomes a queen soon, as the line goes: then all else waits."""
        return any(move.promotion for move in self._line[1:SOON])

    @cached_property
    def settled(self) -> chess.Board:
        """The board after the captures on the square of the move are over, as the line goes."""
        board = self.after.copy(stack=False)
        if self.is_capture:
            for reply in self._line[1:]:
                if reply.to_square != self.target or not board.is_legal(reply):
                    break
                board.push(reply)
        return board

    def own(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """The mover's men of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, self.side)

    def theirs(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """The opponent's men of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, not self.side)

    def rank(self, square: chess.Square) -> int:
        """The rank of a square as the mover counts it, from 1 to 8."""
        return rank_for(square, self.side)


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where a move shows an idea: what the move does, as words that follow its name, and the squares to mark."""

    idea: str
    words: str
    squares: tuple[chess.Square, ...]


Finder = Callable[[Scene], Iterator[Sighting]]


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea. Without terms no search can weigh it: it is said where its finder proves it."""

    name: str
    find: Finder
    terms: tuple[str, ...] = ()
    """Terms of the evaluation, or the beginnings of their names."""
    spoils: bool = False
    """Whether it speaks against the move."""


def rank_for(square: chess.Square, side: chess.Color) -> int:
    """The rank of a square as a side counts it, from 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side else 8 - rank


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
