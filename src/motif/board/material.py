"""Count material with the usual piece values and the material that a move wins at once, and find the phase of a game.

P 1, N 3, B 3, R 5, Q 9: with these values we count material, name what a capture wins and order captures. A king is
never captured: it adds nothing to material, but as a target it is worth more than everything else. The evaluations that
`motif.search` uses have separate piece values, in centipawns.

The opening ends when pieces are traded or leave the back rank; the endgame begins when few pieces are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

import chess

VALUES: Mapping[chess.PieceType, int] = MappingProxyType(
    {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
)
"""The value of each piece in pawns, as we count it in a side's material."""

TARGET_VALUES: Mapping[chess.PieceType, int] = MappingProxyType({**VALUES, chess.KING: 100})
"""The value of each piece in pawns, as the target of an attack."""

VALUES_BY_LETTER: Mapping[str, int] = MappingProxyType(
    {chess.piece_symbol(kind).upper(): value for kind, value in VALUES.items()}
)
"""The value of each piece in pawns, by its letter: P, N, B, R, Q, K."""

MOST_PIECES_IN_A_MIDDLEGAME = 10
"""With more pieces than this (both sides, without kings and pawns) the position may still be in the opening."""

MOST_PIECES_IN_AN_ENDGAME = 6
"""With at most this many pieces (both sides, without kings and pawns) the position is an endgame."""

FEWEST_ON_BACK_RANK_IN_OPENING = 4
"""In the opening, each side has at least this many pieces on its first rank, counting the king."""


def material(board: chess.Board, side: chess.Color) -> int:
    """Return the total value of a side's pieces and pawns.

    >>> material(chess.Board(), chess.WHITE)
    39
    """
    return sum(value * chess.popcount(board.pieces_mask(kind, side)) for kind, value in VALUES.items())


def balance(board: chess.Board, side: chess.Color) -> int:
    """Return how much more material a side has than its opponent; negative if it has less.

    >>> balance(chess.Board("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"), chess.BLACK)
    -6
    """
    return material(board, side) - material(board, not side)


def gain_at_once(board: chess.Board, move: chess.Move) -> int:
    """Return the material that a move wins before any reply, in pawns: the captured piece and the gain of promoting.

    >>> board = chess.Board("3r3k/2P5/8/8/8/8/8/7K w - - 0 1")
    >>> gain_at_once(board, board.parse_san("cxd8=Q")), gain_at_once(board, board.parse_san("c8=N"))
    (13, 2)
    """
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    won = VALUES[captured] if captured and board.is_capture(move) else 0
    return won + (VALUES[move.promotion] - VALUES[chess.PAWN] if move.promotion else 0)


class Phase(StrEnum):
    """The part of a game that a position belongs to."""

    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


_ORDER = list(Phase)


def phases(boards: Iterable[chess.Board]) -> Iterator[Phase]:
    """Yield the phase of each position of a game; a game never goes back to an earlier phase.

    >>> list(phases([chess.Board(), chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), chess.Board()]))
    [<Phase.OPENING: 'opening'>, <Phase.ENDGAME: 'endgame'>, <Phase.ENDGAME: 'endgame'>]
    """
    reached = Phase.OPENING
    for board in boards:
        reached = max(reached, phase_of(board), key=_ORDER.index)
        yield reached


def phase_of(board: chess.Board) -> Phase:
    """Return the phase of one position, by the position alone."""
    pieces = chess.popcount(board.occupied & ~board.pawns & ~board.kings)
    if pieces <= MOST_PIECES_IN_AN_ENDGAME:
        return Phase.ENDGAME
    at_home = (
        chess.popcount(board.occupied_co[chess.WHITE] & chess.BB_RANK_1),
        chess.popcount(board.occupied_co[chess.BLACK] & chess.BB_RANK_8),
    )
    if pieces <= MOST_PIECES_IN_A_MIDDLEGAME or min(at_home) < FEWEST_ON_BACK_RANK_IN_OPENING:
        return Phase.MIDDLEGAME
    return Phase.OPENING
