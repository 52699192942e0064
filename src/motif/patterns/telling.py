"""How much a pattern tells: what it adds to the score of a move, and what it says together with all more general ones.

A weight is what a pattern adds to the more general patterns that fit the same moves. Where those say too much, the
weight only takes some of it back: "the pawn leaves a pawn hanging, which loses material" weighs +0.87, for what is more
general says -3.50. So the patterns that tell most are those whose weight and whose whole effect are large and agree,
and the order is that of the product of the two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from motif.patterns.labels import FREE, OWN

MOST_EDGES = 2
"""Of more general patterns those with so many edges at most are looked for: the learner makes no others."""

_MOVE = re.compile(r"1(\S+) -\((\S+)\)-> 2(\S+)(?: (=[NBRQ]|castles))?(?: with((?: \d+[.a-zA-Z]+)+))?")
_VERTEX = re.compile(r"(\d+)([.a-zA-Z]+)")

_Edge = tuple[str, tuple[str, ...]]
_Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Form:
    """A pattern as far as this room needs it; tens of thousands are read from their text."""

    edges: tuple[_Edge, ...]
    labels: dict[str, str]
    special: str
    weight: float

    @classmethod
    def parse(cls, text: str) -> _Form:
        *lines, move = (line.strip() for line in text.splitlines() if line.strip())
        found = _MOVE.match(move)
        assert found, text
        mover, weight, goal, special, others = found.groups()
        labels = {"1": mover, "2": goal, **dict(_VERTEX.findall(others or ""))}
        edges = [line.split() for line in lines]
        return cls(tuple((word, tuple(places)) for word, *places in edges), labels, special or "", float(weight))

    def key(self, edges: Sequence[_Edge], mover: str, goal: str) -> _Key:
        """What some of its edges and its move are, whatever the vertices are called."""
        told: _Key = min((self._told(order) for order in permutations(edges)), default=())
        return (*told, mover, goal, self.special)

    def _told(self, edges: Sequence[_Edge]) -> _Key:
        names = {"1": "1", "2": "2"}
        told: list[object] = []
        for word, places in edges:
            for place in places:
                if place not in names:
                    names[place] = f"{len(names) + 1}{self.labels[place]}"
            told += [word, *(names[place] for place in places)]
        return tuple(told)

    def own_key(self) -> _Key | None:
        """Its own key, when it can be more general than another."""
        return self.key(self.edges, self.labels["1"], self.labels["2"]) if len(self.edges) <= MOST_EDGES else None

    def keys(self) -> Iterator[_Key]:
        """The keys of all patterns that may be more general, and its own."""
        mover, goal = self.labels["1"], self.labels["2"]
        moves = dict.fromkeys([(mover, goal), (mover, str(FREE)), (str(OWN), str(FREE))])
        for count in range(min(len(self.edges), MOST_EDGES) + 1):
            for edges in combinations(self.edges, count):
                for move in moves:
                    yield self.key(edges, *move)


class Effects:
    """What each pattern of a library says together with all more general ones.

    >>> check, knights = "hits_from 1 2 3\\n1PNBRQK -(+1)-> 2.pnbrqk with 3k", "hits_from 1 2 3\\n1N -(-2)-> 2. with 3k"
    >>> Effects(["1N -(+0.5)-> 2.", check, knights]).of(knights)
    -0.5
    """

    def __init__(self, texts: Iterable[str]) -> None:
        forms = map(_Form.parse, texts)
        self._weights = {key: form.weight for form in forms if (key := form.own_key())}

    def of(self, text: str) -> float:
        """The weight of a pattern and of all that are more general."""
        form = _Form.parse(text)
        own = form.own_key()
        return form.weight + sum(self._weights.get(key, 0.0) for key in set(form.keys()) if key != own)


def most_telling_first(texts: Iterable[str]) -> list[str]:
    """Patterns in the order of weight times whole effect; of equals the one with the smaller text."""
    known = list(texts)
    effects = Effects(known)
    told = {text: _Form.parse(text).weight * effects.of(text) for text in known}
    return sorted(known, key=lambda text: (-round(told[text], 9), text))
