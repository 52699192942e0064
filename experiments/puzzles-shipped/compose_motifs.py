"""Compose the exercises that ship for what players allow and miss: positions in which one move wins by a motif.

    python experiments/puzzles-shipped/compose_motifs.py [--workers 2]

writes src/motif/data/motif_puzzles.txt. Each is sound by the built-in search, shows its motif, and has it in its
explanation. The same seed gives the same puzzles on any number of workers.
"""

from __future__ import annotations

import argparse

from rich.progress import track

from motif.players.names import find_evaluator
from motif.puzzles.batches import Distinct, Order
from motif.puzzles.files import MOTIF_PUZZLES
from motif.puzzles.puzzle import Puzzle, save_puzzles
from motif.runtime.parallel import Workers, in_order
from motif.training.composing import ENCODED, compose_for

WANTED = {"fork": 32, "skewer": 20, "hanging piece": 12, "pin": 20, "discovered attack": 20}
AT_ONCE = 4


def composed(task: tuple[str, int]) -> list[Puzzle]:
    """Compose a few puzzles of a motif."""
    motif, seed = task
    exercises = compose_for(motif, find_evaluator("search"), Order(AT_ONCE, seed))
    return [exercise.puzzle for exercise in exercises if exercise.puzzle is not None]


def main() -> None:
    """Compose, drop twins, and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=2)
    given = parser.parse_args()
    assert WANTED.keys() == ENCODED.keys()
    tasks = [(motif, given.seed + part) for motif, count in WANTED.items() for part in range(count // AT_ONCE)]
    with Workers(given.workers).executor() as executor:
        parts = list(track(in_order(executor, composed, tasks), "composing", total=len(tasks)))
    distinct = Distinct()
    save_puzzles((puzzle for part in parts for puzzle in part if distinct.admits(puzzle)), MOTIF_PUZZLES)


if __name__ == "__main__":
    main()
