"""A board pattern: some men and squares of a board, and some of the relations between them, without coordinates.

One pattern is a subgraph of another when its vertices can be found among the other's, each distinct and at least as
general, so that each of its edges is an edge there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import chess

from motif._core.patterns import board_graph, marked_graph
from motif.errors import BadPattern
from motif.patterns.labels import Label
from motif.patterns.relations import EdgeType

Vertex = int
"""A vertex by its number, counted from 1 as the paper does."""

Mapped = Mapping[Vertex, int]
"""Which vertex, or which square, stands for each vertex."""


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A relation between vertices.

    >>> Edge.parse("hits_from 1 2 3")
    Edge(relation=<EdgeType.HITS_FROM: 'hits_from'>, vertices=(1, 2, 3))
    """

    relation: EdgeType
    vertices: tuple[Vertex, ...]

    def __post_init__(self) -> None:
        if len(self.vertices) != self.relation.arity:
            raise BadPattern(f"{self.relation} relates {self.relation.arity} vertices, not {len(self.vertices)}")
        if len(set(self.vertices)) != len(self.vertices):
            raise BadPattern(f"the vertices of {self} are not distinct")

    @classmethod
    def parse(cls, text: str) -> Edge:
        """Read the word of a relation and the numbers of its vertices."""
        word, *numbers = text.split()
        if word not in list(EdgeType):
            raise BadPattern(f"there is no relation {word!r}", hint=f"there are {', '.join(EdgeType)}")
        if not all(number.isdecimal() for number in numbers):
            raise BadPattern(f"cannot read the vertices of {text!r}", hint="write their numbers, as in hits 1 2")
        return cls(EdgeType(word), tuple(map(int, numbers)))

    def __str__(self) -> str:
        return " ".join([self.relation, *map(str, self.vertices)])

    def renamed(self, names: Mapped) -> Edge:
        """The edge between the vertices that stand for its own."""
        return Edge(self.relation, tuple(names[vertex] for vertex in self.vertices))


@dataclass(frozen=True, slots=True)
class BoardPattern:
    """Vertices by number with their labels, and edges between them."""

    labels: tuple[tuple[Vertex, Label], ...]
    edges: frozenset[Edge]

    def __post_init__(self) -> None:
        known = {vertex for vertex, _ in self.labels}
        if len(known) != len(self.labels):
            raise BadPattern(f"a vertex is named twice in {self.labels}")
        for edge in self.edges:
            for vertex in edge.vertices:
                if vertex not in known:
                    raise BadPattern(f"{edge} names vertex {vertex}, which is not there")

    @classmethod
    def of(cls, labels: Mapping[Vertex, Label], edges: Iterator[Edge] | frozenset[Edge] | set[Edge]) -> BoardPattern:
        """A pattern of these labels, in the order of their numbers."""
        return cls(tuple(sorted(labels.items())), frozenset(edges))

    @classmethod
    def full(cls, board: chess.Board, *, marked: bool = True) -> BoardPattern:
        """The full graph of a board, with or without its marks; the vertex of a square is its number plus one."""
        graph = marked_graph(board) if marked else board_graph(board)
        edges = {Edge(EdgeType(name), tuple(square + 1 for square in places)) for name, places in graph}
        named = {vertex for edge in edges for vertex in edge.vertices} | {square + 1 for square in board.piece_map()}
        return cls.of({vertex: Label.of(board, vertex - 1, board.turn) for vertex in named}, edges)

    @property
    def label_of(self) -> dict[Vertex, Label]:
        """The label of each vertex."""
        return dict(self.labels)

    def __len__(self) -> int:
        """How many edges it has, which is how the paper measures a pattern."""
        return len(self.edges)

    def renamed(self, names: Mapped) -> BoardPattern:
        """The same pattern with other numbers."""
        return BoardPattern.of(
            {names[vertex]: label for vertex, label in self.labels}, {edge.renamed(names) for edge in self.edges}
        )

    def reflected(self) -> BoardPattern:
        """The same pattern seen by the other side, which does not see what our moves would bring."""
        seen = (edge for edge in self.edges if not edge.relation.is_venture)
        edges = {Edge(edge.relation.reflected, edge.vertices) for edge in seen}
        return BoardPattern.of({vertex: label.reversed() for vertex, label in self.labels}, edges)

    def mappings(self, other: BoardPattern, fixed: Mapped | None = None) -> Iterator[dict[Vertex, Vertex]]:
        """Every way in which this pattern is a subgraph of another, as the vertices that stand for its own."""
        yield from _mappings(self, other, tuple(sorted((fixed or {}).items())))

    def is_subgraph_of(self, other: BoardPattern, fixed: Mapped | None = None) -> bool:
        """Whether it lies in another pattern."""
        return next(self.mappings(other, fixed), None) is not None


def in_matching_order(pattern: BoardPattern, bound: set[Vertex]) -> list[Edge]:
    """The edges so that each binds as little as possible that is new, the most restrictive first."""
    left = sorted(pattern.edges, key=lambda edge: (-edge.relation.restriction, edge.vertices))
    ordered, bound = [], set(bound)
    while left:
        best = max(left, key=lambda edge: (sum(vertex in bound for vertex in edge.vertices), edge.relation.restriction))
        left.remove(best)
        ordered.append(best)
        bound |= set(best.vertices)
    return ordered


