"""Fuzz some of the readers in Python with coverage guidance by Atheris, the libFuzzer for Python.

    pip install atheris
    python fuzz/guided.py programs --seconds 180 --record fuzz/guided.json

Atheris is a tool for finding bugs; Motif itself does not need it. It instruments the bytecode of the packages below on
import, so an input that reaches a new branch is kept and mutated further. Every reader runs in a separate process and
begins with the inputs of fuzzing.py; what counts as a crash there counts as a crash here.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
import time
import warnings
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
INSTRUMENTED = [
    "motif.arena", "motif.board", "motif.endgames", "motif.engines", "motif.statistics", "motif.uci.engine",
    "motif.uci.protocol", "motif.openings", "motif.patterns", "motif.puzzles", "motif.search", "motif.runtime.files",
    "motif.study", "motif.tactics", "motif.errors", "chess",
]  # fmt: skip
CHOSEN = ("programs", "recipes", "evidence", "puzzles", "rules", "uci-go", "network-content", "studies")
SECONDS_FOR_ONE = 20
_STATUS = re.compile(r"cov: (\d+)")
_NUMBERS = re.compile(r"stat::(\w+):\s+(\d+)")


def main() -> None:
    """Guide some readers for a while each, and write down what was reached."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("target", nargs="*", default=list(CHOSEN))
    parser.add_argument("--seconds", type=int, default=180)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--record", type=Path, help="add what was reached to this file")
    parser.add_argument("--inside", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.inside:
        _guide(given.target[0], given.inside, given.seconds, given.seed)
        return
    for name in given.target:
        reached = _guided(name, given.seconds, given.seed)
        print(f"{name}: {reached}", flush=True)
        if given.record:
            runs = json.loads(given.record.read_text()) if given.record.exists() else {}
            runs[name] = reached
            given.record.write_text(json.dumps(runs, indent=1) + "\n")


def _guided(name: str, seconds: int, seed: int) -> dict[str, Any]:
    """Fuzz one reader in a separate process."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, str(Path(__file__).resolve()), name, "--seconds", str(seconds), "--seed", str(seed)]
        begun = time.monotonic()
        ended = subprocess.run([*command, "--inside", folder], capture_output=True, text=True, cwd=folder)
        took = time.monotonic() - begun
        coverage = [int(found) for found in _STATUS.findall(ended.stderr)]
        numbers = dict(_NUMBERS.findall(ended.stderr))
        crashes = sorted(Path(folder).glob("crash-*")) + sorted(Path(folder).glob("timeout-*"))
        for crash in crashes:
            kept = HERE / "crashes" / name / crash.name
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_bytes(crash.read_bytes())
        if not coverage or (ended.returncode and not crashes):
            raise RuntimeError(f"{name} was not guided: {ended.stderr[-2000:]}")
        if crashes:
            print(ended.stderr[-3000:], file=sys.stderr)
        return {
            "inputs": int(numbers.get("number_of_executed_units", 0)),
            "seconds": round(took),
            "branches reached by the first inputs": coverage[0],
            "branches reached at the end": coverage[-1],
            "inputs kept": int(numbers.get("new_units_added", 0)),
            "crashes": len(crashes),
        }


def _guide(name: str, folder: Path, seconds: int, seed: int) -> None:
    """Fuzz inside the process; libFuzzer ends it when the time is over."""
    import atheris  # installed for this script alone

    with atheris.instrument_imports(include=INSTRUMENTED):
        from targets import REFUSED, all_targets
    warnings.simplefilter("error")
    target = all_targets()[name]
    corpus = folder / "corpus"
    corpus.mkdir()
    for number, content in enumerate(target.seeds):
        (corpus / f"{number:04}").write_bytes(content)

    def read(data: bytes) -> None:
        try:
            target.read(data)
        except REFUSED:
            return

    options = [
        f"-max_total_time={seconds}", f"-seed={seed}", f"-timeout={SECONDS_FOR_ONE}", "-max_len=60000",
        "-print_final_stats=1", "-rss_limit_mb=4096", f"-artifact_prefix={folder}/",
    ]  # fmt: skip
    if target.shape is not None:
        shape = target.shape

        def changed(data: bytes, most: int, number: int) -> bytes:
            """Change the input with its shape kept half of the time, and as libFuzzer does otherwise."""
            from random import Random

            random = Random(number)
            if random.random() < 0.5:
                return shape(data, random)[:most]
            mutated: bytes = atheris.Mutate(data, most)
            return mutated

        atheris.Setup([sys.argv[0], *options, str(corpus)], read, custom_mutator=changed)
    else:
        atheris.Setup([sys.argv[0], *options, str(corpus)], read)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
