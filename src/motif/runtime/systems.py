"""Hide what differs between computers: folders, process groups, file synchronization, and optional packages.

Motif runs on Linux. The code for Windows and macOS is tested only by simulating those platforms. What a player needs
is always installed; the other packages are large or for special work, and `pip install "motif-chess[NAME]"` adds them.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

from motif.errors import MissingExtra

MOTIF = "motif"

_DISMISS_TIMEOUT_SECONDS = 5.0

PACKAGES = {"pdf": "typst", "plots": "matplotlib", "lab": "deap", "cluster": "distributed", "big": "pyarrow"}
"""Each extra of pyproject.toml, with the Python package that it is for."""


def is_windows() -> bool:
    """Whether this is Windows; every other system counts as Unix."""
    return sys.platform == "win32"


def has_screen() -> bool:
    """Whether a window could be opened for the person at this terminal."""
    if not sys.stdout.isatty():
        return False
    return sys.platform in ("win32", "darwin") or any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def data_folder() -> Path:
    """Return the folder for a user's data, which must not be lost."""
    from platformdirs import user_data_path  # slow to import

    return user_data_path(MOTIF, appauthor=False)


def cache_folder() -> Path:
    """Return the folder for files that Motif can make again."""
    from platformdirs import user_cache_path

    return user_cache_path(MOTIF, appauthor=False)


def end_group(leader: int) -> None:
    """Kill the leader of a process group and all its child processes."""
    if is_windows():
        # Windows has no process groups to kill; /T ends the tree of child processes.
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(leader)], capture_output=True, check=False)
    else:
        os.killpg(leader, signal.SIGKILL)


class ProcessGuard:
    """A small process that kills a process group when this process ends, even by `kill -9`; dismiss it after use.

    It reads a pipe whose other end only this process holds: a line dismisses it, and the end of the pipe without a line
    means that this process is gone. Linux's PR_SET_PDEATHSIG is no substitute: it kills only the leader, depends on the
    thread that started it, and does not exist on macOS.
    """

    def __init__(self, leader: int) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        # Without a shell there is no guard, but the work can go on.
        with suppress(OSError):
            self._process = subprocess.Popen(
                guard_command(leader),
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                # Ctrl-C or a kill of our process group must not end the guard as well.
                start_new_session=True,
            )

    def dismiss(self) -> None:
        """End the guard without killing the group; a second call does nothing."""
        process, self._process = self._process, None
        if process is not None:
            # The guard itself may have been killed.
            with suppress(OSError, subprocess.TimeoutExpired):
                process.communicate(b"\n", timeout=_DISMISS_TIMEOUT_SECONDS)


def guard_command(leader: int) -> list[str]:
    """Return the command of a guard process that waits for a line, and kills the group if the pipe ends without one."""
    if is_windows():
        # Windows shells cannot read a line from a pipe.
        ending = f"subprocess.run(['taskkill', '/F', '/T', '/PID', '{leader}'])"
        return [sys.executable, "-I", "-S", "-c", f"import subprocess, sys; sys.stdin.readline() or {ending}"]
    return ["/bin/sh", "-c", 'read -r line || kill -s KILL -- "-$1"', "motif-guard", str(leader)]


def sync_folder(folder: Path) -> None:
    """Make sure that a folder's entries are on disk; Windows cannot open folders, and does this by itself."""
    if is_windows():
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def is_installed(extra: str) -> bool:
    """Return whether the package of an extra is installed, without loading it."""
    return find_spec(PACKAGES[extra]) is not None


@contextmanager
def needed(extra: str, purpose: str) -> Iterator[None]:
    """Import an optional package in the block; if it is missing, say what needs it and how to install it.

    >>> with needed("pdf", "A PDF sheet"):
    ...     raise ModuleNotFoundError("No module named 'typst'", name="typst")
    Traceback (most recent call last):
    ...
    motif.errors.MissingExtra: A PDF sheet needs the Python package typst
    """
    package = PACKAGES[extra]
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] != package:
            raise
        message = f"{purpose} needs the Python package {package}"
        raise MissingExtra(message, hint=f'pip install "motif-chess[{extra}]"') from None
