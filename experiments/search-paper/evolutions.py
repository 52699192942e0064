"""Repeat the paper's evolution from several seeds, with first weights of positioning up to 1 and up to 10.

    python experiments/search-paper/evolutions.py --seeds 5 --games 100

Each winner of 250 games plays the paper's winning weights, both as pruning players at depth 4, from starts that its
evolution may have seen but did not select by. Writes evolutions.json in this folder, after every run.
"""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path
from typing import Any

import chess
import numpy as np

from motif.arena.start_positions import starts
from motif.search.evaluation import NAMED, Weights
from motif.search.learning.evolution import Contestant, Pairing, WeightEvolutionSettings, evolve, play_contests
from motif.search.settings import Mode, Pruning, SearchSettings

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HERE = Path(__file__).parent
RANGES = (1.0, 10.0)
DEPTH = 4


def score(weights: Weights, games: int, seed: int, threads: int | None) -> list[float]:
    """Return the points of each game against the winning weights, both colours from each start."""
    players = [
        Contestant(name, SearchSettings(each, Mode.PAPER, Pruning()), DEPTH)
        for name, each in (("evolved", weights), ("winning", NAMED["winning"]))
    ]
    pairings = [
        pairing
        for start in islice(starts(seed), 64, 64 + games // 2)
        for pairing in (Pairing(0, 1, start), Pairing(1, 0, start))
    ]
    contests = play_contests(players, pairings, threads=threads)
    return [each.result.points(chess.WHITE if each.pairing.white == 0 else chess.BLACK) for each in contests]


def main() -> None:
    """Evolve from each seed and store the results."""
    given = read_options(__doc__, seeds=5, games=100, generations=10, threads=int, out=HERE)
    result: dict[str, Any] = {}
    for largest in RANGES:
        runs: list[dict[str, Any]] = []
        for seed in range(1, given.seeds + 1):
            settings = WeightEvolutionSettings(generations=given.generations, largest_positioning=largest, depth=DEPTH)
            *_, last = evolve(settings, seed, given.threads)
            winner = last.agents[0].weights
            points = score(winner, given.games, 1000 + seed, given.threads)
            runs.append({"seed": seed, "weights": str(winner), "score": round(float(np.mean(points)), 3)})
            print(largest, runs[-1], flush=True)
            result[f"positioning up to {largest:g}"] = {"games each": given.games, "runs": runs, **summed_up(runs)}
            write_result(given.out / "evolutions.json", result)


def summed_up(runs: list[dict[str, Any]]) -> dict[str, float]:
    """Return the mean score of the runs, and its standard error by their spread: runs differ more than games do."""
    scores = [run["score"] for run in runs]
    error = float(np.std(scores, ddof=1) / len(scores) ** 0.5) if len(scores) > 1 else float("nan")
    return {"mean score": round(float(np.mean(scores)), 3), "standard error": round(error, 3)}


if __name__ == "__main__":
    main()
