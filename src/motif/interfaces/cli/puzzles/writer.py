"""Puzzles that are found one by one go to their file as they come: whoever is killed in between loses seconds' work."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from motif.puzzles.files import write_puzzles
from motif.puzzles.puzzle import Puzzle

SECONDS_BETWEEN_WRITES = 5.0
"""Each time the whole file is written, so not for every one of thousands."""


@dataclass
class PuzzleWriter:
    """The puzzles so far, and the file they are kept in, if there is one; `finish` writes the last of them."""

    path: Path | None
    puzzles: list[Puzzle] = field(default_factory=list)
    clock: Callable[[], float] = time.monotonic
    written_at: float | None = None

    def add(self, puzzle: Puzzle) -> None:
        """One more; the first is written at once."""
        self.puzzles.append(puzzle)
        if self.written_at is None or self.clock() - self.written_at >= SECONDS_BETWEEN_WRITES:
            self._write()

    def finish(self) -> None:
        """Write what is not written yet."""
        if self.puzzles:
            self._write()

    def _write(self) -> None:
        if self.path:
            write_puzzles(self.puzzles, self.path)
        self.written_at = self.clock()
