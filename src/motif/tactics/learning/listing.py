"""From rules that are worth saying to the list that is said: calculation first if it helps, then knowledge.

A move is worth 1 if it is the best and HUMAN more if it was played; where an engine valued all moves, what a move loses
counts against it. Families are positions of another kind, puzzles with one motif or quiet positions of masters, in
which rules are found that ordinary games show too rarely; each counts with a weight of its own when the list is made.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from motif.evidence.examples import Evidence, Reference, Rows
from motif.evidence.intervals import Floats
from motif.evidence.metrics import LARGEST_VALUE
from motif.progress import Watch, unwatched
from motif.tactics.language.coverage import Coverage
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import FULL
from motif.tactics.learning.candidates import Brevity, needed, often_right, with_care
from motif.tactics.learning.narrowing import Climb, Edit, Ground, Narrowing, climb, fill, greedy, prune
from motif.tactics.learning.selection import likeness
from motif.tactics.learning.struck import Struck

CALCULATION = Rule.parse(
    "count_the_captures(Position, From, To) :- legal_move(From, To, Position), settles_most(From, To, Position).", FULL
)
"""The one calculation: count the captures to the end, and take what comes out best."""

MATE = Rule.parse("mate(Position, From, To) :- legal_move(From, To, Position), gives_mate(From, To, Position).", FULL)
"""What ends the game."""

Words = tuple[frozenset[str], ...]
"""Sets of relations and kinds, as `passed` or `king`."""

HUMAN = 0.5
"""What the played move is worth where the best one is worth 1."""

LOSS_OF_A_PAWN = 0.15
"""What a hundred centipawns lost are worth."""

ALIKE = 0.8
"""Two rules that share so many of their suggestions say the same."""

FEW_POSITIONS = 2_500
"""On so many positions the start is made and every step tried first."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Positions of one kind, whose moves are to be found there, and how much they count beside the games."""

    name: str
    evidence: Evidence
    reference: Reference = Reference.BEST
    weight: float = 0.1
    is_searched: bool = True
    """Whether rules are looked for here, or the list is only measured by it."""
    words: Words = ()
    """What is found here is kept only if it holds all words of one of these sets, where there are any."""

    def some(self, most: int) -> Family:
        """The same with so many positions at most."""
        return replace(self, evidence=self.evidence.some(most))

    def holds(self, rule: Rule) -> bool:
        """Whether a rule speaks of what the family is about."""
        said = {literal.relation for literal in rule.body}
        said |= {literal.arguments[1] for literal in rule.body if literal.relation == "kind"}
        return not self.words or any(words <= said for words in self.words)


@dataclass(frozen=True, slots=True)
class Listing:
    """How a list is made: how short its rules are, how it is improved, and what it may begin with.

    `chance` is how likely a condition may be to do nothing in the games, `right` in which share of its suggestions
    there a rule must certainly be right unless it only warns, `sure` how many standard errors it must earn on the
    validation games. The list is improved in `stages`, each with a lot of its own, and is `filled` at last
    with every other candidate that is worth it; it may say first what ends the game, whether that earns anything.
    """

    brevity: Brevity = field(default_factory=Brevity)
    climb: Climb = field(default_factory=Climb)
    calculation: bool = True
    families: tuple[Family, ...] = ()
    chance: float = 0.05
    right: float = 0.0
    sure: float = 0.0
    stages: int = 1
    filled: bool = False
    mate_first: bool = False
    struck: tuple[Struck, ...] = ()
    searched: int | None = None
    """In no more positions of the games rules are looked for, drawn by lot."""

    @property
    def counted(self) -> tuple[Family, ...]:
        """The families that a list is measured by; among the others rules are only looked for."""
        return tuple(family for family in self.families if family.weight)


def worth(evidence: Evidence, reference: Reference) -> Floats:
    """What each row of evidence is worth to a list."""
    if reference is Reference.PLAYED:
        return evidence.targets({Reference.PLAYED: 1.0})
    targets = evidence.targets({Reference.BEST: 1.0, Reference.PLAYED: HUMAN})
    if evidence.values is not None:
        offsets = evidence.positions.legal_moves().offsets
        capped = np.clip(evidence.values, -LARGEST_VALUE, LARGEST_VALUE).astype(np.float64)
        best = np.repeat(np.maximum.reduceat(capped, offsets[:-1]), np.diff(offsets))
        targets -= LOSS_OF_A_PAWN * (best - capped) / 100
    return targets


