"""Test the predicted shares of finders on rated puzzles: half of the players of its rating should solve a puzzle.

    python experiments/findable/on_puzzles.py lichess_puzzles_themed_half.csv --count 400

Rated puzzles (deviation below 100) are split in two halves by a hash of their names. For each the script computes the
share of players of the puzzle's own rating who find the first move, and who find all moves of the solution one after
another; a rating for puzzles is used as a rating for games. On the first half it fits one number that raises the odds
of every move, because a solver knows that there is something to find; the second half measures. Writes puzzles.json.
"""

from __future__ import annotations

import csv
import math
import random
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import chess
import numpy as np

from motif.players.findable import Find, Findable

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

MOST_DEVIATION = 100
RATINGS = range(800, 2400)
BANDS = ((800, 1200), (1200, 1600), (1600, 2000), (2000, 2400))
RESAMPLES = 1_000


def drawn(path: Path, count: int, seed: int) -> list[dict[str, str]]:
    """Draw `count` random puzzles from each half, the half for fitting first."""
    with path.open() as file:
        rated = [row for row in csv.DictReader(file) if row["Rating"] and row["RatingDeviation"]]
    rated = [
        row for row in rated if float(row["RatingDeviation"]) < MOST_DEVIATION and int(float(row["Rating"])) in RATINGS
    ]
    rng = random.Random(seed)
    halves = [[row for row in rated if _half(row) == half] for half in (0, 1)]
    return [row for half in halves for row in rng.sample(half, min(count, len(half)))]


def _half(row: dict[str, str]) -> int:
    return sha256(row["PuzzleId"].encode()).digest()[0] % 2


def finds_of(row: dict[str, str]) -> list[Find]:
    """Return the moves that the solver must find; the first move of a line is the mistake before."""
    board, rating = chess.Board(row["FEN"]), int(float(row["Rating"]))
    finds = []
    for ply, text in enumerate(row["Moves"].split()):
        move = chess.Move.from_uci(text)
        if ply % 2 and board.legal_moves.count() > 1:
            finds.append(Find(board.copy(stack=8), move, rating))
        board.push(move)
    return finds


def solved(logits: list[list[float]], shift: float) -> np.ndarray[Any, np.dtype[np.float64]]:
    """Return for each puzzle the share of players who find all of it."""
    return np.array([math.prod(1 / (1 + math.exp(-logit - shift)) for logit in each) for each in logits])


def fitted(logits: list[list[float]]) -> float:
    """Return the shift at which a mean of half of the players solve a puzzle."""
    low, high = -5.0, 5.0
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if solved(logits, middle).mean() > 0.5 else (middle, high)
    return round((low + high) / 2, 2)


def summary(logits: list[list[float]], ratings: list[int], shift: float, seed: int) -> dict[str, Any]:
    """Return the mean share with its interval, of the first move and of all, and by bands of the rating."""
    first, every = solved([each[:1] for each in logits], shift), solved(logits, shift)
    rng = np.random.default_rng(seed)
    again = [float(rng.choice(every, len(every)).mean()) for _ in range(RESAMPLES)]
    bands = {}
    for low, high in BANDS:
        part = [low <= rating < high for rating in ratings]
        bands[f"{low} to {high - 1}"] = {"puzzles": sum(part), "solved": round(float(every[part].mean()), 3)}
    return {
        "puzzles": len(logits),
        "first move found": round(float(first.mean()), 3),
        "solved": round(float(every.mean()), 3),
        "interval": [round(float(edge), 3) for edge in np.quantile(again, (0.025, 0.975))],
        "bands": bands,
    }


def main() -> None:
    """Measure, fit the shift on one half, and measure the other with it."""
    given = read_options(__doc__, {"puzzles": Path}, count=(400, "puzzles of each half"), seed=1)
    rows = [row for row in drawn(given.puzzles, given.count, given.seed) if finds_of(row)]
    finds = [finds_of(row) for row in rows]
    chances = iter(Findable.read().chances([find for each in finds for find in each]))
    logits = [[math.log((chance := next(chances)) / (1 - chance)) for _ in each] for each in finds]
    halves = [[place for place, row in enumerate(rows) if _half(row) == half] for half in (0, 1)]
    one, other = ([logits[place] for place in half] for half in halves)
    ratings = [int(float(rows[place]["Rating"])) for place in halves[1]]
    shift = fitted(one)
    result = {
        "seed": given.seed,
        "as it is": summary(other, ratings, 0.0, given.seed),
        "shift": shift,
        "with the shift": summary(other, ratings, shift, given.seed),
    }
    write_result(Path(__file__).with_name("puzzles.json"), result, show=True)


if __name__ == "__main__":
    main()
