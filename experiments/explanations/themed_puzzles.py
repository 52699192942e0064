"""Puzzles with the themes that Lichess gave them, in two halves: one to tune on, one to report.

The half is decided by a hash of the puzzle's id, so it is the same on every machine and in every sample.
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
from motif.motifs.motif import Judge, Line
from motif.players.find import find_evaluator

THEMES = frozenset(motif.theme for motif in MOTIFS.values() if motif.theme)
"""The themes that are motifs here; `endgame`, `short` or `crushing` are none."""


class Half(Enum):
    """Which puzzles may be looked at, and which are kept for the report."""

    TUNING = 0
    REPORT = 1

    @classmethod
    def of(cls, name: str) -> Half:
        """The half that a puzzle or a game belongs to, by its name."""
        return cls(hashlib.sha256(name.encode()).digest()[0] % 2)


@dataclass(frozen=True, slots=True)
class ThemedPuzzle:
    """One line of a Lichess CSV: the position is the one before the opponent's last move, which comes first."""

    name: str
    fen: str
    moves: tuple[str, ...]
    themes: frozenset[str]

    def line(self, judge: Judge | None = None) -> Line:
        """The solution."""
        return Line.after_lead(chess.Board(self.fen), chess.Move.from_uci(self.moves[0]), self.moves[1:], judge)

    def san(self) -> str:
        """The moves as they are read, the opponent's first."""
        board = chess.Board(self.fen)
        return board.variation_san([chess.Move.from_uci(move) for move in self.moves])


def default_file() -> Path:
    """The puzzles among the shared data."""
    return Path(os.environ.get("MOTIF_DATA", "data")) / "puzzles" / "lichess_puzzles_themed_half.csv"


def read_puzzles(path: Path, half: Half) -> list[ThemedPuzzle]:
    """The puzzles of one half."""
    with path.open(encoding="utf-8") as file:
        return [
            ThemedPuzzle(
                row["PuzzleId"], row["FEN"], tuple(row["Moves"].split()), frozenset(row["Themes"].split()) & THEMES
            )
            for row in csv.DictReader(file)
            if Half.of(row["PuzzleId"]) is half
        ]


def forgetful(name: str) -> Evaluator:
    """The oracle of this name without its memory: what is measured must be thought, not remembered."""
    evaluator = find_evaluator(name)
    return evaluator.evaluator if isinstance(evaluator, CachedEvaluator) else evaluator


def judge_by(evaluator: Evaluator, limit: Limit) -> Judge:
    """An oracle as a judge of lines."""
    return lambda boards: [answer.chance for answer in evaluator.evaluate(boards, limit)]
