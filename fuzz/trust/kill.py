"""Kill -9 at random moments, and resume: the result is the same to the byte, nothing is half-written, no lock is left.

    python fuzz/trust/kill.py --kills 20 --out fuzz/trust/kill.json

Every long command is begun, killed with all its processes at a moment drawn by lot, begun again, killed again, and now
and then let to its end; the result is compared with that of a run that nobody killed, by SHA-256.
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
    """Kill every command so often, and write down what came of it."""
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
    """Kill a command so often."""
    begun = time.monotonic()
    prepare(where / "whole", run)
    started = time.monotonic()
    if code := finished(begin(where / "whole", run.arguments)):
        raise RuntimeError(f"failed with {code}: {(where / 'whole-errors.txt').read_text()[-500:]}")
    lasts = time.monotonic() - started
    wanted = digest(where / "whole", run)
    told: dict[str, Any] = {"kills": 0, "resumed to the end": 0, "equal": 0, "half-written": [], "left over": []}
    number = 0
    while told["kills"] < kills:
        folder = where / f"killed-{number}"
        number += 1
        prepare(folder, run)
        in_a_row = 0
        while in_a_row < KILLS_IN_A_ROW and told["kills"] < kills:
            if not killed_after(begin(folder, run.arguments), random.uniform(0, lasts)):
                break
            in_a_row += 1
            told["kills"] += 1
            told["half-written"] += [name for name in run.results if _is_half(folder, name, run, wanted)]
        code = finished(begin(folder, run.arguments))
        told["resumed to the end"] += 1
        told["equal"] += code == 0 and digest(folder, run) == wanted
        told["left over"] += left_over(folder, run)
    told["seconds of a whole run"] = round(lasts, 1)
    told["seconds in all"] = round(time.monotonic() - begun)
    return told


def _is_half(folder: Path, name: str, run: Run, wanted: str) -> bool:
    """Whether a result is there and is not the whole one, though it is not written as it comes."""
    path = folder / name
    if name in run.growing or not path.exists():
        return False
    return digest(folder, run) != wanted


if __name__ == "__main__":
    main()
