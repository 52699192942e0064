"""Everything that is known of people, from one file of rated games by one command.

python experiments/people/make_people.py GAMES.pgn.zst FOLDER --maia maia-1100.pb.gz --workers 2

Patterns, counts of openings and of answers, what the search sees, pairs of terms, and the weights: each step is one of
the scripts here, and is passed over where FOLDER says that it is done. The same games and the same seed give the same
files. A cluster shares what takes longest, the looks at positions.
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
"""So many pairs of effects are weighed in each library of patterns."""


def main() -> None:
    """Do what is not done yet, step by step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--maia", action="append", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, help="fit to only the first so many positions")
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
        parser.error(f"{given.folder} holds what was made by {done['asked']}: name another folder")
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
