"""Measure how much faster a Dask cluster on this machine is, and whether a run survives when the cluster breaks.

    python fuzz/trust/clusters.py --faults 20 --out fuzz/trust/cluster.json

First a match is played on 1, 2 and 4 worker processes. Then the same small match is broken many times, each time at a
random moment: the command is killed, a worker is killed, a worker is paused for some seconds, or the scheduler is
killed and started again. A command that ends early must print an understandable error; it is started again from its
checkpoint. Its output is compared with that of an undisturbed run.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
DASK = Path(sys.executable).with_name("dask")
MOTIF = Path(sys.executable).with_name("motif")
LONG = ("match", "base", "pruning", "--games", "32", "--nodes", "20000", "--seed", "1")
SHORT = ("match", "greedy", "random", "--games", "16", "--moves", "60", "--checkpoint", "c.json", "--seed", "1")
SECONDS_STILL = 3.0
SECONDS_TO_END = 180.0
"""A command that runs longer than this hangs."""


@dataclass
class Cluster:
    """A scheduler and its workers."""

    port: int
    scheduler: subprocess.Popen[bytes]
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    @property
    def address(self) -> str:
        """Return the address of the scheduler."""
        return f"tcp://127.0.0.1:{self.port}"

    def add_worker(self) -> None:
        """Start one more worker."""
        command = [str(DASK), "worker", self.address, "--nthreads", "1", "--no-dashboard", "--no-nanny"]
        self.workers.append(_started(command))

    def start_again(self, pause: float) -> None:
        """Kill the scheduler and with it Dask's workers; start both again after a pause."""
        for process in (self.scheduler, *self.workers):
            process.kill()
            process.wait()
        time.sleep(pause)
        self.scheduler = _scheduler(self.port)
        number = len(self.workers)
        self.workers.clear()
        for _ in range(number):
            self.add_worker()


def _scheduler(port: int) -> subprocess.Popen[bytes]:
    return _started([str(DASK), "scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard"])


