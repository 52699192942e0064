"""Search for rules level by level, adding one condition on each level: the default learner.

generate   extend every rule of the last level by one condition that is connected to it and not redundant
test       count the rows, positions and reference moves that each rule covers, a batch at a time in the core
constrain  a rule that covers too few reference moves is dead, and so are its specialisations; of rules that cover the
           same rows only the shortest is kept; after the exhaustive levels only the most promising rules get longer

Positives are the reference moves, negatives are all other legal moves, so noisy games only lower the precision. A rule
is also dead if it would not be precise enough even without any negatives: wilson(positives, positives) is the bound.
After Krishnan & Martens 2022 and Cropper & Morel 2021.

A rule under search is a sorted tuple of such numbers. Its squares are 0 for the move's origin, 1 for its target and
2, 3, … for other pieces. Rules that differ only in the order of these pieces are the same: `canonical` returns the
smallest tuple among them. A rule is *closed* if it names every other piece at least twice, otherwise *open*.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import count, islice, permutations, product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Progress, Watch, Workers, unwatched
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import wilson, wilson_low
from motif.tactics.clauses import HEAD, Literal
from motif.tactics.coverage import CoreRule, Count, Counts, Numbers, RuleCounter, RuleTally, Totals
from motif.tactics.learning.bias import Bias, Predicate
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import ArgumentKind

ConditionForm = tuple[str, tuple[int, ...]]
"""A condition as the core reads it: relation (with its constant and `next`) and squares."""

ORIGIN, TARGET, FIRST_PIECE = 0, 1, 2
NEXT = "Next"
VARIABLES_OF_EVERY_RULE = 4
"""Position, From, To and Next count among a bias's variables."""

_FIXED = {ArgumentKind.FROM: ORIGIN, ArgumentKind.TO: TARGET}


@dataclass(frozen=True, slots=True)
class Condition:
    """A relation of the vocabulary with its constant, its position (before or after the move) and its squares."""

    literal: Literal
    core: ConditionForm
    bound: tuple[int, ...]
    """The squares that earlier conditions must introduce, according to the directions of the bias."""

    @property
    def pieces(self) -> tuple[int, ...]:
        return tuple(square for square in self.core[1] if square >= FIRST_PIECE)


