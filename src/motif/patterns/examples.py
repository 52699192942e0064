"""From a game to lessons: its moves from the last to the first, each held against what was known.

A move is worth a lesson when it gains a pawn more or less than its patterns said (*material*), and when the teacher
made it (*habit*). Two kinds the learner makes up itself: the move it *expected* of the teacher, who played another, is
looked at more deeply for what is wrong with it; and where every move looked bad, a deeper look searches an *escape*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import chess

from motif.errors import BadFile
from motif.patterns.generalising import SURPRISE, neighbourhood
from motif.patterns.resolution import Verdict
from motif.patterns.surprises import Lesson, Look, escape_lesson, gains_by_passing, surprise, threat_between
from motif.patterns.weigher import Weigher

MOST_ESCAPES = 3
"""So many ways out of one position are learned from at most."""


class Source(StrEnum):
    """Why something was learned."""

    MATERIAL = "material"
    HABIT = "habit"
    EXPECTED = "expected"
    ESCAPE = "escape"


@dataclass(frozen=True, slots=True)
class Trace:
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
    def from_json(cls, value: Mapping[str, Any]) -> Trace:
        """Read a game back."""
        try:
            return cls(
                value["start"], tuple(value["moves"].split()), tuple(value["teachers"]), value.get("failure", "")
            )
        except (KeyError, AttributeError, TypeError):
            raise BadFile(f"expected a game, found {str(value)[:60]!r}") from None


@dataclass(frozen=True, slots=True)
class Eyes:
    """How far the learner looks: as usual, and where something is to be found out."""

    usual: Look
    deeper: Look
    refuse_gifts: bool = False
    """Whether a gain that a pass would bring as well teaches nothing. The paper has no such rule."""


def study(trace: Trace, weigher: Weigher, eyes: Eyes) -> list[tuple[Source, Lesson]]:
    """The lessons of a game, from its last move to its first."""
    plies = trace.plies()
    verdicts = weigher.weigh_all([board for board, _ in plies]) if plies else []
    fresh = _Fresh()
    lessons: list[tuple[Source, Lesson]] = []
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
    weighed: Mapping[chess.Move, Verdict],
    eyes: Eyes,
    fresh: _Fresh,
    is_taught: bool,
) -> Iterator[tuple[Source, Lesson]]:
    if not (eyes.refuse_gifts and gains_by_passing(board, move, eyes.usual)):
        yield from _material(Source.MATERIAL, board, move, weighed[move], eyes.usual, fresh)
    if is_taught:
        expected = max(weighed, key=lambda other: (weighed[other].weight, other.uci()))
        if weighed[expected].material - weighed[move].material >= SURPRISE:
            yield from _material(Source.EXPECTED, board, expected, weighed[expected], eyes.deeper, fresh)
        yield Source.HABIT, Lesson(neighbourhood(board, move))
    elif all(verdict.material <= -SURPRISE for verdict in weighed.values()):
        yield from _escapes(board, weighed, eyes.deeper)


def _material(
    source: Source, board: chess.Board, move: chess.Move, verdict: Verdict, look: Look, fresh: _Fresh
) -> Iterator[tuple[Source, Lesson]]:
    lesson = surprise(board, move, verdict, look)
    if lesson and not fresh.knows(lesson):
        yield source, lesson


def _escapes(board: chess.Board, weighed: Mapping[chess.Move, Verdict], look: Look) -> Iterator[tuple[Source, Lesson]]:
    threats = {verdict.lost_by[0] for verdict in weighed.values() if verdict.lost_by}
    gains = {move: look(board, move)[0] for move in weighed}
    ways_out = sorted((move for move in gains if gains[move] > -SURPRISE), key=lambda move: (-gains[move], move.uci()))
    for move in ways_out[:MOST_ESCAPES]:
        for origin, goal in sorted(threats):
            lesson = escape_lesson(board, move, threat_between(board, origin, goal), look)
            if lesson:
                yield Source.ESCAPE, lesson
                break
