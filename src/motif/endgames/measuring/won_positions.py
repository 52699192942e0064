"""Won positions of a small endgame by the tables, and the replies that put the mate off longest."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.board.positions import Positions
from motif.board.tablebases import Tablebase, mirrors
from motif.seeds import seed_of


def won_positions(tables: Tablebase, signature: str, sample: int | None = None, seed: int = 0) -> Positions:
    """Every position that the stronger side, to move, wins; mirror images too. Or so many of them, drawn by lot."""
    positions = won_images(tables, signature, mirrors(signature))
    # Two men of a kind may change places without making another position.
    _, first = np.unique(positions.hashes(), return_index=True)
    if sample is not None and sample < len(first):
        first = np.random.default_rng(seed_of(seed, "won positions", signature)).choice(first, sample, replace=False)
    return positions.take(np.sort(first))


def won_images(tables: Tablebase, signature: str, images: Sequence[int]) -> Positions:
    """The positions that the stronger side, to move, wins, in some of the mirror images that the table stands for."""
    values = np.frombuffer(tables.values(signature), np.uint8)
    # 0 is illegal and 1 drawn; of the others the even ones are lost and the odd ones won.
    places = np.flatnonzero((values > 1) & (values % 2 == 1))
    positions = Positions.concatenate([tables.positions(signature, places, image) for image in images])
    return positions.take(np.flatnonzero(positions.turns()))


def first_longest_replies(offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    """For each lost position the row of the reply that lasts longest, the first of equals.

    The replies to position i are the rows from `offsets[i]` on; `plies` says how long each lasts.
    """
    # The longest, and among equals the first: one number that orders both.
    rank = plies * len(plies) - np.arange(len(plies))
    return longest_replies(offsets, rank)


def longest_replies(offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    """The rows of all replies that last longest, position by position."""
    longest = np.maximum.reduceat(plies, offsets[:-1])
    return np.flatnonzero(plies == np.repeat(longest, np.diff(offsets)))
