"""The shipped tables, made by the package's own solver: `python -m motif.engines.table_making` writes all files anew.

A win by a capture is free to be anything in the file, since the reader looks at captures himself; so is a place that
holds no position. Both repeat what stands before them, which compresses to almost nothing. Solving
all tables takes several minutes.
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
"""Four results share a byte, which is no text: no literal context, no alignment."""

Values = NDArray[np.uint8]


def endings() -> Iterator[str]:
    """Every ending of three and four men, as tables are named, small ones first."""
    for letter in "QRBNP":
        yield f"K{letter}K"
    for pair in combinations_with_replacement("QRBNP", 2):
        yield f"K{pair[0]}K{pair[1]}"
        yield f"K{pair[0]}{pair[1]}K"


def pack(name: str, tables: Tablebase) -> bytes:
    """The file of an ending: results in two bits, free of what captures decide, compressed."""
    grid = _grid(name, tables.values(name))
    kept = np.empty_like(grid)
    for turn in range(2):
        for king in range(grid.shape[1]):
            here = (turn, king)
            kept[here] = np.where(_is_won_by_a_capture(name, here, tables), 0, grid[here])
    flat = kept.reshape(-1)
    # What may be anything repeats what stands before it.
    places = np.where(flat > 0, np.arange(len(flat), dtype=np.int32), 0)
    filled = flat[np.maximum.accumulate(places)]
    filled[filled == 0] = 2
    four = (filled - 1).reshape(-1, 4)
    packed = four[:, 0] | four[:, 1] << 2 | four[:, 2] << 4 | four[:, 3] << 6
    return lzma.compress(packed.astype(np.uint8).tobytes(), lzma.FORMAT_XZ, lzma.CHECK_CRC32, filters=FILTERS)


def _grid(name: str, values: bytes) -> Values:
    """The table by side to move, white king, and squares of the others: 0 illegal, 1 lost, 2 drawn, 3 won."""
    meaning = np.array([0, 2, *(1 if plies % 2 == 0 else 3 for plies in range(254))], np.uint8)
    kings = 32 if "P" in name else 16
    others = (64,) * (len(name) - 1)
    # Captures en passant stand after all else, and are looked at as captures.
    count = 2 * kings * 64 ** len(others)
    return meaning[np.frombuffer(values, np.uint8)[:count]].reshape(2, kings, *others)


def _is_won_by_a_capture(name: str, here: tuple[int, int], tables: Tablebase) -> NDArray[np.bool_]:
    """Over the squares of all men but the white king: whether the side to move wins by taking something."""
    turn, king = here
    white_king = (king >> 2) * 8 + (king & 3)
    split = name.index("K", 1)
    letters = ["K", "K", *name[1:split], *name[split + 1 :]]
    sides = [0, 1, *(0,) * (split - 1), *(1,) * (len(name) - split - 1)]
    axes = np.meshgrid(*(np.arange(64),) * (len(name) - 1), indexing="ij", sparse=True)
    squares = [np.full((1,) * (len(name) - 1), white_king), *axes]
    won = np.zeros((64,) * (len(name) - 1), np.bool_)
    for taker in (man for man in range(len(name)) if sides[man] == turn):
        for taken in (man for man in range(2, len(name)) if sides[man] != turn):
            left = [man for man in range(len(name)) if man != taken]
            after = {man: squares[taken] if man == taker else squares[man] for man in left}
            reached = _attacks(letters[taker], turn)[squares[taker], squares[taken]]
            for other in (man for man in left if man != taker):
                reached = reached & ~_between()[squares[taker], squares[taken], squares[other]]
            if letters[taker] == "P":
                reached = reached & (squares[taken] >= 8) & (squares[taken] < 56)
            won |= reached & (_lookup([(sides[man], letters[man], after[man]) for man in left], 1 - turn, tables) == 1)
    return won


def _lookup(men: list[tuple[int, str, NDArray[np.int64]]], turn: int, tables: Tablebase) -> Values:
    """The results of positions of fewer men, 0 where they are illegal."""
    order = {letter: place for place, letter in enumerate("KQRBNP")}
    men = sorted(men, key=lambda man: (man[1] != "K", man[0], order[man[1]]))
    name = "".join("K" + "".join(letter for side, letter, _ in men[2:] if side == color) for color in (0, 1))
    if name == "KK":
        (_, _, white), (_, _, black) = men
        return np.where(_attacks("K", 0)[white, black] | (white == black), 0, 2).astype(np.uint8)
    canonical = Tables.canonical(name)
    if canonical != name:
        swapped = [(1 - side, letter, squares ^ 56) for side, letter, squares in men]
        return _lookup(swapped, 1 - turn, tables)
    grid = _grids(name, tables)[turn]
    king = men[0][2]
    mirror = np.where((king & 7) > 3, 7, 0) ^ np.where(("P" not in name) & ((king >> 3) > 3), 56, 0)
    folded = king ^ mirror
    values: Values = grid[((folded >> 3) * 4 + (folded & 3), *(squares ^ mirror for _, _, squares in men[1:]))]
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
    """Solve every ending of three and four men and write its file."""
    tables = Tablebase()
    for name in endings():
        write_atomically(folder / f"{name}.xz", pack(name, tables))


if __name__ == "__main__":  # pragma: no cover - minutes of work
    write_all()
