"""Use patterns to recommend moves, naming the patterns behind each, and to choose the moves that a search considers.

The score of a move is the sum of the weights of the patterns that fit it. A score is in log odds, not in material, and
we have not measured what it is worth in centipawns, so the advice has no weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif._core.search import Filter
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.filters import Best, Selection
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import arrows, sentence

SOURCE = "patterns"

BEST_FIVE = Best(5)
"""The filter that the paper's search uses."""

MOST_PATTERNS_NAMED = 2


class PatternsAdviser:
    """Recommends the highest-scoring moves, each with the most important patterns that fit it."""

    def __init__(self, library: Library, count: int = 3) -> None:
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


def patterns_for(library: Library, board: chess.Board, move: chess.Move) -> list[MovePattern]:
    """Return the patterns that recommend a move most strongly, skipping any that only generalises one chosen before."""
    chosen: list[MovePattern] = []
    for pattern in library.fitting(board, move):
        if len(chosen) == MOST_PATTERNS_NAMED:
            break
        if pattern.weight > 0 and pattern.context.edges and not any(pattern.is_subgraph_of(other) for other in chosen):
            chosen.append(pattern)
    return chosen


@dataclass(frozen=True)
class PatternPruning:
    """Limits the first plies of a search to the moves that patterns rank highest.

    What happens to the other moves depends on the `mode`, which the core knows as `paper`, `soft` (the search of other
    moves is `reduction` plies shallower) or `frontier`.
    """

    library: Library
    selection: Selection = BEST_FIVE
    plies: int = 1
    mode: str = "paper"
    reduction: int = 1

    def filter(self) -> Filter:
        """Return this pruning as a filter for the core's search."""
        count = self.selection.count if isinstance(self.selection, Best) else None
        share = None if isinstance(self.selection, Best) else self.selection.share
        index = self.library.index
        return index.filter(self.library.weights, count, share, self.mode, self.reduction).within(self.plies)

    def __str__(self) -> str:
        return f"{self.mode}: {self.selection} of {len(self.library):,} patterns in the first {self.plies} plies"
