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
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.patterns import PatternIndex
from motif.advice import Advice, Reason
from motif.board.drawing import Arrow
from motif.board.wording import percent
from motif.errors import BadFile, BadPattern
from motif.patterns.adviser import SOURCE
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.learning.hierarchy import (
    Fits,
    Hierarchies,
    Hierarchy,
    MoveWeight,
    Number,
    PatternFit,
    passing,
    resolve,
)
from motif.patterns.library import Library
from motif.patterns.move_pattern import AnyPattern, MovePattern, NullMovePattern, parse_pattern, to_core
from motif.patterns.sentences import arrows, sentence
from motif.runtime.files import Format, read_text

Floats = NDArray[np.float64]


class Weigher:
    """Weighs moves with hierarchies of patterns, using the core's index to find those that fit.

    A weigher does not see patterns that are added to the hierarchies later.
    """

    def __init__(self, knowledge: Hierarchies) -> None:
        self._knowledge = knowledge
        parts = (knowledge.moves, knowledge.threats, knowledge.habits)
        self._moves, self._threats, self._habits = map(_Indexed, parts)
        patterns = (pattern for part in parts for pattern in part)
        self._marked = any(edge.relation.is_mark for pattern in patterns for edge in pattern.context.edges)

    def weigh(self, board: chess.Board) -> dict[chess.Move, MoveWeight]:
        """Return the weight of every legal move."""
        (weights,) = self.weigh_all([board])
        return weights

    def weigh_all(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, MoveWeight]]:
        """Return the weights of the legal moves of many boards."""
        column = Positions.from_boards(boards)
        legal = list(column.legal_moves())
        passed = [passing(board) for board in boards]
        opponents = Positions.from_boards([board for board in passed if board])
        ours = self._moves.numbers(column)
        usual = self._habits.numbers(column)
        theirs = self._threats.numbers(opponents)
        replies = iter(list(opponents.legal_moves()))
        weights = []
        for board, away, moves in zip(boards, passed, legal, strict=True):
            full = _FullGraph(board, self._marked)
            fits = Fits(
                {move: self._moves.fits(next(ours), full, board, move) for move in moves},
                self._threat_fits(away, full, theirs, next(replies)) if away else {},
                {move: [PatternFit(number, ()) for number in next(usual)] for move in moves},
            )
            weights.append(resolve(self._knowledge, moves, fits))
        return weights

    def scores(self, positions: Positions) -> Floats:
        """Return one weight for each legal move of each position."""
        weights: list[float] = []
        for start in range(0, len(positions), _BOARDS_AT_ONCE):
            boards = list(positions[start : start + _BOARDS_AT_ONCE])
            weights += [weight.weight for of_board in self.weigh_all(boards) for weight in of_board.values()]
        return np.array(weights, np.float64)

    def _threat_fits(
        self, passed: chess.Board, full: _FullGraph, rows: Iterator[list[Number]], moves: Sequence[chess.Move]
    ) -> dict[chess.Move, list[PatternFit]]:
        fits = {move: next(rows) for move in moves}
        theirs = full.graph.reflected() if any(fits.values()) else None
        return {
            move: _with_squares(self._knowledge.threats, numbers, theirs, passed, move)
            for move, numbers in fits.items()
            if theirs and numbers
        }


def most_specific_fits(
    hierarchy: Hierarchy, boards: Sequence[chess.Board]
) -> Iterator[tuple[chess.Board, dict[chess.Move, list[Number]]]]:
    """Yield each board with the most specific patterns that fit each of its legal moves."""
    indexed = _Indexed(hierarchy)
    for start in range(0, len(boards), _BOARDS_AT_ONCE):
        some = boards[start : start + _BOARDS_AT_ONCE]
        column = Positions.from_boards(some)
        numbers = indexed.numbers(column)
        for board, moves in zip(some, column.legal_moves(), strict=True):
            yield board, {move: hierarchy.most_specific(next(numbers)) for move in moves}


_BOARDS_AT_ONCE = 256
"""The number of boards whose fits are in memory at a time."""


@dataclass(slots=True)
class _FullGraph:
    """The full graph of a board, built when it is first needed; for most boards it never is."""

    board: chess.Board
    marked: bool
    """Whether any pattern has marks; a graph with marks takes longer to build."""
    made: BoardPattern | None = None

    @property
    def graph(self) -> BoardPattern:
        if self.made is None:
            self.made = BoardPattern.full(self.board, marked=self.marked)
        return self.made


class _Indexed:
    """A hierarchy and the index of its patterns."""

    def __init__(self, hierarchy: Hierarchy) -> None:
        self._hierarchy = hierarchy
        self._index = PatternIndex([to_core(pattern) for pattern in hierarchy])
        self._with_replies = {number for number, pattern in enumerate(hierarchy) if pattern.replies}

    def numbers(self, positions: Positions) -> Iterator[list[Number]]:
        """Yield the patterns that fit each row."""
        starts, numbers = self._index.design(positions).matches()
        flat = numbers.tolist()
        return (flat[begin:end] for begin, end in pairwise(starts.tolist()))

    def fits(self, numbers: list[Number], full: _FullGraph, board: chess.Board, move: chess.Move) -> list[PatternFit]:
        """Return the patterns that fit a move, with their squares only if they have replies."""
        plain = [PatternFit(number, ()) for number in numbers if number not in self._with_replies]
        others = [number for number in numbers if number in self._with_replies]
        return plain + (_with_squares(self._hierarchy, others, full.graph, board, move) if others else [])


