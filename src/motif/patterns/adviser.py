"""Use patterns to recommend moves, naming the patterns behind each, and to choose the moves that a search considers.

The score of a move is the sum of the weights of the patterns that fit it. A score is in log odds, not in material, and
we have not measured what it is worth in centipawns, so the advice has no weight. A search considers the k best moves
of a position or the best share of them (f_k and f_gamma of the patterns paper; the number that a share keeps is
rounded up).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.search import Filter
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow
from motif.errors import BadArgument
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.library import Floats, Library
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import arrows, sentence

SOURCE = "patterns"

MOST_PATTERNS_NAMED = 2


@dataclass(frozen=True, slots=True)
class Best:
    """How many moves a filter keeps: the k best (f_k), or the best share gamma of them, rounded up (f_gamma).

    >>> Best(4).of(np.array([30, 2])).tolist(), Best(share=1 / 3).of(np.array([30, 2])).tolist()
    ([4, 2], [10, 1])
    """

    count: int | None = None
    share: float | None = None

    def __post_init__(self) -> None:
        if self.share is not None and not 0 < self.share <= 1:
            raise BadArgument(f"a filter cannot keep a share of {self.share}; it must be above 0 and at most 1")
        if self.share is None and (self.count or 0) < 1:
            raise BadArgument(f"a filter cannot keep {self.count} moves; it must keep at least 1")

    def of(self, moves: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return how many moves the filter keeps in each position, given the numbers of legal moves."""
        if self.share is None:
            return np.minimum(np.int64(self.count or 0), moves)
        kept: NDArray[np.int64] = np.maximum(1, np.ceil(moves * self.share - 1e-9)).astype(np.int64)
        return kept

    def __str__(self) -> str:
        return f"k={self.count}" if self.share is None else f"gamma={self.share:.3g}"


STEPS = (
    *(Best(count) for count in range(1, 11)),
    *(Best(share=tenths / 10) for tenths in range(1, 11)),
    Best(share=1 / 3),
)
"""The filters on the curves of the paper's Figures 17 and 18, and the share of one third in its Figure 16."""


def places(scores: Floats, offsets: NDArray[np.int64], chosen: NDArray[np.int64], seed: int = 0) -> NDArray[np.int64]:
    """Return for each position how many moves rank above the one in the chosen row; ties are broken at random."""
    owner = np.repeat(np.arange(len(chosen)), np.diff(offsets))
    random = np.random.default_rng(seed).random(len(scores))
    score_of_chosen, random_of_chosen = scores[chosen][owner], random[chosen][owner]
    above = (scores > score_of_chosen) | ((scores == score_of_chosen) & (random > random_of_chosen))
    return np.bincount(owner, above, len(chosen)).astype(np.int64)


def kept(place: NDArray[np.int64], moves: NDArray[np.int64], selection: Best) -> NDArray[np.bool_]:
    """Return, given a move's rank and the number of legal moves in each position, whether the filter keeps the move."""
    return place < selection.of(moves)


BEST_FIVE = Best(5)
"""The filter that the paper's search uses."""


class Ranking(Protocol):
    """A library of patterns, with weights by logit or by the paper."""

    def rank(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return the legal moves with their scores, best first."""
        ...

    def fitting(self, board: chess.Board, move: chess.Move) -> list[MovePattern]:
        """Return the patterns that decide the score of a move, the most important first."""
        ...


class PatternsAdviser:
    """Recommends the highest-scoring moves, each with the most important patterns that fit it."""

    def __init__(self, library: Ranking, count: int = 3) -> None:
        self._library = library
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves, each explained by the patterns that recommend it."""
        full = BoardPattern.full(board)
        return [self._advice(board, full, move) for move, _ in self._library.rank(board)[: self._count]]

    def _advice(self, board: chess.Board, full: BoardPattern, move: chess.Move) -> Advice:
        sentences: list[str] = []
        shown: dict[Arrow, None] = {}
        for pattern in patterns_for(self._library, board, move):
            squares = next(pattern.embeddings(full, board, move))
            sentences.append(sentence(pattern, board, squares))
            shown |= dict.fromkeys(arrows(pattern, board, squares))
        english = f"{board.san(move)}: {'; '.join(dict.fromkeys(sentences)) or 'no pattern recommends it'}"
        return Advice(move, None, Reason(SOURCE, english, (), tuple(shown)))


def patterns_for(library: Ranking, board: chess.Board, move: chess.Move) -> list[MovePattern]:
    """Return the patterns that recommend a move most strongly, skipping any that only generalises one chosen before."""
    chosen: list[MovePattern] = []
    for pattern in library.fitting(board, move):
        if len(chosen) == MOST_PATTERNS_NAMED:
            break
        if pattern.weight > 0 and not any(pattern.is_subgraph_of(other) for other in chosen):
            chosen.append(pattern)
    return chosen


@dataclass(frozen=True)
class PatternPruning:
    """Limits the first plies of a search to the moves that patterns rank highest.

    What happens to the other moves depends on the `mode`, which the core knows as `paper`, `soft` (the search of other
    moves is `reduction` plies shallower) or `frontier`.
    """

    library: Library
    selection: Best = BEST_FIVE
    plies: int = 1
    mode: str = "paper"
    reduction: int = 1

    def filter(self) -> Filter:
        """Return this pruning as a filter for the core's search."""
        index, kept = self.library.index, self.selection
        return index.filter(self.library.weights, kept.count, kept.share, self.mode, self.reduction).within(self.plies)

    def __str__(self) -> str:
        return f"{self.mode}: {self.selection} of {len(self.library):,} patterns in the first {self.plies} plies"
