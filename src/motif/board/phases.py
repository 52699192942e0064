"""The phases of a game: the opening ends when pieces are exchanged or leave the back rank, the endgame has few left.

The middlegame begins with at most ten pieces (queens, rooks, bishops, knights of both sides together) on the board, or
fewer than four men on a side's own back rank, the endgame with at most six pieces, and there is no way back. These are
Lichess's bounds (scalachess, Divider.scala), without its measure of how far the two sides are mixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import chess

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
