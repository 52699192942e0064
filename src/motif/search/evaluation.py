"""Define the weights of both evaluations, the paper's three-term heuristic and the tapered one; explain values.

The heuristic is H = c_mat·h_mat + c_pos·h_pos + c_threat·h_threat: h_mat is our material minus the opponent's in pawns
(P 1, N 3, B 3, R 5, Q 9), h_pos the piece-square sum of our pieces only, h_threat the number of the opponent's pieces
that we attack minus the number of our attacked pieces, kings included. Only the ratios of the weights matter. From Han,
Lavelle and Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search in Chess".
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.search import Evaluation
from motif.errors import BadArgument
from motif.runtime.files import DATA, Format

# Piece-square tables from Tomasz Michniewski's simplified evaluation function; the king's is for the middlegame. The
# paper prints only the bishop's. Each runs from a8 to h1, as White sees the board.
_PAWN = """
  0   0   0   0   0   0   0   0
 50  50  50  50  50  50  50  50
 10  10  20  30  30  20  10  10
  5   5  10  25  25  10   5   5
  0   0   0  20  20   0   0   0
  5  -5 -10   0   0 -10  -5   5
  5  10  10 -20 -20  10  10   5
  0   0   0   0   0   0   0   0
"""
_KNIGHT = """
-50 -40 -30 -30 -30 -30 -40 -50
-40 -20   0   0   0   0 -20 -40
-30   0  10  15  15  10   0 -30
-30   5  15  20  20  15   5 -30
-30   0  15  20  20  15   0 -30
-30   5  10  15  15  10   5 -30
-40 -20   0   5   5   0 -20 -40
-50 -40 -30 -30 -30 -30 -40 -50
"""
_BISHOP = """
-20 -10 -10 -10 -10 -10 -10 -20
-10   0   0   0   0   0   0 -10
-10   0   5  10  10   5   0 -10
-10   5   5  10  10   5   5 -10
-10   0  10  10  10  10   0 -10
-10  10  10  10  10  10  10 -10
-10   5   0   0   0   0   5 -10
-20 -10 -10 -10 -10 -10 -10 -20
"""
_ROOK = """
  0   0   0   0   0   0   0   0
  5  10  10  10  10  10  10   5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
 -5   0   0   0   0   0   0  -5
  0   0   0   5   5   0   0   0
"""
_QUEEN = """
-20 -10 -10  -5  -5 -10 -10 -20
-10   0   0   0   0   0   0 -10
-10   0   5   5   5   5   0 -10
 -5   0   5   5   5   5   0  -5
  0   0   5   5   5   5   0  -5
-10   5   5   5   5   5   0 -10
-10   0   5   0   0   0   0 -10
-20 -10 -10  -5  -5 -10 -10 -20
"""
_KING = """
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-30 -40 -40 -50 -50 -40 -40 -30
-20 -30 -30 -40 -40 -30 -30 -20
-10 -20 -20 -20 -20 -20 -20 -10
 20  20   0   0   0   0  20  20
 20  30  10   0   0  10  30  20
