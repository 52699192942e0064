"""Measure the memory and processor time of a process and all its descendants; needs Linux."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> set[int]:
    """Return a process and all its descendants."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(_fields(stat)[1])
        except OSError:
            continue
    found, new = {pid}, {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return found


def memory(pid: int) -> int:
    """Return the proportional set size in bytes of a process and its descendants; shared memory counts once."""
    return sum(map(_proportional, family(pid)))


def processor_seconds(pid: int) -> float:
    """Return the processor seconds used so far by a process and its descendants, ended children included."""
    seconds = 0.0
    for member in family(pid):
        try:
            fields = _fields(Path(f"/proc/{member}/stat"))
        except OSError:
            continue
        # The process itself, and the children it has waited for.
        seconds += sum(map(int, fields[11:15])) / TICKS
    return seconds


def _fields(stat: Path) -> list[str]:
    """Return the fields after the name of a process, which may contain anything: first its state, then its parent."""
    return stat.read_text().rpartition(")")[2].split()


def _proportional(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
