"""Patterns at the board: as an adviser that says which patterns speak for a move, and as a filter for the search.

The score of a move is the sum of the weights of the patterns that fit it, a logarithm of odds and no gain in material;
nobody has measured what it is worth in centipawns, so advice has no weight.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif._core.search import Filter
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.library import Best, Library, Selection
from motif.patterns.move_pattern import MovePattern
from motif.patterns.sentences import arrows, sentence

SOURCE = "patterns"

FIVE = Best(5)
"""How many moves the paper's search looks at."""

SPEAKERS = 2
"""How many patterns speak for a move."""


class PatternsAdviser:
    """Advises the moves that patterns rank highest, each on the word of the heaviest patterns that fit it."""

    def __init__(self, library: Library, count: int = 3) -> None:
        self._library = library
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """The best moves with the sentences of the patterns that speak for them."""
        full = BoardPattern.full(board)
        return [self._advice(board, full, move) for move, _ in self._library.rank(board)[: self._count]]

    def _advice(self, board: chess.Board, full: BoardPattern, move: chess.Move) -> Advice:
        speakers = speaking_for(self._library, board, move)
        said: list[str] = []
        shown: dict[Arrow, None] = {}
        for pattern in speakers:
            squares = next(pattern.embeddings(full, board, move))
            said.append(sentence(pattern, board, squares))
            shown |= dict.fromkeys(arrows(pattern, board, squares))
        english = f"{board.san(move)}: {'; '.join(dict.fromkeys(said)) or 'no pattern speaks for it'}"
        return Advice(move, None, Reason(SOURCE, english, (), tuple(shown)))


def speaking_for(library: Library, board: chess.Board, move: chess.Move) -> list[MovePattern]:
    """The heaviest patterns that fit a move and speak for it, none of them more general than another."""
    chosen: list[MovePattern] = []
    for pattern in library.fitting(board, move):
        if len(chosen) == SPEAKERS:
            break
        if pattern.weight > 0 and pattern.context.edges and not any(pattern.is_subgraph_of(other) for other in chosen):
            chosen.append(pattern)
    return chosen


@dataclass(frozen=True)
class PatternPruning:
    """What a search looks at: the moves that patterns rank highest, in the first plies; what becomes of the others."""

    library: Library
    selection: Selection = FIVE
    plies: int = 1
    mode: str = "paper"
    reduction: int = 1

    def filter(self) -> Filter:
        """The filter, for a search."""
        count = self.selection.count if isinstance(self.selection, Best) else None
        share = None if isinstance(self.selection, Best) else self.selection.share
        index = self.library.index
        return index.filter(self.library.weights, count, share, self.mode, self.reduction).within(self.plies)

    def __str__(self) -> str:
        return f"{self.mode}: {self.selection} of {len(self.library):,} patterns in the first {self.plies} plies"
