"""Represent move patterns: a board pattern with a move from vertex 1 to vertex 2, its weight and important replies.

The text of a pattern has a line for each edge and a last line for the move, in the paper's notation: `1N -(+5)-> 2.`
means that our knight on vertex 1 moves to the empty square 2 and gains 5; `=> {3 -(-3)-> 2}` means that the opponent's
piece on vertex 3 can then capture it, which costs us 3.

    hits_from 1 2 3
    1N -(+5)-> 2. with 3r
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

import chess

from motif._core.patterns import PatternIndex
from motif.board.drawing import card
from motif.errors import BadPattern
from motif.patterns.board_pattern import (
    FREE,
    OWN,
    BoardPattern,
    Edge,
    EdgeType,
    Label,
    Mapped,
    Vertex,
    canonical_names,
)

SOURCE: Vertex = 1
TARGET: Vertex = 2


class SpecialMove(StrEnum):
    """A special kind of move: a promotion to some piece, castling, or none."""

    NONE = ""
    KNIGHT = "=N"
    BISHOP = "=B"
    ROOK = "=R"
    QUEEN = "=Q"
    CASTLES = "castles"

    @property
    def number(self) -> int:
        """The number that the core uses for this value."""
        return _NUMBERS[self.value]

    @classmethod
    def numbered(cls, number: int) -> SpecialMove:
        """Return the value for which the core uses this number."""
        return next(special for special in cls if special.number == number)

    @classmethod
    def of(cls, board: chess.Board, move: chess.Move) -> SpecialMove:
        """Return the value for a move on a board."""
        if move.promotion:
            return cls(f"={chess.piece_symbol(move.promotion).upper()}")
        return cls.CASTLES if board.is_castling(move) else cls.NONE


_NUMBERS = {"": 0, "=N": 2, "=B": 3, "=R": 4, "=Q": 5, "castles": 6}


@dataclass(frozen=True, slots=True, order=True)
class Reply:
    """A reply of the opponent; `weight` is its value for the side that moved before."""

    source: Vertex
    target: Vertex
    weight: float

    def __str__(self) -> str:
        return f"{self.source} -({self.weight:+g})-> {self.target}"


@dataclass(frozen=True, slots=True)
class MovePattern:
    """A move from vertex 1 to vertex 2 in the context of a board pattern, with its weight and the replies to it.

    >>> fork = MovePattern.parse("hits_from 1 2 3\\nhits_from 1 2 4\\n1N -(+5)-> 2. with 3k 4r")
    >>> fork.weight, len(fork.context), MovePattern.parse(str(fork)) == fork
    (5.0, 2, True)
    """

    context: BoardPattern
    weight: float = 0.0
    replies: tuple[Reply, ...] = ()
    special: SpecialMove = SpecialMove.NONE

    def __post_init__(self) -> None:
        labels = self.context.label_of
        for vertex in (SOURCE, TARGET, *(v for reply in self.replies for v in (reply.source, reply.target))):
            if vertex not in labels:
                raise BadPattern(f"the move names vertex {vertex}, which does not exist")
        if not OWN.covers(labels[SOURCE]) or not FREE.covers(labels[TARGET]):
            raise BadPattern(
                f"the move must lead from one of the mover's pieces to an empty square or an opposing piece,"
                f" not from {labels[SOURCE]} to {labels[TARGET]}"
            )

    @classmethod
    def parse(cls, text: str) -> MovePattern:
        """Read a pattern: one edge per line, and the move on the last line."""
        *edges, move = [line.strip() for line in text.strip().splitlines() if line.strip()] or [""]
        match = _MOVE.fullmatch(move)
        if not match:
            raise BadPattern(f"cannot read the move {move!r}", hint="write 1N -(+5)-> 2. with 3p => {3 -(-3)-> 2}")
        labels = {SOURCE: Label.parse(match["mover"]), TARGET: Label.parse(match["goal"])}
        for number, letters in _VERTEX.findall(match["others"] or ""):
            labels[int(number)] = Label.parse(letters)
        replies = tuple(
            Reply(int(source), int(target), float(weight))
            for source, weight, target in _REPLY.findall(match["replies"] or "")
        )
        context = BoardPattern.of(labels, {Edge.parse(edge) for edge in edges})
        return cls(context, float(match["weight"]), replies, SpecialMove(match["special"] or ""))

    def __str__(self) -> str:
        labels = self.context.label_of
        edges = [str(edge) for edge in sorted(self.context.edges)]
        special = f" {self.special}" if self.special else ""
        others = "".join(f" {vertex}{labels[vertex]}" for vertex in labels if vertex not in (SOURCE, TARGET))
        move = f"1{labels[SOURCE]} -({self.weight:+.6g})-> 2{labels[TARGET]}{special}"
        replies = ", ".join(map(str, self.replies))
        line = move + (f" with{others}" if others else "") + (f" => {{{replies}}}" if replies else "")
        return "\n".join([*edges, line])

    def _repr_html_(self) -> str:
        return card(f"A pattern with weight {self.weight:+.2f}", text=str(self))

    def canonical(self) -> MovePattern:
        """Return the same pattern with vertex numbers that do not depend on the present ones."""
        names = canonical_names(self.context, (SOURCE, TARGET))
        replies = (Reply(names[reply.source], names[reply.target], reply.weight) for reply in self.replies)
        return replace(self, context=self.context.renamed(names), replies=tuple(sorted(replies)))

    def mappings(self, other: MovePattern) -> Iterator[dict[Vertex, Vertex]]:
        """Yield every vertex mapping that shows this pattern to be equal to another or more general.

        Source and target are mapped to source and target; both moves must be the same promotion, castling or ordinary.
        """
        if self.special is other.special:
            yield from self.context.mappings(other.context, {SOURCE: SOURCE, TARGET: TARGET})

    def is_subgraph_of(self, other: MovePattern) -> bool:
        """Whether this pattern is equal to another or more general."""
        return next(self.mappings(other), None) is not None

    def embeddings(
        self, full: BoardPattern, board: chess.Board, move: chess.Move
    ) -> Iterator[dict[Vertex, chess.Square]]:
        """Yield the squares of the vertices for each way that the pattern fits a move; `full` is the board's graph."""
        if self.special is SpecialMove.of(board, move):
            fixed = {SOURCE: move.from_square + 1, TARGET: move.to_square + 1}
            if all(vertex in full.label_of for vertex in fixed.values()):
                for mapping in self.context.mappings(full, fixed):
                    yield {vertex: there - 1 for vertex, there in mapping.items()}

    def intersection(self, other: MovePattern) -> MovePattern | None:
        """Return what two patterns have in common around the move; None if it is only the move, or not even that.

        From the move outwards, each edge is paired with the first edge of the other pattern that agrees with the pairs
        so far.
        """
        ours, theirs = self.context.label_of, other.context.label_of
        if self.special is not other.special:
            return None
        pairs = {SOURCE: SOURCE, TARGET: TARGET}
        common: set[Edge] = set()
        grown = True
        while grown:
            grown = False
            for edge in sorted(self.context.edges - common):
                if not any(vertex in pairs for vertex in edge.vertices):
                    continue
                for candidate in sorted(other.context.edges):
                    extended = _paired(edge, candidate, pairs, ours, theirs)
                    if extended is not None:
                        pairs = extended
                        common.add(edge)
                        grown = True
                        break
        if not common:
            return None
        named = {SOURCE, TARGET} | {vertex for edge in common for vertex in edge.vertices}
        labels = {vertex: Label(ours[vertex].mask | theirs[pairs[vertex]].mask) for vertex in named}
        return MovePattern(BoardPattern.of(labels, common), 0.0, (), self.special).canonical()


