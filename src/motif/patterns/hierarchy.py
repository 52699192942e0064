"""The hierarchy: move patterns under subgraph-of, the general above the specific, each link with the vertices it maps.

Retrieval goes down from the top, depth first: a pattern is looked at only where a more general one fits, and only in
the ways that extend how that one fits. A visited pattern is not looked at again, since every way in which it fits
extends a way in which each of its parents fits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import chess

from motif.errors import BadPattern
from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern, Special

Number = int
"""A pattern by its place in the hierarchy."""


@dataclass(frozen=True, slots=True)
class Link:
    """From a pattern down to a more specific one: which vertex there stands for each vertex here."""

    child: Number
    mapping: tuple[tuple[Vertex, Vertex], ...]


@dataclass(frozen=True, slots=True)
class Fit:
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
    children: list[list[Link]] = field(default_factory=list)
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
                hierarchy.children[parent].append(Link(child, ()))
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

    def retrieve(self, full: BoardPattern, board: chess.Board, move: chess.Move) -> list[Fit]:
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
            Fit(number, tuple((vertex, there - 1) for vertex, there in sorted(way.items())))
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

    def _mapped(self, parent: Number, child: Number) -> Link:
        mapping = next(self.patterns[parent].mappings(self.patterns[child]), None)
        if mapping is None:
            raise BadPattern(f"pattern {child + 1} lies below pattern {parent + 1}, which is not more general")
        return Link(child, tuple(sorted(mapping.items())))

    def _unlink(self, parent: Number, child: Number) -> None:
        self.children[parent] = [link for link in self.children[parent] if link.child != child]
        self.parents[child].discard(parent)


@dataclass(slots=True)
class Knowledge:
    """What is known: patterns of our moves, of the enemy's as he sees them, weighed by what they cost us, and habits.

    A habit is a pattern of a move that a teacher made, weighed by how often he makes it.
    """

    moves: Hierarchy = field(default_factory=Hierarchy)
    threats: Hierarchy = field(default_factory=Hierarchy)
    habits: Hierarchy = field(default_factory=Hierarchy)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern | NullMovePattern]) -> Knowledge:
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
