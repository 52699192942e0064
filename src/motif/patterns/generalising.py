"""From one example to a pattern: men are removed one by one as long as the surprise stays.

A move surprises when what it gains, as a judge sees it after the best reply, is a pawn or more either way. What is left
when any removal would change the gain is the explanation: the pattern keeps the relations between those men, source
and target. Minton's constraint-based generalisation, as the paper uses it (section 4, point 3).
"""

from __future__ import annotations

from collections.abc import Callable

import chess

from motif.patterns.board_pattern import BoardPattern, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, Reply, Special
from motif.patterns.relations import EdgeType

Gain = Callable[[chess.Board, chess.Move], float]
"""What a move gains in pawns once the enemy has made his best reply."""

SURPRISE = 1.0
"""The least that a move must gain or lose to teach something."""


def reduced(board: chess.Board, move: chess.Move, gain: Gain) -> chess.Board:
    """The board without the men that have nothing to do with what the move gains."""
    wanted = gain(board, move)
    left = board.copy(stack=False)
    shrunk = True
    while shrunk:
        shrunk = False
        for square in _removable(left, move):
            fewer = _without(left, square)
            if fewer.is_valid() and move in fewer.legal_moves and gain(fewer, move) == wanted:
                left = fewer
                shrunk = True
    return left


def pattern_of(
    board: chess.Board, move: chess.Move, reply: chess.Move | None = None, worth: float = 0.0
) -> MovePattern:
    """The relations between the men of a board, source and target; a king only where it has to do with the move.

    A reply, if there is one, is named with what it is worth to us.
    """
    full = BoardPattern.full(board, marked=False)
    named: dict[Vertex, Vertex] = {move.from_square + 1: SOURCE, move.to_square + 1: TARGET}
    asked = {reply.from_square + 1, reply.to_square + 1} if reply else set()
    for vertex in sorted(asked & set(full.label_of)):
        named.setdefault(vertex, len(named) + 1)
    for square in board.piece_map():
        named.setdefault(square + 1, len(named) + 1)
    edges = [edge for edge in full.edges if all(vertex in named for vertex in edge.vertices)]
    bystanders = {
        king + 1
        for colour in chess.COLORS
        if (king := board.king(colour)) is not None
        and king + 1 not in (move.from_square + 1, move.to_square + 1, *asked)
        and not any(_ties(edge.relation, edge.vertices, king + 1, move) for edge in edges)
    }
    vertices = [vertex for vertex in named if vertex not in bystanders]
    names = {vertex: number for number, vertex in enumerate(vertices, start=1)}
    labels = {names[vertex]: full.label_of[vertex] for vertex in vertices}
    kept = {edge.renamed(names) for edge in edges if not bystanders & set(edge.vertices)}
    replies: tuple[Reply, ...] = ()
    if reply and asked <= set(names):
        replies = (Reply(names[reply.from_square + 1], names[reply.to_square + 1], worth),)
    return MovePattern(BoardPattern.of(labels, kept), 0.0, replies, Special.of(board, move)).canonical()


def neighbourhood(board: chess.Board, move: chess.Move) -> MovePattern:
    """A positional pattern: the relations that the move makes, and those of its source and target as they are."""
    full = BoardPattern.full(board, marked=False)
    source, target = move.from_square + 1, move.to_square + 1
    edges = [
        edge
        for edge in full.edges
        if (edge.vertices[:2] == (source, target) and edge.relation is EdgeType.HITS_FROM)
        or (edge.relation in _NEAR and edge.vertices[-1] in (source, target) and edge.vertices[0] != source)
    ]
    vertices = dict.fromkeys([source, target, *(vertex for edge in sorted(edges) for vertex in edge.vertices)])
    names = {vertex: number for number, vertex in enumerate(vertices, start=1)}
    labels = {names[vertex]: full.label_of[vertex] for vertex in vertices}
    context = BoardPattern.of(labels, {edge.renamed(names) for edge in edges})
    return MovePattern(context, 0.0, (), Special.of(board, move)).canonical()


_NEAR = (EdgeType.HITS, EdgeType.COVERS, EdgeType.REACHES)


def _ties(relation: EdgeType, vertices: tuple[Vertex, ...], king: Vertex, move: chess.Move) -> bool:
    """Whether an edge ties a king to the move: it is hit from the target, hits or guards it, or stands behind a man."""
    if king not in vertices:
        return False
    source, target = move.from_square + 1, move.to_square + 1
    if relation is EdgeType.HITS_FROM:
        return vertices == (source, target, king)
    if relation in _NEAR:
        return vertices == (king, target)
    return relation in (EdgeType.THROUGH, EdgeType.THROUGH_FROM) and source in vertices and vertices[-1] == king


def _removable(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Pieces before pawns, the near before the far.

    A judge may need a last pawn, without which the game is drawn; better one that has nothing to do with the move.
    """
    men = board.piece_map()
    fixed = {move.from_square, move.to_square}
    squares = [square for square, man in men.items() if man.piece_type != chess.KING and square not in fixed]
    return sorted(squares, key=lambda square: (-men[square].piece_type, _distance(square, move), square))


def _distance(square: chess.Square, move: chess.Move) -> int:
    return min(chess.square_distance(square, move.from_square), chess.square_distance(square, move.to_square))


def _without(board: chess.Board, square: chess.Square) -> chess.Board:
    fewer = board.copy(stack=False)
    fewer.remove_piece_at(square)
    fewer.castling_rights = fewer.clean_castling_rights()
    return fewer
