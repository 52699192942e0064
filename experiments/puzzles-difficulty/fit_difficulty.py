"""Fit the difficulty of puzzles to ratings: the weights of motif/puzzles/difficulty.py, and their rank correlation.

    MOTIF_DATA=… python experiments/puzzles-difficulty/fit_difficulty.py

The data are rated puzzles of Lichess with a rating deviation below 100, in two halves by a hash of their names. On the
first half, features of the solution are chosen one after another, each the one that lowers the squared error most, by
ridge regression within each length; mates and other wins apart. Weights are rounded. The second half measures them:
Spearman's rank correlation with the rating. Prints the tables for the module, and writes result.json and figure.svg.
"""

from __future__ import annotations

import csv
import json
import os
import zlib
from collections import defaultdict
from pathlib import Path
from typing import Any

import chess
import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
from numpy.typing import NDArray

from motif.puzzles.difficulty import LENGTH, MATES, WINS, features, features_of_a_win
from motif.puzzles.puzzle import Goal

HERE = Path(__file__).parent
PUZZLES = Path(os.environ.get("MOTIF_DATA", ".")) / "puzzles" / "lichess_puzzles_themed_half.csv"
SURE = 100
"""A rating that players have not settled says little."""
A_POINT = 200
RIDGE = {Goal.MATE: 50.0, Goal.WIN: 1000.0}
"""Wins are few, so their single features are trusted less. Cross-validation on tenths of the first half, each measured
by weights of the other nine, says how much less."""
RIDGES = (50.0, 150.0, 400.0, 1000.0)
COUNTS = (12, 16, 20, 24, 30, 36)
FEW = 30
DRAWN = 800
"""Puzzles in the picture; the means are those of all."""
CHOSEN = {Goal.MATE: 30, Goal.WIN: 24}

Floats = NDArray[np.float64]


class Rated:
    """The puzzles of one length: ratings, features, and the half of each."""

    def __init__(self) -> None:
        self.ratings: list[float] = []
        self.found: list[dict[str, float]] = []
        self.held_out: list[bool] = []
        self.tenths: list[int] = []

    def table(self, names: list[str]) -> Floats:
        """Return a row for each puzzle and a column for each feature."""
        return np.array([[found.get(name, 0.0) for name in names] for found in self.found])

    @property
    def rating(self) -> Floats:
        """Return the ratings."""
        return np.array(self.ratings)

    @property
    def apart(self) -> NDArray[np.bool_]:
        """Return which puzzles are in the half that is measured."""
        return np.array(self.held_out)

    @property
    def tenth(self) -> NDArray[np.int64]:
        """Return the tenth of each puzzle, to choose settings before the second half is measured."""
        return np.array(self.tenths)


