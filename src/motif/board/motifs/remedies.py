"""What would take a cause away: a man taken off, a defender put on, a pawn put in the way, a king that stands beside.

A remedy changes one square of the board, or lets the king take one step, and leaves all else alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from motif.board.motifs.safety import worth

Edit = tuple[chess.Board, chess.Square]
"""The edited board, and the square on which it was edited."""


class Kind(Enum):
    """What is done to the board."""

    REMOVE = "one of these men is taken off"
    DEFEND = "one of these men gets a defender"
    BLOCK = "a pawn stands on one of these squares"
    PUT_BACK = "a man like the one that left stands there still"
    ASIDE = "the king stands on one of these squares"


@dataclass(frozen=True, slots=True)
class Remedy:
    """What is done, and to which squares; one of them is enough."""

    kind: Kind
    squares: tuple[chess.Square, ...]
    man: chess.PieceType = chess.PAWN
    """Whom a remedy puts on the board, where it may be anybody."""

    def applied(self, board: chess.Board, loser: chess.Color) -> Iterator[Edit]:
        """The edited boards, the smallest edit first; not all of them can be."""
        if self.kind is Kind.REMOVE:
            for square in sorted(self.squares, key=lambda square: worth(board, square)):
                if board.piece_type_at(square) not in (None, chess.KING):
                    yield _with(board, square, None), square
        elif self.kind in (Kind.BLOCK, Kind.PUT_BACK):
            yield from _put(board, chess.Piece(self.man, loser), self.squares)
        elif self.kind is Kind.ASIDE:
            king = board.king(loser)
            if king is not None:
                yield from _put(_with(board, king, None), chess.Piece(chess.KING, loser), self.squares)
        else:
            for square in self.squares:
                behind = chess.scan_forward(chess.BB_PAWN_ATTACKS[not loser][square])
                yield from _put(board, chess.Piece(chess.PAWN, loser), behind)
            for square in self.squares:
                yield from _put(board, chess.Piece(chess.KNIGHT, loser), _calmest_knights(board, square, loser))


def remove(*squares: chess.Square) -> Remedy:
    """One of these men is taken off."""
    return Remedy(Kind.REMOVE, squares)


def defend(*squares: chess.Square) -> Remedy:
    """One of these men gets a defender."""
    return Remedy(Kind.DEFEND, squares)


def block(*squares: chess.Square) -> Remedy:
    """A pawn of the loser stands on one of these squares."""
    return Remedy(Kind.BLOCK, squares)


def put_back(man: chess.PieceType, square: chess.Square) -> Remedy:
    """A man of the loser stands where one has just left."""
    return Remedy(Kind.PUT_BACK, (square,), man)


def aside(board: chess.Board, loser: chess.Color) -> tuple[Remedy, ...]:
    """The loser's king stands one step away from where it stands, where nobody attacks it; nothing if it cannot."""
    king = board.king(loser)
    if king is None:
        return ()
    lifted = _with(board, king, None)
    near = chess.SquareSet(chess.BB_KING_ATTACKS[king] & ~board.occupied)
    places = tuple(square for square in near if not lifted.is_attacked_by(not loser, square))
    return (Remedy(Kind.ASIDE, places),) if places else ()


def _calmest_knights(board: chess.Board, square: chess.Square, loser: chess.Color) -> list[chess.Square]:
    """Where a knight would defend a square, first where it attacks the fewest men."""
    enemies = board.occupied_co[not loser]
    places = chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square])
    return sorted(places, key=lambda place: (chess.BB_KNIGHT_ATTACKS[place] & enemies).bit_count())


def _put(board: chess.Board, man: chess.Piece, places: Iterable[chess.Square]) -> Iterator[Edit]:
    for place in places:
        at_the_end = man.piece_type == chess.PAWN and chess.square_rank(place) in (0, 7)
        if board.piece_at(place) is None and not at_the_end:
            yield _with(board, place, man), place


def _with(board: chess.Board, square: chess.Square, man: chess.Piece | None) -> chess.Board:
    edited = board.copy(stack=False)
    edited.set_piece_at(square, man)
    edited.castling_rights = edited.clean_castling_rights()
    if edited.ep_square is not None and not edited.has_legal_en_passant():
        edited.ep_square = None
    return edited
