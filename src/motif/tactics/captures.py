"""What captures alone bring: both sides take, or promote to a queen, as long as they like; in check any move answers.

    value(board) = max(0, gain of a capture - value after it), and without the 0 in check

A sentence at the board says "wins a pawn if only captures follow", "hangs" or "threatens to take" only where this count
agrees. The words of the rules are counted more cheaply, on one square or four half-moves deep, and in 9 of 27 sentences
the fifth half-move took back what they had promised.
"""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif._core.board import Positions
from motif.board.material import TARGET_VALUES, VALUES, gain_at_once
from motif.board.wording import piece_on
from motif.engines.valuation import passed

MOST_BOARDS = 2_000
"""What takes longer to count is not claimed."""


def wins(board: chess.Board, pawns: int) -> bool:
    """Whether the side to move wins so many pawns by captures alone, for sure.

    >>> wins(chess.Board("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"), 9)
    True
    >>> wins(chess.Board("4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1"), 1)
    False
    """
    return _counted(lambda count: count.wins(board.copy(stack=False), pawns))


def keeps(after: chess.Board, won: int, pawns: int) -> bool:
    """Whether a side that has just won something is still so many pawns up if only captures follow, for sure."""
    return _counted(lambda count: not count.wins(after.copy(stack=False), won - pawns + 1))


def loses(board: chess.Board, move: chess.Move, pawns: int) -> bool:
    """Whether a move loses so many pawns if only captures follow, for sure."""
    return wins(_after(board, move), gain_at_once(board, move) + pawns)


def is_winning(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move has won something if only captures follow, for sure."""
    return keeps(_after(board, move), gain_at_once(board, move), 1)


def is_hanging(board: chess.Board, square: chess.Square, taker: chess.Square | None = None) -> bool:
    """Whether the enemy of the man on a square wins something by taking it there, be it after a pass.

    Both the exchange on that square and all captures must say so. With a `taker` only that man is asked. A king does
    not hang, and in check nobody passes.
    """
    asked = passed(board) if board.color_at(square) == board.turn else board
    if asked is None or board.piece_type_at(square) == chess.KING:
        return False
    column = Positions.from_boards([asked])
    takes = [
        move
        for move, value in zip(column.legal_moves()[0], column.exchange_values(), strict=True)
        if value > 0 and move.to_square == square and taker in (None, move.from_square)
    ]
    return any(is_winning(asked, move) for move in takes)


def is_held(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move wins nothing by taking the man on a square, whatever hangs elsewhere in return."""
    column = Positions.from_boards([board])
    values = zip(column.legal_moves()[0], column.exchange_values(), strict=True)
    return all(value <= 0 for move, value in values if move.to_square == square)


def is_threat(board: chess.Board, attacker: chess.Square, victim: chess.Square) -> bool:
    """Whether one man takes another with a gain, at once or after a pass."""
    return is_hanging(board, victim, attacker)


def has_no_safe_square(board: chess.Board, square: chess.Square) -> bool:
    """Whether the man on a square hangs and every move of his loses something."""
    asked = board if board.color_at(square) == board.turn else passed(board)
    if asked is None or not is_hanging(board, square):
        return False
    return all(loses(asked, move, 1) for move in asked.generate_legal_moves(from_mask=chess.BB_SQUARES[square]))


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


class _TooLong(Exception):
    """The count has seen MOST_BOARDS."""


def _counted(question: Callable[[_Count], bool]) -> bool:
    try:
        return question(_Count())
    except _TooLong:
        return False


class _Count:
    def __init__(self) -> None:
        self._left = MOST_BOARDS

    def wins(self, board: chess.Board, pawns: int) -> bool:
        """value(board) >= pawns"""
        self._left -= 1
        if self._left < 0:
            raise _TooLong
        in_check = board.is_check()
        if pawns <= 0 and not in_check:
            return True
        moves = list(board.legal_moves) if in_check else [*board.generate_legal_captures(), *_promotions(board)]
        moves = [move for move in moves if move.promotion in (None, chess.QUEEN)]
        moves.sort(
            key=lambda move: (-gain_at_once(board, move), VALUES[board.piece_type_at(move.from_square) or chess.PAWN])
        )
        for move in moves:
            won = gain_at_once(board, move)
            board.push(move)
            is_enough = not self.wins(board, won - pawns + 1)
            board.pop()
            if is_enough:
                return True
        return False


def _promotions(board: chess.Board) -> list[chess.Move]:
    """Those that take nothing."""
    pawns = board.pawns & board.occupied_co[board.turn] & (chess.BB_RANK_7 if board.turn else chess.BB_RANK_2)
    last = (chess.BB_RANK_8 if board.turn else chess.BB_RANK_1) & ~board.occupied
    return list(board.generate_legal_moves(pawns, last)) if pawns else []


# The capture that tempts and loses: "and not Bxd5, which leaves the rook on a1".

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
    return f"and not {board.san(worst)}, which leaves {piece_on(board, square)}"


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
