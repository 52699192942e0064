"""Find weights by the paper's evolution and by regression at the same cost: 250 depth-4 games each.

python experiments/search-paper/weights.py --seed 1

Writes weights.json in this folder: the results of both, every generation, and the CPU seconds.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from motif.search.learning.weights import WeightEvolutionSettings, evolve, learn_from_random_agents

HERE = Path(__file__).parent


def main() -> None:
    """Run both and store the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    seed = parser.parse_args().seed
    settings = WeightEvolutionSettings()
    begin = time.process_time()
    generations = list(evolve(settings, seed))
    halfway = time.process_time()
    learned = learn_from_random_agents(settings, seed)
    end = time.process_time()
    winner = generations[-1].agents[0].weights
    result = {
        "seed": seed,
        "games": settings.games,
        "evolution": str(winner),
        "evolution with a pawn at 1": str(winner.scaled),
        "regression": str(learned),
        "CPU seconds": {"evolution": round(halfway - begin, 1), "regression": round(end - halfway, 1)},
        "generations": [generation.to_json() for generation in generations],
    }
    (HERE / "weights.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps({name: result[name] for name in ("evolution", "regression", "CPU seconds")}))


if __name__ == "__main__":
    main()