class RuleConditions:
    """All conditions that a bias allows."""

    def __init__(self, bias: Bias) -> None:
        self.bias = bias
        self.pieces = max(0, bias.limits.variables - VARIABLES_OF_EVERY_RULE)
        if bias.vocabulary.name != "full":
            raise BadArgument(
                f"the level-wise learner knows only the full vocabulary, not {bias.vocabulary.name!r}",
                hint="add --vocabulary paper, or use a bias file written for the full vocabulary",
            )
        if bias.has_constraints:
            raise BadArgument(
                "the level-wise learner reads only facts, but this bias has rules or constraints",
                hint="remove them, or use them with the paper's vocabulary",
            )
        self.all = tuple(
            condition
            for name, predicate in bias.predicates.items()
            if name not in bias.uncounted
            for condition in _conditions(predicate, self.pieces)
        )
        self.number = {condition.core: number for number, condition in enumerate(self.all)}
        self.squares = tuple(condition.core[1] for condition in self.all)
        self.pieces_of = tuple(condition.pieces for condition in self.all)
        self._swaps = [self._swap(order) for order in permutations(range(FIRST_PIECE, FIRST_PIECE + self.pieces))]

    def __len__(self) -> int:
        return len(self.all)

    def _swap(self, order: tuple[int, ...]) -> list[int]:
        places = (ORIGIN, TARGET, *order)
        return [
            self.number[condition.core[0], tuple(places[square] for square in condition.core[1])]
            for condition in self.all
        ]

    def canonical(self, rule: Numbers) -> Numbers:
        """Return the smallest tuple among all orders of the rule's pieces."""
        if not any(self.pieces_of[number] for number in rule):
            return rule
        return min(tuple(sorted(swap[number] for number in rule)) for swap in self._swaps)

    def is_closed(self, rule: Numbers) -> bool:
        """Whether the rule names every other piece at least twice: one condition says too little about a piece."""
        return not self.open_pieces(rule)

    def open_pieces(self, rule: Numbers) -> frozenset[int]:
        """Return the pieces that the rule names only once."""
        pieces = [piece for number in rule for piece in self.pieces_of[number]]
        return frozenset(piece for piece in pieces if pieces.count(piece) == 1)

    def count_pieces(self, rule: Numbers) -> int:
        """Return how many pieces other than the moved one the rule names."""
        return len({piece for number in rule for piece in self.pieces_of[number]})

    @cached_property
    def additions(self) -> tuple[tuple[int, ...], ...]:
        """For each number of pieces, the conditions that can be added to a rule so that it stays connected."""
        return tuple(tuple(self._additions(pieces)) for pieces in range(self.pieces + 1))

    def _additions(self, pieces: int) -> list[int]:
        known = FIRST_PIECE + pieces
        additions = []
        for number, squares in enumerate(self.squares):
            new = sorted({square for square in squares if square >= known})
            in_order = new == list(range(known, known + len(new)))
            is_connected = not squares or any(square < known for square in squares)
            if in_order and is_connected and all(square < known for square in self.all[number].bound):
                additions.append(number)
        return additions

    @cached_property
    def implied(self) -> tuple[frozenset[int], ...]:
        """For each condition, the weaker ones that it implies."""
        implied: list[set[int]] = [set() for _ in self.all]
        for stronger, weaker in self.bias.vocabulary.implications:
            first, second = Rule.parse(f"i(P, F, T) :- {stronger}, {weaker}.").body
            for one, other in _instances(first, second, self.pieces):
                if one in self.number and other in self.number:
                    implied[self.number[one]].add(self.number[other])
        return tuple(frozenset(numbers) for numbers in implied)

    def core(self, rule: Numbers) -> CoreRule:
        return [self.all[number].core for number in rule]

    def rule(self, numbers: Numbers, name: str) -> Rule:
        """Return a rule as a clause; conditions on the move come first, then those on each piece."""
        literals = [
            self.all[number].literal for number in sorted(numbers, key=lambda n: (max((0, *self.pieces_of[n])), n))
        ]
        position, origin, target = HEAD
        first = [Literal("legal_move", (origin, target, position))]
        if any(NEXT in literal.arguments for literal in literals):
            first.append(Literal("make_move", (origin, target, position, NEXT)))
        return Rule(name, HEAD, (*first, *literals))


def _conditions(predicate: Predicate, pieces: int) -> list[Condition]:
    relation = predicate.relation
    squares = range(FIRST_PIECE + pieces)
    choices: list[tuple[int | str, ...]] = []
    for place in relation.places:
        match place:
            case ArgumentKind.FROM | ArgumentKind.TO:
                choices.append((_FIXED[place],))
            case ArgumentKind.SQUARE:
                choices.append(tuple(squares))
            case ArgumentKind.PIECE | ArgumentKind.NUMBER:
                choices.append(predicate.constants)
            case ArgumentKind.POSITION:
                choices.append((HEAD[0], NEXT))
            case ArgumentKind.BEFORE:
                choices.append((HEAD[0],))
            case ArgumentKind.AFTER:
                choices.append((NEXT,))
            case ArgumentKind.SIDE:
                raise BadArgument(f"the level-wise learner cannot use {relation.name}, which has a side as an argument")
    conditions = []
    for arguments in product(*choices):
        chosen = [argument for argument in arguments if isinstance(argument, int)]
        if len(set(chosen)) == len(chosen):
            conditions.append(_condition(predicate, arguments))
    return conditions


def _condition(predicate: Predicate, arguments: tuple[int | str, ...]) -> Condition:
    core = predicate.name
    for place, argument in zip(predicate.relation.places, arguments, strict=True):
        if place in (ArgumentKind.PIECE, ArgumentKind.NUMBER):
            core += f" {argument}"
        elif place is ArgumentKind.POSITION and argument == NEXT:
            core += " next"
    squares = tuple(argument for argument in arguments if isinstance(argument, int))
    given = zip(arguments, predicate.directions, strict=True)
    bound = tuple(argument for argument, sign in given if isinstance(argument, int) and sign == "+")
    names = (*HEAD[1:], *"XYZUVW")
    terms = tuple(argument if isinstance(argument, str) else names[argument] for argument in arguments)
    return Condition(Literal(predicate.name, terms), (core, squares), bound)


