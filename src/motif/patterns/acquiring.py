"""Putting lessons into the hierarchies, and what two of them have in common beside them.

A new habit is held against those that lie beside it under the same parents; what it shares with the one it shares most
with is a habit too (the paper's Figure 14). Above all habits of a kind of move stands the bare move.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from motif.patterns.board_pattern import BoardPattern
from motif.patterns.examples import Source
from motif.patterns.hierarchy import Hierarchy, Knowledge
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern
from motif.patterns.surprises import Lesson

NEIGHBOURS = 24
"""With so many of its latest neighbours a new habit is compared."""


@dataclass(slots=True)
class Acquired:
    """What was learned so far, and how many lessons of each source were something new."""

    knowledge: Knowledge = field(default_factory=Knowledge)
    classes: bool = False
    """Whether what two habits share may be a class of men, such as a heavy piece."""
    counts: dict[Source, int] = field(default_factory=dict)

    def take(self, lessons: Iterable[tuple[Source, Lesson]]) -> None:
        """Put lessons in their places; what is known keeps the weight it has."""
        for source, lesson in lessons:
            is_new = self._take_habit(lesson.pattern) if source is Source.HABIT else self._take_material(lesson)
            if is_new:
                self.counts[source] = self.counts.get(source, 0) + 1

    def _take_material(self, lesson: Lesson) -> bool:
        is_new = self.knowledge.moves.get(lesson.pattern) is None
        if is_new:
            self.knowledge.moves.insert(lesson.pattern)
        if lesson.threat and self.knowledge.threats.get(lesson.threat.threat) is None:
            self.knowledge.threats.insert(lesson.threat.threat)
        return is_new

    def _take_habit(self, pattern: MovePattern) -> bool:
        habits = self.knowledge.habits
        bare = bare_move(pattern)
        if habits.get(bare) is None:
            habits.insert(bare)
        if habits.get(pattern) is not None:
            return False
        habits.insert(pattern)
        shared = _shared(habits, pattern, self.classes)
        if shared is not None:
            habits.insert(shared)
        return True


def bare_move(pattern: MovePattern) -> MovePattern:
    """The kind of move that a pattern is about, without its context."""
    labels = {vertex: pattern.context.label_of[vertex] for vertex in (SOURCE, TARGET)}
    return MovePattern(BoardPattern.of(labels, frozenset()), 0.0, (), pattern.special)


def _shared(habits: Hierarchy, pattern: MovePattern, classes: bool) -> MovePattern | None:
    """The most that a new habit has in common with one of its neighbours, if that is no habit yet."""
    number = habits.get(pattern)
    assert number is not None  # it was inserted just now
    beside = {link.child for parent in habits.parents[number] for link in habits.children[parent]} - {number}
    best: MovePattern | None = None
    for other in sorted(beside, reverse=True)[:NEIGHBOURS]:
        common = pattern.intersection(habits.patterns[other], classes)
        if common and (best is None or len(common.context) > len(best.context)) and habits.get(common) is None:
            best = common
    return best