def _started(command: list[str]) -> subprocess.Popen[bytes]:
    silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    return subprocess.Popen(command, start_new_session=True, **silent)  # type: ignore[call-overload,no-any-return]


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """Run a cluster with a number of worker processes inside a with block."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    found = Cluster(port, _scheduler(port))
    for _ in range(workers):
        found.add_worker()
    try:
        _wait_for(found.address, workers)
        yield found
    finally:
        for process in (*found.workers, found.scheduler):
            process.kill()
            process.wait()


def _wait_for(address: str, workers: int) -> None:
    from distributed import Client

    with Client(address, timeout=60) as client:  # type: ignore[no-untyped-call]
        client.wait_for_workers(workers, timeout=120)


def run(arguments: tuple[str, ...], address: str, folder: Path) -> subprocess.Popen[bytes]:
    """Start a command of Motif on the cluster."""
    with (folder / "printed.txt").open("wb") as printed, (folder / "errors.txt").open("wb") as errors:
        command = [str(MOTIF), *arguments, "--cluster", address, "-q"]
        surroundings = os.environ | {"NO_COLOR": "1", "COLUMNS": "100"}
        return subprocess.Popen(
            command, cwd=folder, stdout=printed, stderr=errors, start_new_session=True, env=surroundings
        )


def digest(folder: Path) -> str:
    """Return the printed output as a hash."""
    return sha256((folder / "printed.txt").read_bytes()).hexdigest()


def speed() -> dict[str, Any]:
    """Time one match on 1, 2 and 4 worker processes, and check that all print the same."""
    seconds, printed = {}, set()
    for workers in (1, 2, 4):
        with cluster(workers) as there, tempfile.TemporaryDirectory() as name:
            begun = time.monotonic()
            if run(LONG, there.address, Path(name)).wait():
                raise RuntimeError((Path(name) / "errors.txt").read_text()[-500:])
            seconds[str(workers)] = round(time.monotonic() - begun, 1)
            printed.add(digest(Path(name)))
    return {"command": "motif " + " ".join(LONG), "seconds by workers": seconds, "same result": len(printed) == 1}


def kill_the_command(there: Cluster, process: subprocess.Popen[bytes], random: Random) -> None:
    """Kill the command itself with kill -9."""
    os.killpg(process.pid, signal.SIGKILL)


def kill_a_worker(there: Cluster, process: subprocess.Popen[bytes], random: Random) -> None:
    """Kill a worker with kill -9 and start another one."""
    there.workers[0].kill()
    there.workers.pop(0).wait()
    there.add_worker()


def stop_a_worker(there: Cluster, process: subprocess.Popen[bytes], random: Random) -> None:
    """Pause a worker for some seconds."""
    os.kill(there.workers[0].pid, signal.SIGSTOP)
    time.sleep(SECONDS_STILL)
    os.kill(there.workers[0].pid, signal.SIGCONT)


def restart_the_scheduler(there: Cluster, process: subprocess.Popen[bytes], random: Random) -> None:
    """Kill the scheduler with kill -9 and start it again at the same address, at once or some seconds later."""
    there.start_again(random.choice((0.0, 1.0, 5.0)))


FAULTS = {
    "command killed": kill_the_command,
    "worker killed": kill_a_worker,
    "worker paused": stop_a_worker,
    "scheduler restarted": restart_the_scheduler,
}


def faults(kinds: list[str], number: int, random: Random) -> dict[str, Any]:
    """Break a small match with each kind of fault and count the results."""
    found: dict[str, Any] = {}
    with cluster(2) as there, tempfile.TemporaryDirectory() as name:
        whole = Path(name) / "whole"
        whole.mkdir()
        begun = time.monotonic()
        if run(SHORT, there.address, whole).wait():
            raise RuntimeError((whole / "errors.txt").read_text()[-500:])
        lasts, wanted = time.monotonic() - begun, digest(whole)
        for kind in kinds:
            row: dict[str, Any] = {"faults": 0, "with games played": 0, "begun again": 0, "equal": 0, "complaints": []}
            for turn in count():
                if row["faults"] == number:
                    break
                folder = Path(name) / f"{kind}-{turn}"
                folder.mkdir()
                process = run(SHORT, there.address, folder)
                time.sleep(random.uniform(0.3, 1) * lasts)
                if process.poll() is not None:
                    continue
                row["with games played"] += (folder / "c.json").exists()
                FAULTS[kind](there, process, random)
                row["faults"] += 1
                if _ended(process):
                    row["begun again"] += 1
                    words = (folder / "errors.txt").read_text()
                    if kind != "command killed" and not _is_understandable(words):
                        row["complaints"].append(words[-300:])
                    _wait_for(there.address, len(there.workers))
                    if _ended(run(SHORT, there.address, folder)):
                        row["complaints"].append("again: " + (folder / "errors.txt").read_text()[-300:])
                row["equal"] += digest(folder) == wanted
            found[kind] = row
            print(kind, row, flush=True)
        found["seconds of a whole run"] = round(lasts, 1)
    return found


def _ended(process: subprocess.Popen[bytes]) -> int:
    """Return the exit code of a command; end it if it hangs."""
    try:
        return process.wait(SECONDS_TO_END)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        return -1


def _is_understandable(errors: str) -> bool:
    """Return whether an error is one sentence with at most a hint, and no traceback of Python or Dask."""
    lines = [line for line in errors.splitlines() if line]
    return bool(lines) and lines[0].startswith("error: ") and "Traceback" not in errors and len(lines) <= 4


def main() -> None:
    """Measure the speed, break the runs and write the results."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--faults", type=int, default=20, help="of each kind")
    parser.add_argument("--kinds", nargs="+", choices=tuple(FAULTS), default=list(FAULTS), help="which faults")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", choices=("speed", "faults"))
    parser.add_argument("--out", type=Path, default=HERE / "cluster.json")
    given = parser.parse_args()
    found = json.loads(given.out.read_text()) if given.out.exists() else {}
    if given.only != "faults":
        found["speed"] = speed()
        print(found["speed"], flush=True)
    if given.only != "speed":
        found["faults"] = found.get("faults", {}) | faults(given.kinds, given.faults, Random(given.seed))
    given.out.write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
