"""Read, write and apply libraries of weighted move patterns: text files with the most important patterns first.

    # motif patterns 1
    # weights: logit
    hits_from 1 2 3
    hits_from 1 2 4
    1N -(+0.43)-> 2. with 3k 4r
    # end of 4 lines

The score of a move is the sum of the weights of all patterns that fit it. The effect of a pattern is its weight plus
the weights of all more general patterns.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, permutations
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.patterns import PatternIndex, PatternScorer
from motif.errors import BadArgument, BadFile
from motif.patterns.board_pattern import FREE, OWN
from motif.patterns.move_pattern import CorePattern, MovePattern, from_core, patterns_of, to_core
from motif.runtime.files import DATA, Format

MOST_EDGES = 2
"""We look for more general patterns of at most this many edges, since the learner makes no larger ones."""

_Edge = tuple[str, Sequence[int]]
_Key = tuple[object, ...]

FORMAT = Format("patterns", 1)

SHIPPED = DATA / "patterns.txt"

Floats = NDArray[np.float64]

_NOTE = re.compile(r"# ([a-z][a-z _]*): (.*)(?:\n|$)")


class Effects:
    """The effect of each pattern of a library: its weight plus the weights of all more general patterns.

    >>> check = MovePattern.parse("hits_from 1 2 3\\n1PNBRQK -(+1)-> 2.pnbrqk with 3k")
    >>> knights = MovePattern.parse("hits_from 1 2 3\\n1N -(-2)-> 2. with 3k")
    >>> known = [MovePattern.parse("1N -(+0.5)-> 2."), check, knights]
    >>> Effects(map(to_core, known), [pattern.weight for pattern in known]).of(to_core(knights), -2)
    -0.5
    """

    def __init__(self, patterns: Iterable[CorePattern], weights: Iterable[float]) -> None:
        known = zip(patterns, weights, strict=True)
        self._weights = {_own_key(pattern): weight for pattern, weight in known if len(pattern[1]) <= MOST_EDGES}

    def of(self, pattern: CorePattern, weight: float) -> float:
        """Return the weight of a pattern plus the weights of all more general ones."""
        # Larger patterns are not stored, and to compute the key of one we would have to try all orders of its edges.
        own = _own_key(pattern) if len(pattern[1]) <= MOST_EDGES else None
        return weight + sum(self._weights.get(key, 0.0) for key in dict.fromkeys(_keys(pattern)) if key != own)


def most_important_first(patterns: Iterable[MovePattern]) -> list[MovePattern]:
    """Return patterns sorted by weight * effect / edges, largest first; ties are sorted by text."""
    known = [(pattern, to_core(pattern)) for pattern in patterns]
    effects = Effects((form for _, form in known), (pattern.weight for pattern, _ in known))
    worth = {
        pattern: pattern.weight * effects.of(form, pattern.weight) / max(1, len(pattern.context.edges))
        for pattern, form in known
    }
    return sorted(worth, key=lambda pattern: (-round(worth[pattern], 9), str(pattern)))


def _own_key(pattern: CorePattern) -> _Key:
    masks, edges, _ = pattern
    return _key(pattern, edges, masks[0], masks[1])


def _keys(pattern: CorePattern) -> Iterator[_Key]:
    """Yield the keys of all patterns that may be more general; the pattern's own key may be among them."""
    masks, edges, _ = pattern
    moves = dict.fromkeys([(masks[0], masks[1]), (masks[0], FREE.mask), (OWN.mask, FREE.mask)])
    for count in range(min(len(edges), MOST_EDGES) + 1):
        for some in combinations(edges, count):
            for move in moves:
                yield _key(pattern, some, *move)


def _key(pattern: CorePattern, edges: Sequence[_Edge], mover: int, goal: int) -> _Key:
    """Return a key, independent of vertex numbers, for the move and some edges of a pattern."""
    masks, _, special = pattern
    key: _Key = min((_spelled(order, masks) for order in permutations(edges)), default=())
    return (*key, mover, goal, special)


def _spelled(edges: Sequence[_Edge], masks: Sequence[int]) -> _Key:
    """Return edges with their vertices numbered in order of appearance."""
    numbers = {0: (0, 0), 1: (1, 0)}
    spelled: list[object] = []
    for relation, vertices in edges:
        for vertex in vertices:
            numbers.setdefault(vertex, (len(numbers), masks[vertex]))
        spelled += [relation, *(numbers[vertex] for vertex in vertices)]
    return tuple(spelled)


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
        return cls.read(SHIPPED)

    def write(self, path: Path) -> None:
        FORMAT.write(path, [*(f"# {name}: {value}" for name, value in self.notes.items()), self.text])

    def __len__(self) -> int:
        return len(self.weights)

    @cached_property
    def patterns(self) -> tuple[MovePattern, ...]:
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
        """Return the patterns with edges that fit a move, largest absolute weight first."""
        column = Positions.from_boards([board])
        starts, numbers = self.index.design(column).matches()
        row = column.legal_moves()[0].index(move)
        patterns = [self.pattern(number) for number in numbers[starts[row] : starts[row + 1]].tolist()]
        return sorted((each for each in patterns if each.context.edges), key=lambda pattern: -abs(pattern.weight))