def _instances(stronger: Literal, weaker: Literal, pieces: int) -> list[tuple[ConditionForm, ConditionForm]]:
    # F and T are the move's squares. P is either board, but only the one before the move if F or N occurs.
    letters = sorted({name for name in (*stronger.variables, *weaker.variables) if name in "FTXYZ"})
    times = (HEAD[0],) if "N" in stronger.arguments or "F" in stronger.arguments else (HEAD[0], NEXT)
    instances = []
    known, others = {"F": (ORIGIN,), "T": (TARGET,)}, tuple(range(FIRST_PIECE + pieces))
    choices = product(*(known.get(letter, others) for letter in letters))
    for time, squares in product(times, choices):
        if len(set(squares)) < len(squares):
            continue
        names: dict[str, int | str] = {"P": time, "N": NEXT}
        names.update(zip(letters, squares, strict=True))
        one, other = (_core_of(literal, names) for literal in (stronger, weaker))
        instances.append((one, other))
    return instances


def _core_of(literal: Literal, names: dict[str, int | str]) -> ConditionForm:
    core, squares = literal.relation, []
    both_boards = {"P", "N"} <= set(literal.arguments)
    for argument in literal.arguments:
        value = names.get(argument, argument)
        if isinstance(value, int):
            squares.append(value)
        elif argument not in names:
            core += f" {argument}"
        elif value == NEXT and not both_boards:
            core += " next"
    return core, tuple(squares)


BATCH = 100_000
"""How many rules the core tests at a time; between batches progress is shown and Ctrl-C takes effect."""

MOST_IN_A_DRAFT = 200
"""After Ctrl-C only this many of the most certain rules are considered, so that the program ends soon."""


@dataclass(frozen=True, slots=True)
class Search:
    """How far to search.

    support     the minimum number of reference moves that a rule must find
    share       the same minimum as a share of all positions; the larger of the two numbers counts
    floor       the minimum precision of a rule (Wilson's lower bound)
    exhaustive  levels up to this one are searched completely; later only the `beam` most promising rules get longer
    most_kept   how many rules the search returns, the most certain; with far fewer there would be no frequent ones
    """

    support: int = 10
    floor: float = 0.05
    exhaustive: int = 2
    beam: int = 2_000
    most_kept: int = 200_000
    share: float = 0.0

    def among(self, positions: int) -> Search:
        """Return the search with `support` raised to `share` of this many positions, if that is more."""
        return replace(self, support=max(self.support, int(self.share * positions)))

    def __post_init__(self) -> None:
        if self.support < 1 or self.exhaustive < 1 or self.beam < 1 or not 0 <= self.floor < 1:
            raise BadArgument(f"cannot search with {self}: counts must be at least 1, the floor at least 0 and below 1")


@dataclass(frozen=True, slots=True)
class FoundRule:
    """A rule, and how much of the evidence it covers."""

    rule: Rule
    tally: RuleTally


@dataclass(slots=True)
class SearchState:
    """How far the search has come."""

    level: int = 0
    tested: int = 0
    dead: int = 0
    merged: int = 0
    kept: int = 0
    interrupted: bool = False


@dataclass(slots=True)
class _Found:
    """The closed rules found so far; of rules that cover the same rows only the first is kept."""

    numbers: list[Numbers] = field(default_factory=list)
    tallies: list[Counts] = field(default_factory=list)
    prints: dict[int, int] = field(default_factory=dict)

    def add(self, rule: Numbers, tally: Counts, fingerprint: int) -> bool:
        if fingerprint in self.prints:
            return False
        self.prints[fingerprint] = len(self.numbers)
        self.numbers.append(rule)
        self.tallies.append(tally)
        return True


