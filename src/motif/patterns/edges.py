"""Represent the edges of a pattern: relations between pieces and squares, and marks on a single piece or square.

Relations have the same names here as in pattern files.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import chess

from motif._core.patterns import graph_relations
from motif.errors import BadPattern


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
        """The number of vertices that the relation takes."""
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


_ARITY = dict(graph_relations())

_RESTRICTIONS = {relation: relation.arity * 16 + place for place, relation in enumerate(EdgeType)}

_RELATIONS_OF_THE_PAPER = frozenset(
    {
        EdgeType.MOVES,
        EdgeType.COVERS,
        EdgeType.REACHES,
        EdgeType.HITS,
        EdgeType.HITS_FROM,
        EdgeType.THROUGH,
        EdgeType.THROUGH_FROM,
        EdgeType.BLOCKS,
        EdgeType.SHELTERS,
        EdgeType.THROUGH_TWO,
        EdgeType.BLOCKS_FIRST,
        EdgeType.BLOCKS_SECOND,
    }
)

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

Vertex = int
"""The number of a vertex, counted from 1 as in the paper."""

Mapped = Mapping[Vertex, int]
"""What each vertex is mapped to: a vertex of another pattern, or a square."""


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
        """Return the edge with its vertices renumbered."""
        return Edge(self.relation, tuple(names[vertex] for vertex in self.vertices))