def _with_squares(
    hierarchy: Hierarchy, numbers: Iterable[Number], full: BoardPattern, board: chess.Board, move: chess.Move
) -> list[PatternFit]:
    """Return every way in which these patterns fit a move, with the squares of their vertices."""
    return [
        PatternFit(number, tuple(sorted(squares.items())))
        for number in sorted(numbers)
        for squares in hierarchy.patterns[number].embeddings(full, board, move)
    ]


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

    knowledge: Hierarchies = field(default_factory=Hierarchies)
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
        """Write the library to a file."""
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
        """The weigher of this library, made once."""
        return Weigher(self.knowledge)

    def scores(self, positions: Positions) -> Floats:
        """Return one weight, in pawns, for each legal move of each position."""
        return self.weigher.scores(positions)

    def rank(self, board: chess.Board) -> list[tuple[chess.Move, float]]:
        """Return the legal moves with their weights, best first; ties are in the order of the move codes."""
        weights = [(move, weight.weight) for move, weight in self.weigher.weigh(board).items()]
        return sorted(weights, key=lambda pair: -pair[1])

    def fitting(self, board: chess.Board, move: chess.Move) -> list[MovePattern]:
        """Return the patterns that decide how much a move gains and how usual it is."""
        weight = self.weigher.weigh(board)[move]
        return [pattern for pattern in (weight.gained_by, weight.usual_by) if pattern]


def read_library(path: Path) -> Library | PaperLibrary:
    """Read a library of either kind: with fitted weights, or the paper's hierarchies."""
    return PaperLibrary.read(path) if read_text(path).startswith(FORMAT.header) else Library.read(path)


def _hierarchies(knowledge: Hierarchies) -> tuple[tuple[PatternKind, Hierarchy], ...]:
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


def _knowledge(path: Path, blocks: list[_Block]) -> Hierarchies:
    made: dict[PatternKind, Hierarchy] = {}
    for kind in PatternKind:
        ours = [block for block in blocks if block.kind is kind]
        try:
            made[kind] = Hierarchy.linked([block.pattern(path) for block in ours], [block.above for block in ours])
        except BadPattern as error:
            hint = "the patterns of each kind are numbered from 1, in the order of the file"
            raise BadFile(f"{path}, among the patterns of the kind {kind}: {error}", hint=hint) from None
    return Hierarchies(made[PatternKind.MATERIAL], made[PatternKind.THREAT], made[PatternKind.HABIT])


def _usages(blocks: list[_Block]) -> tuple[Usage, ...]:
    return tuple(block.usage for block in blocks if block.kind is PatternKind.HABIT)


class PaperAdviser:
    """Recommends the moves with the largest weights, each with the patterns that decided it."""

    def __init__(self, library: PaperLibrary, count: int = 3) -> None:
        self._library = library
        self._count = count

    def advise(self, board: chess.Board) -> Sequence[Advice]:
        """Return the best moves, each with the patterns that recommend it and the cost of the worst reply."""
        return [_advice(board, *best) for best in best_moves(self._library, board)[: self._count]]


def _advice(board: chess.Board, move: chess.Move, weight: MoveWeight) -> Advice:
    english = f"{board.san(move)}: {reasons(board, move, weight)}"
    return Advice(move, None, Reason(SOURCE, english, (), deciding_arrows(board, move, weight)))


def best_moves(library: PaperLibrary, board: chess.Board) -> list[tuple[chess.Move, MoveWeight]]:
    """Return the legal moves with their weights, the best first."""
    weights = library.weigher.weigh(board)
    return sorted(weights.items(), key=lambda pair: (-pair[1].weight, pair[0].uci()))


def reasons(board: chess.Board, move: chess.Move, weight: MoveWeight) -> str:
    """Return the patterns that recommend a move, and the costliest reply to it, as text."""
    full = BoardPattern.full(board)
    parts = []
    for pattern, is_gain in ((weight.gained_by, True), (weight.usual_by, False)):
        if pattern:
            squares = next(pattern.embeddings(full, board, move))
            why = f"{pattern.weight:+g} of material" if is_gain else f"a habit, {percent(pattern.weight)} of the time"
            parts.append(f"{sentence(pattern, board, squares)} ({why})")
    # By the paper's rules a threat counts unless the move parries it, even if the move gives check and so forbids it.
    if weight.lost_by and _can_reply(board, move, *weight.lost_by[0]):
        origin, goal = map(chess.square_name, weight.lost_by[0])
        parts.append(f"the reply {origin} to {goal} costs {-weight.loss:g}")
    return "; ".join(parts) or "no pattern recommends it"


def _can_reply(board: chess.Board, move: chess.Move, origin: chess.Square, goal: chess.Square) -> bool:
    after = board.copy(stack=False)
    after.push(move)
    return any((reply.from_square, reply.to_square) == (origin, goal) for reply in after.legal_moves)


def deciding_arrows(board: chess.Board, move: chess.Move, weight: MoveWeight) -> tuple[Arrow, ...]:
    """Return the arrows of the pattern that decides a move's gain, or else of the one that decides how usual it is."""
    pattern = weight.gained_by or weight.usual_by
    if pattern is None:
        return ()
    return arrows(pattern, board, next(pattern.embeddings(BoardPattern.full(board), board, move)))
