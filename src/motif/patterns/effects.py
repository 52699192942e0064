"""Compute the effect of a pattern: its weight plus the weights of all more general patterns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from motif.patterns.labels import FREE, OWN
from motif.patterns.move_pattern import CorePattern, MovePattern, to_core

MOST_EDGES = 2
"""We look for more general patterns of at most this many edges, since the learner makes no larger ones."""

_Edge = tuple[str, Sequence[int]]
_Key = tuple[object, ...]


class Effects:
    """The effect of each pattern of a library: its weight plus the weights of all more general patterns.

    >>> check = MovePattern.parse("hits_from 1 2 3\\n1PNBRQK -(+1)-> 2.pnbrqk with 3k")
    >>> knights = MovePattern.parse("hits_from 1 2 3\\n1N -(-2)-> 2. with 3k")
    >>> known = [MovePattern.parse("1N -(+0.5)-> 2."), check, knights]
    >>> Effects(map(to_core, known), [pattern.weight for pattern in known]).of(to_core(knights), -2)
    -0.5
    """

    def __init__(self, patterns: Iterable[CorePattern], weights: Iterable[float]) -> None:
        known = zip(patterns, weights, strict=True)
        self._weights = {_own_key(pattern): weight for pattern, weight in known if len(pattern[1]) <= MOST_EDGES}

    def of(self, pattern: CorePattern, weight: float) -> float:
        """Return the weight of a pattern plus the weights of all more general ones."""
        # Larger patterns are not stored, and to compute the key of one we would have to try all orders of its edges.
        own = _own_key(pattern) if len(pattern[1]) <= MOST_EDGES else None
        return weight + sum(self._weights.get(key, 0.0) for key in dict.fromkeys(_keys(pattern)) if key != own)


def most_important_first(patterns: Iterable[MovePattern]) -> list[MovePattern]:
    """Return patterns sorted by weight * effect / edges, largest first; ties are sorted by text."""
    known = [(pattern, to_core(pattern)) for pattern in patterns]
    effects = Effects((form for _, form in known), (pattern.weight for pattern, _ in known))
    worth = {
        pattern: pattern.weight * effects.of(form, pattern.weight) / max(1, len(pattern.context.edges))
        for pattern, form in known
    }
    return sorted(worth, key=lambda pattern: (-round(worth[pattern], 9), str(pattern)))


def _own_key(pattern: CorePattern) -> _Key:
    masks, edges, _ = pattern
    return _key(pattern, edges, masks[0], masks[1])


def _keys(pattern: CorePattern) -> Iterator[_Key]:
    """Yield the keys of all patterns that may be more general; the pattern's own key may be among them."""
    masks, edges, _ = pattern
    moves = dict.fromkeys([(masks[0], masks[1]), (masks[0], FREE.mask), (OWN.mask, FREE.mask)])
    for count in range(min(len(edges), MOST_EDGES) + 1):
        for some in combinations(edges, count):
            for move in moves:
                yield _key(pattern, some, *move)


def _key(pattern: CorePattern, edges: Sequence[_Edge], mover: int, goal: int) -> _Key:
    """Return a key, independent of vertex numbers, for the move and some edges of a pattern."""
    masks, _, special = pattern
    key: _Key = min((_spelled(order, masks) for order in permutations(edges)), default=())
    return (*key, mover, goal, special)


def _spelled(edges: Sequence[_Edge], masks: Sequence[int]) -> _Key:
    """Return edges with their vertices numbered in order of appearance."""
    numbers = {0: (0, 0), 1: (1, 0)}
    spelled: list[object] = []
    for relation, vertices in edges:
        for vertex in vertices:
            numbers.setdefault(vertex, (len(numbers), masks[vertex]))
        spelled += [relation, *(numbers[vertex] for vertex in vertices)]
    return tuple(spelled)
