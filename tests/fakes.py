"""Start fake engines for tests, read the commands they received, and check whether their processes ended."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

from motif.engines.process import EngineProgram, EngineProtocol

SCRIPT = Path(__file__).parent / "engines" / "fake_engine.py"


def fake(
    folder: Path, character: str, argument: str = "", protocol: EngineProtocol = EngineProtocol.UCI
) -> EngineProgram:
    return EngineProgram(Path(sys.executable), (str(SCRIPT), character, str(folder), argument), protocol)


def fake_xboard(folder: Path, character: str = "xboard", argument: str = "") -> EngineProgram:
    return fake(folder, character, argument, EngineProtocol.XBOARD)


def received(folder: Path, start: str = "") -> list[str]:
    path = folder / "commands.txt"
    return [line for line in path.read_text().splitlines() if line.startswith(start)] if path.exists() else []


def processes(folder: Path) -> list[int]:
    path = folder / "processes.txt"
    return [int(line) for line in path.read_text().splitlines()] if path.exists() else []


def is_collected(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return False


def has_ended(process: int) -> bool:
    # For a process that is not our child: it may stay a zombie until its parent collects it.
    status = Path(f"/proc/{process}/status")
    try:
        return "State:\tZ" in status.read_text()
    except (FileNotFoundError, ProcessLookupError):
        return True


def wait_until(condition: Callable[[], bool]) -> None:
    while not condition():
        time.sleep(0.005)
