"""Search for rules level by level, adding one condition on each level: the default learner.

generate   extend every rule of the last level by one condition that is connected to it and not redundant
test       count the rows, positions and reference moves that each rule covers, a batch at a time in the core
constrain  a rule that covers too few reference moves is dead, and so are its specialisations; of rules that cover the
           same rows only the shortest is kept; after the exhaustive levels only the most promising rules get longer

Positives are the reference moves, negatives are all other legal moves, so noisy games only lower the precision. A rule
is also dead if it would not be precise enough even without any negatives: wilson(positives, positives) is the bound.
After Krishnan & Martens 2022 and Cropper & Morel 2021.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Progress, Watch, Workers, unwatched
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import wilson, wilson_low
from motif.tactics.coverage import Count, Counts, Numbers, RuleCounter, RuleTally, Totals
from motif.tactics.learning.bias import Bias
from motif.tactics.learning.conditions import FIRST_PIECE, RuleConditions
from motif.tactics.rule import Rule

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
    """A search from the first level to the last, or until Ctrl-C."""

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
        self._fewest = _fewest_positives(self.search)
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
        """Return the rules found so far, which all cover different rows, and an array (rules, 3) of their counts."""
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
        survivors: list[tuple[Numbers, bool, Counts]] = []
        proposals = self._proposals()
        while batch := list(islice(proposals, BATCH)):
            for rule, tally, fingerprint in count_rules(batch, self.conditions.core):
                self.state.tested += 1
                if tally[2] < self._fewest:
                    self.state.dead += 1
                    self._dead.add(rule)
                    continue
                is_new = self._is_new(rule, tally, fingerprint)
                if is_new or self.conditions.count_pieces(rule):
                    survivors.append((rule, is_new, tally))
            watch(self._progress())
        self._frontier = self._promising(survivors)

    def _is_new(self, rule: Numbers, tally: Counts, fingerprint: int) -> bool:
        # An open rule (one piece still needs a second condition) must not replace a closed one with the same rows.
        if not self.conditions.is_closed(rule):
            return True
        if not self._found.add(rule, tally, fingerprint):
            self.state.merged += 1
            return False
        self.state.kept += 1
        return True

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

    def _proposals(self) -> Iterator[Numbers]:
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


def _fewest_positives(search: Search) -> int:
    """Return the least number of reference moves that makes a rule without false hits precise enough."""
    return next(number for number in count(search.support) if wilson(number, number)[0] >= search.floor)
