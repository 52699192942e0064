"""Time, size and report every benchmark in the same way: best-of timing, a table, a JSON file, the headline last.

With `--small` a benchmark takes seconds and shows only that it still runs; tests/test_benchmarks.py uses this.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"

IS_SMALL = "--small" in sys.argv
if IS_SMALL:
    sys.argv.remove("--small")

Answer = TypeVar("Answer")


def sized(whole: Answer, small: Answer) -> Answer:
    """Return `whole`, or `small` when the benchmark runs with `--small`."""
    return small if IS_SMALL else whole


def best_of(rounds: int, work: Callable[[], Answer]) -> tuple[Answer, float]:
    """Return the answer and the shortest of several CPU times; other work on the machine only makes a time longer."""
    times = []
    for _ in range(sized(rounds, 1)):
        begin = time.process_time()
        answer = work()
        times.append(time.process_time() - begin)
    return answer, min(times)


def measured(command: list[str]) -> tuple[float, float]:
    """Run a command; return its CPU seconds and its peak memory in megabytes."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, process.returncode, usage = os.wait4(process.pid, 0)
    assert process.returncode == 0, command
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def report(name: str, ratio: float, rows: list[dict[str, Any]]) -> None:
    """Print the rows as a table, write them to results/NAME.json unless small, and close with `NAME ratio N`."""
    table = Table(*rows[0])
    for row in rows:
        table.add_row(*(f"{value:,.4g}" if isinstance(value, float) else str(value) for value in row.values()))
    Console().print(table)
    if not IS_SMALL:
        RESULTS.mkdir(exist_ok=True)
        result = {"benchmark": name, "ratio": round(ratio, 3), "machine": platform.machine(), "rows": rows}
        (RESULTS / f"{name}.json").write_text(json.dumps(result, indent=2) + "\n")
    print(f"{name} ratio {ratio:.4g}")
