"""Represent board patterns: graphs of pieces and squares and the relations between them, without coordinates.

Pattern A is a subgraph of pattern B if the vertices of A can be mapped to different vertices of B that are no more
general, in such a way that every edge of A becomes an edge of B.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations

import chess

from motif._core.patterns import board_graph, marked_graph
from motif.errors import BadPattern
from motif.patterns.board_graph import Edge, EdgeType, Label, Mapped, Vertex


@dataclass(frozen=True, slots=True)
class BoardPattern:
    """Numbered vertices with labels, and edges between them."""

    labels: tuple[tuple[Vertex, Label], ...]
    edges: frozenset[Edge]

    def __post_init__(self) -> None:
        known = {vertex for vertex, _ in self.labels}
        if len(known) != len(self.labels):
            raise BadPattern(f"a vertex has two labels in {self.labels}")
        for edge in self.edges:
            for vertex in edge.vertices:
                if vertex not in known:
                    raise BadPattern(f"{edge} names vertex {vertex}, which does not exist")

    @classmethod
    def of(cls, labels: Mapping[Vertex, Label], edges: Iterator[Edge] | frozenset[Edge] | set[Edge]) -> BoardPattern:
        """Return the pattern with these labels and edges; its vertices are sorted by number."""
        return cls(tuple(sorted(labels.items())), frozenset(edges))

    @classmethod
    def full(cls, board: chess.Board, *, marked: bool = True) -> BoardPattern:
        """Return the full graph of a board, with or without marks; a square's vertex is its number plus one."""
        graph = marked_graph(board) if marked else board_graph(board)
        edges = {Edge(EdgeType(name), tuple(square + 1 for square in places)) for name, places in graph}
        named = {vertex for edge in edges for vertex in edge.vertices} | {square + 1 for square in board.piece_map()}
        return cls.of({vertex: Label.of(board, vertex - 1, board.turn) for vertex in named}, edges)

    @property
    def label_of(self) -> dict[Vertex, Label]:
        return dict(self.labels)

    def __len__(self) -> int:
        """Return the number of edges, which the paper calls the size of a pattern."""
        return len(self.edges)

    def renamed(self, names: Mapped) -> BoardPattern:
        """Return the pattern with its vertices renumbered."""
        return BoardPattern.of(
            {names[vertex]: label for vertex, label in self.labels}, {edge.renamed(names) for edge in self.edges}
        )

    def reflected(self) -> BoardPattern:
        """Return the pattern as the other side sees it, without the edges that describe the result of a move."""
        seen = (edge for edge in self.edges if not edge.relation.is_about_the_move)
        edges = {Edge(edge.relation.reflected, edge.vertices) for edge in seen}
        return BoardPattern.of({vertex: label.reversed() for vertex, label in self.labels}, edges)

    def mappings(self, other: BoardPattern, fixed: Mapped | None = None) -> Iterator[dict[Vertex, Vertex]]:
        """Yield every vertex mapping that makes this pattern a subgraph of another; each includes the `fixed` pairs."""
        yield from _mappings(self, other, tuple(sorted((fixed or {}).items())))

    def is_subgraph_of(self, other: BoardPattern, fixed: Mapped | None = None) -> bool:
        return next(self.mappings(other, fixed), None) is not None


def in_matching_order(pattern: BoardPattern, bound: set[Vertex]) -> list[Edge]:
    """Sort edges so that each shares as many vertices as possible with earlier ones, most restrictive first on ties."""
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
"""A pattern with more edges is the graph of a whole board, which takes some 100 kB of memory."""
MOST_BOARDS_CACHED = 32


def _by_relation(pattern: BoardPattern) -> _Placed:
    """Return the labels of a pattern, and its edges by relation and by the vertex at each place.

    The results are cached. Patterns are used again and again, but a board only while a user looks at it, so we keep few
    boards: a server that runs for hours must not collect thousands.
    """
    return _of_board(pattern) if len(pattern) > MOST_EDGES_IN_A_PATTERN else _of_pattern(pattern)


@lru_cache(maxsize=4096)
def _of_pattern(pattern: BoardPattern) -> _Placed:
    return _placed(pattern)


@lru_cache(maxsize=MOST_BOARDS_CACHED)
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
    """Return new vertex numbers that do not depend on the old ones: the given vertices first, then the others.

    Vertices differ if their labels or edges do, or those of their neighbours, and so on (colour refinement). Where
    vertices still look alike, we try every order of them and choose the one whose sorted edges come first.
    """
    colours: dict[Vertex, str] = {
        vertex: f"{first.index(vertex) if vertex in first else 'x'}{label}" for vertex, label in pattern.labels
    }
    for _ in range(len(colours)):
        finer = {vertex: _view_of(vertex, pattern, colours) for vertex in colours}
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


MOST_PERMUTED = 5
"""If more vertices than this look alike, they keep their order, since trying all orders would take too long."""


def _orders(groups: list[list[Vertex]]) -> Iterator[list[Vertex]]:
    if not groups:
        yield []
        return
    head, *rest = groups
    for order in permutations(head) if len(head) <= MOST_PERMUTED else [tuple(head)]:
        for tail in _orders(rest):
            yield [*order, *tail]


def _view_of(vertex: Vertex, pattern: BoardPattern, colours: dict[Vertex, str]) -> str:
    views = [
        f"{edge.relation}{edge.vertices.index(vertex)}({','.join(colours[other] for other in edge.vertices)})"
        for edge in pattern.edges
        if vertex in edge.vertices
    ]
    return colours[vertex] + "|" + ";".join(sorted(views))
