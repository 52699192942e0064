"""The two filters of the paper: f_k keeps the best k moves, f_gamma the best share gamma, rounded up.

What a filter is worth is how often it keeps the move that was played. Moves of equal score are ranked by lot, so that a
filter that cannot tell moves apart does no better than chance.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Best:
    """f_k: the best so many moves.

    >>> Best(4).of(np.array([30, 2])).tolist()
    [4, 2]
    """

    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"a filter cannot keep {self.count} moves; 1 is the least")

    def of(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many of so many moves are kept."""
        return np.minimum(np.int64(self.count), moves)

    def __str__(self) -> str:
        return f"k={self.count}"


@dataclass(frozen=True, slots=True)
class Share:
    """f_gamma: the best share of the moves.

    >>> Share(1 / 3).of(np.array([30, 2])).tolist()
    [10, 1]
    """

    share: float

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise BadArgument(f"a filter cannot keep a share of {self.share}; write a number above 0, up to 1")

    def of(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """How many of so many moves are kept."""
        kept: NDArray[np.int64] = np.maximum(1, np.ceil(moves * self.share - 1e-9)).astype(np.int64)
        return kept

    def __str__(self) -> str:
        return f"gamma={self.share:.3g}"


Selection = Best | Share

STEPS: tuple[Selection, ...] = (
    *(Best(count) for count in range(1, 11)),
    *(Share(tenths / 10) for tenths in range(1, 11)),
    Share(1 / 3),
)
"""The steps of the curves in the paper's Figures 17 and 18, and the third of Figure 16."""


def places(scores: Floats, offsets: NDArray[np.int64], chosen: NDArray[np.int64], seed: int = 0) -> NDArray[np.int64]:
    """For each position how many moves rank above the chosen row; equals are ranked by lot."""
    owner = np.repeat(np.arange(len(chosen)), np.diff(offsets))
    lots = np.random.default_rng(seed).random(len(scores))
    there, lot = scores[chosen][owner], lots[chosen][owner]
    above = (scores > there) | ((scores == there) & (lots > lot))
    return np.bincount(owner, above, len(chosen)).astype(np.int64)


def kept(place: NDArray[np.int64], moves: NDArray[np.int64], selection: Selection) -> NDArray[np.bool_]:
    """Whether the filter keeps a move of this place among so many."""
    return place < selection.of(moves)
