"""How much a pattern tells: what it adds to the score of a move, and what it says together with all more general ones.

A weight is what a pattern adds to the more general patterns that fit the same moves. Where those say too much, the
weight only takes some of it back: "the pawn leaves a pawn hanging, which loses material" weighs +0.87, for what is more
general says -3.50. So the patterns that tell most are those whose weight and whose whole effect are large and agree,
and of those the ones with few conditions: the order is that of weight * effect / edges.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations, permutations

from motif.patterns.core_form import CorePattern, to_core
from motif.patterns.labels import FREE, OWN
from motif.patterns.move_pattern import MovePattern

MOST_EDGES = 2
"""Of more general patterns those with so many edges at most are looked for: the learner makes no others."""

_Edge = tuple[str, Sequence[int]]
_Key = tuple[object, ...]


class Effects:
    """What each pattern of a library says together with all more general ones.

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
        """The weight of a pattern and of all that are more general."""
        # One of more edges is not among them, and its key would take all orders of its edges: millions for ten.
        own = _own_key(pattern) if len(pattern[1]) <= MOST_EDGES else None
        return weight + sum(self._weights.get(key, 0.0) for key in dict.fromkeys(_keys(pattern)) if key != own)


def most_telling_first(patterns: Iterable[MovePattern]) -> list[MovePattern]:
    """Patterns in the order of weight * effect / edges; of equals the one with the smaller text."""
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
    """The keys of all patterns that may be more general, and its own if it may be one of them."""
    masks, edges, _ = pattern
    moves = dict.fromkeys([(masks[0], masks[1]), (masks[0], FREE.mask), (OWN.mask, FREE.mask)])
    for count in range(min(len(edges), MOST_EDGES) + 1):
        for some in combinations(edges, count):
            for move in moves:
                yield _key(pattern, some, *move)


def _key(pattern: CorePattern, edges: Sequence[_Edge], mover: int, goal: int) -> _Key:
    """What some of its edges and its move are, whatever the vertices are called."""
    masks, _, special = pattern
    key: _Key = min((_spelled(order, masks) for order in permutations(edges)), default=())
    return (*key, mover, goal, special)


def _spelled(edges: Sequence[_Edge], masks: Sequence[int]) -> _Key:
    """Edges with their vertices numbered in the order in which they come."""
    numbers = {0: (0, 0), 1: (1, 0)}
    spelled: list[object] = []
    for relation, vertices in edges:
        for vertex in vertices:
            numbers.setdefault(vertex, (len(numbers), masks[vertex]))
        spelled += [relation, *(numbers[vertex] for vertex in vertices)]
    return tuple(spelled)
