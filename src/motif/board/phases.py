"""Find the phase of a position: opening, middlegame or endgame.

The opening ends when pieces are traded or leave the back rank; the endgame begins when few pieces are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import StrEnum

import chess

MOST_PIECES_IN_A_MIDDLEGAME = 10
"""With more pieces than this (both sides, without kings and pawns) the position may still be in the opening."""

MOST_PIECES_IN_AN_ENDGAME = 6
"""With at most this many pieces (both sides, without kings and pawns) the position is an endgame."""

FEWEST_ON_BACK_RANK_IN_OPENING = 4
"""In the opening, each side has at least this many pieces on its first rank, counting the king."""


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
    """Return the phase of one position, whatever game led to it."""
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
