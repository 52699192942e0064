"""A player's mistakes as evidence: the positions in which the move played cost winning chances.

loss = chance(best move) - chance(played move), the chances those of `motif.board.chances`. To learn from mistakes with
the played move as the reference is to learn which moves go wrong.
"""

from __future__ import annotations

import numpy as np

from motif.board.chances import winning_chances
from motif.evidence.examples import Evidence, rows_of_moves
from motif.evidence.intervals import Floats

MISTAKE = 0.10
"""A move that costs so much of the chance to win is a mistake."""


def losses(evidence: Evidence) -> Floats:
    """What each move played cost in winning chances; the moves must have been valued."""
    legal = evidence.positions.legal_moves()
    chances = winning_chances(evidence.row_values().astype(np.float64))
    best = np.maximum.reduceat(chances, legal.offsets[:-1])
    return np.asarray(best - chances[rows_of_moves(legal, evidence.played)])


def mistakes_and_others(evidence: Evidence, least: float = MISTAKE) -> tuple[Evidence, Evidence]:
    """The positions in which the move played lost so much or more, and all others."""
    is_mistake = losses(evidence) >= least
    return evidence.take(np.flatnonzero(is_mistake)), evidence.take(np.flatnonzero(~is_mistake))
