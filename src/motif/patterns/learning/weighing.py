"""Weigh moves by all patterns that fit them: `Weigher` finds these patterns, and `resolve` combines what they say.

The rules are those of the patterns paper (Finkelstein & Markovitch, *Learning to play chess selectively by acquiring
move patterns*, 1998).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.patterns import PatternIndex
from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge, PatternNumber
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, to_core

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PatternFit:
    """A pattern that fits a move, and the squares of its vertices in one mapping."""

    number: PatternNumber
    squares: tuple[tuple[Vertex, chess.Square], ...]

    @property
    def square_of(self) -> dict[Vertex, chess.Square]:
        return dict(self.squares)


Step = tuple[chess.Square, chess.Square]
"""A reply, as its origin and target squares."""


@dataclass(frozen=True, slots=True)
class MoveWeight:
    """What a move gains and what the worst reply changes, how usual the move is, and the pattern that decides each."""

    gain: float = 0.0
    """Pawns."""
    loss: float = 0.0
    """Pawns; zero or negative."""
    habit: float = 0.0
    """How often the teacher plays such a move, from 0 to 1."""
    gained_by: MovePattern | None = None
    lost_by: tuple[Step, MovePattern] | None = None
    usual_by: MovePattern | None = None

    @property
    def material(self) -> float:
        """Gain and loss together, in pawns."""
        return self.gain + self.loss

    @property
    def weight(self) -> float:
        """The sum of gain, loss and habit: as a habit adds less than a pawn, it decides mainly between equal moves."""
        return self.gain + self.loss + self.habit


@dataclass(frozen=True, slots=True)
class Fits:
    """The patterns that fit our moves, the threats that fit the opponent's moves if we pass, and habits for our moves.

    Squares are needed only for patterns with replies and for threats.
    """

    moves: Mapping[chess.Move, list[PatternFit]]
    threats: Mapping[chess.Move, list[PatternFit]]
    habits: Mapping[chess.Move, list[PatternFit]]


@dataclass(frozen=True, slots=True)
class _ReplyCost:
    """The value that one pattern gives to one reply, with the vertices of the reply."""

    weight: float
    context: BoardPattern
    source: Vertex
    target: Vertex
    pattern: MovePattern


def passing(board: chess.Board) -> chess.Board | None:
    """Return the board after the side to move passes; None in check, when passing is impossible."""
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.turn = not board.turn
    passed.ep_square = None
    return passed


def resolve(knowledge: PatternKnowledge, moves: Iterable[chess.Move], fits: Fits) -> dict[chess.Move, MoveWeight]:
    """Return the weight of each move, given the patterns that fit it.

    These are the four rules of the paper, and habits as well:

    1. If a pattern and a more general one both fit a move, only the more specific one counts. The same holds for the
       patterns that give a value to the same reply, whether it is their reply or their threat.
    2. The gain of the move is the greatest weight of the patterns that count.
    3. The loss is the value of the reply that costs most; it is 0 if no reply costs anything. A threat is such a reply
       if the move does not leave, enter or interrupt its pattern.
    4. The weight of the move is the gain plus the loss, which is negative.
    """
    threats = list(_threats(knowledge.threats, fits.threats))
    return {move: _weight(knowledge, threats, fits, move) for move in moves}


def _weight(
    knowledge: PatternKnowledge,
    threats: list[tuple[Step, frozenset[chess.Square], _ReplyCost]],
    fits: Fits,
    move: chess.Move,
) -> MoveWeight:
    costs: dict[Step, list[_ReplyCost]] = {}
    for fit in fits.moves.get(move, ()):
        pattern, squares = knowledge.moves.patterns[fit.number], fit.square_of
        for reply in pattern.replies:
            step = (squares[reply.source], squares[reply.target])
            cost = _ReplyCost(reply.weight, pattern.context, reply.source, reply.target, pattern)
            costs.setdefault(step, []).append(cost)
    for step, context, cost in threats:
        if move.from_square not in context and move.to_square not in context:
            costs.setdefault(step, []).append(cost)
    worst = _costliest_reply(costs)
    gained_by = _heaviest(knowledge.moves, fits.moves.get(move, []))
    usual_by = _heaviest(knowledge.habits, fits.habits.get(move, []))
    return MoveWeight(
        gained_by.weight if gained_by else 0.0,
        worst[1].weight if worst else 0.0,
        usual_by.weight if usual_by else 0.0,
        gained_by,
        (worst[0], worst[1].pattern) if worst else None,
        usual_by,
    )


def _heaviest(hierarchy: Hierarchy, fits: list[PatternFit]) -> MovePattern | None:
    """Return the pattern with the largest weight among the most specific ones that fit."""
    numbers = hierarchy.most_specific(fit.number for fit in fits)
    return max((hierarchy.patterns[number] for number in numbers), key=lambda pattern: pattern.weight, default=None)


def _threats(
    threats: Hierarchy, fits: Mapping[chess.Move, list[PatternFit]]
) -> Iterable[tuple[Step, frozenset[chess.Square], _ReplyCost]]:
    """Yield the threats that fit, each with its squares; a move that leaves or enters one of them ends the threat."""
    costs: dict[PatternNumber, _ReplyCost] = {}
    for move in sorted(fits, key=chess.Move.uci):
        for fit in fits[move]:
            squares = frozenset(square for _, square in fit.squares)
            if fit.number not in costs:
                threat = threats.patterns[fit.number]
                costs[fit.number] = _ReplyCost(threat.weight, threat.context.reflected(), SOURCE, TARGET, threat)
            yield (move.from_square, move.to_square), _with_between(squares), costs[fit.number]


def _with_between(squares: frozenset[chess.Square]) -> frozenset[chess.Square]:
    """Return these squares and all squares between any two of them."""
    between = {square for one in squares for other in squares for square in chess.SquareSet.between(one, other)}
    return squares | between


def _costliest_reply(costs: Mapping[Step, list[_ReplyCost]]) -> tuple[Step, _ReplyCost] | None:
    """Return the reply that costs us most, valued by its most specific patterns; None if no reply costs us anything."""
    negative = [(step, cost) for step, of_step in costs.items() for cost in of_step if cost.weight < 0]
    # We begin with the worst cost, so most costs are never compared with each other.
    for step, cost in sorted(negative, key=lambda choice: (choice[1].weight, choice[0])):
        if not any(_is_more_general(cost, other) for other in costs[step]):
            return step, cost
    return None


def _is_more_general(cost: _ReplyCost, other: _ReplyCost) -> bool:
    return (cost.context, cost.source, cost.target) != (other.context, other.source, other.target) and _is_part(
        cost.context, other.context, (cost.source, cost.target), (other.source, other.target)
    )


@lru_cache(maxsize=65_536)
def _is_part(
    context: BoardPattern, other: BoardPattern, step: tuple[Vertex, Vertex], step_there: tuple[Vertex, Vertex]
) -> bool:
    if not context.is_subgraph_of(other, dict(zip(step, step_there, strict=True))):
        return False
    return not other.is_subgraph_of(context, dict(zip(step_there, step, strict=True)))


class Weigher:
    """Weighs moves by the patterns they match, which an index in the core finds.

    Patterns that are added to the hierarchies later are not used.
    """

    def __init__(self, knowledge: PatternKnowledge) -> None:
        self._knowledge = knowledge
        parts = (knowledge.moves, knowledge.threats, knowledge.habits)
        self._moves, self._threats, self._habits = map(_Indexed, parts)
        patterns = (pattern for part in parts for pattern in part)
        self._marked = any(edge.relation.is_mark for pattern in patterns for edge in pattern.context.edges)

    def weigh(self, board: chess.Board) -> dict[chess.Move, MoveWeight]:
        (weights,) = self.weigh_all([board])
        return weights

    def weigh_all(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, MoveWeight]]:
        """Return the weights of the legal moves of many boards."""
        column = Positions.from_boards(boards)
        legal = list(column.legal_moves())
        passed = [passing(board) for board in boards]
        opponents = Positions.from_boards([board for board in passed if board])
        ours = self._moves.numbers(column)
        usual = self._habits.numbers(column)
        theirs = self._threats.numbers(opponents)
        replies = iter(list(opponents.legal_moves()))
        weights = []
        for board, away, moves in zip(boards, passed, legal, strict=True):
            full = _FullGraph(board, self._marked)
            fits = Fits(
                {move: self._moves.fits(next(ours), full, board, move) for move in moves},
                self._threat_fits(away, full, theirs, next(replies)) if away else {},
                {move: [PatternFit(number, ()) for number in next(usual)] for move in moves},
            )
            weights.append(resolve(self._knowledge, moves, fits))
        return weights

    def scores(self, positions: Positions) -> Floats:
        """Return one weight for each legal move of each position."""
        weights: list[float] = []
        for start in range(0, len(positions), _BOARDS_AT_ONCE):
            boards = list(positions[start : start + _BOARDS_AT_ONCE])
            weights += [weight.weight for of_board in self.weigh_all(boards) for weight in of_board.values()]
        return np.array(weights, np.float64)

    def _threat_fits(
        self, passed: chess.Board, full: _FullGraph, rows: Iterator[list[PatternNumber]], moves: Sequence[chess.Move]
    ) -> dict[chess.Move, list[PatternFit]]:
        fits = {move: next(rows) for move in moves}
        theirs = full.graph.reflected() if any(fits.values()) else None
        return {
            move: _with_squares(self._knowledge.threats, numbers, theirs, passed, move)
            for move, numbers in fits.items()
            if theirs and numbers
        }


def most_specific_fits(
    hierarchy: Hierarchy, boards: Sequence[chess.Board]
) -> Iterator[tuple[chess.Board, dict[chess.Move, list[PatternNumber]]]]:
    """Yield each board with the most specific patterns that fit each of its legal moves."""
    indexed = _Indexed(hierarchy)
    for start in range(0, len(boards), _BOARDS_AT_ONCE):
        some = boards[start : start + _BOARDS_AT_ONCE]
        column = Positions.from_boards(some)
        numbers = indexed.numbers(column)
        for board, moves in zip(some, column.legal_moves(), strict=True):
            yield board, {move: hierarchy.most_specific(next(numbers)) for move in moves}


_BOARDS_AT_ONCE = 256
"""The number of boards whose fits are in memory at a time."""


@dataclass(slots=True)
class _FullGraph:
    """The full graph of a board, built when it is first needed; for most boards it never is."""

    board: chess.Board
    marked: bool
    """Whether any pattern has marks; a graph with marks takes longer to build."""
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

    def numbers(self, positions: Positions) -> Iterator[list[PatternNumber]]:
        """Yield the patterns that fit each row."""
        starts, numbers = self._index.design(positions).matches()
        flat = numbers.tolist()
        return (flat[begin:end] for begin, end in pairwise(starts.tolist()))

    def fits(
        self, numbers: list[PatternNumber], full: _FullGraph, board: chess.Board, move: chess.Move
    ) -> list[PatternFit]:
        """Return the patterns that fit a move; only those with replies get their squares."""
        plain = [PatternFit(number, ()) for number in numbers if number not in self._with_replies]
        others = [number for number in numbers if number in self._with_replies]
        return plain + (_with_squares(self._hierarchy, others, full.graph, board, move) if others else [])


def _with_squares(
    hierarchy: Hierarchy, numbers: Iterable[PatternNumber], full: BoardPattern, board: chess.Board, move: chess.Move
) -> list[PatternFit]:
    """Return every way in which these patterns fit a move, with the squares of their vertices."""
    return [
        PatternFit(number, tuple(sorted(squares.items())))
        for number in sorted(numbers)
        for squares in hierarchy.patterns[number].embeddings(full, board, move)
    ]
