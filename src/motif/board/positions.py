"""Store batches of positions in files, and list the facts of a board: what is attacked, pinned and hanging.

A fact is a tuple of squares: (f7, d8) is a fact of `attacks` if the piece on f7 attacks an opposing piece on d8. It
depends on the position alone: to know whether it will hold after a move, make the move first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import LegalMoves, Positions, decode_move, encode_move
from motif.board.wording import piece_on
from motif.errors import BadFile
from motif.runtime.files import read_bytes, write_atomically

__all__ = ["LegalMoves", "Positions", "decode_move", "encode_move", "load_positions", "save_positions"]

MOST_BYTES = 1 << 30
"""The largest file of positions; enough for 25 million."""

_MAGIC = b"motif positions 1\n"


def save_positions(positions: Positions, path: Path) -> None:
    """Write positions to a file; a failure leaves no partial file."""
    write_atomically(path, _MAGIC + f"{len(positions)}\n".encode() + positions.to_bytes())


def load_positions(path: Path) -> Positions:
    """Read a file that `save_positions` wrote; raise BadFile if it is truncated, damaged or of another kind."""
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


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between the pieces of a board; `table` computes it in the core, as one or 64 sets of squares."""

    name: str
    english: str
    table: Callable[[Positions], NDArray[Any]]

    def facts(self, board: chess.Board) -> list[tuple[chess.Square, ...]]:
        """Return the squares of all facts on a board, in ascending order."""
        (row,) = self.table(Positions.from_boards([board]))
        if not np.ndim(row):
            return [(square,) for square in chess.SquareSet(int(row))]
        return [(tail, head) for tail in chess.SQUARES for head in chess.SquareSet(int(row[tail]))]

    def say(self, board: chess.Board, fact: tuple[chess.Square, ...]) -> str:
        """Return the fact as an English clause about this board."""
        colours = (chess.COLOR_NAMES[bool(board.color_at(square))] for square in fact)
        return self.english.format(*(piece_on(board, square, each) for square, each in zip(fact, colours, strict=True)))


RELATIONS = {
    relation.name: relation
    for relation in (
        Relation("attacks", "{0} attacks {1}", Positions.attacks),
        Relation("pins", "{0} pins {1} to its king", Positions.pins),
        Relation("hanging", "{0} can be won", Positions.hanging),
    )
}
