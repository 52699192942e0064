"""Measure the champions of all runs two plies further, and the best of each kind once more.

    python experiments/endgames-paper/measure.py FILE [KIND …]

Looking two plies further is twenty times the work, so `runs.py` leaves it to this script. It adds 2,000 games to each
run of the file where they are missing. The best of ten is partly the luckiest: so the best of each kind plays 2,000
games more, and those are reported. After an interruption it continues with the next run.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from records import Run, add_record, endgame_of, read_records
from runs import AHEAD, FRESH_GAMES, KINDS, against_master

from motif.endgames.games import GameRules
from motif.endgames.program import Program
from motif.runtime.parallel import seed_of

MEASURES = {"against the Master": GameRules(), "two plies more": AHEAD}
AGAIN = ", again"


def main() -> None:
    """Measure what is missing."""
    path, kinds = Path(sys.argv[1]), sys.argv[2:] or KINDS
    runs = [run for run in read_records(path).values() if run["kind"] in kinds and "engine" not in run]
    groups = defaultdict(list)
    for run in runs:
        for title in MEASURES:
            measure(path, run, title, title, "fresh")
        groups[run["kind"], endgame_of(run)].append(run)
    for group in groups.values():
        for title in MEASURES:
            measure(path, max(group, key=lambda run: float(run[title]["score"])), title, title + AGAIN, "again")


def measure(path: Path, run: Run, title: str, key: str, games: str) -> None:
    """Add a score to the record of a run, unless it has as many games already."""
    if run.get(key, {}).get("games", 0) < FRESH_GAMES:
        endgames = tuple(run["endgames"])
        seed = seed_of(run["seed"], games, run["kind"], endgame_of(run))
        score = against_master(Program.parse(run["champion"]), endgames, FRESH_GAMES, seed, MEASURES[title])
        run[key] = score.to_json()
        print(add_record(path, run), key, f"{score.mean:.4f}", flush=True)


if __name__ == "__main__":
    main()
