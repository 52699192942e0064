"""The words for what a bad move did wrong; each clause begins with the move."""

from __future__ import annotations

import chess

from motif.board.english import man


def threat(played: str, reply: str) -> str:
    """A threat was there before."""
    return f"{played} does not meet the threat {reply}"


def allows(played: str, reply: str) -> str:
    """The reply did not win before."""
    return f"{played} allows {reply}"


def greed(board: chess.Board, played: chess.Move, guard: chess.Square) -> str:
    """A guarded man was taken."""
    square = played.to_square
    if board.is_en_passant(played):
        return f"{board.san(played)} takes in passing where {man(board, guard)} takes back"
    return f"{board.san(played)} takes {man(board, square)}, which {man(board, guard)} guards"


def attacked(board: chess.Board, played: chess.Move, following: chess.Board, taker: chess.Square) -> str:
    """The man that moved is taken where it went."""
    target = chess.square_name(played.to_square)
    kind = following.piece_type_at(played.to_square)
    assert kind is not None
    return f"{board.san(played)} puts the {chess.piece_name(kind)} on {target}, where {man(following, taker)} takes it"


def flight(played: str, square: chess.Square) -> str:
    """The king would have gone there."""
    return f"{played} takes {chess.square_name(square)} from its own king"


def guard(board: chess.Board, played: chess.Move, square: chess.Square, *, is_guarded: bool) -> str:
    """A man or a square is no longer guarded."""
    if board.piece_at(square) is None or board.color_at(square) != board.turn:
        return f"{board.san(played)} gives up the guard of {chess.square_name(square)}"
    left = "with too few guards" if is_guarded else "without a guard"
    return f"{board.san(played)} leaves {man(board, square)} {left}"


def line(board: chess.Board, played: chess.Move, slider: chess.Square, square: chess.Square) -> str:
    """A line is open that was shut."""
    return f"{board.san(played)} opens the line from {man(board, slider)} to {man(board, square)}"


def in_the_way(board: chess.Board, played: chess.Move, guard_square: chess.Square, square: chess.Square) -> str:
    """A guard is shut off."""
    return f"{board.san(played)} cuts {man(board, guard_square)} off from {man(board, square)}"


def steps_into(played: str, into: str) -> str:
    """A fork, a pin, a skewer."""
    return f"{played} steps into {into}"


def leaves(board: chess.Board, played: chess.Move, following: chess.Board, reply: chess.Move) -> str:
    """A square is free that was not."""
    return f"{board.san(played)} leaves {chess.square_name(reply.to_square)} to {man(following, reply.from_square)}"
