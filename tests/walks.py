"""Generate random games for tests: legal, varied, and the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess


def random_positions(count: int, seed: int) -> list[chess.Board]:
    """Positions from seeded random games of up to 120 plies, captures and checks a little preferred."""
    boards: list[chess.Board] = []
    for board in _walk(random.Random(seed)):
        boards.append(board.copy(stack=False))
        if len(boards) == count:
            break
    return boards


def _walk(rng: random.Random) -> Iterator[chess.Board]:
    while True:
        board = chess.Board()
        for _ in range(120):
            moves = list(board.legal_moves)
            if not moves:
                break
            # Checks are slow to find, and only one ply in four needs all sharp moves.
            has_sharp = any(_takes_or_promotes(board, move) for move in moves) or any(map(board.gives_check, moves))
            if has_sharp and rng.random() < 0.25:
                moves = [move for move in moves if _takes_or_promotes(board, move) or board.gives_check(move)]
            board.push(rng.choice(moves))
            yield board


def _takes_or_promotes(board: chess.Board, move: chess.Move) -> bool:
    return board.is_capture(move) or move.promotion is not None
