"""Match move patterns: the graph of a board, the patterns that fit each legal move, and the fit of their weights.

A pattern is given as (masks, edges, special): a mask of the labels allowed on each vertex, with a bit for each letter
of `.PNBRQKpnbrqk` (capitals are the pieces of the side to move); the edges as (relation, vertices); and the kind of
move: 0 ordinary, 2 to 5 a promotion to knight … queen, 6 castling. Vertex 0 moves to vertex 1.
"""

from collections.abc import Sequence
from typing import Any, final

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.search import Filter

__all__ = [
    "PatternIndex",
    "PatternRows",
    "PatternScorer",
    "board_graph",
    "graph_relations",
    "marked_graph",
    "propose_patterns",
    "random_filter",
    "relation_counts",
]

_Pattern = tuple[Sequence[int], Sequence[tuple[str, Sequence[int]]], int]

def graph_relations() -> list[tuple[str, int]]:
    """The names of the relations and marks, and how many pieces and squares each relates."""

def board_graph(board: chess.Board, /) -> list[tuple[str, tuple[chess.Square, ...]]]:
    """Every relation between the pieces and squares of a board, sorted."""

def marked_graph(board: chess.Board, /) -> list[tuple[str, tuple[chess.Square, ...]]]:
    """Every relation, and every mark of pieces and squares as the side to move sees them, sorted."""

def relation_counts(positions: Positions, /) -> NDArray[np.uint16]:
    """(positions, relations without marks): how often each relation holds."""

@final
class PatternIndex:
    """Many patterns, stored so that those which fit a move are found without testing all of them."""

    def __new__(cls, patterns: Sequence[_Pattern], /) -> PatternIndex:
        """Store patterns; raises BadArgument for an unknown relation or vertex."""

    @staticmethod
    def parse(text: str, /) -> tuple[PatternIndex, NDArray[np.float64]]:
        """The patterns of a text, as `str` writes them one after another, and their weights.

        Raises BadArgument naming the line of a bad pattern.
        """

    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[list[_Pattern]]]: ...
    def filter(
        self,
        weights: NDArray[np.float64],
        count: int | None,
        share: float | None,
        mode: str,
        reduction: int,
    ) -> Filter:
        """A filter for the search that keeps the best moves: a given number or a given share.

        Other moves are dropped by mode `paper`, searched `reduction` plies shallower by `soft`, and dropped next to the
        leaves by `frontier`.
        """

    def design(self, positions: Positions, wanted: NDArray[np.bool_] | None = None, /) -> PatternRows:
        """The patterns that fit each row; with `wanted` only the wanted rows."""

    def scorer(self, weights: NDArray[np.float64], /) -> PatternScorer:
        """Return these patterns with weights."""

@final
class PatternScorer:
    """Patterns with weights, stored so that the weights of fitting patterns are summed without listing the patterns."""

    def scores(self, positions: Positions, /) -> NDArray[np.float64]:
        """For each row (position, legal move) the sum of the weights of the patterns that fit it."""

@final
class PatternRows:
    """Which patterns fit which rows (position, legal move), and the conditional logit over them."""

    def __len__(self) -> int: ...
    def matches(self) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The index of each row's first pattern, and the patterns of all rows."""

    def support(self) -> NDArray[np.int64]:
        """How many rows each pattern fits."""

    def scores(self, weights: NDArray[np.float64], /) -> NDArray[np.float64]:
        """For each row the sum of the weights of its patterns."""

    def probabilities(self, weights: NDArray[np.float64], /) -> NDArray[np.float64]:
        """The probability of each row among those of its position."""

    def slope(
        self, weights: NDArray[np.float64], chosen: NDArray[np.uint32], /
    ) -> tuple[float, NDArray[np.float64], NDArray[np.float64]]:
        """The misfit -sum of log p of the chosen rows, its gradient, and the curvature along each weight.

        `chosen` counts each position's wanted rows from 0.
        """

def propose_patterns(
    positions: Positions,
    residuals: NDArray[np.float32],
    edges: int,
    support: int,
    most: int,
    least_residual: float,
) -> list[tuple[_Pattern, int, float, float]]:
    """The patterns of 0, 1 or 2 edges that would explain most of the residuals.

    `residuals` has for each row 1 (if it was chosen) minus its probability. Rows with a smaller residual than
    `least_residual` are skipped. Each proposal has the number of its rows, the sum of their residuals, and its merit;
    the best come first.
    """

def random_filter(count: int | None, share: float | None, seed: int, mode: str, reduction: int) -> Filter:
    """A filter that chooses moves at random, always the same ones in a position, as a baseline for patterns."""
