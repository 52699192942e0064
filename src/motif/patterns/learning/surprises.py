"""Learn patterns from the moves of a game that gain more or less than expected.

A lookahead returns the gain of a move in pawns after the opponent's best reply, and that reply. A move that wins
material becomes the pattern `1 -(+3)-> 2`: the piece on vertex 1 moves to vertex 2 and gains 3 pawns. A move that
captures less than it loses also gets the reply that wins the material back: in `1 -(+1)-> 2 => {3 -(-3)-> 2}` the piece
on vertex 3 replies on vertex 2, and we lose 3 pawns. Both are also learned as threats of the opponent. A move that
parries a threat gets the threat as its reply, with the value that the threat still has. See section 4 of Finkelstein &
Markovitch 1998 ("the paper") and its Figures 10, 12 and 13.

The gain of a move decides which pieces matter: `reduced` removes them one by one as long as the gain stays the same,
`pattern_of` describes the board that is left, and `connected` keeps the part that is connected to the move, since a
pattern in two parts would fit everywhere (section 2.3 of the paper). If the reply is not connected to the move, it is
learned as a separate pattern. The pattern of a habit (`neighbourhood`) does not depend on the gain: it contains the
pieces that attack or defend a square of the move. In a full board pattern, the vertex of a square is its python-chess
number plus 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import nan

import chess

from motif.board.material import gain_at_once
from motif.patterns.board_pattern import BoardPattern, EdgeType, Vertex
from motif.patterns.learning.teacher_games import RecordedGame
from motif.patterns.learning.weighing import MoveWeight, Weigher, passing
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern, Reply, SpecialMove

Gain = Callable[[chess.Board, chess.Move], float]
"""A function that returns the gain of a move, in pawns, after the opponent's best reply."""

_NEAR = (EdgeType.HITS, EdgeType.COVERS, EdgeType.REACHES)
"""The relations between two vertices that put one of them near the other."""

SURPRISE_PAWNS = 1.0
"""We learn from a move if its gain differs from the expected gain by at least this much."""

RIGHT_WITHIN_PAWNS = SURPRISE_PAWNS / 2
"""A weight is right if the gain differs from it by less than this."""

MOST_VERTICES = 8
"""Larger patterns are not learned, since they would hardly ever fit again."""

MOST_ESCAPES = 3
"""The maximum number of escapes that we learn from one position."""

Lookahead = Callable[[chess.Board, chess.Move], tuple[float, chess.Move | None]]
"""A function that returns the gain of a move, in pawns, after the best reply, and the reply (None if there is none)."""


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
    """Whether an edge says that the move attacks a king, that a king guards its target, or is behind the mover."""
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


@dataclass(frozen=True, slots=True)
class LearnedPattern:
    """A learned pattern of a move, and the same pattern as a threat, if it is one."""

    pattern: MovePattern
    threat: NullMovePattern | None = None


def surprise(board: chess.Board, move: chess.Move, weight: MoveWeight, look: Lookahead) -> LearnedPattern | None:
    """Return what to learn from a move that gains a pawn more or less material than expected; None if it does not."""
    gain, reply = look(board, move)
    if abs(gain - weight.material) < SURPRISE_PAWNS:
        return None
    passed = passing(board)
    if gain > weight.material and weight.lost_by and passed:
        threat = threat_between(board, *weight.lost_by[0])
        if threat in passed.legal_moves and look(passed, threat)[0] + weight.loss < -RIGHT_WITHIN_PAWNS:
            return learn_material(passed, threat, look)
        return learn_escape(board, move, threat, look)
    if gain < weight.material and reply and passed and reply in passed.legal_moves:
        after = _after(board, move)
        if look(passed, reply)[0] == look(after, reply)[0]:
            # The move is not to blame, since the threat existed before it.
            return learn_material(after, reply, look)
    return learn_material(board, move, look)


def learn_material(board: chess.Board, move: chess.Move, look: Lookahead) -> LearnedPattern | None:
    """Return the pattern of the pieces that the gain of a move depends on; None if there are too many of them."""

    def gain(position: chess.Board, wanted: chess.Move) -> float:
        return look(position, wanted)[0]

    left = reduced(board, move, gain)
    value, reply = look(left, move)
    at_once = float(gain_at_once(board, move))
    if reply is None or value >= at_once:
        pattern = connected(replace(pattern_of(left, move), weight=value))
    else:
        pattern = connected(replace(pattern_of(left, move, reply, value - at_once), weight=at_once))
        if not pattern.replies:
            return learn_material(_after(left, move), reply, look) if gain_at_once(_after(left, move), reply) else None
    if len(pattern.context.labels) > MOST_VERTICES:
        return None
    threat = replace(pattern, weight=-max(0.0, value), replies=()).canonical()
    return LearnedPattern(pattern, NullMovePattern(threat))


