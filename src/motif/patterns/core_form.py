"""Patterns as the core takes them: masks, edges by number from 0, and what is special about the move."""

from __future__ import annotations

from collections.abc import Sequence

from motif._core.patterns import PatternIndex
from motif.patterns.board_pattern import BoardPattern, Edge
from motif.patterns.labels import Label
from motif.patterns.move_pattern import MovePattern, Special
from motif.patterns.relations import EdgeType

CorePattern = tuple[Sequence[int], Sequence[tuple[str, Sequence[int]]], int]


def to_core(pattern: MovePattern) -> CorePattern:
    """A pattern whose vertices are numbered from 1 without gaps, as `canonical` leaves them."""
    masks = [label.mask for _, label in pattern.context.labels]
    edges = [(str(edge.relation), [vertex - 1 for vertex in edge.vertices]) for edge in sorted(pattern.context.edges)]
    return masks, edges, pattern.special.number


def from_core(form: CorePattern, weight: float = 0.0) -> MovePattern:
    """The pattern again."""
    masks, edges, special = form
    labels = {vertex: Label(mask) for vertex, mask in enumerate(masks, start=1)}
    context = {Edge(EdgeType(name), tuple(vertex + 1 for vertex in vertices)) for name, vertices in edges}
    return MovePattern(BoardPattern.of(labels, context), weight, (), Special.numbered(special))


def patterns_of(index: PatternIndex) -> list[CorePattern]:
    """The patterns that an index was made of: what it hands out to be copied."""
    _, (patterns,) = index.__reduce__()
    return patterns
