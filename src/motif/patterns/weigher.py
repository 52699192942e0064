"""The paper's hierarchies at the speed of the core: the index finds which patterns fit, the four rules do the rest.

The same verdicts as going down the hierarchies gives, on which the tests hold it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.patterns import PatternIndex
from motif.board.positions import Positions
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.core_form import to_core
from motif.patterns.hierarchy import Fit, Hierarchy, Knowledge, Number
from motif.patterns.resolution import Fits, Verdict, passing, resolve

Floats = NDArray[np.float64]


class Weigher:
    """Weighs moves by what is known now; what is learned afterwards needs a new one."""

    def __init__(self, knowledge: Knowledge) -> None:
        self._knowledge = knowledge
        parts = (knowledge.moves, knowledge.threats, knowledge.habits)
        self._moves, self._threats, self._habits = map(_Indexed, parts)
        patterns = (pattern for part in parts for pattern in part)
        self._marked = any(edge.relation.is_mark for pattern in patterns for edge in pattern.context.edges)

    def weigh(self, board: chess.Board) -> dict[chess.Move, Verdict]:
        """The verdict on every legal move."""
        (verdicts,) = self.weigh_all([board])
        return verdicts

    def weigh_all(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, Verdict]]:
        """The verdicts on the legal moves of many boards."""
        column = Positions.from_boards(boards)
        legal = list(column.legal_moves())
        passed = [passing(board) for board in boards]
        enemies = Positions.from_boards([board for board in passed if board])
        ours = self._moves.numbers(column)
        usual = self._habits.numbers(column)
        theirs = self._threats.numbers(enemies)
        replies = iter(list(enemies.legal_moves()))
        verdicts = []
        for board, away, moves in zip(boards, passed, legal, strict=True):
            full = _Lazily(board, self._marked)
            fits = Fits(
                {move: self._moves.fits(next(ours), full, board, move) for move in moves},
                self._threat_fits(away, full, theirs, next(replies)) if away else {},
                {move: [Fit(number, ()) for number in next(usual)] for move in moves},
            )
            verdicts.append(resolve(self._knowledge, moves, fits))
        return verdicts

    def scores(self, positions: Positions) -> Floats:
        """The weight of each row (position, legal move)."""
        weights: list[float] = []
        for start in range(0, len(positions), _AT_ONCE):
            boards = list(positions[start : start + _AT_ONCE])
            weights += [verdict.weight for verdicts in self.weigh_all(boards) for verdict in verdicts.values()]
        return np.array(weights, np.float64)

    def _threat_fits(
        self, passed: chess.Board, full: _Lazily, rows: Iterator[list[Number]], moves: Sequence[chess.Move]
    ) -> dict[chess.Move, list[Fit]]:
        fits = {move: next(rows) for move in moves}
        theirs = full.graph.reflected() if any(fits.values()) else None
        return {
            move: _ways(self._knowledge.threats, those, theirs, passed, move)
            for move, those in fits.items()
            if theirs and those
        }


def heard(
    hierarchy: Hierarchy, boards: Sequence[chess.Board]
) -> Iterator[tuple[chess.Board, dict[chess.Move, list[Number]]]]:
    """Which patterns speak about each legal move: those that fit it and below which nothing fits."""
    indexed = _Indexed(hierarchy)
    for start in range(0, len(boards), _AT_ONCE):
        some = boards[start : start + _AT_ONCE]
        column = Positions.from_boards(some)
        numbers = indexed.numbers(column)
        for board, moves in zip(some, column.legal_moves(), strict=True):
            yield board, {move: hierarchy.most_specific(next(numbers)) for move in moves}


_AT_ONCE = 256
"""Boards that are weighed together; what fits them is kept in memory."""


@dataclass(slots=True)
class _Lazily:
    """The full graph of a board, made when it is first needed: most boards fit no pattern with a reply."""

    board: chess.Board
    marked: bool
    """Whether any pattern asks for marks, of which a board has more than relations."""
    made: BoardPattern | None = None

    @property
    def graph(self) -> BoardPattern:
        if self.made is None:
            self.made = BoardPattern.full(self.board, marked=self.marked)
        return self.made


class _Indexed:
    """A hierarchy and the index of its patterns."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._index = PatternIndex([to_core(pattern) for pattern in hierarchy])
        self._with_replies = {number for number, pattern in enumerate(hierarchy) if pattern.replies}

    def numbers(self, positions: Positions) -> Iterator[list[Number]]:
        """For each row, one after another, the patterns that fit it."""
        starts, numbers = self._index.design(positions).matches()
        flat = numbers.tolist()
        return (flat[begin:end] for begin, end in pairwise(starts.tolist()))

    def fits(self, numbers: list[Number], full: _Lazily, board: chess.Board, move: chess.Move) -> list[Fit]:
        """The fits of a move; squares only where a reply needs them."""
        plain = [Fit(number, ()) for number in numbers if number not in self._with_replies]
        needy = [number for number in numbers if number in self._with_replies]
        return plain + (_ways(self._hierarchy, needy, full.graph, board, move) if needy else [])


def _ways(
    hierarchy: Hierarchy, numbers: Iterable[Number], full: BoardPattern, board: chess.Board, move: chess.Move
) -> list[Fit]:
    """Every way in which these patterns fit a move."""
    return [
        Fit(number, tuple(sorted(squares.items())))
        for number in sorted(numbers)
        for squares in hierarchy.patterns[number].embeddings(full, board, move)
    ]
