"""Fit the difficulty of mates in 1 to ratings: the weights of MATES_IN_1 in motif/puzzles/difficulty.py.

    python experiments/puzzles-difficulty/fit_mates_in_1.py puzzles.csv

The file is Lichess's table of puzzles or a part of it; its mates in 1 are used. Since few were available, all of them
are fitted, and cross-validation by tenths measures the fit. Prints the table for the module.
"""

from __future__ import annotations

import csv
import json
import sys
import zlib
from pathlib import Path

import chess
import numpy as np
from fit_difficulty import A_POINT, Rated, agreement, fitted, spearman, stretched

from motif.puzzles.difficulty import MATES, MATES_IN_1, features

CHOSEN, RIDGE = 12, 300.0
RIDGES, COUNTS = (30.0, 100.0, 300.0), (6, 8, 10, 12, 14, 16, 20)


def main() -> None:
    """Choose features by tenths, fit and measure."""
    kind = read(Path(sys.argv[1]))
    names = sorted(name for name in kind.found[0] if not name.endswith((" later", " at some move")))
    for ridge in RIDGES:
        print(ridge, {count: round(spearman(by_tenths(kind, names, count, ridge), kind.rating), 3) for count in COUNTS})
    weights = stretched([kind], fitted([kind], names, CHOSEN, RIDGE))
    rounded = {name: round(weight / A_POINT, 2) for name, weight in weights.items()}
    left = kind.rating / A_POINT - kind.table(list(rounded)) @ np.array(list(rounded.values()))
    print(round(float(left.mean()), 2), json.dumps(rounded, indent=4))
    print("by tenths", agreement(by_tenths(kind, names, CHOSEN, RIDGE), kind.rating))
    for title, own in (("weights of longer mates", MATES), ("weights that ship", MATES_IN_1)):
        print(title, agreement(kind.table(list(own)) @ np.array(list(own.values())), kind.rating))


def read(path: Path) -> Rated:
    """Return the mates in 1 of the file."""
    kind = Rated()
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if "mateIn1" not in row["Themes"].split():
                continue
            board = chess.Board(row["FEN"])
            lead, key = map(chess.Move.from_uci, row["Moves"].split())
            board.push(lead)
            kind.ratings.append(float(row["Rating"]))
            kind.found.append(features(board, [key]))
            kind.held_out.append(False)
            kind.tenths.append(zlib.crc32(f"{row['PuzzleId']}f".encode()) % 10)
    return kind


def by_tenths(kind: Rated, names: list[str], count: int, ridge: float) -> np.ndarray:
    """Return the estimate for each puzzle by weights of the other nine tenths."""
    totals = np.zeros(len(kind.ratings))
    for tenth in range(10):
        weights = fitted([kind], names, count, ridge, tenth)
        table, own = kind.table(list(weights)), np.array(list(weights.values()))
        here = kind.tenth == tenth
        totals[here] = (table[here] - table[~here].mean(axis=0)) @ own
    return totals


if __name__ == "__main__":
    main()
