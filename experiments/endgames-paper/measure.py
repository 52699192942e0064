"""Measure the champions of all runs two plies further, and the best of each kind once more.

    python experiments/endgames-paper/measure.py FOLDER [KIND …]

Looking two plies further is twenty times the work, so `runs.py` leaves it to this script, which goes through the files
of the folder and adds 2,000 games to each where they are missing. The best of ten is partly the luckiest: whoever is
best of its kind plays 2,000 games more, and those are what is reported. Broken off, it goes on with the next file.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from runs import AHEAD, FRESH_GAMES, KINDS, MIXED, against_master

from motif.arena.seeds import seed_of
from motif.endgames import GameRules, Program
from motif.store import write_atomically

MEASURES = {"against the Master": GameRules(), "two plies more": AHEAD}
AGAIN = ", again"


def main() -> None:
    """Measure what is missing."""
    folder, kinds = Path(sys.argv[1]), sys.argv[2:] or KINDS
    paths = [path for kind in kinds for path in sorted(folder.glob(f"{kind}-*-*.json"))]
    for path in paths:
        for title in MEASURES:
            measure(path, title, title, "fresh")
    groups = defaultdict(list)
    for path in paths:
        groups[path.name.rsplit("-", 1)[0]].append(path)
    for group in groups.values():
        for title in MEASURES:
            measure(max(group, key=lambda path: read(path)[title]["score"]), title, title + AGAIN, "again")


def measure(path: Path, title: str, key: str, games: str) -> None:
    """Add a score to the file of a run, unless it is there with as many games."""
    run = read(path)
    if run.get(key, {}).get("games", 0) < FRESH_GAMES:
        endgames = tuple(run["endgames"])
        seed = seed_of(run["seed"], games, run["kind"], MIXED if len(endgames) > 1 else endgames[0])
        score = against_master(Program.parse(run["champion"]), endgames, FRESH_GAMES, seed, MEASURES[title])
        write_atomically(path, json.dumps(run | {key: score.to_json()}, indent=1) + "\n")
        print(path.name, key, f"{score.mean:.4f}", flush=True)


def read(path: Path) -> dict[str, Any]:
    """The record of a run."""
    run: dict[str, Any] = json.loads(path.read_text())
    return run


if __name__ == "__main__":
    main()
