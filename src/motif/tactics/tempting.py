"""Warn of a tempting capture that loses: "and not Bxd5, which leaves the rook on a1"."""

from __future__ import annotations

import chess

from motif._core.board import Positions
from motif.board.material import TARGET_VALUES
from motif.board.wording import piece_on
from motif.engines.evaluator import after
from motif.tactics.captures import loses

LEAST_LOSS_PAWNS = 2
"""A tempting capture that loses less than this deserves no warning."""

_CENTIPAWNS_PER_PAWN = 100


def warning_of_capture(board: chess.Board, move: chess.Move) -> str:
    """Return a warning against the worst capture that might tempt a player away from a move; "" if there is none.

    >>> board = chess.Board("r4rk1/1pp2pp1/1b1p1n1p/pQ1P1q2/4P3/P3P1P1/1P1B1PBP/R3R1K1 b - - 0 17")
    >>> warning_of_capture(board, chess.Move.from_uci("f6e4"))
    'and not Nxd5, which leaves the queen on f5'
    >>> warning_of_capture(chess.Board("4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1"), chess.Move.from_uci("b4c5"))
    'and not Qxc5, which loses the queen'
    """
    if board.is_check() or _exchange_loss(board, move)[0] > 0:
        return ""
    losses = {other: _exchange_loss(board, other) for other in board.legal_moves if _tempts(board, other, move)}
    worse = [
        other
        for other, (lost, square) in losses.items()
        if lost >= LEAST_LOSS_PAWNS
        # Another piece is lost, or the capturing piece is lost on a square where the better move captures safely.
        and (square != other.to_square or other.to_square == move.to_square)
        # The square is not one on which an opponent's pawn queens.
        and (square == other.to_square or board.color_at(square) == board.turn)
        and loses(board, other, LEAST_LOSS_PAWNS)
    ]
    if not worse:
        return ""
    worst = max(worse, key=lambda other: losses[other][0])
    _, square = losses[worst]
    if square == worst.to_square:
        kind = board.piece_type_at(worst.from_square) or chess.PAWN
        return f"and not {board.san(worst)}, which loses the {chess.piece_name(kind)}"
    return f"and not {board.san(worst)}, which leaves {piece_on(board, square)}"


def _tempts(board: chess.Board, other: chess.Move, move: chess.Move) -> bool:
    """Whether the other move makes the same capture with another piece, or another capture with the same piece."""
    if other == move or not board.is_capture(other) or other.promotion:
        return False
    if board.is_capture(move) and other.to_square == move.to_square:
        return True
    return other.from_square == move.from_square and other.to_square != move.to_square


def _exchange_loss(board: chess.Board, move: chess.Move) -> tuple[float, chess.Square]:
    """Return how many pawns a move loses by the best exchange in reply, and the square of that exchange."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    replies = Positions.from_boards([after(board, move)])
    values = replies.exchange_values()
    won = TARGET_VALUES[taken] if taken and board.is_capture(move) else 0
    if not len(values):
        return -float(won), move.to_square
    best = int(values.argmax())
    return values[best] / _CENTIPAWNS_PER_PAWN - won, replies.legal_moves()[0][best].to_square