@dataclass(frozen=True, slots=True)
class NullMovePattern:
    """A move that the opponent threatens to make; it counts against each of our moves that does not change its context.

    The pattern is written from the opponent's point of view; its weight is the value of the threat for us.
    """

    threat: MovePattern

    @property
    def weight(self) -> float:
        """The value of the threat for us, which is negative."""
        return self.threat.weight

    @classmethod
    def parse(cls, text: str) -> NullMovePattern:
        """Read the line `null` and the opponent's pattern after it."""
        first, _, rest = text.strip().partition("\n")
        if first.strip() != NULL:
            raise BadPattern(f"a null-move pattern must begin with {NULL!r}, not with {first!r}")
        return cls(MovePattern.parse(rest))

    def __str__(self) -> str:
        return f"{NULL}\n{self.threat}"


NULL = "null"

AnyPattern = MovePattern | NullMovePattern


def parse_pattern(text: str) -> AnyPattern:
    """Read a move pattern or a null-move pattern."""
    return NullMovePattern.parse(text) if text.strip().startswith(NULL) else MovePattern.parse(text)


_LETTERS = r"[.PNBRQKpnbrqk]+"
_NUMBER = r"[+-]?[0-9.]+(?:e[+-]?[0-9]+)?"
_VERTEX = re.compile(rf"([0-9]+)({_LETTERS})")
_REPLY = re.compile(rf"([0-9]+) -\(({_NUMBER})\)-> ([0-9]+)")
_MOVE = re.compile(
    rf"1(?P<mover>{_LETTERS}) -\((?P<weight>{_NUMBER})\)-> 2(?P<goal>{_LETTERS})(?: (?P<special>=[NBRQ]|castles))?"
    rf"(?: with(?P<others>(?: [0-9]+{_LETTERS})+))?"
    rf"(?: => \{{(?P<replies>{_REPLY.pattern}(?:, {_REPLY.pattern})*)\}})?"
)


