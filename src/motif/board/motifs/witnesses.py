"""A witness shows a motif on a line, and knows how to undo it: the smallest edit of the board that takes the cause away.

All squares are those of the board before the witness's move, except `by`, which is where the man stands after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

import chess

from motif.board.motifs.lines import Line
from motif.board.motifs.safety import WORTH


class Remedy(Enum):
    """What would take the cause away."""

    NOTHING = "it describes the line and causes nothing"
    REMOVE = "one of these men is taken off"
    DEFEND = "one of these men gets a defender"
    BLOCK = "a pawn stands on one of these squares"


@dataclass(frozen=True, slots=True)
class Witness:
    """Where a line shows a motif: at which ply, by which man, against which men, along which squares.

    `claim` is what the motif says it wins, in pawns; `remedy` and `undo` say what takes it away.
    """

    motif: str
    ply: int
    by: chess.Square
    against: tuple[chess.Square, ...] = ()
    along: tuple[chess.Square, ...] = ()
    claim: int = 0
    remedy: Remedy = Remedy.NOTHING
    undo: tuple[chess.Square, ...] = ()

    def edits(self, line: Line) -> Iterator[Undone]:
        """The boards of the line without this cause, from the earliest ply at which the edit makes sense.

        On each of them the moves up to the witness's own can still be played.
        """
        if self.remedy is Remedy.NOTHING:
            return
        since = max((line.standing(square, self.ply) for square in (*self.undo, *self.against)), default=0)
        for ply in sorted({since, self.ply}):
            if ply > self.ply:
                continue
            for board, square in _edited(line.boards[ply], self.remedy, self.undo, not line.winner):
                if _allows(board, line.moves[ply : self.ply + 1]) and board.is_check() == line.boards[ply].is_check():
                    yield Undone(self, ply, board, square)


@dataclass(frozen=True, slots=True)
class Undone:
    """The board without a cause: at which ply of the line, and which square was edited."""

    witness: Witness
    ply: int
    board: chess.Board
    square: chess.Square


def _edited(
    board: chess.Board, remedy: Remedy, squares: tuple[chess.Square, ...], loser: chess.Color
) -> Iterator[tuple[chess.Board, chess.Square]]:
    if remedy is Remedy.REMOVE:
        # The cheapest man first: the smallest edit.
        order = sorted(squares, key=lambda square: WORTH.get(board.piece_type_at(square) or 0, 0))
        for square in order:
            if board.piece_type_at(square) not in (None, chess.KING):
                yield _with(board, square, None), square
        return
    men = [chess.Piece(chess.PAWN, loser)]
    places = list(squares)
    if remedy is Remedy.DEFEND:
        places = [place for square in squares for place in chess.scan_forward(chess.BB_PAWN_ATTACKS[not loser][square])]
        yield from _put(board, places, men)
        men = [chess.Piece(chess.KNIGHT, loser)]
        places = [place for square in squares for place in chess.scan_forward(chess.BB_KNIGHT_ATTACKS[square])]
        winners = board.occupied_co[not loser]
        places = [place for place in places if not chess.BB_KNIGHT_ATTACKS[place] & winners]
    yield from _put(board, places, men)


def _put(
    board: chess.Board, places: list[chess.Square], men: list[chess.Piece]
) -> Iterator[tuple[chess.Board, chess.Square]]:
    for place in places:
        for man in men:
            at_the_edge = chess.square_rank(place) in (0, 7)
            if board.piece_at(place) is None and not (man.piece_type == chess.PAWN and at_the_edge):
                yield _with(board, place, man), place


def _with(board: chess.Board, square: chess.Square, man: chess.Piece | None) -> chess.Board:
    edited = board.copy(stack=False)
    edited.set_piece_at(square, man)
    edited.castling_rights = edited.clean_castling_rights()
    if edited.ep_square is not None and not edited.has_legal_en_passant():
        edited.ep_square = None
    return edited


def _allows(board: chess.Board, moves: tuple[chess.Move, ...]) -> bool:
    """Whether a board can be, and the moves be played on it."""
    if not board.is_valid():
        return False
    walk = board.copy(stack=False)
    for move in moves:
        if not walk.is_legal(move):
            return False
        walk.push(move)
    return True
