"""Filter moves by a ranking: keep the k best moves of a position, or the best share of them.

These are the filters f_k and f_gamma of the patterns paper; the number that a share keeps is rounded up.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.patterns.library import Floats


@dataclass(frozen=True, slots=True)
class Best:
    """The filter f_k: keep the k best moves.

    >>> Best(4).of(np.array([30, 2])).tolist()
    [4, 2]
    """

    count: int

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"a filter cannot keep {self.count} moves; it must keep at least 1")

    def of(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many moves the filter keeps in each position, given the numbers of legal moves."""
        return np.minimum(np.int64(self.count), moves)

    def __str__(self) -> str:
        return f"k={self.count}"


@dataclass(frozen=True, slots=True)
class BestShare:
    """The filter f_gamma: keep the best share gamma of the moves, rounded up.

    >>> BestShare(1 / 3).of(np.array([30, 2])).tolist()
    [10, 1]
    """

    share: float

    def __post_init__(self) -> None:
        if not 0 < self.share <= 1:
            raise BadArgument(f"a filter cannot keep a share of {self.share}; it must be above 0 and at most 1")

    def of(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many moves the filter keeps in each position, given the numbers of legal moves."""
        kept: NDArray[np.int64] = np.maximum(1, np.ceil(moves * self.share - 1e-9)).astype(np.int64)
        return kept

    def __str__(self) -> str:
        return f"gamma={self.share:.3g}"


Selection = Best | BestShare

STEPS: tuple[Selection, ...] = (
    *(Best(count) for count in range(1, 11)),
    *(BestShare(tenths / 10) for tenths in range(1, 11)),
    BestShare(1 / 3),
)
"""The filters on the curves of the paper's Figures 17 and 18, and the share of one third in its Figure 16."""


def places(scores: Floats, offsets: NDArray[np.int64], chosen: NDArray[np.int64], seed: int = 0) -> NDArray[np.int64]:
    """Return for each position how many moves rank above the one in the chosen row; ties are broken at random."""
    owner = np.repeat(np.arange(len(chosen)), np.diff(offsets))
    random = np.random.default_rng(seed).random(len(scores))
    score_of_chosen, random_of_chosen = scores[chosen][owner], random[chosen][owner]
    above = (scores > score_of_chosen) | ((scores == score_of_chosen) & (random > random_of_chosen))
    return np.bincount(owner, above, len(chosen)).astype(np.int64)


def kept(place: NDArray[np.int64], moves: NDArray[np.int64], selection: Selection) -> NDArray[np.bool_]:
    """Return whether the filter keeps the move at each place, given the number of legal moves in each position."""
    return place < selection.of(moves)
