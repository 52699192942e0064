"""The relations between the men and squares of a board, and the marks of a single one, by the words of pattern files.

Ten relations are those of the paper; there are twelve words for them, since a pawn moves to some squares and covers
others. Marks say what a player sees at a glance of a man or a square, and where it lies for the side that moves.
"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

import chess

from motif._core.patterns import graph_relations


class Place(NamedTuple):
    """Where a man or square lies: on a `rank`, on a `file`, or `on` a square."""

    kind: str
    name: str


class EdgeType(StrEnum):
    """A relation, by its word; `english` says what it means, with a number for each place.

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
        """How many men and squares it relates."""
        return _ARITY[self]

    @property
    def english(self) -> str:
        """What it means."""
        return _ENGLISH[self]

    @property
    def place(self) -> Place | None:
        """The rank, file or square it names, seen by the side that moves."""
        kind, _, name = self.value.rpartition("_")
        return Place(kind, name) if kind in ("rank", "file", "on") else None

    @property
    def reflected(self) -> EdgeType:
        """What holds for the other side where this holds for one: it sees the board from the other end."""
        place = self.place
        if place is None or place.kind == "file":
            return _OF_THE_OTHER_SIDE.get(self, self)
        return EdgeType(f"{place.kind}_{place.name[:-1]}{9 - int(place.name[-1])}")

    @property
    def is_mark(self) -> bool:
        """Whether it is a mark, and none of the paper's relations."""
        return self not in _OF_THE_PAPER

    @property
    def is_venture(self) -> bool:
        """Whether it says what a move of the side that moves would bring; the other side sees nothing of it."""
        return self in _VENTURES

    @property
    def restriction(self) -> int:
        """How much it restricts: an edge with a higher number is matched first."""
        return _RESTRICTIONS[self]


_ARITY = dict(graph_relations())

_RESTRICTIONS = {relation: relation.arity * 16 + place for place, relation in enumerate(EdgeType)}

_OF_THE_PAPER = frozenset(
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

_VENTURES = {
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
    EdgeType.BLOCKS_FIRST: "{1} can step to {2}, between {0} and {3}, behind which stands {4}",
    EdgeType.BLOCKS_SECOND: "{2} can step to {3}, between {1} and {4} on the line of {0}",
    EdgeType.LOSES: "{0} would be lost on {1}",
    EdgeType.WINS: "{0} would win something on {1}",
    EdgeType.GUARDS_ALONE: "{0} alone guards {1}",
    EdgeType.NEAR: "{0} lies near {1}",
    EdgeType.LOOSE: "nobody guards {0}",
    EdgeType.HANGS: "{0} hangs",
    EdgeType.PASSED: "{0} is a passed pawn",
    EdgeType.OPEN_FILE: "{0} lies on an open file",
    EdgeType.HALF_OPEN: "{0} lies on a half-open file",
    EdgeType.ENEMY_HALF_OPEN: "{0} lies on a file half-open to the enemy",
    EdgeType.OUTPOST: "no enemy pawn can ever attack {0}",
    EdgeType.ENEMY_OUTPOST: "no friendly pawn can ever guard {0}",
    EdgeType.IN_OPENING: "{0} stands there in the opening",
    EdgeType.IN_ENDGAME: "{0} stands there in the endgame",
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
