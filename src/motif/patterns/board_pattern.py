"""Represent board patterns: graphs of pieces and squares and the relations between them, without coordinates.

Pattern A is a subgraph of pattern B if the vertices of A can be mapped to different vertices of B that are no more
general, in such a way that every edge of A becomes an edge of B.

A label says what a vertex may stand for: an empty square, one kind of piece, or any piece of a class. An edge is a
relation between pieces and squares, or a mark on a single piece or square; relations have the same names here as in
pattern files.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby, permutations, product
from typing import NamedTuple

import chess

from motif._core.patterns import board_graph, graph_relations, marked_graph
from motif.errors import BadPattern

LETTERS = ".PNBRQKpnbrqk"
"""The letters that the bits of a mask stand for, lowest bit first, as in the core."""

_OWN = 0b0000001111110
_ENEMY = 0b1111110000000

KINDS = ("pawn", "knight", "bishop", "rook", "queen", "king")

# From the largest class to the smallest.
_CLASSES = {"pnbrqk": "piece or pawn", "nbrq": "piece", "brq": "slider", "nb": "minor piece", "rq": "heavy piece"}

_ARITY = dict(graph_relations())

Vertex = int
"""The number of a vertex, counted from 1 as in the paper."""

Mapped = Mapping[Vertex, int]
"""What each vertex is mapped to: a vertex of another pattern, or a square."""


@dataclass(frozen=True, slots=True, order=True)
class Label:
    """The kinds of piece that a vertex may stand for, or an empty square: a mask with one bit for each letter.

    >>> str(Label.parse("N")), Label.parse("N").noun(), Label.parse("rq").noun()
    ('N', 'friendly knight', 'enemy heavy piece')
    >>> Label.parse(".pnbrqk").covers(Label.parse("q")), Label.parse("N").covers(Label.parse("n"))
    (True, False)
    >>> Label.parse("p").is_enemy, Label.parse(".p").is_enemy
    (True, False)
    """

    mask: int

    def __post_init__(self) -> None:
        if not 0 < self.mask < 1 << len(LETTERS):
            raise BadPattern(f"{self.mask} is not a valid mask of a vertex: it needs at least one bit of {LETTERS}")

    @classmethod
    def parse(cls, text: str) -> Label:
        if not text or any(letter not in LETTERS for letter in text):
            raise BadPattern(f"cannot read the vertex {text!r}", hint=f"use only the letters {LETTERS}")
        return cls(sum(1 << LETTERS.index(letter) for letter in set(text)))

    @classmethod
    def of(cls, board: chess.Board, square: chess.Square, side: chess.Color) -> Label:
        """Return the label of a square on a board, as one side sees it."""
        piece = board.piece_at(square)
        if piece is None:
            return EMPTY
        return cls(1 << piece.piece_type + (0 if piece.color == side else 6))

    def __str__(self) -> str:
        return "".join(letter for bit, letter in enumerate(LETTERS) if self.mask >> bit & 1)

    def covers(self, other: Label) -> bool:
        """Whether this label allows everything that the other allows."""
        return other.mask & ~self.mask == 0

    @property
    def is_own(self) -> bool:
        """Whether the vertex can only be a piece of the side to move."""
        return self.mask & ~_OWN == 0

    @property
    def is_enemy(self) -> bool:
        """Whether the vertex can only be a piece of the opponent."""
        return self.mask & ~_ENEMY == 0

    @property
    def is_piece(self) -> bool:
        """Whether the vertex must be a piece, and its side is known."""
        return self.is_own or self.is_enemy

    @property
    def is_exact(self) -> bool:
        """Whether the label allows a single kind of piece, or only an empty square."""
        return self.mask.bit_count() == 1

    def reversed(self) -> Label:
        """Return the label with the sides swapped."""
        return Label(self.mask & ~(_OWN | _ENEMY) | (self.mask & _OWN) << 6 | (self.mask & _ENEMY) >> 6)

    def noun(self, *, with_side: bool = True) -> str:
        """Return the label in English, without an article."""
        if not self.is_piece:
            return "empty square" if self == EMPTY else "square"
        letters = str(self).lower()
        kind = _CLASSES.get(letters) or " or ".join(KINDS["pnbrqk".index(letter)] for letter in letters)
        return f"{'friendly' if self.is_own else 'enemy'} {kind}" if with_side else kind


EMPTY = Label(1)
OWN = Label.parse("PNBRQK")
ENEMY = Label.parse("pnbrqk")
FREE = Label.parse(".pnbrqk")
"""Where a piece of the player can move to: an empty square or an opposing piece."""


class Place(NamedTuple):
    """A rank, a file or a square of the board; `kind` is `rank`, `file` or `on`."""

    kind: str
    name: str


class EdgeType(StrEnum):
    """The relations by name; `english` says what each means, with a numbered field for each vertex.

    >>> EdgeType("on_e4").place, EdgeType.RANK_2.reflected, EdgeType.HALF_OPEN.reflected
    (Place(kind='on', name='e4'), <EdgeType.RANK_7: 'rank_7'>, <EdgeType.ENEMY_HALF_OPEN: 'enemy_half_open'>)
    """

    MOVES = "moves"
    COVERS = "covers"
    REACHES = "reaches"
    HITS = "hits"
    HITS_FROM = "hits_from"
    THROUGH = "through"
    THROUGH_FROM = "through_from"
    BLOCKS = "blocks"
    SHELTERS = "shelters"
    THROUGH_TWO = "through_two"
    BLOCKS_FIRST = "blocks_first"
    BLOCKS_SECOND = "blocks_second"
    LOSES = "loses"
    WINS = "wins"
    GUARDS_ALONE = "guards_alone"
    NEAR = "near"
    LOOSE = "loose"
    HANGS = "hangs"
    PASSED = "passed"
    OPEN_FILE = "open_file"
    HALF_OPEN = "half_open"
    ENEMY_HALF_OPEN = "enemy_half_open"
    OUTPOST = "outpost"
    ENEMY_OUTPOST = "enemy_outpost"
    IN_OPENING = "in_opening"
    IN_ENDGAME = "in_endgame"
    IN_CHECK = "in_check"
    LEAVES = "leaves"
    THREATENS = "threatens"
    FREER = "freer"
    TIGHTER = "tighter"
    FORKS = "forks"

    _ignore_ = "members word name"
    members = vars()
    for word in (*(f"rank_{rank}" for rank in chess.RANK_NAMES), *(f"file_{file}" for file in chess.FILE_NAMES)):
        members[word.upper()] = word
    for name in chess.SQUARE_NAMES:
        members[f"ON_{name.upper()}"] = f"on_{name}"

    @property
    def arity(self) -> int:
        return _ARITY[self]

    @property
    def english(self) -> str:
        """The meaning as a template, such as "{0} hangs"."""
        return _ENGLISH[self]

    @property
    def place(self) -> Place | None:
        """The rank, file or square that a mark names, as the side to move sees it; None for other relations."""
        kind, _, name = self.value.rpartition("_")
        return Place(kind, name) if kind in ("rank", "file", "on") else None

    @property
    def reflected(self) -> EdgeType:
        """The relation as the other side sees it, from the other end of the board."""
        place = self.place
        if place is None or place.kind == "file":
            return _OF_THE_OTHER_SIDE.get(self, self)
        return EdgeType(f"{place.kind}_{place.name[:-1]}{9 - int(place.name[-1])}")

    @property
    def is_mark(self) -> bool:
        """Whether this is a mark that Motif adds to the relations of the paper."""
        return self not in _RELATIONS_OF_THE_PAPER

    @property
    def is_about_the_move(self) -> bool:
        """Whether this describes the result of a move; if so, it has no meaning for the side that is not to move."""
        return self in _ABOUT_THE_MOVE

    @property
    def restriction(self) -> int:
        """How restrictive the relation is: edges with a higher number are matched first."""
        return _RESTRICTIONS[self]


_RESTRICTIONS = {relation: relation.arity * 16 + place for place, relation in enumerate(EdgeType)}

_RELATIONS_OF_THE_PAPER = frozenset(list(EdgeType)[: list(EdgeType).index(EdgeType.LOSES)])

_OF_THE_OTHER_SIDE = {
    EdgeType.HALF_OPEN: EdgeType.ENEMY_HALF_OPEN,
    EdgeType.ENEMY_HALF_OPEN: EdgeType.HALF_OPEN,
    EdgeType.OUTPOST: EdgeType.ENEMY_OUTPOST,
    EdgeType.ENEMY_OUTPOST: EdgeType.OUTPOST,
}

_ABOUT_THE_MOVE = {
    EdgeType.LOSES,
    EdgeType.WINS,
    EdgeType.LEAVES,
    EdgeType.THREATENS,
    EdgeType.FREER,
    EdgeType.TIGHTER,
    EdgeType.FORKS,
}

_ENGLISH = {
    EdgeType.MOVES: "the pawn on {0} can advance to {1}",
    EdgeType.COVERS: "the pawn on {0} covers {1}",
    EdgeType.REACHES: "{0} can go to {1}",
    EdgeType.HITS: "{0} attacks or defends {1}",
    EdgeType.HITS_FROM: "from {1}, {0} would attack or defend {2}",
    EdgeType.THROUGH: "{0} looks through {1} at {2}",
    EdgeType.THROUGH_FROM: "from {1}, {0} would look through {2} at {3}",
    EdgeType.BLOCKS: "{1} can step to {2}, between {0} and {3}",
    EdgeType.SHELTERS: "{2} can go to {3}, behind {1} on the line of {0}",
    EdgeType.THROUGH_TWO: "{0} looks through {1} and {2} at {3}",
    EdgeType.BLOCKS_FIRST: "{1} can step to {2}, between {0} and {3}, behind which is {4}",
    EdgeType.BLOCKS_SECOND: "{2} can step to {3}, between {1} and {4} on the line of {0}",
    EdgeType.LOSES: "{0} would be lost on {1}",
    EdgeType.WINS: "{0} would win something on {1}",
    EdgeType.GUARDS_ALONE: "{0} alone guards {1}",
    EdgeType.NEAR: "{0} lies near {1}",
    EdgeType.LOOSE: "nothing guards {0}",
    EdgeType.HANGS: "{0} hangs",
    EdgeType.PASSED: "{0} is a passed pawn",
    EdgeType.OPEN_FILE: "{0} lies on an open file",
    EdgeType.HALF_OPEN: "{0} lies on a half-open file",
    EdgeType.ENEMY_HALF_OPEN: "{0} lies on a file half-open to the enemy",
    EdgeType.OUTPOST: "no enemy pawn can ever attack {0}",
    EdgeType.ENEMY_OUTPOST: "no friendly pawn can ever guard {0}",
    EdgeType.IN_OPENING: "{0} is there in the opening",
    EdgeType.IN_ENDGAME: "{0} is there in the endgame",
    EdgeType.IN_CHECK: "the side of {0} is in check",
    EdgeType.LEAVES: "{0} on {1} would leave {2} hanging",
    EdgeType.THREATENS: "{0} on {1} would threaten {2}",
    EdgeType.FREER: "{0} would hit more squares from {1}",
    EdgeType.TIGHTER: "{0} would hit fewer squares from {1}",
    EdgeType.FORKS: "{0}, safe on {1}, would fork {2}",
}
_ENGLISH |= {
    relation: f"{{0}} lies on {place.name if place.kind == 'on' else f'the {place.kind} {place.name}'}"
    for relation in EdgeType
    if (place := relation.place)
}


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
            raise BadPattern(f"{self.relation} takes {self.relation.arity} vertices, not {len(self.vertices)}")
        if len(set(self.vertices)) != len(self.vertices):
            raise BadPattern(f"{self} names a vertex twice")

    @classmethod
    def parse(cls, text: str) -> Edge:
        """Read an edge: the name of its relation and the numbers of its vertices."""
        word, *numbers = text.split()
        if word not in list(EdgeType):
            raise BadPattern(f"there is no relation {word!r}", hint=f"write one of {', '.join(EdgeType)}")
        if not all(number.isdecimal() for number in numbers):
            raise BadPattern(f"cannot read the vertices of {text!r}", hint="write numbers, as in `hits 1 2`")
        return cls(EdgeType(word), tuple(map(int, numbers)))

    def __str__(self) -> str:
        return " ".join([self.relation, *map(str, self.vertices)])

    def renamed(self, names: Mapped) -> Edge:
        return Edge(self.relation, tuple(names[vertex] for vertex in self.vertices))


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


def _placed(pattern: BoardPattern) -> _Placed:
    touching: _Touching = {}
    for edge in sorted(pattern.edges, key=lambda edge: (edge.relation, edge.vertices)):
        touching.setdefault((edge.relation, None), []).append(edge)
        for spot, vertex in enumerate(edge.vertices):
            touching.setdefault((edge.relation, (spot, vertex)), []).append(edge)
    return pattern.label_of, touching


_of_pattern = lru_cache(maxsize=4096)(_placed)
_of_board = lru_cache(maxsize=MOST_BOARDS_CACHED)(_placed)


def _by_relation(pattern: BoardPattern) -> _Placed:
    """Return the labels of a pattern, and its edges by relation and by the vertex at each place.

    The results are cached. Patterns are used again and again, but a board only while a user looks at it, so we keep few
    boards: a server that runs for hours must not collect thousands.
    """
    return _of_board(pattern) if len(pattern) > MOST_EDGES_IN_A_PATTERN else _of_pattern(pattern)


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
    groups = [list(alike) for _, alike in groupby(others, key=colours.__getitem__)]
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
    choices = (permutations(group) if len(group) <= MOST_PERMUTED else [tuple(group)] for group in groups)
    for orders in product(*choices):
        yield [vertex for order in orders for vertex in order]


def _view_of(vertex: Vertex, pattern: BoardPattern, colours: dict[Vertex, str]) -> str:
    views = [
        f"{edge.relation}{edge.vertices.index(vertex)}({','.join(colours[other] for other in edge.vertices)})"
        for edge in pattern.edges
        if vertex in edge.vertices
    ]
    return colours[vertex] + "|" + ";".join(sorted(views))
