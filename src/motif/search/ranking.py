"""Legal moves ranked by a search that counts material and nothing else: what other rankings must beat."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motif.board.positions import Positions, encode_move
from motif.search.heuristic import Weights
from motif.search.settings import Mode, SearchSettings

MATERIAL = SearchSettings(weights=Weights(1.0, 0.0, 0.0), mode=Mode.PAPER)

EVERY_MOVE = 256
"""More than any position has."""


def material_values(positions: Positions, depth: int) -> NDArray[np.float64]:
    """For each row (position, legal move) the material after the best play of so many plies, in centipawns."""
    legal = positions.legal_moves()
    values = np.zeros(len(legal.codes))
    lines = MATERIAL.searcher().search_all(positions, depth=depth, multi_pv=EVERY_MOVE)
    for begin, end, info in zip(legal.offsets[:-1], legal.offsets[1:], lines, strict=True):
        worth = {encode_move(line.moves[0]): line.centipawns for line in info.lines}
        values[begin:end] = [worth[int(code)] for code in legal.codes[begin:end]]
    return values
