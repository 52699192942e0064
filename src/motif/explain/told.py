"""An explanation as it is told: one frozen value from here to `--json`, study.json, the server, page and report.

`Told` says why a move is good, `ToldMistake` what is wrong with one: two sides, each of them a `Told`.

It holds plain words only (FEN, UCI, SAN, squares by name, arrows as Lichess draws them), so pydantic writes it as JSON,
reads it back and documents it, and nobody translates it into a form of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Annotated, Literal, overload

import chess
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from motif.board.drawing import Arrow, move_arrow
from motif.engines.game_review import Judgement
from motif.explain.explanation import Explanation
from motif.explain.mistakes import Mistake


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
    """A move as UCI and as a score sheet write it, and the board after it."""

    uci: str
    san: str
    fen: str

    @property
    def move(self) -> chess.Move:
        """The move itself."""
        return chess.Move.from_uci(self.uci)


@dataclass(frozen=True, slots=True)
class Without:
    """The board on which the cause is undone, and what becomes of the move there."""

    fen: str
    ply: int
    """After so many moves of the line the board is compared with this one."""
    squares: tuple[str, ...]
    """Where the two boards differ."""
    sentence: str


@dataclass(frozen=True, slots=True)
class Told:
    """Why a move is good: the line that shows it, the sentence, what to draw, and the check that it passed."""

    fen: str
    """The board on which the line begins."""
    line: tuple[Step, ...]
    """The explained move first."""
    sentence: str
    motif: str | None
    """The cause that passed the check, or what a quiet move is for; None where none is known."""
    motifs: tuple[str, ...]
    """All that the line shows."""
    arrows: tuple[DrawnArrow, ...]
    """What to draw on the first board of the line: its move, and the cause."""
    without: Without | None

    @property
    def moves(self) -> tuple[chess.Move, ...]:
        """The moves of the line."""
        return tuple(step.move for step in self.line)


@dataclass(frozen=True, slots=True)
class ToldMistake:
    """What is wrong with a move: what it missed, and what it allowed; the side that costs more speaks first."""

    fen: str
    """The board before the move."""
    played: Step
    better: tuple[Step, ...]
    """What should have been played, the best move first, as far as the judge looked."""
    chances: tuple[float, float]
    """The winning chance of whoever moved, before and after."""
    sentence: str
    missed: Told | None
    allowed: Told | None

    speaks_of: Literal["missed", "allowed"] | None = field(default=None, kw_only=True)
    """The side that the sentence is about."""
    judgement: Judgement = field(default=Judgement.GOOD, kw_only=True)
    """What the move is called, by the winning chance that it lost."""

    def __post_init__(self) -> None:
        # Studies of earlier versions hold neither.
        object.__setattr__(self, "judgement", Judgement.of(max(0.0, self.chances[0] - self.chances[1])))
        if self.speaks_of is None:
            object.__setattr__(self, "speaks_of", self._side_named_first())

    @property
    def speaking(self) -> Told | None:
        """The side that the sentence is about."""
        return {"missed": self.missed, "allowed": self.allowed}.get(self.speaks_of or "")

    def _side_named_first(self) -> Literal["missed", "allowed"] | None:
        sides: dict[Literal["missed", "allowed"], Told] = {}
        if self.missed is not None:
            sides["missed"] = self.missed
        if self.allowed is not None:
            sides["allowed"] = self.allowed
        places = {name: self.sentence.find(f" {side.line[0].san}") for name, side in sides.items() if side.line}
        named = [name for name, place in places.items() if place >= 0]
        return min(named, key=lambda name: places[name], default="allowed" if self.allowed else next(iter(sides), None))

    @property
    def reasons(self) -> tuple[Told, ...]:
        """Both sides where they have a checked cause, in the order in which they speak."""
        sides = [side for side in (self.missed, self.allowed) if side is not None and side.motif is not None]
        return tuple(sorted(sides, key=lambda side: side.sentence not in self.sentence))


@overload
def told(explained: Explanation) -> Told: ...
@overload
def told(explained: Mistake) -> ToldMistake: ...
def told(explained: Explanation | Mistake) -> Told | ToldMistake:
    """An explanation, or a mistake, in plain words.

    >>> from motif.players.find import find_evaluator
    >>> from motif.explain.moves import explain
    >>> board = chess.Board("r3k3/5p2/8/P2N4/8/8/5P2/4K3 w q - 0 1")
    >>> value = told(explain(board, chess.Move.from_uci("d5c7"), find_evaluator("search:8")))
    >>> value.motif, value.line[0].san, value.without.squares
    ('fork', 'Nc7+', ('a8',))
    """
    return _told(explained) if isinstance(explained, Explanation) else _told_mistake(explained)


def _told(explanation: Explanation) -> Told:
    line, cause, purpose = explanation.line, explanation.cause, explanation.purpose
    without = None
    if purpose is not None and purpose.without is not None:
        without = Without(purpose.without.fen(), 0, (), purpose.counterfactual)
    elif cause is not None and not cause.is_plain:
        undone = cause.undone
        squares = tuple(map(chess.square_name, differing(line.boards[undone.ply], undone.board)))
        without = Without(undone.board.fen(), undone.ply, squares, explanation.counterfactual)
    return Told(
        line.start.fen(),
        steps_of(line.start, line.moves),
        explanation.sentence,
        cause.witness.motif if cause else (purpose.name or purpose.kind.value) if purpose else None,
        explanation.motifs,
        tuple(dict.fromkeys((move_arrow(explanation.move), *explanation.reason().arrows))),
        without,
    )


def _told_mistake(mistake: Mistake) -> ToldMistake:
    board = mistake.board
    missed, allowed = (None if side is None else _told(side) for side in (mistake.missed, mistake.allowed))
    return ToldMistake(
        board.fen(),
        steps_of(board, [mistake.played])[0],
        missed.line if missed else steps_of(board, [mistake.best]),
        (round(mistake.chance_before, 4), round(mistake.chance_after, 4)),
        mistake.sentence,
        missed,
        allowed,
    )


def steps_of(board: chess.Board, moves: Iterable[chess.Move]) -> tuple[Step, ...]:
    """A line of moves from a board, each with the board after it."""
    board = board.copy(stack=False)
    steps = []
    for move in moves:
        san = board.san_and_push(move)
        steps.append(Step(move.uci(), san, board.fen()))
    return tuple(steps)


def differing(board: chess.Board, other: chess.Board) -> list[chess.Square]:
    """The squares on which two boards do not have the same man."""
    return [square for square in chess.SQUARES if board.piece_at(square) != other.piece_at(square)]
