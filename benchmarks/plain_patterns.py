"""Match patterns with the paper's hierarchy in plain Python: the peer of the index in the core.

Patterns that begin with the same edges share a path. The walk follows a path only where its beginning fits, in each way
that it fits, so a pattern is not tried unless its more general part fits.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import chess

from motif._core.patterns import marked_graph
from motif.patterns.board_pattern import Label, in_matching_order
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, SpecialMove

Squares = tuple[chess.Square, ...]
Image = tuple[chess.Square | None, ...]
Step = tuple[str, tuple[int, ...], tuple[int, ...]]
"""A relation, the places of its vertices, and the masks of the pieces allowed there."""


@dataclass(slots=True)
class Node:
    """The patterns that fit once this path is walked, and the next steps."""

    patterns: list[int] = field(default_factory=list)
    below: dict[Step, Node] = field(default_factory=dict)


class PlainHierarchy:
    """Patterns by kind of move, then edge by edge."""

    def __init__(self, patterns: Iterable[MovePattern]) -> None:
        self._roots: dict[tuple[int, int, SpecialMove], Node] = {}
        for number, pattern in enumerate(patterns):
            masks = {vertex: label.mask for vertex, label in pattern.context.labels}
            node = self._roots.setdefault((masks[SOURCE], masks[TARGET], pattern.special), Node())
            places = {SOURCE: 0, TARGET: 1}
            for edge in in_matching_order(pattern.context, {SOURCE, TARGET}):
                for vertex in edge.vertices:
                    places.setdefault(vertex, len(places))
                step = (
                    str(edge.relation),
                    tuple(places[vertex] for vertex in edge.vertices),
                    tuple(masks[vertex] for vertex in edge.vertices),
                )
                node = node.below.setdefault(step, Node())
            node.patterns.append(number)

    def fitting(self, board: chess.Board) -> dict[chess.Move, set[int]]:
        """Return the patterns that fit each legal move."""
        masks = [Label.of(board, square, board.turn).mask for square in chess.SQUARES]
        edges: dict[tuple[str, int, chess.Square | None], list[Squares]] = {}
        every: dict[str, list[Squares]] = {}
        for name, squares in marked_graph(board):
            every.setdefault(name, []).append(squares)
            for place, square in enumerate(squares):
                edges.setdefault((name, place, square), []).append(squares)

        def walk(node: Node, images: list[Image], found: set[int]) -> None:
            found.update(node.patterns)
            for (name, places, wanted), child in node.below.items():
                further = []
                for image in images:
                    known = next((spot for spot, place in enumerate(places) if place < len(image)), None)
                    if known is None:
                        candidates = every.get(name, [])
                    else:
                        candidates = edges.get((name, known, image[places[known]]), [])
                    for squares in candidates:
                        extended = list(image)
                        for place, mask, square in zip(places, wanted, squares, strict=True):
                            if place < len(extended):
                                if extended[place] != square:
                                    break
                            elif square in extended or not masks[square] & mask:
                                break
                            else:
                                extended.append(square)
                        else:
                            further.append(tuple(extended))
                if further:
                    walk(child, further, found)

        fitting: dict[chess.Move, set[int]] = {}
        for move in board.legal_moves:
            found: set[int] = set()
            special = SpecialMove.of(board, move)
            for (mover, goal, wanted_special), root in self._roots.items():
                if special is wanted_special and masks[move.from_square] & mover and masks[move.to_square] & goal:
                    walk(root, [(move.from_square, move.to_square)], found)
            fitting[move] = found
        return fitting
