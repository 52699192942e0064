"""The hierarchy: move patterns under subgraph-of, the general above the specific, each link with the vertices it maps.

Retrieval goes down from the top, depth first: a pattern is looked at only where a more general one fits, and only in
the ways that extend how that one fits. A visited pattern is not looked at again, since every way in which it fits
extends a way in which each of its parents fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

import chess

from motif.errors import BadPattern
from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern, Special

Number = int
"""A pattern by its place in the hierarchy."""


@dataclass(frozen=True, slots=True)
class HierarchyLink:
    """From a pattern down to a more specific one: which vertex there stands for each vertex here."""

    child: Number
    mapping: tuple[tuple[Vertex, Vertex], ...]


@dataclass(frozen=True, slots=True)
class PatternFit:
    """A pattern that fits a move, and the squares of its vertices in one way in which it does."""

    number: Number
    squares: tuple[tuple[Vertex, chess.Square], ...]

    @property
    def square_of(self) -> dict[Vertex, chess.Square]:
        """The square of each vertex."""
        return dict(self.squares)


@dataclass(slots=True)
class Hierarchy:
    """Patterns of one kind of mover, linked by subgraph-of; `insert` keeps the links as they should be."""

    patterns: list[MovePattern] = field(default_factory=list)
    children: list[list[HierarchyLink]] = field(default_factory=list)
    parents: list[set[Number]] = field(default_factory=list)
    _numbers: dict[tuple[BoardPattern, Special], Number] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern]) -> Hierarchy:
        """A hierarchy of these patterns; of two that differ in weight alone the last counts."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy.insert(pattern)
        return hierarchy

    @classmethod
    def linked(cls, patterns: Iterable[MovePattern], parents: Iterable[Iterable[Number]]) -> Hierarchy:
        """A hierarchy whose links are known, as a file keeps them; refused when they go wrong or in a circle."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy._add(pattern)
        for child, above in enumerate(parents):
            for parent in sorted(above):
                if not 0 <= parent < len(hierarchy):
                    raise BadPattern(f"pattern {child + 1} lies below pattern {parent + 1}, which is not there")
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
        """The patterns above which there is nothing."""
        return [number for number, above in enumerate(self.parents) if not above]

    def get(self, pattern: MovePattern) -> Number | None:
        """The place of a pattern with this context and move, whatever its weight."""
        canonical = pattern.canonical()
        return self._numbers.get((canonical.context, canonical.special))

    def insert(self, pattern: MovePattern) -> Number:
        """Put a pattern in its place, or give the one that is there its weight and replies."""
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
        """Everything above a pattern."""
        above: set[Number] = set()
        waiting = list(self.parents[number])
        while waiting:
            parent = waiting.pop()
            if parent not in above:
                above.add(parent)
                waiting += self.parents[parent]
        return above

    def most_specific(self, fitting: Iterable[Number]) -> list[Number]:
        """Of the patterns that fit a move those below which nothing fits.

        What lies between two patterns that fit, fits as well; so the parents of those that fit are all that is too
        general.
        """
        numbers = set(fitting)
        return sorted(numbers - {parent for number in numbers for parent in self.parents[number]})

    def retrieve(self, full: BoardPattern, board: chess.Board, move: chess.Move) -> list[PatternFit]:
        """Every way in which patterns fit a move on a board whose full graph is given."""
        fits: dict[Number, list[dict[Vertex, Vertex]]] = {}
        fixed = {SOURCE: move.from_square + 1, TARGET: move.to_square + 1}
        special = Special.of(board, move)
        if not all(vertex in full.label_of for vertex in fixed.values()):
            return []
        visited: set[Number] = set()

        def visit(number: Number, starts: Iterable[dict[Vertex, Vertex]]) -> None:
            if number in visited:
                return
            visited.add(number)
            pattern = self.patterns[number]
            ways = {tuple(sorted(way.items())) for start in starts for way in pattern.context.mappings(full, start)}
            if not ways:
                return
            fits[number] = [dict(way) for way in sorted(ways)]
            for link in self.children[number]:
                mapping = dict(link.mapping)
                visit(link.child, [{mapping[vertex]: there for vertex, there in way} for way in ways])

        for number in self.top:
            if self.patterns[number].special is special:
                visit(number, [fixed])
        return [
            PatternFit(number, tuple((vertex, there - 1) for vertex, there in sorted(way.items())))
            for number in sorted(fits)
            for way in fits[number]
        ]

    def check(self) -> None:
        """Raise BadPattern when the links go in a circle, as a file damaged by hand might make them."""
        state: dict[Number, bool] = {}

        def visit(number: Number, path: tuple[Number, ...]) -> None:
            if state.get(number):
                return
            if number in path:
                circle = path[path.index(number) :]
                raise BadPattern(
                    f"the patterns {', '.join(str(one + 1) for one in circle)} lie above each other in a circle"
                )
            for link in self.children[number]:
                visit(link.child, (*path, number))
            state[number] = True

        for number in range(len(self.patterns)):
            visit(number, ())

    def _lowest_above(self, pattern: MovePattern) -> list[Number]:
        """The most specific of the patterns that are more general than this one."""
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
        """The most general of the patterns that are more specific than this one."""
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
        """A new pattern, as yet without links."""
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
            raise BadPattern(f"pattern {child + 1} lies below pattern {parent + 1}, which is not more general")
        return HierarchyLink(child, tuple(sorted(mapping.items())))

    def _unlink(self, parent: Number, child: Number) -> None:
        self.children[parent] = [link for link in self.children[parent] if link.child != child]
        self.parents[child].discard(parent)


@dataclass(slots=True)
class Hierarchies:
    """What is known: patterns of our moves, of the enemy's as he sees them, weighed by what they cost us, and habits.

    A habit is a pattern of a move that a teacher made, weighed by how often he makes it.
    """

    moves: Hierarchy = field(default_factory=Hierarchy)
    threats: Hierarchy = field(default_factory=Hierarchy)
    habits: Hierarchy = field(default_factory=Hierarchy)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern | NullMovePattern]) -> Hierarchies:
        """The hierarchies of some patterns."""
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
        """Put a pattern in its place; a pattern of a move as one of material, not as a habit."""
        if isinstance(pattern, NullMovePattern):
            self.threats.insert(pattern.threat)
        else:
            self.moves.insert(pattern)


# What patterns together say of a move, by the paper's four rules.

Step = tuple[chess.Square, chess.Square]


@dataclass(frozen=True, slots=True)
class MoveWeight:
    """What patterns say of a move: what it gains, what the worst reply costs, how usual it is, and who says so."""

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
        """All together."""
        return self.gain + self.loss + self.habit


@dataclass(frozen=True, slots=True)
class Fits:
    """What fits a position: to our moves, to the enemy's as if we passed, and of the habits.

    The squares are needed only of patterns with replies, and of threats.
    """

    moves: Mapping[chess.Move, list[PatternFit]]
    threats: Mapping[chess.Move, list[PatternFit]]
    habits: Mapping[chess.Move, list[PatternFit]]


@dataclass(frozen=True, slots=True)
class _Word:
    """What one pattern says of one reply, with the vertices that make it."""

    weight: float
    context: BoardPattern
    source: Vertex
    target: Vertex
    pattern: MovePattern


def weigh(knowledge: Hierarchies, board: chess.Board) -> dict[chess.Move, MoveWeight]:
    """The verdict on every legal move, by going down the hierarchies."""
    full = BoardPattern.full(board)
    ours = list(board.legal_moves)
    passed = passing(board)
    theirs = full.reflected()
    fits = Fits(
        {move: knowledge.moves.retrieve(full, board, move) for move in ours},
        {move: knowledge.threats.retrieve(theirs, passed, move) for move in passed.legal_moves} if passed else {},
        {move: knowledge.habits.retrieve(full, board, move) for move in ours},
    )
    return resolve(knowledge, ours, fits)


def passing(board: chess.Board) -> chess.Board | None:
    """The board as if the side to move passed; None in check, when nobody can."""
    if board.is_check():
        return None
    passed = board.copy(stack=False)
    passed.turn = not board.turn
    passed.ep_square = None
    return passed


def resolve(knowledge: Hierarchies, moves: Iterable[chess.Move], fits: Fits) -> dict[chess.Move, MoveWeight]:
    """The verdicts, given what fits."""
    threats = list(_threats(knowledge.threats, fits.threats))
    return {move: _verdict(knowledge, threats, fits, move) for move in moves}


def _verdict(
    knowledge: Hierarchies,
    threats: list[tuple[Step, frozenset[chess.Square], _Word]],
    fits: Fits,
    move: chess.Move,
) -> MoveWeight:
    words: dict[Step, list[_Word]] = {}
    for fit in fits.moves.get(move, ()):
        pattern, squares = knowledge.moves.patterns[fit.number], fit.square_of
        for reply in pattern.replies:
            step = (squares[reply.source], squares[reply.target])
            word = _Word(reply.weight, pattern.context, reply.source, reply.target, pattern)
            words.setdefault(step, []).append(word)
    for step, context, word in threats:
        if move.from_square not in context and move.to_square not in context:
            words.setdefault(step, []).append(word)
    worst = _worst(words)
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
    """The heaviest of the patterns below which nothing fits."""
    speaking = hierarchy.most_specific(fit.number for fit in fits)
    return max((hierarchy.patterns[number] for number in speaking), key=lambda pattern: pattern.weight, default=None)


def _threats(
    threats: Hierarchy, fits: Mapping[chess.Move, list[PatternFit]]
) -> Iterable[tuple[Step, frozenset[chess.Square], _Word]]:
    """The enemy's moves that null-move patterns fit as if we passed, and the squares that must stay as they are."""
    words: dict[Number, _Word] = {}
    for move in sorted(fits, key=chess.Move.uci):
        for fit in fits[move]:
            squares = frozenset(square for _, square in fit.squares)
            if fit.number not in words:
                threat = threats.patterns[fit.number]
                words[fit.number] = _Word(threat.weight, threat.context.reflected(), SOURCE, TARGET, threat)
            yield (move.from_square, move.to_square), _with_between(squares), words[fit.number]