def ground_of(parts: Sequence[Family]) -> Ground:
    """All positions of several families as one ground."""
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
    """What each rule suggests in all positions of several families, one after another."""
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
    """The rules of the list in their order, the calculation among them if it is allowed."""
    certain = needed([*candidates, *with_care(candidates)], training.evidence, training.reference, listing.chance)
    sayable = [rule for rule in certain if not any(struck.meets(rule) for struck in listing.struck)]
    useful = often_right(sayable, training.evidence, training.reference, listing.right)
    made = climbed(useful, training, listing, seed, watch)
    chosen = judged(made, Family("validation", validation, training.reference, 1.0), listing)
    return [MATE, *(rule for rule in chosen if rule.body != MATE.body)] if listing.mate_first else chosen


def climbed(
    candidates: Sequence[Rule], training: Family, listing: Listing, seed: int = 0, watch: Watch = unwatched
) -> list[Rule]:
    """The list that the training games make of candidates."""
    rules = [*([CALCULATION] if listing.calculation else []), *candidates]
    parts = [training, *listing.counted]
    ground, covered = ground_of(parts), covered_in(rules, parts)
    made: list[int] = []
    for stage in range(listing.stages):
        made = improved(ground, covered, listing, seed + stage, watch, made)
    if listing.filled:
        made = filled(ground, covered, listing, made, watch)
    return [rules[number] for number in made]


def improved(
    ground: Ground,
    covered: Sequence[Rows],
    listing: Listing,
    seed: int = 0,
    watch: Watch = unwatched,
    start: Sequence[int] = (),
) -> list[int]:
    """A list of candidates by number, the calculation the first of them, from a start or else from a greedy one."""
    calculation = 0 if listing.calculation else None
    few = ground.thinned(covered, FEW_POSITIONS)
    order = start or greedy(*few, listing.climb.count, calculation, listing.climb.width)
    narrowing, scout = Narrowing(ground, covered, order, calculation), Narrowing(*few, order, calculation)
    climb(narrowing, scout, listing.climb, np.random.default_rng(seed), watch)
    prune(narrowing, listing.climb.price, calculation)
    _leave_out_doubles(narrowing, covered, calculation)
    return narrowing.order


def filled(
    ground: Ground, covered: Sequence[Rows], listing: Listing, start: Sequence[int], watch: Watch = unwatched
) -> list[int]:
    """A list with every other candidate that is worth its price, where it is worth most."""
    calculation = 0 if listing.calculation else None
    few = ground.thinned(covered, FEW_POSITIONS)
    narrowing, scout = Narrowing(ground, covered, start, calculation), Narrowing(*few, start, calculation)
    fill(narrowing, scout, listing.climb, watch)
    prune(narrowing, listing.climb.price, calculation)
    _leave_out_doubles(narrowing, covered, calculation)
    return narrowing.order


def judged(rules: Sequence[Rule], validation: Family, listing: Listing) -> list[Rule]:
    """What is left of a list that games it was not made with have judged; all of it where there are none."""
    if not len(validation.evidence):
        return list(rules)
    judges = [validation, *listing.counted]
    calculation = _place_of(CALCULATION, rules)
    narrowing = Narrowing(ground_of(judges), covered_in(rules, judges), range(len(rules)), calculation)
    prune(narrowing, listing.climb.price / 2, calculation, listing.sure)
    return [rules[number] for number in narrowing.order]


def skipped_with(rules: Sequence[Rule]) -> list[str]:
    """For each rule of a list the name of the calculation where that says as much, and "" for the others.

    That a move gains so much in the end is said by the calculation, which takes what comes out best: behind it always,
    and before it if nothing else is read between the two.
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


def _place_of(rule: Rule, rules: Sequence[Rule]) -> int | None:
    return rules.index(rule) if rule in rules else None


def _leave_out_doubles(narrowing: Narrowing, covered: Sequence[Rows], kept: int | None) -> None:
    """Of two rules that say the same the one goes without which the list loses less."""
    while True:
        order = narrowing.order
        doubles = [
            place
            for first, one in enumerate(order)
            for second, other in enumerate(order[:first])
            if likeness(covered[one], covered[other]) >= ALIKE
            for place in (first, second)
            if order[place] != kept
        ]
        if not doubles:
            return
        narrowing.change(max((Edit(removed=place) for place in doubles), key=narrowing.gain))
