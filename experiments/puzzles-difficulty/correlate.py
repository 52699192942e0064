"""Does the difficulty estimate follow what players find hard? Lichess mates in 2 with a rating, in two halves.

    MOTIF_DATA=… python experiments/puzzles-difficulty/correlate.py

Spearman's rank correlation of the estimate, and of each of its parts, with the rating of the puzzle, on puzzles with
one key by the solver and a rating deviation below 100. What is changed about the estimate is decided on the first half
alone; the second half judges it. Writes result.json and figure.svg beside this file.
"""

from __future__ import annotations

import csv
import json
import os
from collections.abc import Iterator
from pathlib import Path

import chess
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray

from motif.puzzles.difficulty import estimate
from motif.puzzles.puzzle import Goal, Stipulation
from motif.puzzles.solver import puzzle_of, solve_within

HERE = Path(__file__).parent
PUZZLES = Path(os.environ["MOTIF_DATA"]) / "puzzles" / "lichess_puzzles_themed_half.csv"
MOST = 1_600
SURE = 100
"""A rating that players have not settled says little."""

Row = tuple[int, dict[str, float]]


def rated() -> Iterator[Row]:
    """Rating and parts of the estimate, puzzle by puzzle in the order of the file."""
    taken = 0
    with PUZZLES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if "mateIn2" not in row["Themes"].split() or float(row["RatingDeviation"] or SURE) >= SURE:
                continue
            board = chess.Board(row["FEN"])
            board.push_uci(row["Moves"].split()[0])
            solution = solve_within(board.fen(), Stipulation(Goal.MATE, 2))
            if not solution.is_sound:
                continue
            taken += 1
            yield int(row["Rating"]), dict(estimate(puzzle_of(solution), solution).parts)
            if taken == MOST:
                return


def ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks, the mean of them where values are equal."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place], float)


def spearman(left: NDArray[np.float64], right: NDArray[np.float64]) -> float:
    """The rank correlation; 0 where one side never changes."""
    if np.ptp(left) == 0 or np.ptp(right) == 0:
        return 0.0
    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


def measured(rows: list[Row]) -> dict[str, object]:
    """The correlations of one half."""
    ratings = np.array([rating for rating, _ in rows], float)
    names = sorted({name for _, parts in rows for name in parts})
    table = np.array([[parts.get(name, 0.0) for name in names] for _, parts in rows])
    return {
        "puzzles": len(rows),
        "estimate": round(spearman(table.sum(axis=1), ratings), 3),
        "parts": {name: round(spearman(table[:, place], ratings), 3) for place, name in enumerate(names)},
    }


def draw(rows: list[Row], correlation: object) -> None:
    """Ratings over the estimate, and their mean by tenths of the puzzles."""
    mpl.rcParams["svg.hashsalt"] = "motif"
    totals = np.array([sum(parts.values()) for _, parts in rows])
    ratings = np.array([rating for rating, _ in rows], float)
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.scatter(totals, ratings, s=5, alpha=0.35, color="0.4", label="a puzzle")
    tenths = np.array_split(np.argsort(totals, kind="stable"), 10)
    means = [(totals[tenth].mean(), ratings[tenth].mean()) for tenth in tenths]
    axes.plot(*zip(*means, strict=True), "o-", color="black", label="mean of a tenth")
    axes.set(xlabel="difficulty estimate", ylabel="Lichess rating", title=f"Held-out half, Spearman {correlation}")
    axes.legend()
    figure.savefig(HERE / "figure.svg", metadata={"Date": None})


def main() -> None:
    """Measure both halves and write down what was found."""
    rows = list(rated())
    half = len(rows) // 2
    result = {"first half": measured(rows[:half]), "second half": measured(rows[half:])}
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    draw(rows[half:], result["second half"]["estimate"])
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