def _with_between(squares: frozenset[chess.Square]) -> frozenset[chess.Square]:
    """Squares, and those that lie between two of them."""
    between = {square for one in squares for other in squares for square in chess.SquareSet.between(one, other)}
    return squares | between


def _worst(words: Mapping[Step, list[_Word]]) -> tuple[Step, _Word] | None:
    """The reply that costs most by the word of patterns than which none is more specific; None when none costs."""
    costly = [(step, word) for step, said in words.items() for word in said if word.weight < 0]
    # From the worst on, so that most words need not be held against the others.
    for step, word in sorted(costly, key=lambda choice: (choice[1].weight, choice[0])):
        if not any(_is_more_general(word, other) for other in words[step]):
            return step, word
    return None


def _is_more_general(word: _Word, other: _Word) -> bool:
    return (word.context, word.source, word.target) != (other.context, other.source, other.target) and _lies_in(
        word.context, other.context, (word.source, word.target), (other.source, other.target)
    )


@lru_cache(maxsize=65_536)
def _lies_in(
    context: BoardPattern, other: BoardPattern, step: tuple[Vertex, Vertex], step_there: tuple[Vertex, Vertex]
) -> bool:
    if not context.is_subgraph_of(other, dict(zip(step, step_there, strict=True))):
        return False
    return not other.is_subgraph_of(context, dict(zip(step_there, step, strict=True)))


def ranked(verdicts: dict[chess.Move, MoveWeight]) -> list[chess.Move]:
    """The moves by weight, the best first; equals in the order of their names."""
    return sorted(verdicts, key=lambda move: (-verdicts[move].weight, move.uci()))
