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

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from math import nan
from typing import Any

import chess

from motif.board.material import gain_at_once
from motif.errors import BadFile
from motif.patterns.board_pattern import BoardPattern, EdgeType, Vertex
from motif.patterns.learning.hierarchy import MoveWeight, passing
from motif.patterns.learning.paper_library import Weigher
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern, NullMovePattern, Reply, Special

# From one example to a pattern: men are removed one by one as long as the surprise stays.

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


MOST_VERTICES = 8
"""What needs more men and squares than these is not learned: it would hardly be seen again."""

Lookahead = Callable[[chess.Board, chess.Move], tuple[float, chess.Move | None]]
"""What a move gains in pawns after the best reply, and the reply; None where the game is over."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """A pattern of a move, and its reflection as a threat where it has one."""

    pattern: MovePattern
    threat: NullMovePattern | None = None


def surprise(board: chess.Board, move: chess.Move, verdict: MoveWeight, look: Lookahead) -> Lesson | None:
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


def material_lesson(board: chess.Board, move: chess.Move, look: Lookahead) -> Lesson | None:
    """The pattern of the men without which the move would gain something else; None when there are too many."""

    def gain(position: chess.Board, wanted: chess.Move) -> float:
        return look(position, wanted)[0]

    left = reduced(board, move, gain)
    worth, reply = look(left, move)
    at_once = float(gain_at_once(board, move))
    if reply is None or worth >= at_once:
        pattern = connected(replace(pattern_of(left, move), weight=worth))
    else:
        pattern = connected(replace(pattern_of(left, move, reply, worth - at_once), weight=at_once))
        if not pattern.replies:
            return material_lesson(_after(left, move), reply, look) if gain_at_once(_after(left, move), reply) else None
    if len(pattern.context.labels) > MOST_VERTICES:
        return None
    threat = replace(pattern, weight=-max(0.0, worth), replies=()).canonical()
    return Lesson(pattern, NullMovePattern(threat))


def gains_by_passing(board: chess.Board, move: chess.Move, look: Lookahead) -> bool:
    """Whether a move that takes nothing gains no more than a pass would: then the gain is not the move's."""
    if passing(board) is None or gain_at_once(board, move):
        return False
    gain = look(board, move)[0]
    return gain >= SURPRISE and look(board, chess.Move.null())[0] >= gain


def escape_lesson(board: chess.Board, move: chess.Move, threat: chess.Move, look: Lookahead) -> Lesson | None:
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
    pattern = replace(connected(pattern_of(left, move, threat, worth)), weight=float(gain_at_once(board, move)))
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


def _worth_after(board: chess.Board, move: chess.Move, threat: chess.Move, look: Lookahead) -> float:
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


# From a game to lessons: its moves from the last to the first, each held against what was known.

MOST_ESCAPES = 3
"""So many ways out of one position are learned from at most."""


