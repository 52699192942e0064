"""Solving small endgames: the core against a retrograde analysis in vectorised NumPy, which must give the same tables.

Beside that, what each table costs alone, once those that it leads to are there; on as many cores as there are.
"""

from __future__ import annotations

import os
import time
from typing import Any

import numpy as np
from common import best_of, report, sized
from plain_tables import QUEEN, ROOK, solve

from motif._core.board import Tables

THREE_MEN = ["KQK", "KRK", "KBK", "KNK", "KPK"]
FOUR_MEN: list[str] = sized(["KRKR", "KQKQ", "KQKR", "KBNK", "KRKN", "KPKP"], [])
# The core keeps one quarter of the white king's squares.
QUARTER = [8 * rank + file for rank in range(4) for file in range(4)]


def with_needs(signature: str) -> Tables:
    """Tables that hold all that an endgame leads to, but not the endgame."""
    tables = Tables()

    def add(name: str) -> None:
        for needed in Tables.needs(name):
            if not tables.holds(needed):
                add(needed)
                tables.solve(needed)

    add(signature)
    return tables


def against_numpy(signature: str, directions: tuple[tuple[int, int], ...]) -> dict[str, Any]:
    """One endgame both ways."""

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
    """What it costs to solve some endgames, in CPU time and on the clock."""
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
    """Measure, compare and report."""
    first = [against_numpy("KRK", ROOK), against_numpy("KQK", QUEEN)]
    rows = [*first, alone("all with three men", THREE_MEN, Tables())]
    rows += [alone(signature, [signature], with_needs(signature)) for signature in FOUR_MEN]
    report("tablebases", min(row["ratio"] for row in first), rows)


if __name__ == "__main__":
    main()
