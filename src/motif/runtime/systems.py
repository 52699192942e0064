"""What differs between operating systems, each difference in one small function: a user's folders, groups of processes.

Run on Linux. The sides of Windows and macOS are chosen here and tested by pretending; nobody has run them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

MOTIF = "motif"

_SECONDS_TO_LEAVE = 5.0


def is_windows() -> bool:
    """Whether this is Windows; all others here are of the family of Unix."""
    return sys.platform == "win32"


def data_folder() -> Path:
    """Where this system keeps what a user of Motif would miss."""
    from platformdirs import user_data_path  # only who keeps something waits for it

    return user_data_path(MOTIF, appauthor=False)


def cache_folder() -> Path:
    """Where this system keeps what Motif can make again."""
    from platformdirs import user_cache_path

    return user_cache_path(MOTIF, appauthor=False)


def end_group(leader: int) -> None:
    """End a process that was started in a group of its own, and whatever it has started; none of it is asked."""
    if is_windows():
        # Windows knows no groups to kill: /T takes the tree of children.
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(leader)], capture_output=True, check=False)
    else:
        os.killpg(leader, signal.SIGKILL)


class Guard:
    """A small process that ends a group when this process is gone, killed even; dismiss it when the group is over.

    It reads a pipe of which this process alone holds the other end: a line dismisses it, and the end of the pipe
    without a line means that nobody is left. What Linux offers instead (PR_SET_PDEATHSIG) ends the leader alone, goes
    by the thread that started it, and is not there on macOS.
    """

    def __init__(self, leader: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        # Where there is no shell, there is no guard; that is no reason to refuse the work.
        with suppress(OSError):
            self._process = subprocess.Popen(
                guard_command(leader),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Whoever kills our whole group, or presses Ctrl-C, must not hit the guard as well.
                start_new_session=True,
            )

    def dismiss(self) -> None:
        """Let the guard go without harm to anybody; more than once does nothing."""
        process, self._process = self._process, None
        if process is not None:
            # The guard itself may have been killed.
            with suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(b"\n", timeout=_SECONDS_TO_LEAVE)


def guard_command(leader: int) -> list[str]:
    """What a guard runs: it waits for a line, and ends the group where none comes."""
    if is_windows():
        # No shell there reads a line from a pipe.
        ending = f"subprocess.run(['taskkill', '/F', '/T', '/PID', '{leader}'])"
        return [sys.executable, "-I", "-S", "-c", f"import subprocess, sys; sys.stdin.readline() or {ending}"]
    return ["/bin/sh", "-c", 'read -r line || kill -s KILL -- "-$1"', "motif-guard", str(leader)]


def sync_folder(folder: Path) -> None:
    """Let the names in a folder reach the disk; Windows opens no folder, and writes names through by itself."""
    if is_windows():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
