"""The ten relations between the men and squares of a board, by the words that pattern files use for them.

There are twelve words, since a pawn moves to some squares and covers others.
"""

from __future__ import annotations

from enum import StrEnum

from motif._core.patterns import graph_relations


class EdgeType(StrEnum):
    """A relation, by its word; `english` says what it means, with a number for each place."""

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

    @property
    def arity(self) -> int:
        """How many men and squares it relates."""
        return _ARITY[self]

    @property
    def english(self) -> str:
        """What it means."""
        return _ENGLISH[self]

    @property
    def restriction(self) -> int:
        """How much it restricts: an edge with a higher number is matched first."""
        return _ARITY[self] * 16 + list(EdgeType).index(self)


_ARITY = dict(graph_relations())

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
}
