"""What the nearest cases advise, and what such advice is worth.

The weight of a move follows from two numbers: the distance d of the nearest case that plays it, and the agreement a,
the share of retrieved cases with a legal next move that go on with it:
weight = WORTH_AT_HAND - WORTH_LOST_PER_SQUARE * d + WORTH_OF_AGREEMENT * a, in centipawns over the average legal move.
The three numbers were fitted by experiments/opening-advice; docs/openings.md gives their error on held-out games.
"""

from __future__ import annotations

from collections.abc import Sequence

import chess

from motif.advice import Advice, Reason
from motif.board.drawing import Arrow, Colour
from motif.openings.cases import CaseBase
from motif.openings.retrieval import CaseOrder, Match, Retrieval, retrieve

WORTH_AT_HAND = 69.5
WORTH_LOST_PER_SQUARE = 2.6
WORTH_OF_AGREEMENT = 69.5

FURTHEST = 6
"""The adviser is silent when the nearest case differs on more squares than this."""

SOURCE = "openings"


class OpeningAdviser:
    """Advises the next moves of the nearest cases, the weightiest first; silent far from all of them.

    >>> from motif.openings.case_files import shipped_cases
    >>> board = chess.Board("rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R w KQkq - 0 6")
    >>> print(OpeningAdviser(shipped_cases()).advise(board)[0].because)
    Bg5 as in the Sicilian Defence: Najdorf Variation (openings)
    """

    def __init__(self, base: CaseBase, furthest: int = FURTHEST) -> None:
        self._base = base
        self._furthest = furthest

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Each different next move of the retrieved cases that is legal here."""
        retrieval = retrieve(self._base, board, CaseOrder.LONGEST_FIRST)
        if retrieval.distance is None or retrieval.distance > self._furthest:
            return []
        moves = dict.fromkeys(move for move, _ in retrieval.legal())
        return sorted((advice_from(retrieval, move) for move in moves), key=lambda advice: advice.rank)


def advice_from(retrieval: Retrieval, move: chess.Move, match: Match | None = None) -> Advice:
    """The advice to play this move, on the word of this case, or of the first and nearest one that plays it."""
    legal = list(retrieval.legal())
    votes = [found for advised, found in legal if advised == move]
    match = match or min(votes, key=lambda found: found.distance, default=None)
    agreement = len(votes) / len(legal) if legal else 0.0
    distance = match.distance if match else 0
    return Advice(move, worth(distance, agreement), _reason(retrieval.board, move, match))


def worth(distance: int, agreement: float) -> float:
    """The expected gain over the average legal move in centipawns."""
    return WORTH_AT_HAND - WORTH_LOST_PER_SQUARE * distance + WORTH_OF_AGREEMENT * agreement


def _reason(board: chess.Board, move: chess.Move, match: Match | None) -> Reason:
    if match is None:
        return Reason(SOURCE, f"{board.san(move)} is how this player always begins")
    squares = match.differing(board)
    marks = tuple(Arrow(square, colour=Colour.YELLOW) for square in squares)
    return Reason(SOURCE, f"{board.san(move)} {match.sentence()}", squares, marks)
