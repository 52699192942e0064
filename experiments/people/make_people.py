"""Make everything that is known of people from one file of rated games.

python experiments/people/make_people.py GAMES.pgn.zst FOLDER --maia maia-1100.pb.gz --workers 2

The steps are patterns, counts of openings and of answers, searches, pairs of terms, and the weights. Each is a script
in this folder, and is skipped if FOLDER records that it is done. The same games and seed give the same files. A cluster
can share the searches, which take longest.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).parent
PAIRS_OF_PATTERNS = 29_000
"""Pairs of effects weighed in each library of patterns."""


def main() -> None:
    """Run the missing steps one by one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--maia", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="fit to the first positions only, this many")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster", help="the address of a Dask cluster")
    given = parser.parse_args()
    seed = ["--seed", str(given.seed)]
    drawn = [str(given.folder), *seed, *(["--most", str(given.most)] if given.most else [])]
    who = ["--workers", str(given.workers), *(["--cluster", given.cluster] if given.cluster else [])]
    pairs = ["--pairs", str(PAIRS_OF_PATTERNS)]
    steps = {
        "weaker patterns": ["learn_patterns.py", given.games, "weaker", *pairs, *seed],
        "stronger patterns": ["learn_patterns.py", given.games, "stronger", *pairs, *seed],
        "openings": ["count_openings.py", given.games],
        "answers": ["count_answers.py", given.games],
        "looks": ["look.py", given.games, *drawn, *who],
        "pairs": ["choose_pairs.py", given.games, *drawn],
        "weights": ["fit_people.py", given.games, *drawn, *(word for path in given.maia for word in ("--maia", path))],
    }
    given.folder.mkdir(parents=True, exist_ok=True)
    record = given.folder / "done.json"
    asked = {"games": given.games, "seed": given.seed, "most": given.most}
    done = json.loads(record.read_text()) if record.exists() else {"asked": asked, "seconds": {}}
    if done["asked"] != asked:
        parser.error(f"{given.folder} has results of {done['asked']}: name another folder")
    seconds: dict[str, int] = done["seconds"]
    for name, (script, *arguments) in steps.items():
        if name not in seconds:
            begun = time.monotonic()
            step = subprocess.run([sys.executable, str(HERE / script), *arguments], check=False)
            if step.returncode:
                sys.exit(step.returncode)
            seconds[name] = round(time.monotonic() - begun)
            record.write_text(json.dumps(done, indent=1) + "\n")
        print(f"{name}: {seconds[name]} s", flush=True)


if __name__ == "__main__":
    main()
