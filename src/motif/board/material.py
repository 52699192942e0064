"""What men are worth, in pawns: the one table of the house.

P 1, N 3, B 3, R 5, Q 9, as every beginner learns; they count material, name what is won and order captures.
A king is never won: it counts nothing towards material, and as a target more than everything else. What an evaluation
learned or a paper printed is no such table and stands with it: the tapered weights and those that their regression
begins with (search), and h_mat of the three-term heuristic, which the core computes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType

import chess

VALUES: Mapping[chess.PieceType, int] = MappingProxyType(
    {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}
)
"""What a man adds to a side's material."""

TARGET_VALUES: Mapping[chess.PieceType, int] = MappingProxyType({**VALUES, chess.KING: 100})
"""What a man is worth to whoever attacks it."""

VALUES_BY_SIGN: Mapping[str, int] = MappingProxyType(
    {chess.piece_symbol(kind).upper(): value for kind, value in VALUES.items()}
)
"""The same values by the letters of a diagram: P, N, B, R, Q, K."""


def material(board: chess.Board, side: chess.Color) -> int:
    """What the men of a side are worth together.

    >>> material(chess.Board(), chess.WHITE)
    39
    """
    return sum(value * chess.popcount(board.pieces_mask(kind, side)) for kind, value in VALUES.items())


def balance(board: chess.Board, side: chess.Color) -> int:
    """What a side has more than the other.

    >>> balance(chess.Board("4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1"), chess.BLACK)
    -6
    """
    return material(board, side) - material(board, not side)


# The phases of a game: the opening ends when pieces are exchanged or leave the back rank, the endgame has few left.

MOST_PIECES_IN_A_MIDDLEGAME = 10
MOST_PIECES_IN_AN_ENDGAME = 6
MEN_ON_A_FULL_BACK_RANK = 4


class Phase(StrEnum):
    """How far a game has come."""

    OPENING = "opening"
    MIDDLEGAME = "middlegame"
    ENDGAME = "endgame"


_ORDER = list(Phase)


def phases(boards: Iterable[chess.Board]) -> Iterator[Phase]:
    """The phase of each position of a game, in its order.

    >>> list(phases([chess.Board(), chess.Board("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"), chess.Board()]))
    [<Phase.OPENING: 'opening'>, <Phase.ENDGAME: 'endgame'>, <Phase.ENDGAME: 'endgame'>]
    """
    reached = Phase.OPENING
    for board in boards:
        reached = max(reached, phase_of(board), key=_ORDER.index)
        yield reached


def phase_of(board: chess.Board) -> Phase:
    """The phase of one position, without the game that led to it."""
    pieces = chess.popcount(board.occupied & ~board.pawns & ~board.kings)
    if pieces <= MOST_PIECES_IN_AN_ENDGAME:
        return Phase.ENDGAME
    at_home = (
        chess.popcount(board.occupied_co[chess.WHITE] & chess.BB_RANK_1),
        chess.popcount(board.occupied_co[chess.BLACK] & chess.BB_RANK_8),
    )
    if pieces <= MOST_PIECES_IN_A_MIDDLEGAME or min(at_home) < MEN_ON_A_FULL_BACK_RANK:
        return Phase.MIDDLEGAME
    return Phase.OPENING
