"""Kill long commands at random moments and resume them: the result must be identical and no file or lock left.

    python fuzz/trust/kill.py --kills 20 --out fuzz/trust/kill.json

Each command is started, killed with all its processes at a random moment, started and killed again, and sometimes left
to finish. The result is compared with that of an undisturbed run, by SHA-256.
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

from long_runs import RUNS, Run, begin, digest, finished, killed_after, left_over, prepare

HERE = Path(__file__).parent
KILLS_IN_A_ROW = 4


def main() -> None:
    """Kill every command and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("command", nargs="*", help="which commands; all without a name")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "kill.json")
    given = parser.parse_args()
    found = json.loads(given.out.read_text()) if given.out.exists() else {}
    for name in given.command or RUNS:
        with tempfile.TemporaryDirectory() as folder:
            found[name] = campaign(RUNS[name], Path(folder), given.kills, Random(given.seed))
        print(name, json.dumps(found[name]), flush=True)
        given.out.write_text(json.dumps(found, indent=1) + "\n")


def campaign(run: Run, where: Path, kills: int, random: Random) -> dict[str, Any]:
    """Kill one command `kills` times."""
    begun = time.monotonic()
    prepare(where / "whole", run)
    started = time.monotonic()
    if code := finished(begin(where / "whole", run.arguments)):
        raise RuntimeError(f"failed with {code}: {(where / 'whole-errors.txt').read_text()[-500:]}")
    lasts = time.monotonic() - started
    wanted = digest(where / "whole", run)
    row: dict[str, Any] = {"kills": 0, "resumed to the end": 0, "equal": 0, "half-written": [], "left over": []}
    number = 0
    while row["kills"] < kills:
        folder = where / f"killed-{number}"
        number += 1
        prepare(folder, run)
        in_a_row = 0
        while in_a_row < KILLS_IN_A_ROW and row["kills"] < kills:
            if not killed_after(begin(folder, run.arguments), random.uniform(0, lasts)):
                break
            in_a_row += 1
            row["kills"] += 1
            row["half-written"] += [name for name in run.results if _is_half(folder, name, run, wanted)]
        code = finished(begin(folder, run.arguments))
        row["resumed to the end"] += 1
        row["equal"] += code == 0 and digest(folder, run) == wanted
        row["left over"] += left_over(folder, run)
    row["seconds of a whole run"] = round(lasts, 1)
    row["seconds in all"] = round(time.monotonic() - begun)
    return row


def _is_half(folder: Path, name: str, run: Run, wanted: str) -> bool:
    """Return whether a result exists and is incomplete, though it is not one that grows while the command runs."""
    path = folder / name
    if name in run.growing or not path.exists():
        return False
    return digest(folder, run) != wanted


if __name__ == "__main__":
    main()
