"""Repeat the paper's three evolutions, and the round robin of 64 games that produced its best weights.

python experiments/search-paper/tournaments.py --seed 1

The three runs of 250 games each are: base players, where any winner breeds; pruning players, where any winner breeds;
pruning players, where the best three breed. Then eight of the fittest play each other with both colours, and once each
the handmade weights, all as pruning players: 64 games. Writes tournaments.json in this folder.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path
from typing import Any

from motif.search.evaluation import Weights
from motif.search.learning.evolution import Breeding, WeightEvolutionSettings, evolve, final_round_robin

HERE = Path(__file__).parent
RUNS = {
    "base, any winner breeds": (WeightEvolutionSettings(prunes=False, breeding=Breeding.WINNERS), 2),
    "pruning, any winner breeds": (WeightEvolutionSettings(breeding=Breeding.WINNERS), 3),
    "pruning, the best three breed": (WeightEvolutionSettings(), 3),
}
"""Each run, and how many of its fittest enter the round robin."""


def main() -> None:
    """Play everything and store the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    begun = time.process_time()
    runs: dict[str, Any] = {}
    chosen: dict[Weights, str] = {}
    for name, (settings, number) in RUNS.items():
        generations = list(evolve(settings, seed))
        runs[name] = generations[-1].to_json()
        # The players of the last generation are often alike; then the fittest of the one before enter as well.
        fittest = dict.fromkeys(agent.weights for each in reversed(generations) for agent in each.agents)
        chosen |= dict.fromkeys([weights for weights in fittest if weights not in chosen][:number], name)
        print(name, generations[-1].agents[0].weights.scaled, flush=True)
    final = final_round_robin(WeightEvolutionSettings(), list(chosen), seed)
    standing = [
        {
            "weights": str(agent.weights),
            "with a pawn at 1": str(agent.weights.scaled),
            "from": chosen[agent.weights],
            "wins": agent.wins,
            "points": agent.points,
        }
        for agent in final.agents
    ]
    games = len(chosen) ** 2
    by_hand = games - sum(agent.points for agent in final.agents)
    found = {"seed": seed, "games": games, "final": standing, "points of the weights made by hand": by_hand}
    found |= {"runs": runs, "CPU seconds": round(time.process_time() - begun)}
    (HERE / "tournaments.json").write_text(json.dumps(found, indent=1) + "\n")
    print(json.dumps({name: found[name] for name in ("games", "final", "CPU seconds")}, indent=1))


if __name__ == "__main__":
    main()
