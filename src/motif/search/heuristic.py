"""The three-term heuristic with named weights: H = c_mat·h_mat + c_pos·h_pos + c_threat·h_threat.

h_mat is own minus enemy material in pawns (P 1, N 3, B 3, R 5, Q 9), h_pos the piece-square sum of the own men only,
h_threat the enemy men attacked minus the own men attacked, kings included. Only the ratios of the weights matter.
Han, Lavelle and Wilkerson, "Applying CBR Retrieval and Rule-Based Heuristics to Improve Alpha-Beta Search in Chess".
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from motif._core.search import Evaluation
from motif.errors import BadArgument, nearest

# The paper prints the bishop's table; it and the others are those of Tomasz Michniewski's simplified evaluation
# function, the king's for the middlegame. Each runs from a8 to h1, as White sees the board.
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
"""A number for each square from a8 to h1, for pawn, knight, bishop, rook, queen and king."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What a pawn of material, a point of positioning and a threat are worth, kept to three decimals.

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
        """The three weights in their order."""
        return self.material, self.positioning, self.threats

    @property
    def scaled(self) -> Weights:
        """The same judgement with a pawn worth 1, to compare weights by; unchanged when a pawn is worth nothing."""
        if self.material <= 0:
            return self
        return Weights(1.0, self.positioning / self.material, self.threats / self.material)

    @property
    def term_names(self) -> tuple[str, ...]:
        """The terms that have any weight."""
        return tuple(name for name, weight in asdict(self).items() if weight)

    def without(self, terms: Iterable[str]) -> Weights:
        """The same weights with these terms counted as nought.

        >>> str(NAMED["handmade"].without(["threats"]))
        '1/0.02/0'
        """
        weights = asdict(self)
        for term in terms:
            if term not in weights:
                raise BadArgument(f"the evaluation has no term {term!r}", hint=nearest(term, weights))
            weights[term] = 0.0
        return Weights(**weights)

    def evaluation(self) -> Evaluation:
        """The heuristic with these weights, for a search."""
        return Evaluation.heuristic(self.values, TABLES)


PAPERS = {
    "uniform": Weights(1.0, 1.0, 1.0),
    "base": Weights(2.466, 0.974, 3.998),
    "pruning": Weights(2.466, 0.300, 0.120),
    "handmade": Weights(1.0, 0.02, 0.05),
    "winning": Weights(9.752, 0.111, 3.530),
}
"""The weights of the paper, by the names it gives them."""

NAMED = PAPERS | {"tuned": Weights(10.0, 0.24, 0.4)}
"""All weights with a name: the paper's, and those found by matches against its best two."""
