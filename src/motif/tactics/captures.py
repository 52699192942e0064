"""Count what a side wins by captures alone, played to the end.

Both sides capture, or promote to a queen, as long as they like; in check any move is allowed:

    value(board) = max(0, gain of a capture - value after it), without the 0 if the side to move is in check

A sentence about a position says "wins a pawn if only captures follow", "hangs" or "threatens to take" only if this
count agrees. The relations of rules look only at one square or four half-moves deep, which is not enough.

- The count of all captures alone answers `wins`, `keeps`, `loses` and `is_winning`.
- The exchange on one square alone answers `exchange_wins_nothing`.
- `is_hanging` and `has_no_safe_square` require that both agree.
- `warning_of_capture` names a tempting capture that loses: "and not Bxd5, which leaves the rook on a1".
"""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif._core.board import Positions
from motif.board.material import TARGET_VALUES, VALUES, gain_at_once
from motif.board.wording import piece_on
from motif.engines.evaluator import after, passed

MOST_BOARDS = 2_000
"""The count gives up after this many boards, and then nothing is claimed."""

LEAST_LOSS_PAWNS = 2
"""A tempting capture that loses less than this deserves no warning."""

_CENTIPAWNS_PER_PAWN = 100


def wins(board: chess.Board, pawns: int) -> bool:
    """Whether the side to move certainly wins at least this many pawns by captures alone.

    >>> wins(chess.Board("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1"), 9)
    True
    >>> wins(chess.Board("4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1"), 1)
    False
    """
    return _certain(lambda count: count.wins(board.copy(stack=False), pawns))


def keeps(board: chess.Board, won: int, pawns: int) -> bool:
    """Whether a side that has won `won` pawns certainly keeps at least `pawns` of them if only captures follow."""
    return _certain(lambda count: not count.wins(board.copy(stack=False), won - pawns + 1))


def loses(board: chess.Board, move: chess.Move, pawns: int) -> bool:
    """Whether a move certainly loses at least this many pawns if only captures follow."""
    return wins(after(board, move), gain_at_once(board, move) + pawns)


def is_winning(board: chess.Board, move: chess.Move) -> bool:
    """Whether a move certainly wins something if only captures follow."""
    return keeps(after(board, move), gain_at_once(board, move), 1)


def is_hanging(board: chess.Board, square: chess.Square, taker: chess.Square | None = None) -> bool:
    """Whether the other side wins something by capturing the piece on a square, now or after a pass.

    Both the exchange on that square and the count of all captures must say so. With a `taker` only captures by that
    piece count. A king does not hang, and a side in check cannot pass.
    """
    attacked = passed(board) if board.color_at(square) == board.turn else board
    if attacked is None or board.piece_type_at(square) == chess.KING:
        return False
    positions = Positions.from_boards([attacked])
    takes = [
        move
        for move, value in zip(positions.legal_moves()[0], positions.exchange_values(), strict=True)
        if value > 0 and move.to_square == square and taker in (None, move.from_square)
    ]
    return any(is_winning(attacked, move) for move in takes)


def exchange_wins_nothing(board: chess.Board, square: chess.Square) -> bool:
    """Whether the side to move wins nothing in the exchange on a square; captures elsewhere do not count."""
    positions = Positions.from_boards([board])
    values = zip(positions.legal_moves()[0], positions.exchange_values(), strict=True)
    return all(value <= 0 for move, value in values if move.to_square == square)


def has_no_safe_square(board: chess.Board, square: chess.Square) -> bool:
    """Whether the piece on a square hangs and every move of it loses something."""
    mover = board if board.color_at(square) == board.turn else passed(board)
    if mover is None or not is_hanging(board, square):
        return False
    return all(loses(mover, move, 1) for move in mover.generate_legal_moves(from_mask=chess.BB_SQUARES[square]))


class _TooManyBoards(Exception):
    """Raised if the count has seen MOST_BOARDS positions."""


def _certain(question: Callable[[_CaptureCount], bool]) -> bool:
    try:
        return question(_CaptureCount())
    except _TooManyBoards:
        return False


class _CaptureCount:
    def __init__(self) -> None:
        self._left = MOST_BOARDS

    def wins(self, board: chess.Board, pawns: int) -> bool:
        """Whether value(board) >= pawns."""
        self._left -= 1
        if self._left < 0:
            raise _TooManyBoards
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
    """Return the promotions that capture nothing."""
    pawns = board.pawns & board.occupied_co[board.turn] & (chess.BB_RANK_7 if board.turn else chess.BB_RANK_2)
    last = (chess.BB_RANK_8 if board.turn else chess.BB_RANK_1) & ~board.occupied
    return list(board.generate_legal_moves(pawns, last)) if pawns else []


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
