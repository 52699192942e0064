"""Store batches of positions in files, and define chess relations on them such as "attacks" and "is pinned".

Each relation has a name, its arguments, an English template and a function of the core that computes it for many
positions. A relation depends on the position alone: to know whether it will hold after a move, make the move first.

A fact is a tuple with a value for each argument: (f7, d8) is a fact of `attacks` if the piece on f7 attacks an
opposing piece on d8.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from pathlib import Path
from typing import Any

import chess
from numpy.typing import NDArray

from motif._core.board import LegalMoves, Positions, decode_move, encode_move
from motif.board.drawing import Arrow, move_arrow
from motif.board.wording import in_pawns, piece_on
from motif.errors import BadFile
from motif.runtime.files import read_bytes, write_atomically

__all__ = ["LegalMoves", "Positions", "decode_move", "encode_move", "load_positions", "save_positions"]

MOST_BYTES = 1 << 30
"""The largest file of positions; enough for 25 million."""

_MAGIC = b"motif positions 1\n"

Fact = tuple[Any, ...]

Table = NDArray[Any]


def save_positions(positions: Positions, path: Path) -> None:
    """Write positions to a file; a failure leaves no partial file."""
    write_atomically(path, _MAGIC + f"{len(positions)}\n".encode() + positions.to_bytes())


def load_positions(path: Path) -> Positions:
    """Read a file that `save_positions` wrote; raise BadFile if it is another, truncated or damaged file."""
    content = read_bytes(path, MOST_BYTES)
    if not content.startswith(_MAGIC):
        raise BadFile(f"{path}, line 1: expected {_MAGIC.decode().strip()!r}, found {content[:20]!r}")
    count, _, rows = content.removeprefix(_MAGIC).partition(b"\n")
    if not count.isdigit() or len(rows) != 40 * int(count):
        raise BadFile(
            f"{path}, line 2: expected {count.decode(errors='replace')} positions of 40 bytes, found {len(rows)} bytes",
            hint="is the file cut short?",
        )
    try:
        return Positions.from_bytes(rows)
    except BadFile as error:
        raise BadFile(f"{path}: {error}") from None


class Argument(Enum):
    """The kinds of values that relations take as arguments."""

    SQUARE = "the square of a piece"
    MOVE = "a legal move"
    CENTIPAWNS = "a number of centipawns"


SQUARE, MOVE, CENTIPAWNS = Argument.SQUARE, Argument.MOVE, Argument.CENTIPAWNS


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation; `table` computes it for many positions at once, in the arrays of the core."""

    name: str
    arguments: tuple[Argument, ...]
    english: str
    table: Callable[[Positions], Table]

    def facts(self, board: chess.Board) -> list[Fact]:
        """Return all facts of this relation on one board, in ascending order of squares or moves."""
        positions = Positions.from_boards([board])
        return _facts(self.arguments, self.table(positions), positions)

    def say(self, board: chess.Board, fact: Fact) -> str:
        """Return the fact as an English clause about this board."""
        return self.english.format(
            *(_name(board, kind, value) for kind, value in zip(self.arguments, fact, strict=True))
        )

    def arrows(self, fact: Fact) -> tuple[Arrow, ...]:
        """Return the drawing of a fact: a move, a mark on one square, or arrows along several squares."""
        squares = [value for kind, value in zip(self.arguments, fact, strict=True) if kind is SQUARE]
        if len(squares) == 1:
            return (Arrow(squares[0]),)
        moves = [move_arrow(value) for value in fact if isinstance(value, chess.Move)]
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


def _facts(arguments: tuple[Argument, ...], table: Table, positions: Positions) -> list[Fact]:
    if arguments[0] is MOVE:
        moves = positions.legal_moves()[0]
        # Only the moves that give check are facts, but every move has an exchange value.
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


def _name(board: chess.Board, kind: Argument, value: Any) -> str:  # noqa: ANN401 - the value of any argument
    match kind:
        case Argument.SQUARE:
            colour = board.color_at(value)
            return piece_on(board, value, *([] if colour is None else [chess.COLOR_NAMES[colour]]))
        case Argument.MOVE:
            return board.san(value)
        case Argument.CENTIPAWNS:
            return in_pawns(value)
