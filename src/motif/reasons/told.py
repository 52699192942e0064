"""An explanation as it is told: one frozen value from here to `--json`, study.json, the server, page and report.

It holds plain words only (FEN, UCI, SAN, squares by name, arrows as Lichess draws them), so pydantic writes it as JSON,
reads it back and documents it, and nobody translates it into a form of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated

import chess
from pydantic import PlainSerializer, PlainValidator, WithJsonSchema

from motif.board.drawing import Arrow
from motif.reasons.explanation import Explanation


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
    """What to draw on the first board of the line."""
    without: Without | None


def told(explanation: Explanation) -> Told:
    """An explanation in plain words.

    >>> from motif.players import find_oracle
    >>> from motif.reasons import explain
    >>> board = chess.Board("r3k3/5p2/8/3N4/8/8/5P2/4K3 w q - 0 1")
    >>> value = told(explain(board, chess.Move.from_uci("d5c7"), find_oracle("search:8")))
    >>> value.motif, value.line[0].san, value.without.squares
    ('fork', 'Nc7+', ('a8',))
    """
    line, cause, idea = explanation.line, explanation.cause, explanation.idea
    without = None
    if idea is not None and idea.without is not None:
        without = Without(idea.without.fen(), 0, (), idea.counterfactual)
    elif cause is not None and not cause.is_plain:
        undone = cause.undone
        squares = tuple(map(chess.square_name, differing(line.boards[undone.ply], undone.board)))
        without = Without(undone.board.fen(), undone.ply, squares, explanation.counterfactual)
    return Told(
        line.start.fen(),
        steps_of(line.start, line.moves),
        explanation.sentence,
        cause.witness.motif if cause else idea.kind.value if idea else None,
        explanation.motifs,
        explanation.reason().arrows,
        without,
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
