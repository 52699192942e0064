"""Solve king and one long-range piece against king backwards from mate, in vectorised NumPy.

Each round looks at every place (turn, white king, black king, piece). White wins in n plies when a move leads to a
place lost in n - 1; Black loses in n when all moves lead to wins and the longest takes n - 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

ROOK = ((1, 0), (-1, 0), (0, 1), (0, -1))
QUEEN = (*ROOK, (1, 1), (1, -1), (-1, 1), (-1, -1))
NOWHERE = -1

Places = NDArray[np.int32]
Marks = NDArray[np.bool_]

SQUARES = np.arange(64)
# [white king, black king, piece], each as an array that spreads over all places.
WHITE_KING, BLACK_KING, PIECE = np.meshgrid(SQUARES, SQUARES, SQUARES, indexing="ij", sparse=True)
SHAPE = (64, 64, 64)


def shifted(squares: NDArray[np.int64], file: int, rank: int) -> NDArray[np.int64]:
    """Return the squares shifted by files and ranks, NOWHERE when that is off the board."""
    files, ranks = squares % 8 + file, squares // 8 + rank
    inside = (files >= 0) & (files < 8) & (ranks >= 0) & (ranks < 8)
    return np.where(inside, 8 * ranks + files, NOWHERE)


def are_neighbours(one: NDArray[np.int64], two: NDArray[np.int64]) -> Marks:
    """Return whether two squares touch or are the same."""
    touch: Marks = (abs(one % 8 - two % 8) <= 1) & (abs(one // 8 - two // 8) <= 1)
    return touch


def rays(directions: tuple[tuple[int, int], ...]) -> list[tuple[NDArray[np.int64], Marks]]:
    """Return the squares the piece can reach, step by step, and where only the white king could stop it before."""
    found = []
    for file, rank in directions:
        stopped = np.zeros((64, 1, 64), np.bool_)
        for step in range(1, 8):
            target = shifted(PIECE, file * step, rank * step)
            stopped = stopped | (target == WHITE_KING) | (target == NOWHERE)
            found.append((target, ~stopped))
    return found


def numbers(white_king: object, black_king: object, piece: object) -> Places:
    """Return the number of each place."""
    placed = (np.asarray(white_king) * 64 + np.asarray(black_king)) * 64 + np.asarray(piece)
    return np.broadcast_to(placed, SHAPE).astype(np.int32)


def solve(directions: tuple[tuple[int, int], ...]) -> NDArray[np.uint8]:
    """Return [turn, white king, black king, piece]: 0 illegal, 1 drawn, else the plies to mate + 2."""
    steps = rays(directions)
    attacked = np.zeros(SHAPE, np.bool_)  # [white king, square, piece]
    for target, free in steps:
        attacked |= free & (target == BLACK_KING)
    apart = (PIECE != WHITE_KING) & (PIECE != BLACK_KING) & ~are_neighbours(WHITE_KING, BLACK_KING)
    black_legal = apart.copy()
    white_legal = apart & ~attacked
    black_moves, captures = moves_of_black(attacked, black_legal)
    white_moves = moves_of_white(steps, black_legal)
    white = np.where(white_legal, 1, 0).astype(np.uint8).ravel()
    black = np.where(black_legal, 1, 0).astype(np.uint8).ravel()
    stuck = (black_moves == NOWHERE).all(axis=1) & ~captures
    black[stuck & (attacked & black_legal).ravel()] = 2
    undecided = np.flatnonzero((black == 1) & ~stuck & ~captures)
    open_for_white = np.flatnonzero(white == 1)
    for plies in range(1, 250, 2):
        # A place beyond the last one means that the move does not exist.
        lost = np.append(black == plies + 1, False)
        wins = lost[white_moves[open_for_white]].any(axis=1)
        if not wins.any():
            break
        white[open_for_white[wins]] = plies + 2
        open_for_white = open_for_white[~wins]
        won = np.append(white > 1, True)
        loses = won[black_moves[undecided]].all(axis=1)
        black[undecided[loses]] = plies + 3
        undecided = undecided[~loses]
    return np.stack([white, black]).reshape(2, *SHAPE)


def moves_of_black(attacked: Marks, legal: Marks) -> tuple[Places, Marks]:
    """Return the places after each step of the black king, NOWHERE for none, and whether it can capture (a draw)."""
    captures = np.zeros(SHAPE, np.bool_)
    columns = []
    for file, rank in QUEEN:
        target = shifted(BLACK_KING, file, rank)
        safe = legal & (target != NOWHERE) & ~are_neighbours(target, WHITE_KING)
        captures |= safe & (target == PIECE)
        # The squares behind the king count as attacked: a king cannot shield itself by stepping back.
        safe &= (target != PIECE) & ~attacked[WHITE_KING, target, PIECE]
        columns.append(np.where(safe, numbers(WHITE_KING, target, PIECE), NOWHERE).ravel())
    return np.stack(columns, axis=1), captures.ravel()


def moves_of_white(steps: list[tuple[NDArray[np.int64], Marks]], black_legal: Marks) -> Places:
    """Return the places after each move of the white king and the piece, NOWHERE for none."""
    legal_after = np.append(black_legal.ravel(), False)
    columns = []
    for file, rank in QUEEN:
        target = shifted(WHITE_KING, file, rank)
        columns.append(np.where(target != NOWHERE, numbers(target, BLACK_KING, PIECE), NOWHERE).ravel())
    for target, free in steps:
        # A piece that could go past the black king attacks it, and then it is not White's turn.
        columns.append(
            np.where(free & (target != BLACK_KING), numbers(WHITE_KING, BLACK_KING, target), NOWHERE).ravel()
        )
    moves = np.stack(columns, axis=1)
    return np.where(legal_after[moves], moves, NOWHERE)