def learn_escape(board: chess.Board, move: chess.Move, threat: chess.Move, look: Lookahead) -> LearnedPattern | None:
    """Return the pattern of a move that makes a threat win less; None if it does not."""
    passed = passing(board)
    if passed is None or threat not in passed.legal_moves:
        return None
    loses = look(passed, threat)[0]
    left_to_win = _worth_after(board, move, threat, look)
    if loses < SURPRISE_PAWNS or loses - left_to_win < SURPRISE_PAWNS:
        return None

    def gain_of_threat(position: chess.Board, wanted: chess.Move) -> float:
        """Return what the threat wins after the move; NaN if, without the move, it no longer wins the same."""
        unmoved = passing(position)
        if unmoved is None or threat not in unmoved.legal_moves or look(unmoved, threat)[0] != loses:
            return nan  # NaN equals nothing, so `reduced` keeps the piece whose removal led here
        return _worth_after(position, wanted, threat, look)

    left = reduced(board, move, gain_of_threat)
    value = 0.0 - left_to_win
    pattern = replace(connected(pattern_of(left, move, threat, value)), weight=float(gain_at_once(board, move)))
    return LearnedPattern(pattern) if pattern.replies and len(pattern.context.labels) <= MOST_VERTICES else None


def _worth_after(board: chess.Board, move: chess.Move, threat: chess.Move, look: Lookahead) -> float:
    """Return the gain of the threat after the move; 0 if it has become impossible."""
    after = _after(board, move)
    return look(after, threat)[0] if threat in after.legal_moves else 0.0


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def threat_between(board: chess.Board, origin: chess.Square, goal: chess.Square) -> chess.Move:
    """Return the opponent's move between two squares; a pawn that promotes becomes a queen."""
    promotes = board.piece_type_at(origin) == chess.PAWN and chess.square_rank(goal) in (0, 7)
    return chess.Move(origin, goal, chess.QUEEN if promotes else None)


class LearningReason(StrEnum):
    """Why a pattern was learned."""

    MATERIAL = "material"
    """The move gained a pawn more or less than expected."""
    HABIT = "habit"
    """The teacher played the move."""
    EXPECTED = "expected"
    """We expected the teacher to play this move, which promised a pawn more, and it gained less or more."""
    ESCAPE = "escape"
    """Every move was expected to lose a pawn, and this one does not."""


@dataclass(frozen=True, slots=True)
class Lookaheads:
    """The lookaheads of the learner: the usual one, and a deeper one for expected moves and escapes."""

    usual: Lookahead
    deeper: Lookahead


def learn_from_game(
    game: RecordedGame, weigher: Weigher, lookaheads: Lookaheads
) -> list[tuple[LearningReason, LearnedPattern]]:
    """Return what to learn from a game, from its last move to its first."""
    plies = game.plies()
    weights = weigher.weigh_all([board for board, _ in plies]) if plies else []
    learned: set[str] = set()  # the patterns of this game, which the weigher does not know yet
    lessons: list[tuple[LearningReason, LearnedPattern]] = []
    for (board, move), of_board in reversed(list(zip(plies, weights, strict=True))):
        for reason, lesson in _lessons(board, move, of_board, lookaheads, learned, board.turn in game.teachers):
            learned.add(str(lesson.pattern))
            lessons.append((reason, lesson))
    return lessons


def _lessons(
    board: chess.Board,
    move: chess.Move,
    weights: Mapping[chess.Move, MoveWeight],
    lookaheads: Lookaheads,
    learned: set[str],
    is_teacher_move: bool,
) -> Iterator[tuple[LearningReason, LearnedPattern]]:
    def unexpected(
        reason: LearningReason, move: chess.Move, look: Lookahead
    ) -> Iterator[tuple[LearningReason, LearnedPattern]]:
        lesson = surprise(board, move, weights[move], look)
        if lesson and str(lesson.pattern) not in learned:
            yield reason, lesson

    yield from unexpected(LearningReason.MATERIAL, move, lookaheads.usual)
    if is_teacher_move:
        expected = max(weights, key=lambda other: (weights[other].weight, other.uci()))
        if weights[expected].material - weights[move].material >= SURPRISE_PAWNS:
            yield from unexpected(LearningReason.EXPECTED, expected, lookaheads.deeper)
        yield LearningReason.HABIT, LearnedPattern(neighbourhood(board, move))
    elif all(weight.material <= -SURPRISE_PAWNS for weight in weights.values()):
        yield from _escapes(board, weights, lookaheads.deeper)


def _escapes(
    board: chess.Board, weights: Mapping[chess.Move, MoveWeight], look: Lookahead
) -> Iterator[tuple[LearningReason, LearnedPattern]]:
    threats = {weight.lost_by[0] for weight in weights.values() if weight.lost_by}
    gains = {move: look(board, move)[0] for move in weights}
    escapes = sorted(
        (move for move in gains if gains[move] > -SURPRISE_PAWNS), key=lambda move: (-gains[move], move.uci())
    )
    for move in escapes[:MOST_ESCAPES]:
        for origin, goal in sorted(threats):
            lesson = learn_escape(board, move, threat_between(board, origin, goal), look)
            if lesson:
                yield LearningReason.ESCAPE, lesson
                break
