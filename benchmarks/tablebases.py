"""Compare how fast the core and vectorised NumPy solve small endgames; both must give the same tables.

Other rows give the cost of each table alone, once the tables that it leads to exist, on all cores of the machine.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
from harness import IS_SMALL, best_of, report, sized
from plain_tables import QUEEN, ROOK, solve

from motif._core.board import Tables

THREE_PIECES = sized(["KQK", "KRK", "KBK", "KNK", "KPK"], ["KQK"])
FOUR_PIECES: list[str] = sized(["KRKR", "KQKQ", "KQKR", "KBNK", "KRKN", "KPKP"], [])
# The core keeps a quarter of the white king's squares.
QUARTER = [8 * rank + file for rank in range(4) for file in range(4)]


def with_needs(signature: str) -> Tables:
    """Return tables of all endgames that an endgame leads to, without the endgame itself."""
    tables = Tables()

    def add(name: str) -> None:
        for needed in Tables.needs(name):
            if not tables.holds(needed):
                add(needed)
                tables.solve(needed)

    add(signature)
    return tables


def against_numpy(signature: str, directions: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """Solve one endgame with both programs and compare."""

    def ours() -> bytes:
        tables = Tables()
        tables.solve(signature)
        return tables.values(signature)

    values, seconds = best_of(5, ours)
    plain, plain_seconds = best_of(2, lambda: solve(directions))
    assert np.array_equal(np.frombuffer(values, np.uint8).reshape(2, 16, 64, 64), plain[:, QUARTER])
    return {
        "endgame": signature,
        "CPU seconds": seconds,
        "seconds": "",
        "NumPy, CPU seconds": plain_seconds,
        "ratio": plain_seconds / seconds,
    }


def alone(name: str, signatures: list[str], tables: Tables) -> dict[str, Any]:
    """Return the CPU time and the wall-clock time to solve some endgames."""
    cpu, clock = time.process_time(), time.perf_counter()
    for signature in signatures:
        tables.solve(signature)
    return {
        "endgame": name,
        "CPU seconds": time.process_time() - cpu,
        "seconds": f"{time.perf_counter() - clock:.2f} on {os.cpu_count()} cores",
        "NumPy, CPU seconds": "",
        "ratio": "",
    }


def main() -> None:
    """Measure, compare and write the report."""
    first = [against_numpy("KRK", ROOK), *([] if IS_SMALL else [against_numpy("KQK", QUEEN)])]
    rows = [*first, alone("all with three pieces", THREE_PIECES, Tables())]
    rows += [alone(signature, [signature], with_needs(signature)) for signature in FOUR_PIECES]
    report("tablebases", min(row["ratio"] for row in first), rows)


if __name__ == "__main__":
    main()
