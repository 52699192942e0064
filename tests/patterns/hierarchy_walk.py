"""Find the patterns that fit a move by walking down the hierarchy, as the paper does; the core's index must agree.

The walk goes depth first: a pattern is tried only where a more general one fits, and only with mappings that extend
those of the general one. No pattern is tried twice, since each of its mappings extends one of each of its parents.
"""

from __future__ import annotations

from collections.abc import Iterable

import chess

from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge, PatternNumber
from motif.patterns.learning.weighing import Fits, MoveWeight, PatternFit, passing, resolve
from motif.patterns.move_pattern import SOURCE, TARGET, SpecialMove


def retrieve(hierarchy: Hierarchy, full: BoardPattern, board: chess.Board, move: chess.Move) -> list[PatternFit]:
    """Return every way in which patterns fit a move on a board, given the full graph of the board."""
    fits: dict[PatternNumber, list[dict[Vertex, Vertex]]] = {}
    fixed = {SOURCE: move.from_square + 1, TARGET: move.to_square + 1}
    special = SpecialMove.of(board, move)
    if not all(vertex in full.label_of for vertex in fixed.values()):
        return []
    visited: set[PatternNumber] = set()

    def visit(number: PatternNumber, starts: Iterable[dict[Vertex, Vertex]]) -> None:
        if number in visited:
            return
        visited.add(number)
        pattern = hierarchy.patterns[number]
        ways = {tuple(sorted(way.items())) for start in starts for way in pattern.context.mappings(full, start)}
        if not ways:
            return
        fits[number] = [dict(way) for way in sorted(ways)]
        for child in sorted(hierarchy.children[number]):
            mapping = next(pattern.mappings(hierarchy.patterns[child]))
            visit(child, [{mapping[vertex]: there for vertex, there in way} for way in ways])

    for number in hierarchy.top:
        if hierarchy.patterns[number].special is special:
            visit(number, [fixed])
    return [
        PatternFit(number, tuple((vertex, there - 1) for vertex, there in sorted(way.items())))
        for number in sorted(fits)
        for way in fits[number]
    ]


def weigh(knowledge: PatternKnowledge, board: chess.Board) -> dict[chess.Move, MoveWeight]:
    """Return the weight of every legal move, by searching the hierarchies."""
    full = BoardPattern.full(board)
    ours = list(board.legal_moves)
    passed = passing(board)
    theirs = full.reflected()
    fits = Fits(
        {move: retrieve(knowledge.moves, full, board, move) for move in ours},
        {move: retrieve(knowledge.threats, theirs, passed, move) for move in passed.legal_moves} if passed else {},
        {move: retrieve(knowledge.habits, full, board, move) for move in ours},
    )
    return resolve(knowledge, ours, fits)


def ranked(weights: dict[chess.Move, MoveWeight]) -> list[chess.Move]:
    """Return the moves by weight, the best first; equal moves in alphabetical order."""
    return sorted(weights, key=lambda move: (-weights[move].weight, move.uci()))
