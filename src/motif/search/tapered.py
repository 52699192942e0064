"""The tapered evaluation: each feature has a middlegame and an endgame worth, blended by the men on the board.

The numbers are ours, fitted to the results of games by `motif.search.regression`; experiments/search-paper keeps the
record. In the file each line is a feature and its two weights in centipawns.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif._core.search import Evaluation
from motif.board.shipped import DATA
from motif.store import Format

WEIGHTS_FORMAT = Format("weights", 1)
SHIPPED_WEIGHTS = DATA / "weights.tsv"
FINE_WEIGHTS = DATA / "weights_fine.tsv"

_WEIGHT = re.compile("-?[0-9]{1,6}")


@dataclass(frozen=True)
class TaperedWeights:
    """A (features, 2) array of centipawns, in the order of `Evaluation.features()`."""

    values: NDArray[np.int32]

    @classmethod
    def named(cls, worth: Mapping[str, tuple[int, int]]) -> TaperedWeights:
        """Weights for some features by name; the others are worth nothing."""
        return cls(np.array([worth.get(name, (0, 0)) for name in Evaluation.features()], np.int32))

    @classmethod
    def load(cls, path: Path) -> TaperedWeights:
        """Read weights; a line that is no feature with two whole numbers is named."""
        known = Evaluation.features()
        worth: dict[str, tuple[int, int]] = {}
        for number, line in WEIGHTS_FORMAT.read(path):
            name, *pair = line.split("\t")
            if name not in known:
                WEIGHTS_FORMAT.refuse(path, number, f"there is no feature {name!r}")
            if len(pair) != 2 or not all(map(_WEIGHT.fullmatch, pair)):
                WEIGHTS_FORMAT.refuse(path, number, f"expected two whole numbers after {name!r}, found {pair}")
            worth[name] = int(pair[0]), int(pair[1])
        return cls.named(worth)

    def save(self, path: Path) -> None:
        """Write the weights, features worth nothing left out."""
        pairs = zip(Evaluation.features(), self.values.tolist(), strict=True)
        WEIGHTS_FORMAT.write(path, (f"{name}\t{pair[0]}\t{pair[1]}" for name, pair in pairs if any(pair)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaperedWeights) and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash(self.values.tobytes())

    def evaluation(self) -> Evaluation:
        """The evaluation with these weights, for a search."""
        return Evaluation.tapered(self.values)


@cache
def shipped_weights() -> TaperedWeights:
    """The weights that judge games and play as `base`: what reasons and peers were measured with."""
    return TaperedWeights.load(SHIPPED_WEIGHTS)


@cache
def fine_weights() -> TaperedWeights:
    """The weights that the player `motif` plays by, with the finer terms of pawns, kings and threats."""
    return TaperedWeights.load(FINE_WEIGHTS)
