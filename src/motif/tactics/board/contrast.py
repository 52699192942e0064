"""The capture that tempts and loses: "and not Bxd5, which leaves the rook on a1".

Two kinds of captures tempt beside an advised move: another man taking on the same square, and the same man taking
something else. One is worth a word where the enemy then wins LOST pawns or more, the victim of the tempting capture set
against what the best exchange of the enemy brings; that the same man would be taken back where it takes anybody sees.
In check nothing tempts but to get out of it.
"""

from __future__ import annotations

import chess

from motif.board.english import man
from motif.board.material import TARGET_VALUES
from motif.board.positions import Positions
from motif.tactics.board.captures import loses

LOST = 2
"""So many pawns a tempting capture must lose to be warned of."""

_CENTIPAWNS = 100


def contrast(board: chess.Board, move: chess.Move) -> str:
    """What to say of the worst capture that tempts beside a move; "" where there is none.

    >>> board = chess.Board("r4rk1/1pp2pp1/1b1p1n1p/pQ1P1q2/4P3/P3P1P1/1P1B1PBP/R3R1K1 b - - 0 17")
    >>> contrast(board, chess.Move.from_uci("f6e4"))
    'and not Nxd5, which leaves the queen on f5'
    >>> contrast(chess.Board("4k3/4p3/3p4/2n5/1P6/4Q3/8/4K3 w - - 0 1"), chess.Move.from_uci("b4c5"))
    'and not Qxc5, which loses the queen'
    """
    if board.is_check() or _left_by(board, move)[0] > 0:
        return ""
    losses = {other: _left_by(board, other) for other in board.legal_moves if _tempts(board, other, move)}
    worse = [other for other, (lost, square) in losses.items() if lost >= LOST and _is_news(other, square, move)]
    worse = [other for other in worse if _stands(board, losses[other][1], other) and loses(board, other, LOST)]
    if not worse:
        return ""
    worst = max(worse, key=lambda other: losses[other][0])
    _, square = losses[worst]
    if square == worst.to_square:
        kind = board.piece_type_at(worst.from_square) or chess.PAWN
        return f"and not {board.san(worst)}, which loses the {chess.piece_name(kind)}"
    return f"and not {board.san(worst)}, which leaves {man(board, square)}"


def _is_news(other: chess.Move, square: chess.Square, move: chess.Move) -> bool:
    return square != other.to_square or other.to_square == move.to_square


def _stands(board: chess.Board, square: chess.Square, other: chess.Move) -> bool:
    """Whether what is lost is a man that stands there, and not a pawn that queens."""
    return square == other.to_square or board.color_at(square) == board.turn


def _tempts(board: chess.Board, other: chess.Move, move: chess.Move) -> bool:
    if other == move or not board.is_capture(other) or other.promotion:
        return False
    if board.is_capture(move) and other.to_square == move.to_square:
        return True
    return other.from_square == move.from_square and other.to_square != move.to_square


def _left_by(board: chess.Board, move: chess.Move) -> tuple[float, chess.Square]:
    """How many pawns a move loses by the best exchange that answers it, and where that is."""
    taken = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    after = board.copy(stack=False)
    after.push(move)
    replies = Positions.from_boards([after])
    values = replies.exchange_values()
    won = TARGET_VALUES[taken] if taken and board.is_capture(move) else 0
    if not len(values):
        return -float(won), move.to_square
    best = int(values.argmax())
    return values[best] / _CENTIPAWNS - won, replies.legal_moves()[0][best].to_square