class LessonReason(StrEnum):
    """Why something was learned."""

    MATERIAL = "material"
    HABIT = "habit"
    EXPECTED = "expected"
    ESCAPE = "escape"


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game: where it began, its moves, the sides that the teacher had, and why he broke it off if he did."""

    start: str
    moves: tuple[str, ...]
    teachers: tuple[chess.Color, ...]
    failure: str = ""

    def plies(self) -> list[tuple[chess.Board, chess.Move]]:
        """Each position, without the moves that led to it, and the move made there."""
        board = chess.Board(self.start)
        plies = []
        for text in self.moves:
            move = chess.Move.from_uci(text)
            plies.append((board.copy(stack=False), move))
            board.push(move)
        return plies

    def taught(self) -> list[tuple[chess.Board, chess.Move]]:
        """The positions in which the teacher moved, and his moves."""
        return [(board, move) for board, move in self.plies() if board.turn in self.teachers]

    def to_json(self) -> dict[str, Any]:
        """The game as a JSON value."""
        return {"start": self.start, "moves": " ".join(self.moves), "teachers": list(self.teachers)} | (
            {"failure": self.failure} if self.failure else {}
        )

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> RecordedGame:
        """Read a game back."""
        try:
            return cls(
                value["start"], tuple(value["moves"].split()), tuple(value["teachers"]), value.get("failure", "")
            )
        except (KeyError, AttributeError, TypeError):
            raise BadFile(f"expected a game, found {str(value)[:60]!r}") from None


@dataclass(frozen=True, slots=True)
class Lookaheads:
    """How far the learner looks: as usual, and where something is to be found out."""

    usual: Lookahead
    deeper: Lookahead
    refuse_gifts: bool = False
    """Whether a gain that a pass would bring as well teaches nothing. The paper has no such rule."""


def lessons_of(trace: RecordedGame, weigher: Weigher, eyes: Lookaheads) -> list[tuple[LessonReason, Lesson]]:
    """The lessons of a game, from its last move to its first."""
    plies = trace.plies()
    verdicts = weigher.weigh_all([board for board, _ in plies]) if plies else []
    fresh = _Fresh()
    lessons: list[tuple[LessonReason, Lesson]] = []
    for (board, move), weighed in reversed(list(zip(plies, verdicts, strict=True))):
        for source, lesson in _lessons(board, move, weighed, eyes, fresh, board.turn in trace.teachers):
            fresh.add(lesson)
            lessons.append((source, lesson))
    return lessons


class _Fresh:
    """What this game has taught so far, of which the weigher knows nothing yet."""

    def __init__(self) -> None:
        self._known: set[str] = set()

    def add(self, lesson: Lesson) -> None:
        self._known.add(str(lesson.pattern))

    def knows(self, lesson: Lesson) -> bool:
        """Whether a lesson is nothing new."""
        return str(lesson.pattern) in self._known


def _lessons(
    board: chess.Board,
    move: chess.Move,
    weighed: Mapping[chess.Move, MoveWeight],
    eyes: Lookaheads,
    fresh: _Fresh,
    is_taught: bool,
) -> Iterator[tuple[LessonReason, Lesson]]:
    if not (eyes.refuse_gifts and gains_by_passing(board, move, eyes.usual)):
        yield from _material(LessonReason.MATERIAL, board, move, weighed[move], eyes.usual, fresh)
    if is_taught:
        expected = max(weighed, key=lambda other: (weighed[other].weight, other.uci()))
        if weighed[expected].material - weighed[move].material >= SURPRISE:
            yield from _material(LessonReason.EXPECTED, board, expected, weighed[expected], eyes.deeper, fresh)
        yield LessonReason.HABIT, Lesson(neighbourhood(board, move))
    elif all(verdict.material <= -SURPRISE for verdict in weighed.values()):
        yield from _escapes(board, weighed, eyes.deeper)


def _material(
    source: LessonReason, board: chess.Board, move: chess.Move, verdict: MoveWeight, look: Lookahead, fresh: _Fresh
) -> Iterator[tuple[LessonReason, Lesson]]:
    lesson = surprise(board, move, verdict, look)
    if lesson and not fresh.knows(lesson):
        yield source, lesson


def _escapes(board: chess.Board, weighed: Mapping[chess.Move, MoveWeight], look: Lookahead) -> Iterator[tuple[LessonReason, Lesson]]:
    threats = {verdict.lost_by[0] for verdict in weighed.values() if verdict.lost_by}
    gains = {move: look(board, move)[0] for move in weighed}
    ways_out = sorted((move for move in gains if gains[move] > -SURPRISE), key=lambda move: (-gains[move], move.uci()))
    for move in ways_out[:MOST_ESCAPES]:
        for origin, goal in sorted(threats):
            lesson = escape_lesson(board, move, threat_between(board, origin, goal), look)
            if lesson:
                yield LessonReason.ESCAPE, lesson
                break