"""

TABLES = tuple(
    tuple(int(number) for number in table.split()) for table in (_PAWN, _KNIGHT, _BISHOP, _ROOK, _QUEEN, _KING)
)
"""The bonus of each square from a8 to h1, for pawn, knight, bishop, rook, queen and king."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of a pawn of material, a point of positioning and a threat, rounded to three decimals.

    >>> Weights.parse("9.752/0.111/3.53") == NAMED["winning"]
    True
    >>> str(NAMED["handmade"])
    '1/0.02/0.05'
    """

    material: float
    positioning: float
    threats: float

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if not isinstance(value, int | float) or not math.isfinite(value):
                raise BadArgument(f"the weight of {name} must be a number, not {value!r}")
            object.__setattr__(self, name, round(float(value), 3))

    @classmethod
    def parse(cls, text: str) -> Weights:
        """Read weights by name, or as MATERIAL/POSITIONING/THREATS."""
        if text in NAMED:
            return NAMED[text]
        try:
            material, positioning, threats = map(float, text.split("/"))
        except ValueError:
            raise BadArgument(
                f"cannot read the weights {text!r}",
                hint=f"write three numbers such as 1/0.02/0.05, or one of {', '.join(NAMED)}",
            ) from None
        return cls(material, positioning, threats)

    def __str__(self) -> str:
        return "/".join(f"{weight:.3f}".rstrip("0").rstrip(".") for weight in self.values)

    @property
    def values(self) -> tuple[float, float, float]:
        return self.material, self.positioning, self.threats

    @property
    def scaled(self) -> Weights:
        """Equivalent weights in which a pawn is worth 1, for comparisons; unchanged if material has no weight."""
        if self.material <= 0:
            return self
        return Weights(1.0, self.positioning / self.material, self.threats / self.material)

    def evaluation(self) -> Evaluation:
        return Evaluation.heuristic(self.values, TABLES)


PAPERS = {
    "uniform": Weights(1.0, 1.0, 1.0),
    "base": Weights(2.466, 0.974, 3.998),
    "pruning": Weights(2.466, 0.300, 0.120),
    "handmade": Weights(1.0, 0.02, 0.05),
    "winning": Weights(9.752, 0.111, 3.530),
}
"""The weights in the paper, under the names that it gives them."""

NAMED = PAPERS | {"tuned": Weights(10.0, 0.24, 0.4)}
"""All named weights: the paper's, and `tuned`, found by matches against the paper's two best."""


# The tapered evaluation: each feature has a middlegame and an endgame value, blended by the remaining material.

WEIGHTS_FORMAT = Format("weights", 1)
SHIPPED_WEIGHTS = DATA / "weights.tsv"
FINE_WEIGHTS = DATA / "weights_fine.tsv"

_WEIGHT = re.compile("-?[0-9]{1,6}")


@dataclass(frozen=True)
class TaperedWeights:
    """Middlegame and endgame centipawns, a (features, 2) array in the order of `Evaluation.features()`."""

    values: NDArray[np.int32]

    @classmethod
    def named(cls, values: Mapping[str, tuple[int, int]]) -> TaperedWeights:
        """Build weights from the values of named features; all other features get zero."""
        return cls(np.array([values.get(name, (0, 0)) for name in Evaluation.features()], np.int32))

    @classmethod
    def load(cls, path: Path) -> TaperedWeights:
        """Read a file of weights; raise BadFile with the first line that is not a feature and two whole numbers."""
        known = Evaluation.features()
        values: dict[str, tuple[int, int]] = {}
        for number, line in WEIGHTS_FORMAT.read(path):
            name, *pair = line.split("\t")
            if name not in known:
                WEIGHTS_FORMAT.refuse(path, number, f"there is no feature {name!r}")
            if len(pair) != 2 or not all(map(_WEIGHT.fullmatch, pair)):
                WEIGHTS_FORMAT.refuse(path, number, f"expected two whole numbers after {name!r}, found {pair}")
            values[name] = int(pair[0]), int(pair[1])
        return cls.named(values)

    def save(self, path: Path) -> None:
        """Write a file of weights, leaving out features at zero."""
        pairs = zip(Evaluation.features(), self.values.tolist(), strict=True)
        WEIGHTS_FORMAT.write(path, (f"{name}\t{pair[0]}\t{pair[1]}" for name, pair in pairs if any(pair)))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaperedWeights) and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return hash(self.values.tobytes())

    def evaluation(self) -> Evaluation:
        return Evaluation.tapered(self.values)


@cache
def shipped_weights() -> TaperedWeights:
    """Return the weights of `base` and of game reviews, with which the shipped statistics of players were made."""
    return TaperedWeights.load(SHIPPED_WEIGHTS)


@cache
def fine_weights() -> TaperedWeights:
    """Return the weights of the player `motif`, with the finer terms of pawns, kings and threats."""
    return TaperedWeights.load(FINE_WEIGHTS)


@dataclass(frozen=True, slots=True)
class EvaluationTerm:
    """An evaluation term for the side to move: its centipawns, and its share of the sum of absolute values."""

    name: str
    centipawns: float
    share: float


def explain(board: chess.Board, weights: Weights | TaperedWeights) -> list[EvaluationTerm]:
    """Return the terms of the evaluation for the side to move, in the order of the formula.

    >>> terms = explain(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Weights(1, 0, 0))
    >>> [(term.name, term.centipawns) for term in terms]
    [('material', 500.0), ('positioning', 0.0), ('threats', 0.0)]
    """
    evaluation = weights.evaluation()
    terms = [(name, value / evaluation.pawn * 100) for name, value in evaluation.explain(board, board.turn)]
    whole = sum(abs(value) for _, value in terms) or 1.0
    return [EvaluationTerm(name, value, abs(value) / whole) for name, value in terms]
