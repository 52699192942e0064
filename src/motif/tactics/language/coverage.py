"""What rules cover: for every rule the rows (position, legal move) it suggests, asked of the core for all at once.

Where many rules are searched they are only counted, in this process, on all its cores, or batch by batch on workers.
The core knows a move by its two squares, and a pawn that reaches the last rank becomes a queen there; here a row is a
legal move in the order of `positions.legal_moves().codes`, so an underpromotion is a row that no rule suggests.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.tactics import RuleTester
from motif.board.positions import Positions
from motif.evidence.examples import UNKNOWN_SQUARE, Evidence, Reference, Rows
from motif.evidence.intervals import wilson
from motif.parallel import Pool, Workers, in_order
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import PAPER, Place, Vocabulary

CoreLiteral = tuple[str, Sequence[int]]
CoreRule = list[CoreLiteral]

Numbers = tuple[int, ...]
"""A rule under search, by the numbers of its conditions."""

Counts = tuple[int, int, int]
"""Rows, positions and reference moves that a rule covers."""

Counted = tuple[Numbers, Counts, int]
"""A rule, what it covers, and the fingerprint of that."""

Count = Callable[[list[Numbers], Callable[[Numbers], CoreRule]], Iterator[Counted]]
"""Counts rules, given how the core reads them."""

RULES_IN_A_TASK = 4_000

SQUARE_PLACES = (Place.FROM, Place.TO, Place.SQUARE)
_CONSTANT_PLACES = (Place.PIECE, Place.NUMBER)


def compiled(rule: Rule, vocabulary: Vocabulary) -> CoreRule:
    """A rule as the core reads it: relations with their constants and times, squares by number, the move's first.

    >>> from motif.tactics.language.vocabulary import FULL
    >>> compiled(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), kind(A, queen, P)."), FULL)
    [('make_move', [0, 1]), ('attacks next', [1, 2]), ('kind queen', [2])]
    """
    if vocabulary is PAPER:
        # Here every variable has a number, whatever it stands for, and those of the head come first.
        known = {name: number for number, name in enumerate(rule.variables)}
        return [(literal.relation, [known[name] for name in literal.arguments]) for literal in rule.body]
    before, origin, target = rule.head
    numbers = {origin: 0, target: 1}
    core_rule: CoreRule = []
    for literal in rule.body:
        name, squares = literal.relation, list[int]()
        for argument, place in zip(literal.arguments, vocabulary.find(literal.relation).places, strict=True):
            if place in SQUARE_PLACES:
                squares.append(numbers.setdefault(argument, len(numbers)))
            elif place in _CONSTANT_PLACES:
                name += f" {argument}"
            elif place is Place.POSITION and argument != before:
                name += " next"
        core_rule.append((name, squares))
    return core_rule


class Coverage:
    """Positions on which rules of one vocabulary show what they suggest."""

    def __init__(
        self, positions: Positions, vocabulary: Vocabulary, captured_on: NDArray[np.int8] | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self._tester = RuleTester(positions, None, captured_on)
        legal = positions.legal_moves()
        self.offsets = legal.offsets
        # The tester's rows are the legal moves without underpromotions, in the same order.
        self._row = _places_of(self._tester, legal.offsets, legal.codes)

    @classmethod
    def of(cls, evidence: Evidence, vocabulary: Vocabulary) -> Coverage:
        """The positions of evidence."""
        return cls(evidence.positions, vocabulary, evidence.captured_on)

    def rows(self, rules: Sequence[Rule]) -> list[Rows]:
        """For each rule the rows that it suggests, in ascending order."""
        forms = [compiled(rule, self.vocabulary) for rule in rules]
        ask = self._tester.covered_by_clauses if self.vocabulary is PAPER else self._tester.covered
        rows, starts = ask(forms)
        return [self._row[rows[start:end]] for start, end in pairwise(starts)]


def suggested_moves(rules: Sequence[Rule], vocabulary: Vocabulary, board: chess.Board) -> list[list[chess.Move]]:
    """For each rule the moves that it suggests on one board; the move before is known from the board's stack."""
    positions = Positions.from_boards([board])
    captured_on = np.array([square_of_last_capture(board)], np.int8)
    moves = positions.legal_moves()[0]
    return [[moves[row] for row in rows] for rows in Coverage(positions, vocabulary, captured_on).rows(rules)]


