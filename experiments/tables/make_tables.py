"""Make the endgame tables that ship with the package: `python experiments/tables/make_tables.py` writes all files.

A position that a capture wins may have any value in the file, because the reader looks at captures first; so may an
index without a legal position. Both repeat the value before them, which compresses to almost nothing. Solving all
endgames takes several minutes.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Tables
from motif.engines.small_tables import FOLDER, Tablebase
from motif.runtime.files import write_atomically

FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]
"""Four results share a byte, and the bytes are no text: no literal context, no alignment."""

Values = NDArray[np.uint8]


def endings() -> Iterator[str]:
    """Yield the names of all endgames of three and four pieces, small ones first."""
    for letter in "QRBNP":
        yield f"K{letter}K"
    for pair in combinations_with_replacement("QRBNP", 2):
        yield f"K{pair[0]}K{pair[1]}"
        yield f"K{pair[0]}{pair[1]}K"


def pack(name: str, tables: Tablebase) -> bytes:
    """Return the file of an endgame: two bits for each result, any value where a capture wins, compressed."""
    grid = _grid(name, tables.values(name))
    kept = np.empty_like(grid)
    for turn in range(2):
        for king in range(grid.shape[1]):
            here = (turn, king)
            kept[here] = np.where(_is_won_by_a_capture(name, here, tables), 0, grid[here])
    flat = kept.reshape(-1)
    # A free value repeats the value before it.
    places = np.where(flat > 0, np.arange(len(flat), dtype=np.int32), 0)
    filled = flat[np.maximum.accumulate(places)]
    filled[filled == 0] = 2
    four = (filled - 1).reshape(-1, 4)
    packed = four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6
    return lzma.compress(packed.astype(np.uint8).tobytes(), lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)


def _grid(name: str, values: bytes) -> Values:
    """Return the table by side to move, white king and the other squares: 0 illegal, 1 lost, 2 drawn, 3 won."""
    meaning = np.array([0, 2, *(1 if plies % 2 == 0 else 3 for plies in range(254))], np.uint8)
    kings = 32 if "P" in name else 16
    others = (64,) * (len(name) - 1)
    # Positions with an en passant capture come last in the table; the reader treats them as captures.
    count = 2 * kings * 64 ** len(others)
    return meaning[np.frombuffer(values, np.uint8)[:count]].reshape(2, kings, *others)


def _is_won_by_a_capture(name: str, here: tuple[int, int], tables: Tablebase) -> NDArray[np.bool_]:
    """Return, by the squares of all pieces but the white king, whether the side to move wins by a capture."""
    turn, king = here
    white_king = (king >> 2) * 8 + (king & 3)
    split = name.index("K", 1)
    letters = ["K", "K", *name[1:split], *name[split + 1 :]]
    sides = [0, 1, *(0,) * (split - 1), *(1,) * (len(name) - split - 1)]
    axes = np.meshgrid(*(np.arange(64),) * (len(name) - 1), indexing="ij", sparse=True)
    squares = [np.full((1,) * (len(name) - 1), white_king), *axes]
    won = np.zeros((64,) * (len(name) - 1), np.bool_)
    for taker in (piece for piece in range(len(name)) if sides[piece] == turn):
        for taken in (piece for piece in range(2, len(name)) if sides[piece] != turn):
            left = [piece for piece in range(len(name)) if piece != taken]
            after = {piece: squares[taken] if piece == taker else squares[piece] for piece in left}
            reached = _attacks(letters[taker], turn)[squares[taker], squares[taken]]
            for other in (piece for piece in left if piece != taker):
                reached = reached & ~_between()[squares[taker], squares[taken], squares[other]]
            if letters[taker] == "P":
                reached = reached & (squares[taken] >= 8) & (squares[taken] < 56)
            remaining = [(sides[piece], letters[piece], after[piece]) for piece in left]
            won |= reached & (_lookup(remaining, 1 - turn, tables) == 1)
    return won


def _lookup(pieces: list[tuple[int, str, NDArray[np.int64]]], turn: int, tables: Tablebase) -> Values:
    """Return the results after a capture, 0 where the position is illegal."""
    order = {letter: place for place, letter in enumerate("KQRBNP")}
    pieces = sorted(pieces, key=lambda piece: (piece[1] != "K", piece[0], order[piece[1]]))
    name = "".join("K" + "".join(letter for side, letter, _ in pieces[2:] if side == color) for color in (0, 1))
    if name == "KK":
        (_, _, white), (_, _, black) = pieces
        return np.where(_attacks("K", 0)[white, black] | (white == black), 0, 2).astype(np.uint8)
    canonical = Tables.canonical(name)
    if canonical != name:
        swapped = [(1 - side, letter, squares ^ 56) for side, letter, squares in pieces]
        return _lookup(swapped, 1 - turn, tables)
    grid = _grids(name, tables)[turn]
    king = pieces[0][2]
    mirror = np.where((king & 7) > 3, 7, 0) ^ np.where(("P" not in name) & ((king >> 3) > 3), 56, 0)
    folded = king ^ mirror
    values: Values = grid[((folded >> 3) * 4 + (folded & 3), *(squares ^ mirror for _, _, squares in pieces[1:]))]
    return values


@cache
def _grids(name: str, tables: Tablebase) -> Values:
    return _grid(name, tables.values(name))


@cache
def _attacks(letter: str, side: int) -> NDArray[np.bool_]:
    piece = chess.Piece(chess.PIECE_SYMBOLS.index(letter.lower()), side == 0)
    attacks = np.zeros((64, 64), np.bool_)
    for square in chess.SQUARES:
        board = chess.Board(None)
        board.set_piece_at(square, piece)
        attacks[square, list(board.attacks(square))] = True
    return attacks


@cache
def _between() -> NDArray[np.bool_]:
    between = np.zeros((64, 64, 64), np.bool_)
    for one in chess.SQUARES:
        for other in chess.SQUARES:
            between[one, other, list(chess.SquareSet.between(one, other))] = True
    return between


def write_all(folder: Path = FOLDER) -> None:
    """Solve every endgame of three and four pieces and write its file."""
    tables = Tablebase()
    for name in endings():
        write_atomically(folder / f"{name}.xz", pack(name, tables))


if __name__ == "__main__":  # pragma: no cover - minutes of work
    write_all()
