"""The tapered evaluation: each feature has a middlegame and an endgame worth, blended by the men on the board.

The numbers are ours, fitted to the results of games by `motif.search.regression`; experiments/search-paper keeps the
record. In the file each line is a feature and its two weights in centipawns.

Features are called `term` or `term: detail`. Terms can be counted as nought by name, whole or a detail alone, so that
a search can be asked what it would do without them; `*` marks what the fine weights count and the coarse ones do not.

| term | what it measures, each side's own minus the other's |
|---|---|
| material: pawn … queen | the men |
| placement: pawn … king | where each kind stands, a number a square; development, the centre, the edge, the seventh |
| | rank and the king's walk to the centre have no term but this |
| bishop pair | two bishops or more |
| mobility: knight … queen | squares that the pieces of a kind reach and no enemy pawn attacks |
| passed pawn: rank 2 … rank 7 | passed pawns, the foremost of a file, by how far they have come |
| passed pawn: own king's distance*, enemy king's distance* | king's steps to the square before a passed pawn |
| passed pawn: blocked*, free path* | an enemy man before it; nobody on its way, and nobody looking at it |
| passed pawn: with a neighbour* | a pawn of its own beside it or guarding it |
| passed pawn: own rook behind*, enemy rook behind* | a rook behind it on its file |
| passed pawn: outruns the king* | the enemy has no piece, and his king comes too late |
| pawns: isolated, doubled, protected | no own pawn on a file beside; an own pawn before it; guarded by a pawn |
| pawns: backward* | none beside or behind on a file next to it, and an enemy pawn attacks its next square |
| pawns: side by side* | two on neighbouring files of one rank |
| pawns: on the colour of the bishop* | own pawns on the squares of an own bishop: the bad bishop |
| rook files: open, half open | rooks on files without a pawn, without an own one |
| outposts: knight*, bishop* | on ranks 4 to 6, guarded by a pawn, where no enemy pawn can ever attack it |
| king safety: shelter | own pawns one or two ranks before the king, on his file and those beside it |
| king safety: files without a pawn*, pawn storm* | own pawns missing there; enemy pawns within three ranks |
| king safety: attacked by knight … queen | how often they look at the enemy king or beside him |
| king safety: two*, three*, four attackers* | how many pieces do so |
| king safety: undefended squares* | squares beside the enemy king that only he guards |
| king safety: check by knight* … queen* | a safe square to check from |
| threats: by a pawn, by a minor piece | pieces attacked by a pawn; rooks and queens attacked by a minor piece |
| threats: hanging*, by a rook*, by a pawn's step* | unguarded men attacked; queens; pieces a step would attack |
| pieces: without a move*, space* | nowhere to go but into a pawn; squares behind the own lines nobody attacks |
| tempo | whose turn it is |

What is hard to win counts less with the fine weights: "drawish material", which is no term that can be left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif._core.search import Evaluation
from motif.board.shipped import DATA
from motif.errors import BadArgument, nearest
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

    @property
    def term_names(self) -> tuple[str, ...]:
        """The terms that have any weight, and their details; of placement those of each kind of man."""
        return _weighed_names(self)

    def without(self, terms: Iterable[str]) -> TaperedWeights:
        """The same weights with these terms, or details of terms, counted as nought.

        >>> shipped_weights().without(["rook files", "pawns: doubled"]) == shipped_weights()
        False
        """
        left_out = frozenset(terms)
        names = [frozenset(_names_of(feature)) for feature in Evaluation.features()]
        for unknown in left_out.difference(*names):
            hint = nearest(unknown, sorted(frozenset().union(*names)))
            raise BadArgument(f"the evaluation has no term {unknown!r}", hint=hint)
        counts = np.array([not left_out & known for known in names])
        return TaperedWeights(np.where(counts[:, None], self.values, 0))

    def evaluation(self) -> Evaluation:
        """The evaluation with these weights, for a search."""
        return Evaluation.tapered(self.values)


@lru_cache(maxsize=64)
def _weighed_names(weights: TaperedWeights) -> tuple[str, ...]:
    # Asked for many times an explanation: whether an oracle has terms is seen by asking for them.
    weighed = (name for name, pair in zip(Evaluation.features(), weights.values, strict=True) if pair.any())
    return tuple(dict.fromkeys(name for feature in weighed for name in _names_of(feature)))


def _names_of(feature: str) -> tuple[str, str]:
    """What a feature can be left out by: its term, and its detail, which of a placement is the kind of man alone."""
    term, _, detail = feature.partition(": ")
    return term, f"{term}: {detail.split()[0]}" if term == "placement" else feature


@cache
def shipped_weights() -> TaperedWeights:
    """The weights that judge games and play as `base`: what reasons and peers were measured with."""
    return TaperedWeights.load(SHIPPED_WEIGHTS)


@cache
def fine_weights() -> TaperedWeights:
    """The weights that the player `motif` plays by, with the finer terms of pawns, kings and threats."""
    return TaperedWeights.load(FINE_WEIGHTS)
