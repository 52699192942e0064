"""Find the moves that rules suggest, and count how often they are right; the core tests many rules at once.

A *row* is a legal move in one of the positions. `Coverage` returns the rows that a rule covers, that is, suggests;
`RuleCounter` counts the rows and compares them with a reference move for each position.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice, pairwise

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.tactics import RuleTester
from motif.runtime.parallel import Pool, Workers, in_order
from motif.statistics.examples import UNKNOWN_SQUARE, Evidence, Reference, Rows
from motif.statistics.intervals import wilson
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import PAPER, ArgumentKind, Vocabulary

CoreLiteral = tuple[str, Sequence[int]]
CoreRule = list[CoreLiteral]

Numbers = tuple[int, ...]
"""A rule under search, as the numbers of its conditions."""

Counts = tuple[int, int, int]
"""How many rows, positions and reference moves a rule covers."""

Count = Callable[[Iterable[CoreRule]], Iterator[tuple[Counts, int]]]
"""A function that yields, for each rule, its counts and a fingerprint of the rows that it covers."""

RULES_IN_A_TASK, RULES_HERE = 4_000, 100_000
"""How many rules another process, or this one, counts at a time."""

SQUARE_PLACES = (ArgumentKind.FROM, ArgumentKind.TO, ArgumentKind.SQUARE)
_CONSTANT_PLACES = (ArgumentKind.PIECE, ArgumentKind.NUMBER)


def compiled(rule: Rule, vocabulary: Vocabulary) -> CoreRule:
    """Translate a rule for the core: names include constants and `next`, squares are numbered, From and To first.

    >>> from motif.tactics.vocabulary import FULL
    >>> compiled(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), kind(A, queen, P)."), FULL)
    [('make_move', [0, 1]), ('attacks next', [1, 2]), ('kind queen', [2])]
    """
    if vocabulary is PAPER:
        # In the paper's vocabulary variables of all types are numbered, those of the head first.
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
            elif place is ArgumentKind.POSITION and argument != before:
                name += " next"
        core_rule.append((name, squares))
    return core_rule


POSITIONS_AT_A_TIME = 5_000
"""A core's tester needs about 10 kB for the facts of one position, so it gets at most this many positions."""


class Coverage:
    """Finds the moves that rules of one vocabulary suggest in some positions."""

    def __init__(
        self, positions: Positions, vocabulary: Vocabulary, captured_on: NDArray[np.int8] | None = None
    ) -> None:
        self.vocabulary = vocabulary
        self._positions = positions
        self._captured_on = captured_on
        self._kept: tuple[RuleTester, Rows] | None = None
        self.offsets = positions.legal_moves().offsets

    @classmethod
    def of(cls, evidence: Evidence, vocabulary: Vocabulary) -> Coverage:
        return cls(evidence.positions, vocabulary, evidence.captured_on)

    def rows(self, rules: Sequence[Rule]) -> list[Rows]:
        """Return for each rule the rows that it suggests, in ascending order."""
        wanted = [compiled(rule, self.vocabulary) for rule in rules]
        parts = [self._rows_from(start, wanted) for start in range(0, len(self._positions), POSITIONS_AT_A_TIME)]
        return [np.concatenate([part[number] for part in parts]) for number in range(len(rules))]

    def _rows_from(self, start: int, rules: list[CoreRule]) -> list[Rows]:
        """Return the rows of each rule in the positions from this one on, as many as are tested at a time."""
        tester, places = self._tester(start)
        covered = tester.covered_by_clauses if self.vocabulary is PAPER else tester.covered
        rows, starts = covered(rules)
        return [places[rows[begin:end]] for begin, end in pairwise(starts)]

    def _tester(self, start: int) -> tuple[RuleTester, Rows]:
        """Return a tester for the next positions from `start`, and the row here of each row of the tester."""
        if self._kept:
            return self._kept
        some = np.arange(start, min(start + POSITIONS_AT_A_TIME, len(self._positions)))
        positions = self._positions.take(some)
        captured_on = None if self._captured_on is None else self._captured_on[some]
        tester, legal = RuleTester(positions, None, captured_on), positions.legal_moves()
        # The tester's rows are the legal moves without underpromotions, in the same order.
        made = tester, _places_of(tester, legal.offsets, legal.codes) + self.offsets[start]
        if len(some) == len(self._positions):
            self._kept = made
        return made


