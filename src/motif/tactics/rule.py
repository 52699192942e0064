"""Represent a rule about moves as one Horn clause, and find the moves that it suggests.

`tactic(Position, From, To) :- literal, …, literal.` suggests each legal move (From, To) for which some values of the
other variables make all conditions true. Words that begin with a capital are variables; other words and numbers are
constants. The text is Prolog, parsed by `motif.tactics.clauses` but never run. Krishnan and Martens 2022.

A *row* is a legal move in one of the positions. `Coverage` returns the rows that a rule covers, that is, suggests; the
core tests many rules at once. `RuleCounter` counts the rows and compares them with a reference move for each position.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import islice, pairwise, permutations, product

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.tactics import RuleTester
from motif.board.drawing import card
from motif.board.wording import counted
from motif.runtime.parallel import Pool, Workers, in_order
from motif.statistics.examples import UNKNOWN_SQUARE, Evidence, Reference, Rows
from motif.statistics.intervals import wilson
from motif.tactics.clauses import HEAD, Head, Literal, Spot, Term, check, is_variable, read_clauses
from motif.tactics.english import sentence
from motif.tactics.vocabulary import PAPER, ArgumentKind, Vocabulary

MOST_PERMUTED = 3
"""Up to this many variables, the canonical form tries all orders without first grouping variables by their use."""


@dataclass(frozen=True, slots=True, repr=False)
class Rule:
    """A named tactic: the three variables of its head, and the conditions of its body.

    >>> fork = Rule.parse("fork(P, F, T) :- make_move(F, T, P, N), attacks(T, A, N), attacks(T, B, N).")
    >>> fork.canonical()
    Rule.parse('fork(A, B, C) :- attacks(C, D, E), attacks(C, F, E), make_move(B, C, A, E).')
    """

    name: str
    head: Head
    body: tuple[Literal, ...]

    @classmethod
    def parse(cls, text: str, vocabulary: Vocabulary | None = None) -> Rule:
        """Read one clause, and check it if a vocabulary is given. Errors give the line and column."""
        rules = parse_rules(text, vocabulary)
        if len(rules) != 1:
            Spot(1, 1).refuse(f"expected one clause, found {len(rules)}", hint="tactic(Position, From, To) :- …")
        return rules[0]

    def __str__(self) -> str:
        head = f"{self.name}({', '.join(self.head)})"
        return f"{head} :- {', '.join(map(str, self.body))}." if self.body else f"{head}."

    def __repr__(self) -> str:
        return f"Rule.parse({str(self)!r})"

    def text(self) -> str:
        """Return the clause with one condition on each line."""
        head = f"{self.name}({', '.join(self.head)})"
        return f"{head} :-\n    " + ",\n    ".join(map(str, self.body)) + "." if self.body else f"{head}."

    def sentence(self) -> str:
        return sentence(self.head, self.body)

    def _repr_html_(self) -> str:
        return card(self.sentence(), text=self.text())

    @property
    def variables(self) -> tuple[str, ...]:
        """All variables in the order of their first occurrence, those of the head first."""
        return tuple(dict.fromkeys((*self.head, *(name for literal in self.body for name in literal.variables))))

    @property
    def existential(self) -> tuple[str, ...]:
        """The variables that occur only in the body."""
        return self.variables[len(self.head) :]

    def named(self, name: str) -> Rule:
        return replace(self, name=name)

    def renamed(self, names: Mapping[str, str]) -> Rule:
        position, origin, target = (names.get(name, name) for name in self.head)
        return Rule(self.name, (position, origin, target), tuple(literal.renamed(names) for literal in self.body))

    def canonical(self, vocabulary: Vocabulary | None = None) -> Rule:
        """Return the form that all variants of this rule share: literals sorted, variables named A, B, …

        With a vocabulary the arguments of its symmetric relations are sorted too.
        """
        names = dict(zip(self.head, map(_letter, range(len(self.head))), strict=True))
        symmetric = vocabulary.symmetric if vocabulary else frozenset()
        variants = (self._in_order(names | extra, symmetric) for extra in self._numberings())
        return Rule(self.name, _canonical_head(self.head, names), min(variants))

    def readable(self, vocabulary: Vocabulary) -> Rule:
        """Return the rule with variables named by their types: Position, From, To, Next, Square1, Square2, …"""
        kinds: dict[str, list[str]] = {}
        for literal in self.body:
            for name, place in zip(literal.arguments, vocabulary.find(literal.relation).places, strict=True):
                if is_variable(name) and name not in self.head:
                    kinds.setdefault(place.type, []).append(name)
        names = dict(zip(self.head, HEAD, strict=True))
        for kind, variables in kinds.items():
            stem = "Next" if kind == "position" else kind.capitalize()
            for number, name in enumerate(dict.fromkeys(variables), start=1):
                names[name] = stem if kind == "position" and number == 1 else f"{stem}{number}"
        return self.renamed(names)

    def _in_order(self, names: Mapping[str, str], symmetric: frozenset[str]) -> tuple[Literal, ...]:
        return tuple(sorted({_ordered(literal.renamed(names), symmetric) for literal in self.body}))

    def _numberings(self) -> Iterator[dict[str, str]]:
        groups: dict[int, list[str]] = {}
        # Only variables of one colour (the same use in the rule) can be exchanged; with few variables try all orders.
        colours = self._colours() if len(self.existential) > MOST_PERMUTED else dict.fromkeys(self.existential, 0)
        for name, colour in colours.items():
            groups.setdefault(colour, []).append(name)
        letters = [_letter(number) for number in range(len(self.head), len(self.head) + len(colours))]
        for orders in product(*(permutations(groups[colour]) for colour in sorted(groups))):
            in_order = (name for order in orders for name in order)
            yield dict(zip(in_order, letters, strict=True))

    def _colours(self) -> dict[str, int]:
        """Number the variables, giving the same number to those with the same use (colour refinement)."""
        colours = dict.fromkeys(self.existential, 0)
        known = {name: f"h{place}" for place, name in enumerate(self.head)}
        for _ in range(len(colours)):
            views = {name: self._view(name, known | {n: f"c{c}" for n, c in colours.items()}) for name in colours}
            ranks = {view: rank for rank, view in enumerate(sorted(set(views.values())))}
            refined = {name: ranks[view] for name, view in views.items()}
            if refined == colours:
                break
            colours = refined
        return colours

    def _view(self, name: str, known: Mapping[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
        # The literals that use a variable; arguments are sorted, since those of symmetric relations have no order.
        seen = (
            (literal.relation, tuple(sorted("me" if a == name else known.get(a, a) for a in literal.arguments)))
            for literal in self.body
            if name in literal.arguments
        )
        return ((known[name], ()), *sorted(seen))


def _letter(number: int) -> str:
    """Return A, B, … Z, A1, B1, …"""
    turn, letter = divmod(number, 26)
    return chr(ord("A") + letter) + (str(turn) if turn else "")


def _canonical_head(head: Head, names: Mapping[str, str]) -> Head:
    position, origin, target = (names[name] for name in head)
    return position, origin, target


def _ordered(literal: Literal, symmetric: frozenset[str]) -> Literal:
    if literal.relation not in symmetric:
        return literal
    first, second, *rest = literal.arguments
    return Literal(literal.relation, (*sorted((first, second)), *rest))


def parse_rules(text: str, vocabulary: Vocabulary | None = None, source: str = "", line: int = 1) -> list[Rule]:
    """Read and check all clauses of a text; `line` is the text's first line in its file."""
    rules = []
    for head, body in read_clauses(text, source, line):
        rules.append(_rule(head, body))
        if vocabulary:
            check(head, body, vocabulary)
    return rules


def _rule(head: Term, body: list[Term]) -> Rule:
    names = [word.text for word in head.arguments]
    if len(names) != 3:
        head.relation.place.refuse(
            f"the head {head.relation.text} has {counted(len(names), 'argument')}, not 3",
            hint="write the head as tactic(Position, From, To)",
        )
    for number, word in enumerate(head.arguments):
        if not is_variable(word.text):
            word.place.refuse(
                f"the head needs variables, found {word.text!r}", hint="variables begin with a capital letter"
            )
        if word.text in names[:number]:
            word.place.refuse(f"the head uses the variable {word.text} twice")
    literals = tuple(Literal(term.relation.text, tuple(word.text for word in term.arguments)) for term in body)
    return Rule(head.relation.text, (names[0], names[1], names[2]), literals)


def unique_names(rules: Sequence[Rule]) -> list[str]:
    """Return the names of the rules; the second rule with the same name gets _2, and so on."""
    names: list[str] = []
    for rule in rules:
        name, number = rule.name, 1
        while name in names:
            number += 1
            name = f"{rule.name}_{number}"
        names.append(name)
    return names


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
        """Return a tester for some of the positions, and the row of each of its rows."""
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
