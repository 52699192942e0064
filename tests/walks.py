"""Random games for tests: legal, varied, and the same for the same seed."""

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
            sharp = [move for move in moves if board.is_capture(move) or move.promotion or board.gives_check(move)]
            board.push(rng.choice(sharp if sharp and rng.random() < 0.25 else moves))
            yield board
