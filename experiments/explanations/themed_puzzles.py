"""Read puzzles with the themes that Lichess gave them, in two halves: one for tuning, one to report.

A hash of the puzzle's id decides the half, so it is the same on every machine and in every sample.
"""

from __future__ import annotations

import csv
import hashlib
import os
from dataclasses import dataclass
from enum import Enum
from pathlib import Path

import chess

from motif.engines.cache import CachedEvaluator
from motif.engines.evaluator import Evaluator
from motif.engines.limits import Limit
from motif.motifs.catalogue import MOTIFS
from motif.motifs.motif import ChanceFunction, Line
from motif.players.names import find_evaluator

THEMES = frozenset(motif.theme for motif in MOTIFS.values() if motif.theme)
"""The themes that are motifs here; `endgame`, `short` or `crushing` are not."""


class Half(Enum):
    """The half that may be looked at, and the half that is kept for the report."""

    TUNING = 0
    REPORT = 1

    @classmethod
    def of(cls, name: str) -> Half:
        """Return the half that a puzzle or a game belongs to, by its name."""
        return cls(hashlib.sha256(name.encode()).digest()[0] % 2)


@dataclass(frozen=True, slots=True)
class ThemedPuzzle:
    """A line of a Lichess CSV: the position before the opponent's last move, which comes first, and the moves."""

    name: str
    fen: str
    moves: tuple[str, ...]
    themes: frozenset[str]

    def line(self, evaluate: ChanceFunction | None = None) -> Line:
        """Return the solution."""
        return Line.after_lead(chess.Board(self.fen), chess.Move.from_uci(self.moves[0]), self.moves[1:], evaluate)

    def san(self) -> str:
        """Return the moves as text, the opponent's first."""
        board = chess.Board(self.fen)
        return board.variation_san([chess.Move.from_uci(move) for move in self.moves])


def default_file() -> Path:
    """Return the file of puzzles in the shared data."""
    return Path(os.environ.get("MOTIF_DATA", "data")) / "puzzles" / "lichess_puzzles_themed_half.csv"


def read_puzzles(path: Path, half: Half) -> list[ThemedPuzzle]:
    """Return the puzzles of one half."""
    with path.open(encoding="utf-8") as file:
        return [
            ThemedPuzzle(
                row["PuzzleId"], row["FEN"], tuple(row["Moves"].split()), frozenset(row["Themes"].split()) & THEMES
            )
            for row in csv.DictReader(file)
            if Half.of(row["PuzzleId"]) is half
        ]


def forgetful(name: str) -> Evaluator:
    """Return the engine of this name without its cache, so that its full time is measured."""
    evaluator = find_evaluator(name)
    return evaluator.evaluator if isinstance(evaluator, CachedEvaluator) else evaluator


def line_evaluator(evaluator: Evaluator, limit: Limit) -> ChanceFunction:
    """Return an engine as an evaluator of lines."""
    return lambda boards: [answer.chance for answer in evaluator.evaluate(boards, limit)]
