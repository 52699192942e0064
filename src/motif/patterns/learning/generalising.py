"""Generalise a move on a board to a pattern: keep only the pieces and relations that matter for it.

The gain of a move decides which pieces matter: `reduced` removes them one by one as long as the gain stays the same,
`pattern_of` describes the board that is left, and `connected` keeps the part that is connected to the move. The pattern
of a habit (`neighbourhood`) does not depend on the gain: it contains the pieces that attack or defend a square of the
move. In a full board pattern, the vertex of a square is its python-chess number plus 1.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import chess

from motif.patterns.board_pattern import BoardPattern
from motif.patterns.edges import EdgeType, Vertex
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, Reply, SpecialMove

Gain = Callable[[chess.Board, chess.Move], float]
"""A function that returns the gain of a move, in pawns, after the opponent's best reply."""

_NEAR = (EdgeType.HITS, EdgeType.COVERS, EdgeType.REACHES)
"""The relations between two vertices that put one of them near the other."""


def reduced(board: chess.Board, move: chess.Move, gain: Gain) -> chess.Board:
    """Return the board without the pieces whose removal leaves the gain of the move exactly the same."""
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
    """Return the pattern of a move with all pieces of its board, except kings that do not matter for the move.

    The reply, if there is one, gets the weight `worth`.
    """
    full = BoardPattern.full(board, marked=False)
    named: dict[Vertex, Vertex] = {move.from_square + 1: SOURCE, move.to_square + 1: TARGET}
    reply_vertices = {reply.from_square + 1, reply.to_square + 1} if reply else set()
    for vertex in sorted(reply_vertices & set(full.label_of)):
        named.setdefault(vertex, len(named) + 1)
    for square in board.piece_map():
        named.setdefault(square + 1, len(named) + 1)
    edges = [edge for edge in full.edges if all(vertex in named for vertex in edge.vertices)]
    bystanders = {
        king + 1
        for colour in chess.COLORS
        if (king := board.king(colour)) is not None
        and king + 1 not in (move.from_square + 1, move.to_square + 1, *reply_vertices)
        and not any(_connects_king(edge.relation, edge.vertices, king + 1, move) for edge in edges)
    }
    vertices = [vertex for vertex in named if vertex not in bystanders]
    names = {vertex: number for number, vertex in enumerate(vertices, start=1)}
    labels = {names[vertex]: full.label_of[vertex] for vertex in vertices}
    kept = {edge.renamed(names) for edge in edges if not bystanders & set(edge.vertices)}
    replies: tuple[Reply, ...] = ()
    if reply and reply_vertices <= set(names):
        replies = (Reply(names[reply.from_square + 1], names[reply.to_square + 1], worth),)
    return MovePattern(BoardPattern.of(labels, kept), 0.0, replies, SpecialMove.of(board, move)).canonical()


def neighbourhood(board: chess.Board, move: chess.Move) -> MovePattern:
    """Return the pattern of a habit: what the moved piece attacks, and what attacked or defended its squares before."""
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
    return MovePattern(context, 0.0, (), SpecialMove.of(board, move)).canonical()


def _connects_king(relation: EdgeType, vertices: tuple[Vertex, ...], king: Vertex, move: chess.Move) -> bool:
    """Whether an edge connects a king to the move: hit from the target square, guarding it, or behind the mover."""
    if king not in vertices:
        return False
    source, target = move.from_square + 1, move.to_square + 1
    if relation is EdgeType.HITS_FROM:
        return vertices == (source, target, king)
    if relation in _NEAR:
        return vertices == (king, target)
    return relation in (EdgeType.THROUGH, EdgeType.THROUGH_FROM) and source in vertices and vertices[-1] == king


def _removable(board: chess.Board, move: chess.Move) -> list[chess.Square]:
    """Return the squares of removable pieces: pieces before pawns, near ones before distant ones.

    Without its last pawn a position may be drawn, so one pawn may have to stay, and it should be far from the move.
    """
    pieces = board.piece_map()
    fixed = {move.from_square, move.to_square}
    squares = [square for square, piece in pieces.items() if piece.piece_type != chess.KING and square not in fixed]
    return sorted(squares, key=lambda square: (-pieces[square].piece_type, _distance(square, move), square))


def _distance(square: chess.Square, move: chess.Move) -> int:
    return min(chess.square_distance(square, move.from_square), chess.square_distance(square, move.to_square))


def _without(board: chess.Board, square: chess.Square) -> chess.Board:
    fewer = board.copy(stack=False)
    fewer.remove_piece_at(square)
    fewer.castling_rights = fewer.clean_castling_rights()
    return fewer


def connected(pattern: MovePattern) -> MovePattern:
    """Return the part of a pattern that is connected to its move, with the replies inside that part."""
    inside = {SOURCE, TARGET}
    grown = True
    while grown:
        touching = {edge for edge in pattern.context.edges if inside & set(edge.vertices)}
        more = {vertex for edge in touching for vertex in edge.vertices} - inside
        inside |= more
        grown = bool(more)
    context = BoardPattern.of(
        {vertex: label for vertex, label in pattern.context.labels if vertex in inside},
        {edge for edge in pattern.context.edges if inside.issuperset(edge.vertices)},
    )
    replies = tuple(reply for reply in pattern.replies if {reply.source, reply.target} <= inside)
    return replace(pattern, context=context, replies=replies).canonical()
