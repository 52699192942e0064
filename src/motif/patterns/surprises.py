"""What a move that surprised teaches: the pattern that explains it, and the same as a threat of the enemy.

A look says what a move gains in pawns once the enemy has made his best reply, and which reply that is. A move that wins
by itself becomes `1 -(+3)-> 2`; one that captures less than it loses names the reply that makes it so,
`1 -(+1)-> 2 => {3 -(-3)-> 2}`; and one that parries a threat says what the threat is worth after it. Section 4 of the
paper, its Figures 10, 12 and 13.

Only what hangs together with the move by its relations is kept: a pattern in two parts would fit everywhere (section
2.3 of the paper). Where the reply is in the other part, the move has nothing to do with it, and the reply is a lesson
of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import nan

import chess

from motif.board.material import VALUES
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.generalising import SURPRISE, pattern_of, reduced
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern
from motif.patterns.resolution import Verdict, passing

MOST_VERTICES = 8
"""What needs more men and squares than these is not learned: it would hardly be seen again."""

Look = Callable[[chess.Board, chess.Move], tuple[float, chess.Move | None]]
"""What a move gains in pawns after the best reply, and the reply; None where the game is over."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A pattern of a move, and its reflection as a threat where it has one."""

    pattern: MovePattern
    threat: NullMovePattern | None = None


def surprise(board: chess.Board, move: chess.Move, verdict: Verdict, look: Look) -> Lesson | None:
    """What there is to learn when a move gains a pawn more or less than a verdict says; None when it does not."""
    gain, reply = look(board, move)
    if abs(gain - verdict.material) < SURPRISE:
        return None
    passed = passing(board)
    if gain > verdict.material and verdict.lost_by and passed:
        threat = threat_between(board, *verdict.lost_by[0])
        if threat in passed.legal_moves and look(passed, threat)[0] + verdict.loss < -SURPRISE / 2:
            return material_lesson(passed, threat, look)
        return escape_lesson(board, move, threat, look)
    if gain < verdict.material and reply and passed and reply in passed.legal_moves:
        after = _after(board, move)
        if look(passed, reply)[0] == look(after, reply)[0]:
            # It is not the move that loses: the threat stood before it.
            return material_lesson(after, reply, look)
    return material_lesson(board, move, look)


def material_lesson(board: chess.Board, move: chess.Move, look: Look) -> Lesson | None:
    """The pattern of the men without which the move would gain something else; None when there are too many."""

    def gain(position: chess.Board, wanted: chess.Move) -> float:
        return look(position, wanted)[0]

    left = reduced(board, move, gain)
    worth, reply = look(left, move)
    at_once = float(taken(board, move))
    if reply is None or worth >= at_once:
        pattern = connected(replace(pattern_of(left, move), weight=worth))
    else:
        pattern = connected(replace(pattern_of(left, move, reply, worth - at_once), weight=at_once))
        if not pattern.replies:
            return material_lesson(_after(left, move), reply, look) if taken(_after(left, move), reply) else None
    if len(pattern.context.labels) > MOST_VERTICES:
        return None
    threat = replace(pattern, weight=-max(0.0, worth), replies=()).canonical()
    return Lesson(pattern, NullMovePattern(threat))


def gains_by_passing(board: chess.Board, move: chess.Move, look: Look) -> bool:
    """Whether a move that takes nothing gains no more than a pass would: then the gain is not the move's."""
    if passing(board) is None or taken(board, move):
        return False
    gain = look(board, move)[0]
    return gain >= SURPRISE and look(board, chess.Move.null())[0] >= gain


def escape_lesson(board: chess.Board, move: chess.Move, threat: chess.Move, look: Look) -> Lesson | None:
    """The pattern of a move after which a threat wins less than before; None when it wins as much."""
    passed = passing(board)
    if passed is None or threat not in passed.legal_moves:
        return None
    loses = look(passed, threat)[0]
    left_to_win = _worth_after(board, move, threat, look)
    if loses < SURPRISE or loses - left_to_win < SURPRISE:
        return None

    def stays(position: chess.Board, wanted: chess.Move) -> float:
        """What the threat wins after the move, as long as it wins the same without it."""
        away = passing(position)
        if away is None or threat not in away.legal_moves or look(away, threat)[0] != loses:
            return nan
        return _worth_after(position, wanted, threat, look)

    left = reduced(board, move, stays)
    worth = 0.0 - left_to_win
    pattern = replace(connected(pattern_of(left, move, threat, worth)), weight=float(taken(board, move)))
    return Lesson(pattern) if pattern.replies and len(pattern.context.labels) <= MOST_VERTICES else None


def connected(pattern: MovePattern) -> MovePattern:
    """The part of a pattern that hangs together with its move; replies only when they do."""
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


def taken(board: chess.Board, move: chess.Move) -> int:
    """What a move wins at once, before any reply."""
    promoted = VALUES[move.promotion] - VALUES[chess.PAWN] if move.promotion else 0
    if board.is_en_passant(move):
        return VALUES[chess.PAWN]
    victim = board.piece_type_at(move.to_square)
    return promoted + (VALUES[victim] if victim else 0)


def _worth_after(board: chess.Board, move: chess.Move, threat: chess.Move, look: Look) -> float:
    """What the threat wins once the move was made; nought when it is not possible any more."""
    after = _after(board, move)
    return look(after, threat)[0] if threat in after.legal_moves else 0.0


def _after(board: chess.Board, move: chess.Move) -> chess.Board:
    after = board.copy(stack=False)
    after.push(move)
    return after


def threat_between(board: chess.Board, origin: chess.Square, goal: chess.Square) -> chess.Move:
    """The enemy's move between two squares; a pawn that comes through becomes a queen."""
    promotes = board.piece_type_at(origin) == chess.PAWN and chess.square_rank(goal) in (0, 7)
    return chess.Move(origin, goal, chess.QUEEN if promotes else None)
