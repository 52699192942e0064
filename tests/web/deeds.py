"""Tasks for tests of the worker processes, which import this file, so it imports little else."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path
from typing import Any

from motif.errors import BadArgument, EngineFailed
from motif.runtime.parallel import Progress
from motif.web.pool import Tell


def repeat(tell: Tell, word: str, times: int) -> str:
    tell(Progress(times))
    return word * times


def refuses(_: Tell) -> None:
    raise BadArgument("there is no such thing", hint="try another")


def breaks(_: Tell) -> float:
    return 1 / 0


def sleeps(_: Tell, seconds: float) -> None:
    time.sleep(seconds)


def dies(_: Tell) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def engine_fails_once(_: Tell, marker: Path) -> str:
    """Be failed by an engine the first time."""
    if not marker.exists():
        marker.touch()
        raise EngineFailed("Moody hung twice in a row")
    return "answered"


def engine_fails(_: Tell) -> None:
    """Be failed by an engine always."""
    raise EngineFailed("Moody hung twice in a row")


def dies_once(tell: Tell, mark: str) -> str:
    if not Path(mark).exists():
        Path(mark).touch()
        dies(tell)
    return "alive"


def job_that_dies(tell: Tell, *_: object) -> dict[str, Any]:
    dies(tell)
    return {}


def job_that_dies_once(tell: Tell, mark: str, _: object) -> dict[str, Any]:
    dies_once(tell, mark)
    return {"added": 7}


def job_that_sleeps(tell: Tell, seconds: float, _: object) -> dict[str, Any]:
    tell(Progress(0, 1, "asleep"))
    time.sleep(seconds)
    return {}


def study_without_end(tell: Tell, *_: object) -> dict[str, Any]:
    tell({"first_look": "first look, before the mistakes are explained: You err in the opening (proven)."})
    tell({"newest": ['[White "Anna"]\n[Black "Bert"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1']})
    tell(Progress(1, 60, "evaluating games"))
    time.sleep(3600)
    return {}


def study_at_once(_: Tell, order: Any, *__: object) -> dict[str, Any]:
    return {"study": order.folder.name, "notes": [order.upload.read_text()]}


def puzzle_at_once(tell: Tell, *_: object) -> dict[str, Any]:
    from motif.puzzles.puzzle import Puzzle
    from motif.web.jobs import PuzzleShape

    ladder = "position: 7k/R7/1R6/8/8/8/8/K7 w - - 0 1\ngoal: mate in 1\nsolution: b6b8\nthemes: mate"
    tell(PuzzleShape.of(Puzzle.parse(ladder)))
    return {}