def _mappings(
    pattern: BoardPattern, other: BoardPattern, fixed: tuple[tuple[Vertex, Vertex], ...]
) -> Iterator[dict[Vertex, Vertex]]:
    theirs, touching = _by_relation(other)
    ours = pattern.label_of
    start = dict(fixed)
    if not all(ours[vertex].covers(theirs[image]) for vertex, image in fixed):
        return
    edges = in_matching_order(pattern, set(start))
    lonely = sorted(set(ours) - {vertex for edge in edges for vertex in edge.vertices} - set(start))

    def extend(place: int, image: dict[Vertex, Vertex]) -> Iterator[dict[Vertex, Vertex]]:
        if place == len(edges):
            yield from place_lonely(0, image)
            return
        edge = edges[place]
        anchor = next(((spot, image[vertex]) for spot, vertex in enumerate(edge.vertices) if vertex in image), None)
        for candidate in touching.get((edge.relation, anchor), ()):
            bound = dict(image)
            if _bind(edge, candidate, bound, ours, theirs):
                yield from extend(place + 1, bound)

    def place_lonely(place: int, image: dict[Vertex, Vertex]) -> Iterator[dict[Vertex, Vertex]]:
        if place == len(lonely):
            yield image
            return
        vertex = lonely[place]
        for there, label in theirs.items():
            if there not in image.values() and ours[vertex].covers(label):
                yield from place_lonely(place + 1, {**image, vertex: there})

    yield from extend(0, start)


def _bind(
    edge: Edge, candidate: Edge, image: dict[Vertex, Vertex], ours: dict[Vertex, Label], theirs: dict[Vertex, Label]
) -> bool:
    for vertex, there in zip(edge.vertices, candidate.vertices, strict=True):
        if vertex in image:
            if image[vertex] != there:
                return False
        elif there in image.values() or not ours[vertex].covers(theirs[there]):
            return False
        else:
            image[vertex] = there
    return True


_Touching = dict[tuple[EdgeType, tuple[int, Vertex] | None], list[Edge]]


_Placed = tuple[dict[Vertex, Label], _Touching]

MOST_EDGES_IN_A_PATTERN = 60
"""What has more is a whole board, of some hundred kilobytes."""
MOST_BOARDS = 32


def _by_relation(pattern: BoardPattern) -> _Placed:
    """The labels, and the edges by relation and by the vertex at a place.

    Patterns are asked about again and again, a board as long as somebody looks at it: a server that answers for hours
    would hold thousands.
    """
    return _of_board(pattern) if len(pattern) > MOST_EDGES_IN_A_PATTERN else _of_pattern(pattern)


@lru_cache(maxsize=4096)
def _of_pattern(pattern: BoardPattern) -> _Placed:
    return _placed(pattern)


@lru_cache(maxsize=MOST_BOARDS)
def _of_board(pattern: BoardPattern) -> _Placed:
    return _placed(pattern)


def _placed(pattern: BoardPattern) -> _Placed:
    touching: _Touching = {}
    for edge in sorted(pattern.edges, key=lambda edge: (edge.relation, edge.vertices)):
        touching.setdefault((edge.relation, None), []).append(edge)
        for spot, vertex in enumerate(edge.vertices):
            touching.setdefault((edge.relation, (spot, vertex)), []).append(edge)
    return pattern.label_of, touching


def canonical_names(pattern: BoardPattern, first: tuple[Vertex, ...]) -> dict[Vertex, Vertex]:
    """New numbers that do not depend on the old: the given vertices first, the others by what they do.

    Vertices are told apart by their labels and edges, and by those of their neighbours in turn; what even that leaves
    alike is tried in every order, and the smallest result wins.
    """
    colours: dict[Vertex, str] = {
        vertex: f"{first.index(vertex) if vertex in first else 'x'}{label}" for vertex, label in pattern.labels
    }
    for _ in range(len(colours)):
        finer = {vertex: _seen_from(vertex, pattern, colours) for vertex in colours}
        ranks = {text: place for place, text in enumerate(sorted(set(finer.values())))}
        renewed = {vertex: f"{ranks[finer[vertex]]:04d}" for vertex in colours}
        if len(set(renewed.values())) == len(set(colours.values())):
            colours = renewed
            break
        colours = renewed
    others = sorted((vertex for vertex in colours if vertex not in first), key=lambda vertex: (colours[vertex], vertex))
    groups: list[list[Vertex]] = []
    for vertex in others:
        if groups and colours[groups[-1][0]] == colours[vertex]:
            groups[-1].append(vertex)
        else:
            groups.append([vertex])
    best: tuple[list[Edge], dict[Vertex, Vertex]] | None = None
    for order in _orders(groups):
        names = {vertex: number for number, vertex in enumerate([*first, *order], start=1)}
        edges = sorted(edge.renamed(names) for edge in pattern.edges)
        if best is None or edges < best[0]:
            best = edges, names
    assert best
    return best[1]


MOST_TRIED = 5
"""Vertices alike beyond this many keep the order they have: in 7! orders nobody would gain anything."""


def _orders(groups: list[list[Vertex]]) -> Iterator[list[Vertex]]:
    if not groups:
        yield []
        return
    head, *rest = groups
    for order in permutations(head) if len(head) <= MOST_TRIED else [tuple(head)]:
        for tail in _orders(rest):
            yield [*order, *tail]


def _seen_from(vertex: Vertex, pattern: BoardPattern, colours: dict[Vertex, str]) -> str:
    views = [
        f"{edge.relation}{edge.vertices.index(vertex)}({','.join(colours[other] for other in edge.vertices)})"
        for edge in pattern.edges
        if vertex in edge.vertices
    ]
    return colours[vertex] + "|" + ";".join(sorted(views))
