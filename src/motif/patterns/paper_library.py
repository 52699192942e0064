"""What the paper's learner has acquired, as text: patterns of material, threats and habits, and the links between them.

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

The patterns of each kind are counted from 1; `below` names those directly above in the hierarchy. A habit says how
often the teacher played a move that it fits, of all the moves it fitted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from pathlib import Path

import chess

from motif.board.positions import Positions
from motif.errors import BadFile, BadPattern
from motif.patterns.hierarchy import Hierarchy, Knowledge
from motif.patterns.library import Library
from motif.patterns.move_pattern import AnyPattern, MovePattern, NullMovePattern, parse_pattern
from motif.patterns.weigher import Floats, Weigher
from motif.store import Format, read_text

FORMAT = Format("pattern-hierarchy", 1)


class Kind(StrEnum):
    """What a pattern speaks of."""

    MATERIAL = "material"
    THREAT = "threat"
    HABIT = "habit"


@dataclass(frozen=True, slots=True)
class Usage:
    """How often a teacher played a move that a habit fits, of so many moves that it fitted."""

    played: int = 0
    seen: int = 0


@dataclass(frozen=True)
class PaperLibrary:
    """Knowledge, how often each habit was followed, and notes on where all that comes from."""

    knowledge: Knowledge = field(default_factory=Knowledge)
    usage: tuple[Usage, ...] = ()
    notes: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, path: Path) -> PaperLibrary:
        """Read a hierarchy; refused, with the line, when it holds something that is no pattern or goes in a circle."""
        return cls.of_lines(FORMAT.read(path), path)

    @classmethod
    def of_lines(cls, lines: Iterable[tuple[int, str]], path: Path) -> PaperLibrary:
        """Read the numbered lines of a file."""
        notes: dict[str, str] = {}
        blocks: list[_Block] = []
        for number, line in lines:
            if head := _HEAD.fullmatch(line):
                above = tuple(int(word) - 1 for word in (head["above"] or "").split())
                usage = Usage(int(head["played"] or 0), int(head["seen"] or 0))
                blocks.append(_Block(number, Kind(head["kind"]), above, usage))
            elif blocks:
                blocks[-1].lines.append(line)
            elif note := _NOTE.fullmatch(line):
                notes[note[1]] = note[2]
            else:
                FORMAT.refuse(path, number, f"expected a note or a pattern, found {line[:60]!r}")
        return cls(_knowledge(path, blocks), _usages(blocks), notes)

    def write(self, path: Path) -> None:
        """Write the hierarchy."""
        FORMAT.write(path, self.to_lines())

    def to_lines(self) -> list[str]:
        """Notes and patterns as the lines of a file."""
        texts = [*(f"# {name}: {value}" for name, value in self.notes.items()), *self.blocks()]
        return [line for text in texts for line in text.split("\n")]

    def blocks(self) -> Iterator[str]:
        """The text of each pattern after its kind, its usage and what it lies below."""
        for kind, hierarchy in _hierarchies(self.knowledge):
            for number, pattern in enumerate(hierarchy):
                usage = self.usage[number] if kind is Kind.HABIT else None
                played = f" played {usage.played} of {usage.seen}" if usage else ""
                above = " ".join(str(parent + 1) for parent in sorted(hierarchy.parents[number]))
                below = f" below {above}" if above else ""
                shown: AnyPattern = NullMovePattern(pattern) if kind is Kind.THREAT else pattern
                yield f"# {kind}{played}{below}\n{shown}"

    def __len__(self) -> int:
        return len(self.knowledge)

    @property
    def patterns(self) -> tuple[MovePattern, ...]:
        """The patterns of our moves, the heaviest first."""
        ours = [*self.knowledge.moves, *self.knowledge.habits]
        return tuple(sorted(ours, key=lambda pattern: (-abs(pattern.weight), str(pattern))))

    @cached_property
    def weigher(self) -> Weigher:
        """What weighs moves by it."""
        return Weigher(self.knowledge)

    def scores(self, positions: Positions) -> Floats:
        """The weight of each row (position, legal move), in pawns."""
        return self.weigher.scores(positions)

    def rank(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """The legal moves with their weights, the best first; equals in the order of their codes."""
        weighed = [(move, verdict.weight) for move, verdict in self.weigher.weigh(board).items()]
        return sorted(weighed, key=lambda pair: -pair[1])

    def fitting(self, board: chess.Board, move: chess.Move) -> list[MovePattern]:
        """The patterns that speak for or against a move."""
        verdict = self.weigher.weigh(board)[move]
        return [pattern for pattern in (verdict.gained_by, verdict.usual_by) if pattern]


def read_library(path: Path) -> Library | PaperLibrary:
    """A file of patterns with weights of either kind: fitted ones, or a hierarchy."""
    return PaperLibrary.read(path) if read_text(path).startswith(FORMAT.header) else Library.read(path)


def _hierarchies(knowledge: Knowledge) -> tuple[tuple[Kind, Hierarchy], ...]:
    return (Kind.MATERIAL, knowledge.moves), (Kind.THREAT, knowledge.threats), (Kind.HABIT, knowledge.habits)


_NOTE = re.compile(r"# ([a-z][a-z _]*): (.*)")
_HEAD = re.compile(
    rf"# (?P<kind>{'|'.join(Kind)})(?: played (?P<played>\d+) of (?P<seen>\d+))?(?: below (?P<above>[\d ]+))?"
)


@dataclass(slots=True)
class _Block:
    """The lines of a pattern and what stands before them."""

    line: int
    kind: Kind
    above: tuple[int, ...]
    usage: Usage
    lines: list[str] = field(default_factory=list)

    def pattern(self, path: Path) -> MovePattern:
        try:
            pattern = parse_pattern("\n".join(self.lines))
        except BadPattern as error:
            raise BadFile(f"{path}, line {self.line}: {error}", hint=error.hint) from None
        if isinstance(pattern, NullMovePattern) != (self.kind is Kind.THREAT):
            FORMAT.refuse(path, self.line, f"this pattern is no {self.kind}", hint="a threat begins with the word null")
        return pattern.threat if isinstance(pattern, NullMovePattern) else pattern


def _knowledge(path: Path, blocks: list[_Block]) -> Knowledge:
    made: dict[Kind, Hierarchy] = {}
    for kind in Kind:
        ours = [block for block in blocks if block.kind is kind]
        try:
            made[kind] = Hierarchy.linked([block.pattern(path) for block in ours], [block.above for block in ours])
        except BadPattern as error:
            hint = "the patterns of each kind are counted from 1, in the order of the file"
            raise BadFile(f"{path}, among the patterns of the kind {kind}: {error}", hint=hint) from None
    return Knowledge(made[Kind.MATERIAL], made[Kind.THREAT], made[Kind.HABIT])


def _usages(blocks: list[_Block]) -> tuple[Usage, ...]:
    return tuple(block.usage for block in blocks if block.kind is Kind.HABIT)
