"""Read, write and apply a library of the paper's learner: patterns of material, threats and habits, and their links.

    # motif pattern-hierarchy 1
    # teacher: gnuchess,depth=4
    # material
    hits 1 2
    1N -(+1)-> 2p
    # material below 1
    hits 1 2
    hits 3 2
    1N -(+1)-> 2p with 3p => {3 -(-3)-> 2}
    # threat
    null
    hits 1 2
    1N -(-1)-> 2p
    # habit played 3 of 57
    1N -(+0.052)-> 2.
    # end of 12 lines

The patterns of each kind are numbered from 1; `below` lists the patterns directly above in the hierarchy. `played 3 of
57` means that the habit fitted 57 moves and that the teacher played 3 of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.errors import BadFile, BadPattern
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge
from motif.patterns.learning.weighing import Weigher
from motif.patterns.library import Library
from motif.patterns.move_pattern import AnyPattern, MovePattern, NullMovePattern, parse_pattern
from motif.runtime.files import Format, read_text

Floats = NDArray[np.float64]


FORMAT = Format("pattern-hierarchy", 1)


class PatternKind(StrEnum):
    """The kind of a pattern, as the file names it."""

    MATERIAL = "material"
    THREAT = "threat"
    HABIT = "habit"


@dataclass(frozen=True, slots=True)
class Usage:
    """How many moves a habit fitted (`seen`), and how many of these the teacher played."""

    played: int = 0
    seen: int = 0


@dataclass(frozen=True)
class PaperLibrary:
    """The hierarchies, how often each habit was followed, and notes on their origin."""

    knowledge: PatternKnowledge = field(default_factory=PatternKnowledge)
    usage: tuple[Usage, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> PaperLibrary:
        """Read a library; raise BadFile with the line for text that is not a pattern, and for circular links."""
        return cls.of_lines(FORMAT.read(path), path)

    @classmethod
    def of_lines(cls, lines: Iterable[tuple[int, str]], path: Path) -> PaperLibrary:
        """Read a library from the numbered lines of a file."""
        notes: dict[str, str] = {}
        blocks: list[_Block] = []
        for number, line in lines:
            if head := _HEAD.fullmatch(line):
                above = tuple(int(word) - 1 for word in (head["above"] or "").split())
                usage = Usage(int(head["played"] or 0), int(head["seen"] or 0))
                blocks.append(_Block(number, PatternKind(head["kind"]), above, usage))
            elif blocks:
                blocks[-1].lines.append(line)
            elif note := _NOTE.fullmatch(line):
                notes[note[1]] = note[2]
            else:
                FORMAT.refuse(path, number, f"expected a note or a pattern, found {line[:60]!r}")
        return cls(_knowledge(path, blocks), _usages(blocks), notes)

    def write(self, path: Path) -> None:
        FORMAT.write(path, self.to_lines())

    def to_lines(self) -> list[str]:
        """Return notes and patterns as the lines of a file."""
        texts = [*(f"# {name}: {value}" for name, value in self.notes.items()), *self.blocks()]
        return [line for text in texts for line in text.split("\n")]

    def blocks(self) -> Iterator[str]:
        """Yield the text of each pattern, after a line with its kind, its usage and the patterns above it."""
        for kind, hierarchy in _hierarchies(self.knowledge):
            for number, pattern in enumerate(hierarchy):
                usage = self.usage[number] if kind is PatternKind.HABIT else None
                played = f" played {usage.played} of {usage.seen}" if usage else ""
                above = " ".join(str(parent + 1) for parent in sorted(hierarchy.parents[number]))
                below = f" below {above}" if above else ""
                shown: AnyPattern = NullMovePattern(pattern) if kind is PatternKind.THREAT else pattern
                yield f"# {kind}{played}{below}\n{shown}"

    def __len__(self) -> int:
        return len(self.knowledge)

    @property
    def patterns(self) -> tuple[MovePattern, ...]:
        """The patterns of our moves, largest absolute weight first."""
        ours = [*self.knowledge.moves, *self.knowledge.habits]
        return tuple(sorted(ours, key=lambda pattern: (-abs(pattern.weight), str(pattern))))

    @cached_property
    def weigher(self) -> Weigher:
        return Weigher(self.knowledge)

    def scores(self, positions: Positions) -> Floats:
        """Return one weight, in pawns, for each legal move of each position."""
        return self.weigher.scores(positions)

    def rank(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return the legal moves with their weights, best first; ties are in the order of the move codes."""
        weights = [(move, weight.weight) for move, weight in self.weigher.weigh(board).items()]
        return sorted(weights, key=lambda pair: -pair[1])

    def fitting(self, board: chess.Board, move: chess.Move) -> list[MovePattern]:
        weight = self.weigher.weigh(board)[move]
        return [pattern for pattern in (weight.gained_by, weight.usual_by) if pattern]


def read_library(path: Path) -> Library | PaperLibrary:
    """Read a library of either kind: with fitted weights, or the paper's hierarchies."""
    return PaperLibrary.read(path) if read_text(path).startswith(FORMAT.header) else Library.read(path)


def _hierarchies(knowledge: PatternKnowledge) -> tuple[tuple[PatternKind, Hierarchy], ...]:
    return (
        (PatternKind.MATERIAL, knowledge.moves),
        (PatternKind.THREAT, knowledge.threats),
        (PatternKind.HABIT, knowledge.habits),
    )


_NOTE = re.compile(r"# ([a-z][a-z _]*): (.*)")
_HEAD = re.compile(
    rf"# (?P<kind>{'|'.join(PatternKind)})(?: played (?P<played>\d+) of (?P<seen>\d+))?(?: below (?P<above>[\d ]+))?"
)


@dataclass(slots=True)
class _Block:
    """The lines of a pattern, and the header before them."""

    line: int
    kind: PatternKind
    above: tuple[int, ...]
    usage: Usage
    lines: list[str] = field(default_factory=list)

    def pattern(self, path: Path) -> MovePattern:
        try:
            pattern = parse_pattern("\n".join(self.lines))
        except BadPattern as error:
            raise BadFile(f"{path}, line {self.line}: {error}", hint=error.hint) from None
        if isinstance(pattern, NullMovePattern) != (self.kind is PatternKind.THREAT):
            hint = "the line `null` must come before a threat, and before no other pattern"
            FORMAT.refuse(path, self.line, f"this pattern is not of the kind {self.kind}", hint=hint)
        return pattern.threat if isinstance(pattern, NullMovePattern) else pattern


def _knowledge(path: Path, blocks: list[_Block]) -> PatternKnowledge:
    made: dict[PatternKind, Hierarchy] = {}
    for kind in PatternKind:
        ours = [block for block in blocks if block.kind is kind]
        try:
            made[kind] = Hierarchy.linked([block.pattern(path) for block in ours], [block.above for block in ours])
        except BadPattern as error:
            hint = "the patterns of each kind are numbered from 1, in the order of the file"
            raise BadFile(f"{path}, among the patterns of the kind {kind}: {error}", hint=hint) from None
    return PatternKnowledge(made[PatternKind.MATERIAL], made[PatternKind.THREAT], made[PatternKind.HABIT])


def _usages(blocks: list[_Block]) -> tuple[Usage, ...]:
    return tuple(block.usage for block in blocks if block.kind is PatternKind.HABIT)
