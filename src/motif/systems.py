"""What differs between operating systems, each difference in one small function: a user's folders, groups of processes.

Run on Linux. The sides of Windows and macOS are chosen here and tested by pretending; nobody has run them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

MOTIF = "motif"


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


def sync_folder(folder: Path) -> None:
    """Let the names in a folder reach the disk; Windows opens no folder, and writes names through by itself."""
    if is_windows():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
