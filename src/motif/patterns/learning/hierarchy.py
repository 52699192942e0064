"""Keep move patterns in a hierarchy, with general patterns above specific ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from motif.errors import BadPattern
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.move_pattern import MovePattern, NullMovePattern, SpecialMove

PatternNumber = int
"""The index of a pattern in its hierarchy."""


@dataclass(slots=True)
class Hierarchy:
    """Patterns linked by the subgraph relation; `insert` keeps the links correct."""

    patterns: list[MovePattern] = field(default_factory=list)
    children: list[set[PatternNumber]] = field(default_factory=list)
    parents: list[set[PatternNumber]] = field(default_factory=list)
    _numbers: dict[tuple[BoardPattern, SpecialMove], PatternNumber] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern]) -> Hierarchy:
        """Return a hierarchy of these patterns; if two differ only in weight, it keeps the last one."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy.insert(pattern)
        return hierarchy

    @classmethod
    def linked(cls, patterns: Iterable[MovePattern], parents: Iterable[Iterable[PatternNumber]]) -> Hierarchy:
        """Return a hierarchy from patterns and the parents of each; raise BadPattern for wrong or circular links."""
        hierarchy = cls()
        for pattern in patterns:
            hierarchy._add(pattern)
        for child, above in enumerate(parents):
            for parent in sorted(above):
                if not 0 <= parent < len(hierarchy):
                    raise BadPattern(f"pattern {child + 1} cannot be below pattern {parent + 1}, which does not exist")
                hierarchy._link(parent, child)
        hierarchy.check()
        return hierarchy

    def __len__(self) -> int:
        return len(self.patterns)

    def __iter__(self) -> Iterator[MovePattern]:
        return iter(self.patterns)

    @property
    def top(self) -> list[PatternNumber]:
        """The patterns without a more general one."""
        return [number for number, above in enumerate(self.parents) if not above]

    def get(self, pattern: MovePattern) -> PatternNumber | None:
        """Return the number of the pattern with this context and move, whatever its weight; None if it is not here."""
        canonical = pattern.canonical()
        return self._numbers.get((canonical.context, canonical.special))

    def insert(self, pattern: MovePattern) -> PatternNumber:
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
                self.children[parent].discard(child)
                self.parents[child].discard(parent)
            self._link(parent, number)
        for child in below:
            self._link(number, child)
        return number

    def ancestors(self, number: PatternNumber) -> set[PatternNumber]:
        """Return all patterns that are more general than this one."""
        above: set[PatternNumber] = set()
        waiting = list(self.parents[number])
        while waiting:
            parent = waiting.pop()
            if parent not in above:
                above.add(parent)
                waiting += self.parents[parent]
        return above

    def most_specific(self, fitting: Iterable[PatternNumber]) -> list[PatternNumber]:
        """Return the most specific of the patterns that fit a move.

        A pattern between two that fit also fits, so it is enough to leave out the parents of fitting patterns.
        """
        numbers = set(fitting)
        return sorted(numbers - {parent for number in numbers for parent in self.parents[number]})

    def check(self) -> None:
        """Raise BadPattern for wrong links or a cycle, which can happen when a file is edited by hand."""
        state: dict[PatternNumber, bool] = {}

        def visit(number: PatternNumber, path: tuple[PatternNumber, ...]) -> None:
            if state.get(number):
                return
            if number in path:
                cycle = path[path.index(number) :]
                raise BadPattern(f"the links form a cycle of patterns: {', '.join(str(one + 1) for one in cycle)}")
            for child in self.children[number]:
                visit(child, (*path, number))
            state[number] = True

        for number in range(len(self.patterns)):
            visit(number, ())
        for child, above in enumerate(self.parents):
            for parent in above:
                if not self.patterns[parent].is_subgraph_of(self.patterns[child]):
                    raise BadPattern(
                        f"pattern {child + 1} cannot be below pattern {parent + 1}, which is not more general"
                    )

    def _lowest_above(self, pattern: MovePattern) -> list[PatternNumber]:
        """Return the most specific of the patterns that are more general than this one."""
        lowest: set[PatternNumber] = set()
        visited: dict[PatternNumber, bool] = {}

        def visit(number: PatternNumber) -> bool:
            if number not in visited:
                visited[number] = fits = self.patterns[number].is_subgraph_of(pattern)
                if fits:
                    deeper = [visit(child) for child in self.children[number]]
                    if not any(deeper):
                        lowest.add(number)
            return visited[number]

        for number in self.top:
            visit(number)
        return sorted(lowest)

    def _highest_below(self, pattern: MovePattern, above: list[PatternNumber]) -> list[PatternNumber]:
        """Return the most general of the patterns that are more specific than this one."""
        highest: set[PatternNumber] = set()
        visited: set[PatternNumber] = set()

        def visit(number: PatternNumber) -> None:
            if number in visited:
                return
            visited.add(number)
            if pattern.is_subgraph_of(self.patterns[number]):
                highest.add(number)
                return
            for child in self.children[number]:
                visit(child)

        starts = [child for parent in above for child in self.children[parent]] if above else self.top
        for number in starts:
            visit(number)
        return sorted(number for number in highest if not self.ancestors(number) & highest)

    def _add(self, pattern: MovePattern) -> PatternNumber:
        """Add a pattern without links."""
        self.patterns.append(pattern)
        self.children.append(set())
        self.parents.append(set())
        self._numbers[pattern.context, pattern.special] = len(self.patterns) - 1
        return len(self.patterns) - 1

    def _link(self, parent: PatternNumber, child: PatternNumber) -> None:
        self.children[parent].add(child)
        self.parents[child].add(parent)


@dataclass(slots=True)
class PatternKnowledge:
    """The knowledge of the paper's learner: patterns of our moves, threats of the opponent, and habits of a teacher.

    A threat is written from the opponent's point of view; its weight is what it costs us. A habit is a pattern of the
    teacher's moves; its weight is how often the teacher follows it.
    """

    moves: Hierarchy = field(default_factory=Hierarchy)
    threats: Hierarchy = field(default_factory=Hierarchy)
    habits: Hierarchy = field(default_factory=Hierarchy)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern | NullMovePattern]) -> PatternKnowledge:
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
