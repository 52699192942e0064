"""Programs that mate a bare king: evolved by the tables for KRK and for KQK apart, with the extra symbols.

    python experiments/endgames-paper/bare_kings.py FOLDER [GENERATIONS] [SEED]

The two are joined by one question, whether there is a rook, into the program that ships. Restartable: both runs go on
from their checkpoints in the folder.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

from motif.endgames import EvolutionSettings, Program, Rules, evolve
from motif.endgames.breeding import BreedingSettings
from motif.endgames.fitness import FitnessSettings
from motif.endgames.mating_fitness import BARE_KINGS, arena, lengths
from motif.endgames.simplification import simplify
from motif.endgames.tree import Tree

BREEDING = BreedingSettings(reproduction=0.2, crossover=0.4, first_depth=(2, 5), extras=True, elite=6, parsimony=1e-5)
OTHERS = Tree(0.0)


def main() -> None:
    """Evolve both and join them."""
    folder = Path(sys.argv[1])
    generations = int(sys.argv[2]) if len(sys.argv) > 2 else 100
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else 1
    best = {}
    for endgame in BARE_KINGS:
        settings = EvolutionSettings(
            (endgame,), population=60, generations=generations, breeding=BREEDING, fitness=FitnessSettings(mating=True)
        )
        for run in evolve(settings, seed, checkpoint=folder / f"mates-{endgame}-{seed}.checkpoint"):
            last = run.history[-1]
            print(endgame, last.number, f"{last.fitness:.4f} {last.mean_fitness:.4f}", last.best.size, flush=True)
        best[endgame] = last.best
        print(endgame, json.dumps(quality(last.best, endgame)), flush=True)
    joined = Tree("If3", (Tree("MyKingProxRook"), best["KRK"].advantage, best["KQK"].advantage))
    program = simplify(Program(joined, OTHERS, OTHERS))
    program.save(folder / f"mates-{seed}.program")
    print(json.dumps({endgame: quality(program, endgame) for endgame in BARE_KINGS}))


def quality(program: Program, endgame: str) -> dict[str, float]:
    """How many positions are mated against the longest defence, whatever move is drawn, and how long it takes."""
    field = arena(endgame)
    found = lengths(Rules().compile(program), field)
    mated = np.isfinite(found)
    return {
        "positions up to symmetry": field.positions,
        "mated": int(mated.sum()),
        "times the best length": float(found[mated].mean() / field.best[mated].mean()) if mated.any() else 0.0,
    }


if __name__ == "__main__":
    main()
