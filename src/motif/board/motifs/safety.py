"""Who is safe where: who is defended, who can be won, who is pinned.

A man is *loose* when it is attacked and either nothing defends it or a cheaper man attacks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import chess

from motif.board.material import TARGET_VALUES
from motif.board.positions import Positions

SLIDERS = frozenset({chess.BISHOP, chess.ROOK, chess.QUEEN})


def worth(board: chess.Board, square: chess.Square) -> int:
    """What the man on a square is worth; an empty square nothing."""
    return TARGET_VALUES.get(board.piece_type_at(square) or 0, 0)


def exchange(board: chess.Board, move: chess.Move) -> int:
    """What a move wins once the captures on its target square are done, in pawns."""
    column = Positions.from_boards([board])
    place = column.legal_moves()[0].index(move)
    return round(int(column.exchange_values()[place]) / 100)


def is_defended(board: chess.Board, square: chess.Square) -> bool:
    """Whether a man of its own side guards the man on a square, if need be through the slider that would take it."""
    side = board.color_at(square)
    assert side is not None
    if board.is_attacked_by(side, square):
        return True
    for attacker in board.attackers(not side, square):
        if board.piece_type_at(attacker) in SLIDERS:
            without = board.occupied ^ chess.BB_SQUARES[attacker]
            if board.attackers_mask(side, square, without):
                return True
    return False


def is_loose(board: chess.Board, square: chess.Square) -> bool:
    """Whether the man on a square can be won where it stands."""
    side = board.color_at(square)
    assert side is not None
    attackers = board.attackers(not side, square)
    if not attackers:
        return False
    own = worth(board, square)
    return any(worth(board, attacker) < own for attacker in attackers) or not is_defended(board, square)


def is_trapped(board: chess.Board, square: chess.Square) -> bool:
    """Whether a loose piece of the side to move has nowhere to go where it is not loose; a pinned one is not trapped.

    Taking something of its own value on the way is a way out.
    """
    kind = board.piece_type_at(square)
    if kind in (None, chess.PAWN, chess.KING) or board.is_check() or board.is_pinned(board.turn, square):
        return False
    return is_loose(board, square) and not any(flights(board, square))


def flights(board: chess.Board, square: chess.Square) -> Iterator[chess.Move]:
    """The moves by which a man of the side to move gets to safety, or gets its worth."""
    own = worth(board, square)
    for move in board.generate_legal_moves(chess.BB_SQUARES[square]):
        if worth(board, move.to_square) >= own:
            yield move
            continue
        after = board.copy(stack=False)
        after.push(move)
        if not is_loose(after, move.to_square):
            yield move


@dataclass(frozen=True, slots=True)
class Pin:
    """A man that stands on the line from an enemy slider to something behind it."""

    pinner: chess.Square
    pinned: chess.Square
    behind: chess.Square

    @property
    def line(self) -> chess.SquareSet:
        """The whole line, on which the pinned man may move."""
        return chess.SquareSet(chess.ray(self.pinner, self.behind))


def pins_to(board: chess.Board, behind: chess.Square) -> Iterator[Pin]:
    """The pins of a side's men to the man of that side on a square."""
    side = board.color_at(behind)
    assert side is not None
    enemies = board.occupied_co[not side]
    straight = (board.rooks | board.queens) & (chess.BB_RANK_ATTACKS[behind][0] | chess.BB_FILE_ATTACKS[behind][0])
    diagonal = (board.bishops | board.queens) & chess.BB_DIAG_ATTACKS[behind][0]
    for pinner in chess.scan_forward((straight | diagonal) & enemies):
        between = chess.between(pinner, behind) & board.occupied
        if between and not between & (between - 1) and between & board.occupied_co[side]:
            yield Pin(pinner, chess.msb(between), behind)


def absolute_pins(board: chess.Board, side: chess.Color) -> Iterator[Pin]:
    """The pins of a side's men to their king."""
    king = board.king(side)
    if king is not None:
        yield from pins_to(board, king)