def _paired(
    edge: Edge, candidate: Edge, pairs: Mapped, ours: dict[Vertex, Label], theirs: dict[Vertex, Label]
) -> dict[Vertex, Vertex] | None:
    """Return the vertex pairs so far plus those of two more edges; None if they contradict each other."""
    if edge.relation is not candidate.relation:
        return None
    extended = dict(pairs)
    for vertex, there in zip(edge.vertices, candidate.vertices, strict=True):
        if vertex in extended:
            if extended[vertex] != there:
                return None
        elif there in extended.values() or ours[vertex] != theirs[there]:
            return None
        else:
            extended[vertex] = there
    return extended


CorePattern = tuple[Sequence[int], Sequence[tuple[str, Sequence[int]]], int]
"""A pattern as the core represents it: masks, edges with vertices counted from 0, and the special move's number."""


def to_core(pattern: MovePattern) -> CorePattern:
    """Return a pattern as the core represents it; its vertices must be numbered from 1 without gaps (`canonical`)."""
    masks = [label.mask for _, label in pattern.context.labels]
    edges = [(str(edge.relation), [vertex - 1 for vertex in edge.vertices]) for edge in sorted(pattern.context.edges)]
    return masks, edges, pattern.special.number


def from_core(form: CorePattern, weight: float = 0.0) -> MovePattern:
    """Convert the core's representation of a pattern to a MovePattern."""
    masks, edges, special = form
    labels = {vertex: Label(mask) for vertex, mask in enumerate(masks, start=1)}
    context = {Edge(EdgeType(name), tuple(vertex + 1 for vertex in vertices)) for name, vertices in edges}
    return MovePattern(BoardPattern.of(labels, context), weight, (), SpecialMove.numbered(special))


def patterns_of(index: PatternIndex) -> list[CorePattern]:
    """Return the patterns from which an index was built, read from the arguments that pickling stores."""
    _, (patterns,) = index.__reduce__()
    return patterns