def square_of_last_capture(board: chess.Board) -> int:
    """Return the square on which the last move captured; UNKNOWN_SQUARE if it captured nothing or is unknown."""
    if not board.move_stack:
        return UNKNOWN_SQUARE
    before = board.copy(stack=1)
    move = before.pop()
    return move.to_square if before.is_capture(move) else UNKNOWN_SQUARE


def _places_of(tester: RuleTester, offsets: Rows, codes: NDArray[np.uint16]) -> Rows:
    # Position and move are combined into one number, which ascends with the rows in both arrays.
    all_rows = np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)) << 16 | codes
    known = tester.offsets
    own_rows = np.repeat(np.arange(len(known) - 1), np.diff(known)) << 16 | tester.codes
    return np.searchsorted(all_rows, own_rows)


@dataclass(frozen=True, slots=True)
class Totals:
    """How many rows and reference moves the evidence has in all."""

    rows: int
    positives: int


@dataclass(frozen=True, slots=True)
class RuleTally:
    """How many rows, positions and reference moves one rule covers."""

    rows: int
    positions: int
    positives: int

    @property
    def precision(self) -> float:
        """How many of the suggested moves are the reference move, from 0 to 1."""
        return self.positives / self.rows if self.rows else 0.0

    def low(self) -> float:
        """Return Wilson's lower bound of the precision."""
        return wilson(self.positives, self.rows)[0]


class RuleCounter:
    """Counts what rules cover in evidence that has a reference move for each position."""

    def __init__(self, evidence: Evidence, reference: Reference, workers: Workers, fewest: int = 0) -> None:
        self._fewest = fewest
        """If a rule finds fewer reference moves than this, nothing else about it is counted."""
        self._parts = (evidence.positions, evidence.moves(reference), evidence.captured_on)
        self._workers = workers
        content = hashlib.sha256(evidence.positions.to_bytes())
        content.update(self._parts[1].tobytes())
        content.update(b"" if evidence.captured_on is None else evidence.captured_on.tobytes())
        self.digest = content.hexdigest()
        with _TESTERS.borrow(self.digest, lambda: RuleTester(*self._parts)) as tester:
            self.totals = Totals(len(tester), len(tester.positives))
        self.seconds = 0.0
        """The processor time that the core has used for counting."""

    @contextmanager
    def open(self) -> Iterator[Count]:
        """Start the workers, and yield a function that uses them to count rules."""
        is_alone = self._workers.count == 1 and self._workers.cluster is None
        most = RULES_HERE if is_alone else RULES_IN_A_TASK
        with self._workers.executor() as executor:

            def count(rules: Iterable[CoreRule]) -> Iterator[tuple[Counts, int]]:
                waiting = iter(rules)
                parts = iter(lambda: list(islice(waiting, most)), [])
                tasks = ((self.digest, self._parts, part, self._fewest) for part in parts)
                for counts, prints, seconds in in_order(executor, _count, tasks):
                    self.seconds += seconds
                    tallies = ((rows, positions, positives) for rows, positions, positives in counts.tolist())
                    yield from zip(tallies, prints.tolist(), strict=True)

            yield count


_Parts = tuple[Positions, NDArray[np.uint16], NDArray[np.int8] | None]

_TESTERS = Pool("rule testers", most=1)
"""Kept because preparing the facts of many positions takes longer than testing rules on them."""


def _count(
    task: tuple[str, _Parts, list[CoreRule], int],
) -> tuple[NDArray[np.int64], NDArray[np.uint64], float]:
    digest, parts, rules, fewest = task
    with _TESTERS.borrow(digest, lambda: RuleTester(*parts)) as tester:
        begin = time.process_time()
        counts, prints = tester.test(rules, fewest)
    return counts, prints, time.process_time() - begin
