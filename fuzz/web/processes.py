"""A process and all that descend from it: their memory, and the processor's time that they took. It needs Linux."""

from __future__ import annotations

import os
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")


def family(pid: int) -> set[int]:
    """A process and all that descend from it."""
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
    """The proportional set size of the family, in bytes: what several processes share is counted once."""
    return sum(map(_proportional, family(pid)))


def processor_seconds(pid: int) -> float:
    """Seconds of a core that the family took so far, with those of its children that have ended."""
    seconds = 0.0
    for member in family(pid):
        try:
            fields = _fields(Path(f"/proc/{member}/stat"))
        except OSError:
            continue
        # Its own time, and that of children it has waited for.
        seconds += sum(map(int, fields[11:15])) / TICKS
    return seconds


def _fields(stat: Path) -> list[str]:
    """What stands behind the name of a process, which may hold anything: its state first, then its parent."""
    return stat.read_text().rpartition(")")[2].split()


def _proportional(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
