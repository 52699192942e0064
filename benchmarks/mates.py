"""Compare the core's mate solver with python-chess on one core: all keys of the same mates in two.

Both try every attack against every defence and must find the same keys. Other rows show what the solver makes possible:
sound, minimal mates with a quiet key from random placements, per minute of CPU time.
"""

from __future__ import annotations

import os
import time
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import chess
from harness import best_of, report, sized

from motif._core.puzzles import compose_at_random, mate_keys
from motif.puzzles.recipe import Criteria

SEED = 7
POSITIONS = sized(30, 2)
REPEATS = sized(50, 2)  # for the fast solver
BULK = sized(
    [(2, 150_000, (5, 9)), (2, 150_000, (8, 14)), (3, 15_000, (5, 9)), (3, 15_000, (8, 14))], [(2, 2_000, (5, 9))]
)


def plain_keys(fen: str, moves: int) -> list[chess.Move]:
    """Find the keys with python-chess: one board, push and pop, only checks at the last move, stop at a refutation."""
    board = chess.Board(fen)
    keys = []
    for move in list(board.legal_moves):
        board.push(move)
        if is_lost(board, moves - 1):
            keys.append(move)
        board.pop()
    return keys


def mates(board: chess.Board, moves: int) -> bool:
    """Return whether the side to move forces mate within `moves` moves."""
    for move in board.legal_moves:
        if moves == 1 and not board.gives_check(move):
            continue
        board.push(move)
        lost = is_lost(board, moves - 1)
        board.pop()
        if lost:
            return True
    return False


def is_lost(board: chess.Board, moves: int) -> bool:
    """Return whether the side to move is mated within `moves` moves of the other."""
    if not any(board.legal_moves):
        return board.is_check()
    if moves == 0:
        return False
    for defence in board.legal_moves:
        board.push(defence)
        holds = not mates(board, moves)
        board.pop()
        if holds:
            return False
    return True


def solving() -> dict[str, Any]:
    """Compare how fast both find the keys of the same mates in two."""
    fens = compose_at_random(Criteria(2), attempts=20_000, seed=SEED, pieces=(8, 14))[:POSITIONS]
    ours, seconds = best_of(5, lambda: mate_keys(fens * REPEATS, 2))
    theirs, plain_seconds = best_of(2, lambda: [plain_keys(fen, 2) for fen in fens])
    assert [set(keys) for keys in ours[: len(fens)]] == [set(keys) for keys in theirs]
    per_second = len(fens) * REPEATS / seconds
    return {
        "task": f"all keys of {len(fens)} mates in 2",
        "ours, a second": per_second,
        "python-chess, a second": len(fens) / plain_seconds,
        "ratio": per_second * plain_seconds / len(fens),
    }


def bulk(moves: int, attempts: int, sizes: tuple[int, int]) -> dict[str, Any]:
    """Count the distinct minimal mates with a quiet key per minute of CPU time."""
    begin = time.process_time()
    found = compose_at_random(Criteria(moves), attempts=attempts, seed=SEED, pieces=sizes)
    minutes = (time.process_time() - begin) / 60
    return {
        "task": f"bulk mates in {moves}, {sizes[0]}-{sizes[1]} pieces placed",
        "ours, a second": len(found) / minutes / 60,
        "python-chess, a second": "",
        "ratio": f"{len(found) / minutes:,.0f} a minute",
    }


def main() -> None:
    """Measure, compare and report."""
    first = solving()
    report("mates", first["ratio"], [first, *(bulk(*task) for task in BULK)])


if __name__ == "__main__":
    main()