class Learner:
    """Searches for rules level by level, a condition more on each, to the last level or until Ctrl-C."""

    def __init__(
        self,
        evidence: Evidence,
        bias: Bias,
        search: Search | None = None,
        reference: Reference = Reference.BEST,
        workers: Workers | None = None,
    ) -> None:
        self.search = search or Search()
        self.conditions = RuleConditions(bias)
        self.literals = bias.limits.literals
        # With fewer reference moves even a rule without false hits is not precise enough.
        enough = (number for number in count(self.search.support) if wilson(number, number)[0] >= self.search.floor)
        self._fewest = next(enough)
        # The core stops counting a rule as soon as the rule is dead.
        self.counter = RuleCounter(evidence, reference, workers or Workers(), self._fewest)
        self.state = SearchState()
        self._found = _Found()
        self._dead: set[Numbers] = set()
        self._frontier: list[tuple[Numbers, bool]] = [((), True)]

    @property
    def totals(self) -> Totals:
        """How many rows and reference moves the evidence has in all."""
        return self.counter.totals

    def run(self, watch: Watch = unwatched, checkpoint: Path | None = None) -> list[FoundRule]:
        """Search and return the rules, best first. Ctrl-C ends the search and keeps the best so far."""
        self.explore(watch, checkpoint)
        return self.best(MOST_IN_A_DRAFT if self.state.interrupted else self.search.most_kept)

    def explore(self, watch: Watch = unwatched, checkpoint: Path | None = None) -> None:
        """Search to the end or until Ctrl-C, which sets `state.interrupted`."""
        saved = self._checkpoint(checkpoint)
        try:
            if saved:
                self._resume(saved.load())
            with self.counter.open() as count_rules:
                while self.state.level < self.literals and self._frontier:
                    self._level(count_rules, watch)
                    if saved:
                        saved.save(self._state())
        except KeyboardInterrupt:
            self.state.interrupted = True

    def found(self) -> tuple[list[Numbers], NDArray[np.int64]]:
        """Return the rules found so far, no two with the same rows, and their counts as an array (rules, 3)."""
        return list(self._found.numbers), np.array(self._found.tallies, np.int64).reshape(-1, 3)

    def best(self, most: int) -> list[FoundRule]:
        """Return at most this many of the rules found so far, the most precise by Wilson's lower bound first."""
        rules, counts = self.found()
        order = np.argsort(-wilson_low(counts[:, 2], counts[:, 0]), kind="stable")[:most]
        return [
            FoundRule(self.conditions.rule(rules[place], f"tactic_{rank}"), RuleTally(*map(int, counts[place])))
            for rank, place in enumerate(order, start=1)
        ]

    def _level(self, count_rules: Count, watch: Watch) -> None:
        self.state.level += 1
        # Only the dead rules that are one condition shorter than those of this level are looked up.
        self._dead = {rule for rule in self._dead if len(rule) == self.state.level - 1}
        survivors: list[tuple[Numbers, bool, Counts]] = []
        hypotheses = self._generate()
        while batch := list(islice(hypotheses, BATCH)):
            outcomes = count_rules(map(self.conditions.core, batch))
            for rule, (counts, fingerprint) in zip(batch, outcomes, strict=True):
                self._constrain(rule, counts, fingerprint, survivors)
            watch(self._progress())
        self._frontier = self._promising(survivors)

    def _constrain(
        self, rule: Numbers, counts: Counts, fingerprint: int, survivors: list[tuple[Numbers, bool, Counts]]
    ) -> None:
        """Decide whether a tested rule is kept, and whether longer rules are made from it.

        A rule that finds too few reference moves is dead: no longer rule may contain it. A closed rule is kept if no
        other kept rule covers the same rows. A rule survives, to be made longer, if it is new or names other pieces.
        """
        self.state.tested += 1
        if counts[2] < self._fewest:
            self.state.dead += 1
            if self.state.level < self.literals:
                self._dead.add(rule)
            return
        # An open rule (one piece still needs a second condition) must not replace a closed one with the same rows.
        is_closed = self.conditions.is_closed(rule)
        is_new = not is_closed or self._found.add(rule, counts, fingerprint)
        self.state.kept += is_closed and is_new
        self.state.merged += not is_new
        if is_new or self.conditions.count_pieces(rule):
            survivors.append((rule, is_new, counts))

    def _progress(self) -> Progress:
        state = self.state
        return Progress(
            state.level - 1, self.literals, f"level {state.level}: {state.tested:,} tested, {state.kept:,} kept"
        )

    def _promising(self, survivors: list[tuple[Numbers, bool, Counts]]) -> list[tuple[Numbers, bool]]:
        if self.state.level < self.search.exhaustive or len(survivors) <= self.search.beam:
            return [(rule, is_new) for rule, is_new, _ in survivors]
        counts = np.array([tally for _, _, tally in survivors], np.int64)
        totals = self.totals
        # Weighted relative accuracy favours rules that are both frequent and better than chance.
        accuracy = counts[:, 2] - counts[:, 0] * totals.positives / totals.rows
        precise = wilson_low(counts[:, 2], counts[:, 0])
        waiting = np.array([bool(self.conditions.open_pieces(rule)) for rule, _, _ in survivors])
        chosen: dict[int, None] = {}
        # A quarter of the beam for open rules, a quarter for the most accurate, the rest for the most precise.
        for share, worth in ((1, np.where(waiting, accuracy, -np.inf)), (2, accuracy), (4, precise)):
            for place in np.argsort(-worth, kind="stable").tolist():
                if len(chosen) >= share * self.search.beam // 4 or worth[place] == -np.inf:
                    break
                chosen.setdefault(place)
        return [survivors[place][:2] for place in sorted(chosen)]

    def _generate(self) -> Iterator[Numbers]:
        conditions, implied = self.conditions, self.conditions.implied
        seen: set[Numbers] = set()
        is_exhaustive = self.state.level <= self.search.exhaustive
        for parent, is_new in self._frontier:
            known = set(parent)
            pieces = conditions.count_pieces(parent)
            waiting = conditions.open_pieces(parent)
            about_move = any(not conditions.pieces_of[number] for number in parent)
            linked = {conditions.pieces_of[number] for number in parent if len(conditions.pieces_of[number]) > 1}
            redundant = set().union(*(implied[number] for number in parent)) if parent else set()
            for number in conditions.additions[pieces]:
                # With one more condition on the move, a merged rule would still cover the same rows as its equal.
                if number in known or number in redundant or (not is_new and not conditions.pieces_of[number]):
                    continue
                if not implied[number].isdisjoint(known):
                    continue
                named = conditions.pieces_of[number]
                names_new_piece = max(named, default=0) >= FIRST_PIECE + pieces
                # A piece named once needs a second condition before another piece is named.
                if waiting and (names_new_piece or waiting.isdisjoint(named)):
                    continue
                # On exhaustive levels conditions on pieces come before those on the move, to propose each rule once.
                if names_new_piece and about_move and is_exhaustive:
                    continue
                # One condition is enough to relate two pieces.
                if named in linked or named[::-1] in linked:
                    continue
                rule = conditions.canonical(tuple(sorted((*parent, number))))
                if rule not in seen and not self._is_known_dead(rule):
                    seen.add(rule)
                    yield rule

    def _is_known_dead(self, rule: Numbers) -> bool:
        if len(rule) < 2:
            return False
        shorter = (rule[:place] + rule[place + 1 :] for place in range(len(rule)))
        return any(self.conditions.canonical(part) in self._dead for part in shorter)

    def _checkpoint(self, path: Path | None) -> Checkpoint | None:
        if path is None:
            return None
        settings = {
            "bias": self.conditions.bias.program,
            "search": asdict(self.search),
            "evidence": self.counter.digest,
        }
        return Checkpoint(path, "tactics", settings)

    def _state(self) -> dict[str, object]:
        return {
            "progress": asdict(self.state),
            "frontier": self._frontier,
            "dead": sorted(self._dead),
            "numbers": self._found.numbers,
            "tallies": self._found.tallies,
            "prints": list(self._found.prints),
        }

    def _resume(self, state: Any | None) -> None:  # noqa: ANN401 - JSON knows no types
        if state is None:
            return
        self.state = SearchState(**state["progress"])
        self._frontier = [(tuple(rule), is_new) for rule, is_new in state["frontier"]]
        self._dead = {tuple(rule) for rule in state["dead"]}
        self._found = _Found(
            [tuple(rule) for rule in state["numbers"]],
            [(rows, positions, positives) for rows, positions, positives in state["tallies"]],
            {mark: place for place, mark in enumerate(state["prints"])},
        )
