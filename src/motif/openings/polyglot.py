"""Read and write Polyglot books (`.bin`), which most chess programs use.

An entry has 16 bytes, big-endian, sorted by the key of its position: the key, the move, its weight and a number that
Motif neither uses nor sets. A move is its target, its origin and the promotion; castling goes from the king to its
rook. Weights are those that the program `polyglot` writes: twice the wins plus the draws of the side that moves.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import encode_move
from motif.errors import BadFile
from motif.openings.book import OpeningLabel, PlayedMove, key_of, shipped_book
from motif.openings.counted_book import CountedBook
from motif.runtime.files import cannot_read, check_regular, write_atomically

SUFFIX = ".bin"
MOST_WEIGHT = 65_535
_HOW_TO_MAKE_ONE = "copy it again, or make one: motif openings export club.book --out club.bin"
_ENTRY = np.dtype([("key", ">u8"), ("move", ">u2"), ("weight", ">u2"), ("learn", ">u4")])
KEYS_COMPARED = 1000
"""This number of keys shows whether a file is sorted; random bytes never are."""

_CASTLING = {"e1g1": "e1h1", "e1c1": "e1a1", "e8g8": "e8h8", "e8c8": "e8a8"}
"""The step of the king in our codes, and the move of Polyglot."""

_KING_STEPS = {chess.Move.from_uci(theirs): chess.Move.from_uci(ours) for ours, theirs in _CASTLING.items()}


class PolyglotBook:
    """A Polyglot book. Its weights stand for numbers of games; scores and ratings are unknown."""

    def __init__(self, path: Path) -> None:
        """Open a book; raise BadFile if the file is no book."""
        self.path = path
        try:
            check_regular(path)
            size = path.stat().st_size
            if size == 0 or size % _ENTRY.itemsize:
                raise BadFile(
                    f"cannot read {path}: {size:,} bytes are no Polyglot book, whose entries have {_ENTRY.itemsize}",
                    hint=_HOW_TO_MAKE_ONE,
                )
            self._entries = np.asarray(np.memmap(path, _ENTRY, "r"))
        except OSError as error:
            raise cannot_read(path, error) from error
        self._keys = self._entries["key"]
        if not _is_sorted(self._keys):
            raise BadFile(
                f"cannot read {path}: its entries are not sorted, so it is no Polyglot book", hint=_HOW_TO_MAKE_ONE
            )

    def __len__(self) -> int:
        return len(self._entries)

    def moves(self, board: chess.Board) -> list[PlayedMove]:
        """Return the moves of a position, those of the greatest weight first."""
        key = key_of(board)
        begin = bisect_left(self._keys, key)
        rows = self._entries[begin : bisect_right(self._keys, key, begin)].tolist()
        moves = [(_decoded(board, code), weight) for _, code, weight, _ in rows]
        total = sum(weight for _, weight in moves)
        played = [PlayedMove(move, weight, total, None) for move, weight in moves if weight and board.is_legal(move)]
        return sorted(played, key=lambda each: (-each.games, each.move.uci()))

    def name_of(self, board: chess.Board) -> OpeningLabel | None:
        """Return the ECO code and name of a position, which come from the shipped book."""
        return shipped_book().name_of(board)

    @property
    def games_called(self) -> str:
        """The name that sentences would give its games; they name none, because its scores are unknown."""
        return "games"


def write_polyglot(book: CountedBook, path: Path) -> int:
    """Write a book for other programs; return the number of its moves. A move that never scored has no weight."""
    records, positions = book.records()
    black = positions[:, 4] & np.uint64(1)
    lost = records["games"] - records["white_wins"] - records["draws"]
    points = 2 * np.where(black == 1, lost, records["white_wins"]).astype(np.int64) + records["draws"]
    code = records["move"].astype(np.uint16)
    # Our promotions are 2 for a knight to 5 for a queen, Polyglot's are 1 to 4.
    promotion = np.maximum(code >> 12, 1) - 1
    moves = code >> 6 & 63 | (code & 63) << 6 | promotion << 12
    kings = positions[:, 1] & positions[:, 2] & ~positions[:, 0]
    for ours, theirs in _CASTLING.items():
        step, rook = chess.Move.from_uci(ours), chess.Move.from_uci(theirs)
        is_king = kings >> np.uint64(step.from_square) & np.uint64(1) == 1
        moves[(code == encode_move(step)) & is_king] = rook.to_square | rook.from_square << 6
    entries = np.zeros(len(records), _ENTRY)
    entries["key"], entries["move"], entries["weight"] = records["key"], moves, _weights(records["key"], points)
    entries = entries[entries["weight"] > 0]
    # Within a position the heaviest move comes first.
    entries = entries[np.lexsort((entries["move"], -entries["weight"].astype(np.int64), entries["key"]))]
    write_atomically(path, entries.tobytes())
    return len(entries)


def _weights(keys: NDArray[np.uint64], points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the points, scaled down in each position whose largest number would not fit."""
    starts = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    most = np.repeat(np.maximum.reduceat(points, starts), np.diff(starts, append=len(keys)))
    return np.where(most > MOST_WEIGHT, points * MOST_WEIGHT // np.maximum(most, 1), points)


def _decoded(board: chess.Board, code: int) -> chess.Move:
    promotion = code >> 12 & 7
    move = chess.Move(code >> 6 & 63, code & 63, promotion + 1 if promotion else None)
    if board.kings & chess.BB_SQUARES[move.from_square]:
        return _KING_STEPS.get(move, move)
    return move


def _is_sorted(keys: NDArray[np.uint64]) -> bool:
    some = keys[:: max(1, len(keys) // KEYS_COMPARED)]
    return bool(np.all(some[1:] >= some[:-1]))
