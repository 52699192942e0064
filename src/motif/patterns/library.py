"""Read, write and apply libraries of weighted move patterns: text files with the most important patterns first.

    # motif patterns 1
    # weights: logit
    hits_from 1 2 3
    hits_from 1 2 4
    1N -(+0.43)-> 2. with 3k 4r
    # end of 4 lines

The score of a move is the sum of the weights of all patterns that fit it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.patterns import PatternIndex, PatternScorer
from motif.errors import BadArgument, BadFile
from motif.patterns.effects import Effects, most_important_first
from motif.patterns.move_pattern import CorePattern, MovePattern, from_core, patterns_of
from motif.runtime.files import DATA, Format

FORMAT = Format("patterns", 1)
SHIPPED = DATA / "patterns.txt"

Floats = NDArray[np.float64]

_NOTE = re.compile(r"# ([a-z][a-z _]*): (.*)(?:\n|$)")


@dataclass(frozen=True)
class Library:
    """Patterns with their fitted weights, kept as text, and notes on their origin."""

    text: str
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, patterns: Iterable[MovePattern], notes: Mapping[str, str] | None = None) -> Library:
        """Return a library of these patterns, the most important first."""
        return cls("\n".join(map(str, most_important_first(patterns))), dict(notes or {}))

    @classmethod
    def read(cls, path: Path) -> Library:
        """Read a library; raise BadFile with the line number for a line that is not part of a pattern."""
        # A library can have hundreds of thousands of lines, so the core reads the patterns.
        text = FORMAT.body(path)
        notes: dict[str, str] = {}
        while note := _NOTE.match(text):
            notes[note[1]] = note[2]
            text = text[note.end() :]
        library = cls(text, notes)
        try:
            library._parsed  # noqa: B018 - parsed now, so that a bad file is refused here
        except BadArgument as error:
            raise BadFile(f"{path}: {error}", hint="line 1 is the first after the header and the notes") from None
        return library

    @classmethod
    def shipped(cls) -> Library:
        """Return the library that ships with Motif."""
        return cls.read(SHIPPED)

    def write(self, path: Path) -> None:
        """Write the library to a file."""
        FORMAT.write(path, [*(f"# {name}: {value}" for name, value in self.notes.items()), self.text])

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def patterns(self) -> tuple[MovePattern, ...]:
        """The patterns in the order of the text."""
        return tuple(map(self.pattern, range(len(self))))

    def pattern(self, number: int) -> MovePattern:
        """Return one pattern without building the others."""
        return from_core(self._forms[number], float(self.weights[number]))

    def effect(self, number: int) -> float:
        """Return the weight of a pattern plus the weights of all more general patterns."""
        return self._effects.of(self._forms[number], float(self.weights[number]))

    @cached_property
    def _effects(self) -> Effects:
        return Effects(self._forms, self.weights.tolist())

    @cached_property
    def _forms(self) -> list[CorePattern]:
        return patterns_of(self.index)

    @cached_property
    def _parsed(self) -> tuple[PatternIndex, Floats]:
        return PatternIndex.parse(self.text)

    @cached_property
    def _scorer(self) -> PatternScorer:
        return self.index.scorer(self.weights)

    @property
    def index(self) -> PatternIndex:
        """The patterns, prepared for matching."""
        return self._parsed[0]

    @property
    def weights(self) -> Floats:
        """The weight of each pattern."""
        return self._parsed[1]

    def scores(self, positions: Positions) -> Floats:
        """Return one score for each legal move of each position."""
        return self._scorer.scores(positions)

    def rank(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return the legal moves with their scores, best first; ties are in the order of the move codes."""
        column = Positions.from_boards([board])
        scored = zip(column.legal_moves()[0], self.scores(column).tolist(), strict=True)
        return sorted(scored, key=lambda pair: -pair[1])

    def fitting(self, board: chess.Board, move: chess.Move) -> list[MovePattern]:
        """Return the patterns that fit a move, largest absolute weight first."""
        column = Positions.from_boards([board])
        starts, numbers = self.index.design(column).matches()
        row = column.legal_moves()[0].index(move)
        patterns = [self.pattern(number) for number in numbers[starts[row] : starts[row + 1]].tolist()]
        return sorted(patterns, key=lambda pattern: -abs(pattern.weight))