def rated() -> dict[tuple[Goal, int], Rated]:
    """Return all rated puzzles, by goal and length."""
    kinds: dict[tuple[Goal, int], Rated] = defaultdict(Rated)
    with PUZZLES.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if not row["Rating"] or float(row["RatingDeviation"] or SURE) >= SURE:
                continue
            board = chess.Board(row["FEN"])
            lead, *line = map(chess.Move.from_uci, row["Moves"].split())
            board.push(lead)
            goal = Goal.MATE if "mate" in row["Themes"].split() else Goal.WIN
            kind = kinds[goal, (len(line) + 1) // 2]
            kind.ratings.append(float(row["Rating"]))
            kind.found.append((features if goal is Goal.MATE else features_of_a_win)(board, line))
            kind.held_out.append(zlib.crc32(row["PuzzleId"].encode()) % 2 == 1)
            kind.tenths.append(zlib.crc32(f"{row['PuzzleId']}f".encode()) % 10)
    return kinds


def ranks(values: Floats) -> Floats:
    """Return ranks, with their mean where values are equal."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(count)
    return np.asarray((last - (count - 1) / 2)[place], float)


def spearman(left: Floats, right: Floats) -> float:
    """Return the rank correlation."""
    return float(np.corrcoef(ranks(left), ranks(right))[0, 1])


def agreement(totals: Floats, ratings: Floats) -> dict[str, Any]:
    """Return the rank correlation with its 95 % interval (Fisher's, widened for ranks as by Bonett and Wright)."""
    found, count = spearman(totals, ratings), len(totals)
    reach = 1.96 * np.sqrt((1 + found**2 / 2) / (count - 3))
    low, high = np.tanh(np.arctanh(found) - reach), np.tanh(np.arctanh(found) + reach)
    return {
        "puzzles": count,
        "rank correlation": round(found, 3),
        "95 %": [round(float(low), 3), round(float(high), 3)],
    }


def carried_over(kinds: dict[tuple[Goal, int], Rated]) -> dict[str, Any]:
    """Return how well weights fitted to mates of one length order those of another."""
    result = {}
    for learned, asked in ((2, 3), (3, 2)):
        source, other = kinds[Goal.MATE, learned], kinds[Goal.MATE, asked]
        names = sorted({name for found in source.found for name in found})
        weights = fitted([source], names, CHOSEN[Goal.MATE], RIDGE[Goal.MATE])
        totals = other.table(list(weights)) @ np.array(list(weights.values()))
        name = f"mate in {asked} by weights of mates in {learned} alone"
        result[name] = agreement(totals[other.apart], other.rating[other.apart])
    return result


def fitted(kinds: list[Rated], names: list[str], most: int, ridge: float, tenth: int | None = None) -> dict[str, float]:
    """Return the weights of at most `most` features, chosen one by one on the first half; in rating points."""
    tables, ratings = [], []
    for kind in kinds:
        half = ~kind.apart if tenth is None else ~kind.apart & (kind.tenth != tenth)
        if half.sum() < 2:
            continue
        table, rating = kind.table(names)[half], kind.rating[half]
        tables.append(table - table.mean(axis=0))
        ratings.append(rating - rating.mean())
    table, rating = np.vstack(tables), np.concatenate(ratings)
    spread = table.std(axis=0) + 1e-9
    scaled = table / spread
    products, targets = scaled.T @ scaled, scaled.T @ rating
    chosen: list[int] = []
    weights = np.zeros(0)
    while len(chosen) < most:
        best = (-1.0, -1, weights)
        for place in range(len(names)):
            if place in chosen or spread[place] < 1e-6:
                continue
            some = [*chosen, place]
            square = products[np.ix_(some, some)]
            found = np.linalg.solve(square + ridge * np.eye(len(some)), targets[some])
            best = max(
                best, (float(2 * found @ targets[some] - found @ square @ found), place, found), key=lambda b: b[0]
            )
        chosen.append(best[1])
        weights = best[2]
    return {names[place]: float(weight / spread[place]) for place, weight in zip(chosen, weights, strict=True)}


def stretched(kinds: list[Rated], weights: dict[str, float]) -> dict[str, float]:
    """Return the weights times one factor that undoes the shrinkage of the ridge."""
    names, own = list(weights), np.array(list(weights.values()))
    totals, ratings = [], []
    for kind in kinds:
        half = ~kind.apart
        if half.sum() < 2:
            continue
        total, rating = kind.table(names)[half] @ own, kind.rating[half]
        totals.append(total - total.mean())
        ratings.append(rating - rating.mean())
    total, rating = np.concatenate(totals), np.concatenate(ratings)
    times = float(total @ rating / (total @ total))
    return {name: times * weight for name, weight in weights.items()}


def by_tenths(kinds: dict[int, Rated], names: list[str], most: int, ridge: float) -> float:
    """Return the rank correlation within the first half, each tenth by weights of the other nine."""
    totals, ratings = [], []
    for tenth in range(10):
        weights = fitted(list(kinds.values()), names, most, ridge, tenth)
        own = np.array(list(weights.values()))
        nine = [(number, kind, ~kind.apart & (kind.tenth != tenth)) for number, kind in kinds.items()]
        moves = np.concatenate([np.full(int(half.sum()), number) for number, _, half in nine])
        left = np.concatenate([kind.rating[half] - kind.table(list(weights))[half] @ own for _, kind, half in nine])
        slope = float(np.polyfit(moves, left, 1)[0])
        for number, kind in kinds.items():
            here = ~kind.apart & (kind.tenth == tenth)
            totals.append(slope * number + kind.table(list(weights))[here] @ own)
            ratings.append(kind.rating[here])
    return spearman(np.concatenate(totals), np.concatenate(ratings))


def lengths(kinds: dict[int, Rated], weights: dict[str, float]) -> tuple[float, float]:
    """Return the rest of the ratings as a line over the number of moves."""
    names = list(weights)
    own = np.array(list(weights.values()))
    moves, left = [], []
    for number, kind in kinds.items():
        half = ~kind.apart
        moves += [number] * int(half.sum())
        left += (kind.rating[half] - kind.table(names)[half] @ own).tolist()
    if len(set(moves)) < 2:
        return float(np.mean(left)), 0.0
    slope, first = np.polyfit(moves, left, 1)
    return float(first), float(slope)


def judged(kinds: dict[tuple[Goal, int], Rated]) -> dict[str, Any]:
    """Return how well the module's weights order each length, on the second half."""
    result = {}
    for (goal, number), kind in sorted(kinds.items()):
        weights, (first, more) = (MATES, LENGTH[goal]) if goal is Goal.MATE else (WINS, LENGTH[goal])
        if not weights or kind.apart.sum() < FEW:
            continue
        total = first + more * number + kind.table(list(weights)) @ np.array(list(weights.values()))
        apart = kind.apart
        result[f"{goal} in {number}"] = {
            **agreement(total[apart], kind.rating[apart]),
            "mean error in points": round(float(np.abs(total - kind.rating / A_POINT)[apart].mean()), 2),
        }
    return result


def main() -> None:
    """Fit, print what the module should contain, and measure what it contains."""
    kinds = rated()
    print({f"{goal} in {number}": len(kind.ratings) for (goal, number), kind in sorted(kinds.items())})
    for goal, most in CHOSEN.items():
        own = {number: kind for (other, number), kind in kinds.items() if other is goal and len(kind.ratings) >= FEW}
        names = sorted({name for kind in own.values() for found in kind.found for name in found})
        if goal is Goal.WIN:
            tried = {(ridge, count): by_tenths(own, names, count, ridge) for ridge in RIDGES for count in COUNTS}
            print({choice: round(found, 3) for choice, found in tried.items()})
        found = stretched(list(own.values()), fitted(list(own.values()), names, most, RIDGE[goal]))
        weights = {name: round(weight / A_POINT, 2) for name, weight in found.items()}
        first, more = lengths(own, {name: A_POINT * weight for name, weight in weights.items()})
        print(goal, round(first / A_POINT, 2), round(more / A_POINT, 2), json.dumps(weights, indent=4))
    result = judged(kinds)
    wins = [kind for (goal, _), kind in kinds.items() if goal is Goal.WIN]
    if WINS:
        moves = LENGTH[Goal.WIN][1]
        totals = np.concatenate(
            [
                moves * number + kind.table(list(WINS))[kind.apart] @ np.array(list(WINS.values()))
                for (goal, number), kind in kinds.items()
                if goal is Goal.WIN
            ]
        )
        result["wins of any length"] = agreement(totals, np.concatenate([k.rating[k.apart] for k in wins]))
    result |= carried_over(kinds)
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))
    if MATES:
        draw(kinds[Goal.MATE, 2])


def draw(kind: Rated) -> None:
    """Draw ratings over the estimate, and their mean by tenths of the puzzles."""
    mpl.rcParams["svg.hashsalt"] = "motif"
    first, more = LENGTH[Goal.MATE]
    totals = (first + 2 * more + kind.table(list(MATES)) @ np.array(list(MATES.values())))[kind.apart]
    ratings = kind.rating[kind.apart]
    figure, axes = plt.subplots(figsize=(6, 4), layout="constrained")
    axes.scatter(totals[:DRAWN], ratings[:DRAWN], s=4, alpha=0.35, color="0.4", label="a puzzle")
    tenths = np.array_split(np.argsort(totals, kind="stable"), 10)
    means = [(totals[tenth].mean(), ratings[tenth].mean()) for tenth in tenths]
    axes.plot(*zip(*means, strict=True), "o-", color="black", label="mean of a tenth")
    axes.set(xlabel="difficulty estimate", ylabel="Lichess rating", title="Mates in two, the half that was not fitted")
    axes.legend()
    figure.savefig(HERE / "figure.svg", metadata={"Date": None})


if __name__ == "__main__":
    main()
