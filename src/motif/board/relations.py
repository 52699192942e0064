"""The chess relations that several rooms share, as data: name, arguments, an English template, and the batch
question that computes it in the core. Each is asked of a board alone, so "after the move" is the same question
asked of the next position.

A fact is a tuple that fills the arguments: `attacks` holds of (f7, d8) when the man on f7 attacks the enemy on d8.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

import chess
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.board.drawing import Arrow
from motif.board.wording import in_pawns, piece_on

Fact = tuple[Any, ...]
Table = NDArray[Any]


class Argument(Enum):
    """What can fill a place of a relation."""

    SQUARE = "the square of a man"
    MOVE = "a legal move"
    CENTIPAWNS = "a number of centipawns"


SQUARE, MOVE, CENTIPAWNS = Argument.SQUARE, Argument.MOVE, Argument.CENTIPAWNS


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation: `table` answers for a whole batch, `facts` spells one board out, `say` puts a fact in English."""

    name: str
    arguments: tuple[Argument, ...]
    english: str
    table: Callable[[Positions], Table]

    def facts(self, board: chess.Board) -> list[Fact]:
        """All facts of this relation on one board, in ascending order of squares or moves."""
        positions = Positions.from_boards([board])
        return _spell(self.arguments, self.table(positions), positions)

    def say(self, board: chess.Board, fact: Fact) -> str:
        """The fact as an English clause about this board."""
        return self.english.format(
            *(_in_words(board, kind, part) for kind, part in zip(self.arguments, fact, strict=True))
        )

    def arrows(self, fact: Fact) -> tuple[Arrow, ...]:
        """What to draw for a fact: a move, a mark on one square, or an arrow along several."""
        squares = [part for kind, part in zip(self.arguments, fact, strict=True) if kind is SQUARE]
        if len(squares) == 1:
            return (Arrow(squares[0]),)
        moves = [Arrow(part.from_square, part.to_square) for part in fact if isinstance(part, chess.Move)]
        return (*moves, *(Arrow(tail, head) for tail, head in pairwise(squares)))


RELATIONS = {
    relation.name: relation
    for relation in (
        Relation("attacks", (SQUARE, SQUARE), "{0} attacks {1}", Positions.attacks),
        Relation("defends", (SQUARE, SQUARE), "{0} defends {1}", Positions.defends),
        Relation("pinned", (SQUARE,), "{0} is pinned to its king", Positions.pinned),
        Relation("pins", (SQUARE, SQUARE), "{0} pins {1} to its king", Positions.pins),
        Relation("behind", (SQUARE, SQUARE, SQUARE), "{0} looks through {1} at {2}", Positions.behind),
        Relation("hanging", (SQUARE,), "{0} can be won", Positions.hanging),
        Relation("exchange", (SQUARE, CENTIPAWNS), "capturing {0} wins {1}", Positions.exchange),
        Relation("gives_check", (MOVE,), "{0} gives check", Positions.gives_check),
        Relation("exchange_value", (MOVE, CENTIPAWNS), "{0} wins {1}", Positions.exchange_values),
    )
}


def _spell(arguments: tuple[Argument, ...], table: Table, positions: Positions) -> list[Fact]:
    if arguments[0] is MOVE:
        moves = positions.legal_moves()[0]
        # A move that gives check is a fact; an exchange value is one for every move.
        if len(arguments) == 1:
            return [(move,) for move, holds in zip(moves, table, strict=True) if holds]
        return [(move, int(value)) for move, value in zip(moves, table, strict=True)]
    if arguments == (SQUARE,):
        return [(square,) for square in chess.SquareSet(int(table[0]))]
    if arguments == (SQUARE, SQUARE):
        return [(tail, head) for tail in chess.SQUARES for head in chess.SquareSet(int(table[0, tail]))]
    if arguments == (SQUARE, CENTIPAWNS):
        return [(square, int(value)) for square, value in enumerate(table[0]) if value]
    return sorted(tuple(int(square) for square in line[1:]) for line in table)


def _in_words(board: chess.Board, kind: Argument, part: Any) -> str:  # noqa: ANN401 - whatever fills an argument
    match kind:
        case Argument.SQUARE:
            colour = board.color_at(part)
            return piece_on(board, part, *([] if colour is None else [chess.COLOR_NAMES[colour]]))
        case Argument.MOVE:
            return board.san(part)
        case Argument.CENTIPAWNS:
            return in_pawns(part)
