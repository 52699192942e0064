"""Measure the memory, open handles and processes of a process and all its descendants; needs Linux.

Memory is the proportional set size (PSS), which counts memory shared by several processes once.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Holding:
    """The resources that a process and its descendants hold at one moment."""

    processes: int
    zombies: int
    handles: int
    bytes: int


def family(pid: int) -> dict[int, str]:
    """Return a process and its descendants, each with its state in Linux."""
    parents: dict[int, int] = {}
    states: dict[int, str] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent = stat.read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        parents[int(stat.parent.name)], states[int(stat.parent.name)] = int(parent), state
    found, new = {pid}, {pid}
    while new:
        new = {child for child, parent in parents.items() if parent in new} - found
        found |= new
    return {each: states[each] for each in found if each in states}


def holding(pid: int) -> Holding:
    """Return the resources held now by a process and its descendants."""
    members = family(pid)
    zombies = sum(state == "Z" for state in members.values())
    return Holding(len(members), zombies, sum(map(_handles, members)), sum(map(_pss, members)))


def each_bytes(pid: int) -> list[int]:
    """Return the bytes of each process, the parent first, then the largest first."""
    members = family(pid)
    return [_pss(pid), *sorted((_pss(each) for each in members if each != pid), reverse=True)]


def _handles(pid: int) -> int:
    try:
        return sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir())
    except OSError:
        return 0


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)
