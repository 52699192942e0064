"""Fill a disk or make it read-only at random moments: the command must say so, and its next run must succeed.

    sudo python fuzz/trust/disk.py --faults 20 --out fuzz/trust/disk.json

Each long command runs on its own small disk in memory. At a random moment the rest of the disk is filled, or the disk
is mounted read-only. The run may succeed, if it had nothing more to write, or end with an understandable error. Then
the disk is repaired and the same command started again; its result must equal that of an undisturbed run, by SHA-256.
Only root can mount disks.
"""

from __future__ import annotations

import argparse
import errno
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from long_runs import RUNS, Run, begin, digest, finished, left_over, prepare

HERE = Path(__file__).parent
MEGABYTES = 96
FILLER = "filler"
KINDS = ("full", "read-only")


def main() -> None:
    """Break the disk under every command and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("command", nargs="*", help="which commands; all without a name")
    parser.add_argument("--faults", type=int, default=20, help="of both kinds together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=HERE / "disk.json")
    given = parser.parse_args()
    if os.geteuid():
        sys.exit("only root may mount a disk in memory: run this as root, or in a container of your own")
    found = json.loads(given.out.read_text()) if given.out.exists() else {}
    for name in given.command or RUNS:
        found[name] = campaign(RUNS[name], given.faults, Random(given.seed))
        print(name, json.dumps(found[name]), flush=True)
        given.out.write_text(json.dumps(found, indent=1) + "\n")


def campaign(run: Run, faults: int, random: Random) -> dict[str, Any]:
    """Break the disk under one command `faults` times."""
    row: dict[str, Any] = {"faults": 0, "ended well": 0, "ended with a message": 0, "other errors": [], "equal": 0}
    row["left over"] = []
    begun = time.monotonic()
    with small_disk() as folder:
        prepare(folder, run)
        started = time.monotonic()
        if code := finished(begin(folder, run.arguments)):
            raise RuntimeError(f"failed with {code}: {_complaint(folder)[-500:]}")
        lasts, wanted = time.monotonic() - started, digest(folder, run)
    for number in range(faults):
        kind = KINDS[number % len(KINDS)]
        with small_disk() as folder:
            prepare(folder, run)
            pid = begin(folder, run.arguments)
            time.sleep(random.uniform(0, lasts))
            BREAK[kind](folder)
            code = finished(pid)
            MEND[kind](folder)
            complaint = _complaint(folder)
            row["faults"] += 1
            row["ended well"] += code == 0
            has_message = "Traceback" not in complaint and code in (1, 2)
            row["ended with a message"] += code != 0 and has_message
            if code and not has_message:
                row["other errors"].append(f"{kind}: {code}: {complaint.strip().splitlines()[-1:]}")
            code = finished(begin(folder, run.arguments))
            row["equal"] += code == 0 and digest(folder, run) == wanted
            row["left over"] += left_over(folder, run)
    row["seconds of a whole run"] = round(lasts, 1)
    row["seconds in all"] = round(time.monotonic() - begun)
    return row


def _complaint(folder: Path) -> str:
    return (folder.parent / f"{folder.name}-errors.txt").read_text()


@contextmanager
def small_disk() -> Iterator[Path]:
    """Mount a disk of a few megabytes; the printed output and the cache of a run stay outside it."""
    with tempfile.TemporaryDirectory() as place:
        disk = Path(place) / "disk"
        disk.mkdir()
        subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", str(disk)], check=True)
        try:
            yield disk
        finally:
            subprocess.run(["umount", "--lazy", str(disk)], check=True)


def fill(disk: Path) -> None:
    """Use all free space."""
    block = bytes(1 << 16)
    with (disk / FILLER).open("wb", buffering=0) as file:
        try:
            while True:
                file.write(block)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise


def make_room(disk: Path) -> None:
    """Free the space again."""
    (disk / FILLER).unlink()


def mount_read_only(disk: Path) -> None:
    """Make the disk read-only; the kernel refuses while a process has a file open for writing, so this retries."""
    is_there = True
    while not _is_remounted(disk, "ro"):
        if not is_there:
            raise RuntimeError(f"cannot mount {disk} read-only")
        # Check before the next try: a process that has ended by then cannot be the reason for the refusal.
        is_there = _is_in_use(disk)
        time.sleep(0.005)


def mount_writable(disk: Path) -> None:
    """Make the disk writable again."""
    if not _is_remounted(disk, "rw"):
        raise RuntimeError(f"cannot mount {disk} for writing")


def _is_remounted(disk: Path, how: str) -> bool:
    command = ["mount", "-o", f"remount,{how}", str(disk)]
    return subprocess.run(command, check=False, stderr=subprocess.DEVNULL).returncode == 0


def _is_in_use(disk: Path) -> bool:
    return subprocess.run(["fuser", "-sm", str(disk)], check=False, stderr=subprocess.DEVNULL).returncode == 0


BREAK = {"full": fill, "read-only": mount_read_only}
MEND = {"full": make_room, "read-only": mount_writable}


if __name__ == "__main__":
    main()
