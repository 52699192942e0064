"""Describe one move on its board: the pieces before and after it, and how the expected line goes on."""

from __future__ import annotations

from functools import cached_property

import chess

from motif.board.material import Phase, phase_of

SOON_PLIES = 6
"""A promotion within this many plies of the line leaves no time for anything slower."""


class MoveOnBoard:
    """A legal move, the board before and after it, and the line that is expected to follow.

    >>> move = MoveOnBoard(chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), chess.Move.from_uci("e2e4"))
    >>> move.san, chess.piece_name(move.kind), move.rank(move.target)
    ('e4', 'pawn', 4)
    """

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

    @property
    def san(self) -> str:
        """The move in standard algebraic notation."""
        return self.board.san(self.move)

    @cached_property
    def phase(self) -> Phase:
        """The phase of the game before the move."""
        return phase_of(self.board)

    @cached_property
    def is_capture(self) -> bool:
        """Whether the move captures."""
        return self.board.is_capture(self.move)

    @cached_property
    def passed(self) -> chess.Board | None:
        """The board after the move with the same side to move again; None if the opponent is in check."""
        if self.after.is_check():
            return None
        twin = self.after.copy(stack=False)
        twin.turn = not twin.turn
        twin.ep_square = None
        return twin if twin.is_valid() else None

    @property
    def is_taken_at_once(self) -> bool:
        """Whether the reply of the line captures the piece that moved."""
        return any(reply.to_square == self.target for reply in self._line[1:2])

    @property
    def is_a_race(self) -> bool:
        """Whether a pawn is promoted soon in the line: then everything else waits."""
        return any(move.promotion for move in self._line[1:SOON_PLIES])

    @cached_property
    def settled(self) -> chess.Board:
        """The board after the line's captures on the move's target square."""
        board = self.after.copy(stack=False)
        if self.is_capture:
            for reply in self._line[1:]:
                if reply.to_square != self.target or not board.is_legal(reply):
                    break
                board.push(reply)
        return board

    def own(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """Return the mover's pieces of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, self.side)

    def theirs(self, kind: chess.PieceType, board: chess.Board | None = None) -> chess.SquareSet:
        """Return the opponent's pieces of a kind, before the move or on another board."""
        return (board or self.board).pieces(kind, not self.side)

    def rank(self, square: chess.Square) -> int:
        """Return the rank of a square as the mover counts it, from 1 to 8."""
        return rank_for(square, self.side)


def rank_for(square: chess.Square, side: chess.Color) -> int:
    """Return the rank of a square as a side counts it, from 1 to 8."""
    rank = chess.square_rank(square)
    return rank + 1 if side else 8 - rank
