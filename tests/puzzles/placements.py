"""Random legal positions on boards of any size, and the core's verdict on a position."""

from __future__ import annotations

import random

import chess

from motif._core.puzzles import check_criteria, mate_lengths
from motif.errors import BadPosition
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.recipe import Criteria


def random_diagrams(count: int, seed: int, files: int, ranks: int, most_pieces: int = 8) -> list[str]:
    """Return legal positions with at most this many pieces; the same seed gives the same positions."""
    rng = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        squares = [Square(file, rank) for file in range(files) for rank in range(ranks)]
        rng.shuffle(squares)
        placed = [(squares.pop(), "K"), (squares.pop(), "k")]
        for _ in range(rng.randint(1, most_pieces - 2)):
            square = squares.pop()
            sign = rng.choice("QRBNPqrbnpp")
            if sign not in "Pp" or square.rank not in (0, ranks - 1):
                placed.append((square, sign))
        text = str(Diagram.of(files, ranks, placed, rng.random() < 0.5))
        try:
            mate_lengths([text], 1)
        except BadPosition:
            continue
        found.append(text)
    return found


def verdict_on(position: str, criteria: Criteria) -> tuple[str, chess.Move | None]:
    """Return `sound` or the first criterion that fails, and the only key if there is one."""
    return check_criteria([position], criteria)[0]