def square_of_last_capture(board: chess.Board) -> int:
    """The square on which the last move captured, UNKNOWN_SQUARE if it did not or nobody knows it."""
    if not board.move_stack:
        return UNKNOWN_SQUARE
    before = board.copy(stack=1)
    move = before.pop()
    return move.to_square if before.is_capture(move) else UNKNOWN_SQUARE


def _places_of(tester: RuleTester, offsets: Rows, codes: NDArray[np.uint16]) -> Rows:
    # A position and a move make one number, which ascends with the rows on both sides.
    all_rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)) << 16 | codes
    known = tester.offsets
    own_rows = np.repeat(np.arange(len(known) - 1), np.diff(known)) << 16 | tester.codes
    return np.searchsorted(all_rows, own_rows)


@dataclass(frozen=True, slots=True)
class Totals:
    """What rules are counted on."""

    rows: int
    positives: int


@dataclass(frozen=True, slots=True)
class Tally:
    """What one rule covers."""

    rows: int
    positions: int
    positives: int

    @property
    def precision(self) -> float:
        """Share of the suggestions that are the reference move."""
        return self.positives / self.rows if self.rows else 0.0

    def low(self) -> float:
        """The precision that is certain enough."""
        return wilson(self.positives, self.rows)[0]


class RuleCounter:
    """Evidence with a reference move for each position, on which rules are counted."""

    def __init__(self, evidence: Evidence, reference: Reference, workers: Workers, fewest: int = 0) -> None:
        self._fewest = fewest
        """Of a rule that finds fewer reference moves nothing but their number is told."""
        self._parts = (evidence.positions, evidence.moves(reference), evidence.captured_on)
        self._workers = workers
        content = hashlib.sha256(evidence.positions.to_bytes())
        content.update(self._parts[1].tobytes())
        content.update(b"" if evidence.captured_on is None else evidence.captured_on.tobytes())
        self.digest = content.hexdigest()
        with _TESTERS.borrow(self.digest, lambda: RuleTester(*self._parts)) as tester:
            self.totals = Totals(len(tester), len(tester.positives))
        self.seconds = 0.0
        """The time of the processor that the core has taken for counting in this process."""

    @contextmanager
    def open(self) -> Iterator[Count]:
        """The counting, with workers under it as long as it is open."""
        with self._workers.executor() as executor:

            def count(rules: list[Numbers], core: Callable[[Numbers], CoreRule]) -> Iterator[Counted]:
                here = self._workers.count == 1 and self._workers.cluster is None
                size = len(rules) if here else RULES_IN_A_TASK
                parts = [rules[start : start + size] for start in range(0, len(rules), size)]
                tasks = ((self.digest, self._parts, [core(rule) for rule in part], self._fewest) for part in parts)
                for part, (counts, prints, seconds) in zip(parts, in_order(executor, _count, tasks), strict=True):
                    self.seconds += seconds
                    tallies = ((rows, positions, positives) for rows, positions, positives in counts.tolist())
                    yield from zip(part, tallies, prints.tolist(), strict=True)

            yield count


_Parts = tuple[Positions, NDArray[np.uint16], NDArray[np.int8] | None]

_TESTERS = Pool("rule testers", most=1)
"""Kept because laying out the facts of many positions takes longer than a test."""


def _count(
    task: tuple[str, _Parts, list[CoreRule], int],
) -> tuple[NDArray[np.int64], NDArray[np.uint64], float]:
    digest, parts, rules, fewest = task
    with _TESTERS.borrow(digest, lambda: RuleTester(*parts)) as tester:
        begin = time.process_time()
        counts, prints = tester.test(rules, fewest)
    return counts, prints, time.process_time() - begin
