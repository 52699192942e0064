"""Make a list of rules in which each rule narrows the choice for the next.

A list is improved according to the worth of the moves that it chooses: 1 for the best move, plus PLAYED_MOVE_WORTH for
the played one; if an engine evaluated every move, the loss of a move is subtracted. The rules of a list come from
ordinary games and from *families*: other positions, such as puzzles with one motif or quiet positions from masters'
games, for rules that ordinary games show too rarely. Each family has a weight when the list is made. A list must not
contain rules whose sentences no coach would say to a pupil (`Struck`), even if they would improve it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial

import numpy as np

from motif.runtime.parallel import Watch, unwatched
from motif.statistics.examples import Evidence, Reference, Rows
from motif.statistics.intervals import Floats
from motif.statistics.metrics import LARGEST_VALUE_CP
from motif.tactics.coverage import Coverage
from motif.tactics.learning.candidates import Standards, fork_safe_variants, keep_useful, read_struck
from motif.tactics.learning.levels import Search
from motif.tactics.learning.narrowing import Edit, Ground, ListClimb, Narrowing, climb, fill, greedy, prune
from motif.tactics.learning.voters import likeness
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL

CALCULATION = Rule.parse(
    "count_the_captures(Position, From, To) :- legal_move(From, To, Position), settles_most(From, To, Position).", FULL
)
"""The only rule that calculates: count the captures to the end and play the move that comes out best."""

MATE = Rule.parse("mate(Position, From, To) :- legal_move(From, To, Position), gives_mate(From, To, Position).", FULL)

Words = tuple[frozenset[str], ...]
"""Sets of relations and kinds of pieces, such as `passed` or `king`."""

PLAYED_MOVE_WORTH = 0.5
"""The worth of the played move if the best one is worth 1."""

WORTH_OF_A_LOST_PAWN = 0.15
"""How much a loss of 100 centipawns reduces the worth of a move."""

ALIKE = 0.8
"""Two rules with at least this likeness say the same."""

CALCULATION_NUMBER = 0
"""The number of the calculation among the candidates of a list."""

SCOUT_POSITIONS = 2_500
"""The greedy start of a list and the first test of every change use at most this many positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Positions of one kind, which move rules should find in them, and how much they count compared with the games."""

    name: str
    evidence: Evidence
    reference: Reference = Reference.BEST
    weight: float = 0.1
    is_searched: bool = True
    """Whether rules are searched for here, or a list is only measured here."""
    words: Words = ()
    """If given, a rule found here must use all the words of one of these sets."""

    def some(self, most: int) -> Family:
        """Return the family with at most this many of its positions."""
        return replace(self, evidence=self.evidence.some(most))

    def holds(self, rule: Rule) -> bool:
        """Whether a rule uses the words that the family requires."""
        said = {literal.relation for literal in rule.body}
        said |= {literal.arguments[1] for literal in rule.body if literal.relation == "kind"}
        return not self.words or any(words <= said for words in self.words)


@dataclass(frozen=True, slots=True)
class Listing:
    """How a list is made.

    standards    what its rules must fulfil
    climb        how the list is improved
    families     other positions to search for rules or to measure the list on
    sure         how many standard errors a rule must earn on the validation games
    stages       how often the list is improved, each time with a different seed
    filled       whether every other candidate that improves the finished list is added
    mate_first   whether "Give checkmate." comes first in any case
    searched     the maximum number of game positions to search for rules, sampled at random
    """

    standards: Standards = field(default_factory=Standards)
    climb: ListClimb = field(default_factory=ListClimb)
    families: tuple[Family, ...] = ()
    sure: float = 0.0
    stages: int = 1
    filled: bool = False
    mate_first: bool = False
    searched: int | None = None

    @property
    def counted(self) -> tuple[Family, ...]:
        """The families on which a list is measured; the others are only searched for rules."""
        return tuple(family for family in self.families if family.weight)


def worth(evidence: Evidence, reference: Reference) -> Floats:
    """Return how much a list earns by leaving the move of each row: most for the reference move."""
    if reference is Reference.PLAYED:
        return evidence.targets({Reference.PLAYED: 1.0})
    targets = evidence.targets({Reference.BEST: 1.0, Reference.PLAYED: PLAYED_MOVE_WORTH})
    if evidence.values is not None:
        offsets = evidence.positions.legal_moves().offsets
        capped = np.clip(evidence.values, -LARGEST_VALUE_CP, LARGEST_VALUE_CP).astype(np.float64)
        best = np.repeat(np.maximum.reduceat(capped, offsets[:-1]), np.diff(offsets))
        targets -= WORTH_OF_A_LOST_PAWN * (best - capped) / 100
    return targets


def ground_of(parts: Sequence[Family]) -> Ground:
    """Join the positions of several families."""
    return Ground.joined(
        [
            Ground(
                part.evidence.positions.legal_moves().offsets,
                worth(part.evidence, part.reference),
                np.full(len(part.evidence), part.weight / max(1, len(part.evidence))),
            )
            for part in parts
        ]
    )


def covered_in(rules: Sequence[Rule], parts: Sequence[Family]) -> list[Rows]:
    """Return for each rule the rows that it suggests in the joined positions of several families."""
    covered: list[list[Rows]] = [[] for _ in rules]
    start = 0
    for part in parts:
        coverage = Coverage.of(part.evidence, FULL)
        for rows, suggested in zip(covered, coverage.rows(rules), strict=True):
            rows.append((suggested + start).astype(np.int64))
        start += int(coverage.offsets[-1])
    return [np.concatenate(rows) for rows in covered]


def make_list(
    candidates: Sequence[Rule],
    training: Family,
    validation: Evidence,
    listing: Listing,
    seed: int = 0,
    watch: Watch = unwatched,
) -> list[Rule]:
    """Make a list from candidates: filter them, build the list on training games, prune it on validation games."""
    rules = [*candidates, *fork_safe_variants(candidates)]
    rules = keep_useful(rules, training.evidence, training.reference, listing.standards)
    rules = build_list(rules, training, listing, seed, watch)
    chosen = prune_on_validation(rules, Family("validation", validation, training.reference, 1.0), listing)
    return [MATE, *(rule for rule in chosen if rule.body != MATE.body)] if listing.mate_first else chosen


def build_list(
    candidates: Sequence[Rule], training: Family, listing: Listing, seed: int = 0, watch: Watch = unwatched
) -> list[Rule]:
    """Build a list on the training games and the families."""
    rules = [CALCULATION, *candidates]
    parts = [training, *listing.counted]
    ground, covered = ground_of(parts), covered_in(rules, parts)
    few = ground.thinned(covered, SCOUT_POSITIONS)
    order = greedy(*few, listing.climb.count, CALCULATION_NUMBER)

    def improved(change: Callable[[Narrowing, Narrowing], None]) -> list[int]:
        """Return the list after a change and without the rules that earn too little."""
        narrowing, scout = (Narrowing(*each, order, CALCULATION_NUMBER) for each in ((ground, covered), few))
        change(narrowing, scout)
        prune(narrowing, listing.climb.price, CALCULATION_NUMBER)
        _remove_doubles(narrowing, covered)
        return narrowing.order

    for stage in range(listing.stages):
        rng = np.random.default_rng(seed + stage)
        order = improved(partial(climb, how=listing.climb, rng=rng, watch=watch))
    if listing.filled:
        order = improved(partial(fill, how=listing.climb, watch=watch))
    return [rules[number] for number in order]


def prune_on_validation(rules: Sequence[Rule], validation: Family, listing: Listing) -> list[Rule]:
    """Remove the rules of a list that earn too little on validation games; without such games keep all rules."""
    if not len(validation.evidence):
        return list(rules)
    parts = [validation, *listing.counted]
    calculation = rules.index(CALCULATION) if CALCULATION in rules else None
    narrowing = Narrowing(ground_of(parts), covered_in(rules, parts), range(len(rules)), calculation)
    prune(narrowing, listing.climb.price / 2, calculation, listing.sure)
    return [rules[number] for number in narrowing.order]


def skipped_with(rules: Sequence[Rule]) -> list[str]:
    """Return, for each rule, the name of the rule `calculation` if the rule adds nothing to it, else "".

    `calculation` suggests the move that wins most by captures. A rule whose only condition is a gain by captures
    adds nothing if it comes after `calculation`, or before it with only rules of the same kind in between.
    """
    names = [""] * len(rules)
    calculation = next((place for place, rule in enumerate(rules) if rule.body == CALCULATION.body), None)
    if calculation is None:
        return names
    is_gain = [{literal.relation for literal in rule.body} - {"legal_move"} == {"settles_at_least"} for rule in rules]
    for place, gains in enumerate(is_gain):
        if gains and all(is_gain[place:calculation]):
            names[place] = rules[calculation].name
    return names


def _remove_doubles(narrowing: Narrowing, covered: Sequence[Rows]) -> None:
    """As long as two rules say the same, remove the one that the list needs less, but never the calculation."""
    while True:
        order = narrowing.order
        doubles = [
            place
            for first, one in enumerate(order)
            for second, other in enumerate(order[:first])
            if likeness(covered[one], covered[other]) >= ALIKE
            for place in (first, second)
            if order[place] != narrowing.calculation
        ]
        if not doubles:
            return
        narrowing.change(max((Edit(removed=place) for place in doubles), key=narrowing.gain))


class Preset(StrEnum):
    """Learn quickly, or with the settings of the shipped list."""

    QUICK = "quick"
    SHIPPED = "shipped"

    def search(self) -> Search:
        if self is Preset.QUICK:
            return Search()
        return Search(support=8, floor=0.02, exhaustive=3, most_kept=400_000, share=0.001)

    def listing(self, count: int, families: tuple[Family, ...] = ()) -> Listing:
        """Return the settings for a list of at most this many rules."""
        if self is Preset.QUICK:
            return Listing(climb=ListClimb(count), families=families)
        return Listing(
            # Conditions that are this certain on 22,500 positions are mostly certain on 5,000 as well.
            Standards(chance=2e-7, right=0.1, struck=read_struck()),
            ListClimb(count, steps=15_000),
            families,
            sure=1.2,
            stages=3,
            filled=True,
            mate_first=True,
            searched=30_000,
        )
