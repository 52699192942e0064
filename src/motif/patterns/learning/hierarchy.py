"""Keep move patterns in a hierarchy, general above specific, and weigh moves by the paper's four rules.

Each link maps the vertices of the more general pattern to those of the more specific one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import chess

from motif.errors import BadPattern
from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern, SpecialMove

Number = int
"""The index of a pattern in the hierarchy."""


@dataclass(frozen=True, slots=True)
class HierarchyLink:
    """A link from a pattern down to a more specific one, with the mapping of its vertices."""

    child: Number
    mapping: tuple[tuple[Vertex, Vertex], ...]


@dataclass(frozen=True, slots=True)
class PatternFit:
    """A pattern that fits a move, and the squares of its vertices in one mapping."""

    number: Number
    squares: tuple[tuple[Vertex, chess.Square], ...]

    @property
    def square_of(self) -> dict[Vertex, chess.Square]:
        """The square of each vertex."""
        return dict(self.squares)


@dataclass(slots=True)
class Hierarchy:
    """Patterns linked by the subgraph relation; `insert` keeps the links correct."""

    patterns: list[MovePattern] = field(default_factory=list)
    children: list[list[HierarchyLink]] = field(default_factory=list)
    parents: list[set[Number]] = field(default_factory=list)
    _numbers: dict[tuple[BoardPattern, SpecialMove], Number] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern]) -> Hierarchy:
        """Return a hierarchy of these patterns; if two differ only in weight, it keeps the last one."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy.insert(pattern)
        return hierarchy

    @classmethod
    def linked(cls, patterns: Iterable[MovePattern], parents: Iterable[Iterable[Number]]) -> Hierarchy:
        """Return a hierarchy from patterns and the parents of each; raise BadPattern for wrong or circular links."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy._add(pattern)
        for child, above in enumerate(parents):
            for parent in sorted(above):
                if not 0 <= parent < len(hierarchy):
                    raise BadPattern(f"pattern {child + 1} cannot be below pattern {parent + 1}, which does not exist")
                hierarchy.children[parent].append(HierarchyLink(child, ()))
                hierarchy.parents[child].add(parent)
        hierarchy.check()
        for parent, links in enumerate(hierarchy.children):
            hierarchy.children[parent] = [hierarchy._mapped(parent, link.child) for link in links]
        return hierarchy

    def __len__(self) -> int:
        return len(self.patterns)

    def __iter__(self) -> Iterator[MovePattern]:
        return iter(self.patterns)

    @property
    def top(self) -> list[Number]:
        """The patterns without a more general one."""
        return [number for number, above in enumerate(self.parents) if not above]

    def get(self, pattern: MovePattern) -> Number | None:
        """Return the number of the pattern with this context and move, whatever its weight; None if it is not here."""
        canonical = pattern.canonical()
        return self._numbers.get((canonical.context, canonical.special))

    def insert(self, pattern: MovePattern) -> Number:
        """Insert a pattern; if it is there already, replace its weight and replies."""
        pattern = pattern.canonical()
        known = self._numbers.get((pattern.context, pattern.special))
        if known is not None:
            self.patterns[known] = pattern
            return known
        above = self._lowest_above(pattern)
        below = self._highest_below(pattern, above)
        number = self._add(pattern)
        for parent in above:
            for child in below:
                self._unlink(parent, child)
            self._link(parent, number)
        for child in below:
            self._link(number, child)
        return number

    def ancestors(self, number: Number) -> set[Number]:
        """Return all patterns that are more general than this one."""
        above: set[Number] = set()
        waiting = list(self.parents[number])
        while waiting:
            parent = waiting.pop()
            if parent not in above:
                above.add(parent)
                waiting += self.parents[parent]
        return above

    def most_specific(self, fitting: Iterable[Number]) -> list[Number]:
        """Return the most specific of the patterns that fit a move.

        A pattern between two that fit also fits, so it is enough to leave out the parents of fitting patterns.
        """
        numbers = set(fitting)
        return sorted(numbers - {parent for number in numbers for parent in self.parents[number]})

    def check(self) -> None:
        """Raise BadPattern if the links form a cycle, which can happen when a file is edited by hand."""
        state: dict[Number, bool] = {}

        def visit(number: Number, path: tuple[Number, ...]) -> None:
            if state.get(number):
                return
            if number in path:
                cycle = path[path.index(number) :]
                raise BadPattern(f"the links form a cycle of patterns: {', '.join(str(one + 1) for one in cycle)}")
            for link in self.children[number]:
                visit(link.child, (*path, number))
            state[number] = True

        for number in range(len(self.patterns)):
            visit(number, ())

    def _lowest_above(self, pattern: MovePattern) -> list[Number]:
        """Return the most specific of the patterns that are more general than this one."""
        lowest: set[Number] = set()
        visited: dict[Number, bool] = {}

        def visit(number: Number) -> bool:
            if number not in visited:
                visited[number] = fits = self.patterns[number].is_subgraph_of(pattern)
                if fits:
                    deeper = [visit(link.child) for link in self.children[number]]
                    if not any(deeper):
                        lowest.add(number)
            return visited[number]

        for number in self.top:
            visit(number)
        return sorted(lowest)

    def _highest_below(self, pattern: MovePattern, above: list[Number]) -> list[Number]:
        """Return the most general of the patterns that are more specific than this one."""
        highest: set[Number] = set()
        visited: set[Number] = set()

        def visit(number: Number) -> None:
            if number in visited:
                return
            visited.add(number)
            if pattern.is_subgraph_of(self.patterns[number]):
                highest.add(number)
                return
            for link in self.children[number]:
                visit(link.child)

        starts = [link.child for parent in above for link in self.children[parent]] if above else self.top
        for number in starts:
            visit(number)
        return sorted(number for number in highest if not self.ancestors(number) & highest)

    def _add(self, pattern: MovePattern) -> Number:
        """Add a pattern without links."""
        self.patterns.append(pattern)
        self.children.append([])
        self.parents.append(set())
        self._numbers[pattern.context, pattern.special] = len(self.patterns) - 1
        return len(self.patterns) - 1

    def _link(self, parent: Number, child: Number) -> None:
        self.children[parent].append(self._mapped(parent, child))
        self.parents[child].add(parent)

    def _mapped(self, parent: Number, child: Number) -> HierarchyLink:
        mapping = next(self.patterns[parent].mappings(self.patterns[child]), None)
        if mapping is None:
            raise BadPattern(f"pattern {child + 1} cannot be below pattern {parent + 1}, which is not more general")
        return HierarchyLink(child, tuple(sorted(mapping.items())))

    def _unlink(self, parent: Number, child: Number) -> None:
        self.children[parent] = [link for link in self.children[parent] if link.child != child]
        self.parents[child].discard(parent)


@dataclass(slots=True)
class Hierarchies:
    """The knowledge of the paper's learner: patterns of our moves, threats of the opponent, and habits of a teacher.

    A threat is written from the opponent's point of view; its weight is what it costs us. A habit is a pattern of the
    teacher's moves; its weight is how often the teacher follows it.
    """

    moves: Hierarchy = field(default_factory=Hierarchy)
    threats: Hierarchy = field(default_factory=Hierarchy)
    habits: Hierarchy = field(default_factory=Hierarchy)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern | NullMovePattern]) -> Hierarchies:
        """Return the hierarchies of these patterns."""
        knowledge = cls()
        for pattern in patterns:
            knowledge.insert(pattern)
        return knowledge

    def __len__(self) -> int:
        return len(self.moves) + len(self.threats) + len(self.habits)

    def __iter__(self) -> Iterator[MovePattern | NullMovePattern]:
        yield from self.moves
        yield from map(NullMovePattern, self.threats)
        yield from self.habits

    def insert(self, pattern: MovePattern | NullMovePattern) -> None:
        """Insert a threat or a pattern of our moves; habits go directly into `habits`."""
        if isinstance(pattern, NullMovePattern):
            self.threats.insert(pattern.threat)
        else:
            self.moves.insert(pattern)


# Weigh a move from all patterns that fit it, by the paper's four rules.

Step = tuple[chess.Square, chess.Square]
"""A reply, as its origin and target squares."""


@dataclass(frozen=True, slots=True)
class MoveWeight:
    """The gain of a move, the cost of the worst reply, how usual the move is, and the pattern that decides each."""

    gain: float = 0.0
    loss: float = 0.0
    habit: float = 0.0
    gained_by: MovePattern | None = None
    lost_by: tuple[Step, MovePattern] | None = None
    usual_by: MovePattern | None = None

    @property
    def material(self) -> float:
        """Gain and loss together, in pawns."""
        return self.gain + self.loss

    @property
    def weight(self) -> float:
        """The sum of gain, loss and habit."""
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


def resolve(knowledge: Hierarchies, moves: Iterable[chess.Move], fits: Fits) -> dict[chess.Move, MoveWeight]:
    """Return the weight of each move, given the patterns that fit it."""
    threats = list(_threats(knowledge.threats, fits.threats))
    return {move: _weight(knowledge, threats, fits, move) for move in moves}


def _weight(
    knowledge: Hierarchies,
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
    """Return the pattern with the greatest weight among the most specific ones that fit."""
    numbers = hierarchy.most_specific(fit.number for fit in fits)
    return max((hierarchy.patterns[number] for number in numbers), key=lambda pattern: pattern.weight, default=None)


def _threats(
    threats: Hierarchy, fits: Mapping[chess.Move, list[PatternFit]]
) -> Iterable[tuple[Step, frozenset[chess.Square], _ReplyCost]]:
    """Yield the threats that fit, each with the squares on which nothing may change or the threat is gone."""
    costs: dict[Number, _ReplyCost] = {}
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
