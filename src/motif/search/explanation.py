"""Why an evaluation gives its value: the terms, what each adds, and its share of all that was added or taken away.

share(term) = |term| / Σ |terms|.
"""

from __future__ import annotations

from dataclasses import dataclass

import chess

from motif.search.heuristic import Weights
from motif.search.tapered import TaperedWeights


@dataclass(frozen=True, slots=True)
class Term:
    """One term of an evaluation for the side to move: centipawns, and the share of the whole."""

    name: str
    centipawns: float
    share: float


def explain(board: chess.Board, weights: Weights | TaperedWeights) -> list[Term]:
    """The terms of the evaluation for the side to move, in the order of the formula.

    >>> terms = explain(chess.Board("4k3/8/8/8/8/8/8/R3K3 w - - 0 1"), Weights(1, 0, 0))
    >>> [(term.name, term.centipawns) for term in terms]
    [('material', 500.0), ('positioning', 0.0), ('threats', 0.0)]
    """
    evaluation = weights.evaluation()
    terms = [(name, value / evaluation.pawn * 100) for name, value in evaluation.explain(board, board.turn)]
    whole = sum(abs(value) for _, value in terms) or 1.0
    return [Term(name, value, abs(value) / whole) for name, value in terms]
