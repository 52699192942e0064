"""A hint by steps: which side of the board, which man, which square, and at last the move with its reason."""

from __future__ import annotations

import chess

from motif.advice import Advice

STEPS = 4


def hint(board: chess.Board, advice: Advice, step: int) -> str:
    """The hint after so many questions, counted from 1; the last one tells all.

    >>> from motif.advice import Reason
    >>> advice = Advice(chess.Move.from_uci("g1f3"), None, Reason("openings", "Nf3 as in the King's Knight Opening"))
    >>> [hint(chess.Board(), advice, step) for step in (1, 2, 3)]
    ["Look at the king's side.", 'Move the knight on g1.', 'The knight on g1 belongs on f3.']
    """
    move = advice.move
    man = chess.piece_name(board.piece_type_at(move.from_square) or chess.PAWN)
    origin, target = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if step <= 1:
        return f"Look at the {'queen' if chess.square_file(move.to_square) < 4 else 'king'}'s side."
    if step == 2:
        return f"Move the {man} on {origin}."
    if step == 3:
        return "Castle." if board.is_castling(move) else f"The {man} on {origin} belongs on {target}."
    return advice.because.english
