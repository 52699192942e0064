"""The explanation of a move, as `--json`, study.json, the server, the web page and the report all show it.

It has four parts: the verdict (how good is the move?), the point (what does it do, allow or miss?), the better move
with its reason (always there after a mistake) and the line that shows the point. All values are plain text (FEN, UCI,
SAN, squares by name, arrows as Lichess draws them), so pydantic writes it as JSON, reads it back and documents it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import chess
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from motif.board.drawing import Arrow, Colour, Drawing, card, move_arrow
from motif.engines.game_review import Judgement
from motif.explain.gains import Gain
from motif.explain.kinds import PointKind, PointSide


def _arrow(value: object) -> Arrow:
    return value if isinstance(value, Arrow) else Arrow.parse(str(value))


DrawnArrow = Annotated[
    Arrow,
    PlainValidator(_arrow),
    PlainSerializer(str, return_type=str),
    WithJsonSchema({"type": "string", "description": "an arrow or a mark as Lichess writes it, Ge2e4 or Re5"}),
]


@dataclass(frozen=True, slots=True)
class Step:
    """A move in UCI and SAN, and the board after it."""

    uci: str
    san: str
    fen: str

    @property
    def move(self) -> chess.Move:
        return chess.Move.from_uci(self.uci)


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """How good a move is: its judgement, and the winning chance of the side that moved, from 0 to 1."""

    judgement: Judgement
    before: float
    """The winning chance with the best move."""
    after: float
    """The winning chance with the move that was played."""

    @classmethod
    def of(cls, before: float, after: float) -> MoveVerdict:
        """The verdict for the winning chances before and after a move.

        >>> MoveVerdict.of(0.64, 0.22).judgement
        <Judgement.BLUNDER: 'blunder'>
        """
        return cls(Judgement.of(max(0.0, before - after)), round(before, 4), round(after, 4))

    @property
    def lost(self) -> float:
        return max(0.0, self.before - self.after)


@dataclass(frozen=True, slots=True)
class Check:
    """The board that proves the point: one thing is changed, and the line no longer works."""

    fen: str
    ply: int
    """How many moves of the point's line were played before the board was changed."""
    squares: tuple[str, ...]
    """The squares where the changed board differs."""
    result: str
    """A sentence on what happens on the changed board."""


@dataclass(frozen=True, slots=True)
class Point:
    """What a move does, allows or misses, with the line that shows it and the check that it passed."""

    side: PointSide
    kind: PointKind
    motif: str | None
    """The motif, idea or rule that the point is about, if known."""
    text: str
    """What the first move of the line does, as a sentence."""
    gain: Gain
    fen: str
    """The board on which the line begins."""
    line: tuple[Step, ...]
    """The line up to the move that makes the point."""
    squares: tuple[str, ...]
    """The pieces and squares that the point is about."""
    arrows: tuple[DrawnArrow, ...]
    """Arrows for the board where the line begins: its first move, and the cause."""
    check: Check | None

    @property
    def moves(self) -> tuple[chess.Move, ...]:
        return tuple(step.move for step in self.line)

    @property
    def wins(self) -> bool:
        """Whether the line wins material, mates or saves a draw."""
        return self.gain.is_something or self.gain.saves_draw


@dataclass(frozen=True, slots=True)
class Better:
    """What should have been played, and why."""

    kind: PointKind
    reason: str
    """What the better move does, as a sentence, such as "Kh1 gets the king out of check."."""
    line: tuple[Step, ...]
    """The better move and the moves after it."""

    @property
    def move(self) -> Step:
        return self.line[0]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What Motif says about a move: the verdict, the point, the better move and the line.

    After a mistake the point is what the move allowed or what it missed: the one that cost more; the other is in
    `also`, if it was found.
    """

    fen: str
    """The board before the move."""
    played: Step
    verdict: MoveVerdict
    sentence: str
    """The point and the better move, as text."""
    point: Point | None
    better: Better | None
    also: Point | None
    motifs: tuple[str, ...]
    """All motifs in the point's line."""

    @property
    def is_mistake(self) -> bool:
        """Whether the point is what the move allowed or missed."""
        return self.point is None or self.point.side is not PointSide.DOES

    @property
    def line(self) -> tuple[Step, ...]:
        """The moves that show the point; if there is no point, only the move itself."""
        return self.point.line if self.point is not None else (self.played,)

    @property
    def motif(self) -> str | None:
        """The motif, the idea or the rule of the point."""
        return self.point.motif if self.point is not None else None

    @property
    def arrows(self) -> tuple[Arrow, ...]:
        """Arrows for the board where the point's line begins."""
        return self.point.arrows if self.point is not None else ()

    @property
    def missed(self) -> Point | None:
        """The point about what the better move wins by force, if there is one."""
        return self._side(PointSide.MISSED)

    @property
    def allowed(self) -> Point | None:
        """The point about what the opponent's reply wins by force, if there is one."""
        return self._side(PointSide.ALLOWED)

    @property
    def points(self) -> tuple[Point, ...]:
        """The point and, if found, the second point of a mistake."""
        return tuple(point for point in (self.point, self.also) if point is not None)

    @property
    def with_motif(self) -> tuple[Point, ...]:
        """The points that win something by a proven motif, the more important first."""
        return tuple(point for point in self.points if point.motif is not None and point.wins)

    @property
    def checks(self) -> tuple[Check, ...]:
        """The checks of all points, that of the main point first."""
        return tuple(point.check for point in self.points if point.check is not None)

    def _repr_html_(self) -> str:
        played = move_arrow(self.played.move, Colour.RED if self.is_mistake else Colour.GREEN)
        better = (move_arrow(self.better.move.move),) if self.better is not None else ()
        shown = self.arrows if self.point is not None and self.point.fen == self.fen and not self.is_mistake else ()
        flipped = chess.Board(self.fen).turn == chess.BLACK
        return card(self.sentence, drawing=Drawing(self.fen, (*shown, played, *better), flipped=flipped))

    def _side(self, side: PointSide) -> Point | None:
        return next((point for point in self.points if point.side is side and point.wins), None)


def steps_of(board: chess.Board, moves: Iterable[chess.Move]) -> tuple[Step, ...]:
    """Play a line from a board and return each move with the board after it."""
    board = board.copy(stack=False)
    steps = []
    for move in moves:
        san = board.san_and_push(move)
        steps.append(Step(move.uci(), san, board.fen()))
    return tuple(steps)


def differing(board: chess.Board, other: chess.Board) -> list[chess.Square]:
    """The squares on which two boards have different pieces."""
    return [square for square in chess.SQUARES if board.piece_at(square) != other.piece_at(square)]
