"""Find weights by the score of matches: a grid of the two free ratios, reduced round by round, then a final test.

python experiments/search-paper/weights_by_match.py --seed 1

H has three weights and two free ratios, so material stays at 10 and the grid has positioning and threats. Every
candidate plays the paper's winning and handmade weights, half of its games each, both colours from each start; the best
go to the next round with more games. The best of the last round plays both on starts that no round has used. Games are
depth-3 and depth-4 searches in paper mode without pruning. Writes weights-by-match.json in this folder after every
round and every match, and continues from there when run again with the same seed.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from itertools import islice, product
from pathlib import Path
from typing import Any

from strength import duel

from motif.arena.start_positions import StartPosition, shipped_starts, starts
from motif.search.evaluation import NAMED, Weights
from motif.search.learning.weights import Contestant, Pairing, play_contests
from motif.search.settings import Mode, Pruning, SearchSettings

HERE = Path(__file__).parent
RESULT = HERE / "weights-by-match.json"
MATERIAL = 10.0
POSITIONING = (0.04, 0.07, 0.11, 0.16, 0.24, 0.4)
THREATS = (0.1, 0.4, 1.0, 2.0, 3.5, 6.0)
OPPONENTS = ("winning", "handmade")


@dataclass(frozen=True, slots=True)
class Round:
    """The number of candidates, the games for each, and the depth."""

    candidates: int
    games: int
    depth: int


ROUNDS = (Round(36, 96, 3), Round(10, 320, 3), Round(4, 160, 4))


def _contestant(weights: Weights, depth: int, pruning: Pruning | None = None) -> Contestant:
    return Contestant(str(weights), SearchSettings(weights, Mode.PAPER, pruning), depth)


def scores(candidates: list[Weights], chosen: Round, begin: int, seed: int) -> list[float]:
    """Return each candidate's share of the points against both opponents; all play the same starts."""
    players = [_contestant(weights, chosen.depth) for weights in (*candidates, *(NAMED[name] for name in OPPONENTS))]
    openings = _openings(begin, chosen.games // (2 * len(OPPONENTS)), seed)
    pairings = []
    for candidate in range(len(candidates)):
        for opponent, start in product(range(len(candidates), len(players)), openings):
            pairings += [Pairing(candidate, opponent, start), Pairing(opponent, candidate, start)]
    points = [0.0] * len(candidates)
    for contest in play_contests(players, pairings):
        side = contest.pairing.white < len(candidates)
        points[min(contest.pairing.white, contest.pairing.black)] += contest.result.points(side)
    return [mine / chosen.games for mine in points]


def _openings(begin: int, count: int, seed: int) -> list[StartPosition]:
    return list(islice(starts(seed), begin, begin + count))


def tune(keep: dict[str, Any]) -> Weights:
    """Play the missing rounds; `keep` grows with each."""
    candidates = [Weights(MATERIAL, *ratios) for ratios in product(POSITIONING, THREATS)]
    used = 0
    for number, chosen in enumerate(ROUNDS):
        if number == len(keep["rounds"]):
            keep["rounds"].append(_play_round(candidates[: chosen.candidates], chosen, used, keep["seed"]))
            _write(keep)
        used += chosen.games // (2 * len(OPPONENTS))
        candidates = [Weights.parse(text) for text in keep["rounds"][number]["scores"]]
    return candidates[0]


def _play_round(candidates: list[Weights], chosen: Round, used: int, seed: int) -> dict[str, Any]:
    began = time.process_time()
    found = scores(candidates, chosen, used, seed)
    ranking = sorted(zip(found, candidates, strict=True), key=lambda pair: -pair[0])
    played = {
        "games each": chosen.games,
        "depth": chosen.depth,
        "CPU seconds": round(time.process_time() - began, 1),
        "scores": {str(weights): round(score, 3) for score, weights in ranking},
    }
    print(json.dumps(played), flush=True)
    return played


def _write(keep: dict[str, Any]) -> None:
    RESULT.write_text(json.dumps(keep, indent=2) + "\n")


def main() -> None:
    """Tune, then test the best on fresh starts, with pruning and without."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--final-games", type=int, default=240)
    chosen = parser.parse_args()
    keep: dict[str, Any] = {"seed": chosen.seed, "opponents": list(OPPONENTS), "rounds": [], "final": []}
    if RESULT.exists() and (before := json.loads(RESULT.read_text()))["seed"] == chosen.seed:
        keep |= before
    best = tune(keep)
    keep["best"] = str(best)
    for number, (pruning, name) in enumerate(product((None, Pruning()), OPPONENTS)):
        if number < len(keep["final"]):
            continue
        first, second = _contestant(best, 4, pruning), _contestant(NAMED[name], 4, pruning)
        row = duel(first, second, chosen.final_games, chosen.seed + 1, len(shipped_starts()))
        keep["final"].append({"players": "base" if pruning is None else "pruning", "opponent": name, **row})
        _write(keep)


if __name__ == "__main__":
    main()
