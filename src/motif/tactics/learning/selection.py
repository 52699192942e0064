"""From rules that are worth saying to the list that is said: calculation first if it helps, then knowledge.

A move is worth 1 if it is the best and HUMAN more if it was played; where an engine valued all moves, what a move loses
counts against it. Families are positions of another kind, puzzles with one motif or quiet positions of masters, in
which rules are found that ordinary games show too rarely; each counts with a weight of its own when the list is made.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from math import log
from pathlib import Path

import numpy as np

from motif.errors import BadArgument
from motif.runtime.files import DATA, read_text
from motif.runtime.parallel import Watch, unwatched
from motif.statistics.examples import Evidence, Reference, Rows
from motif.statistics.intervals import Floats, wilson_low
from motif.statistics.metrics import LARGEST_VALUE
from motif.tactics.learning.candidates import Brevity, needed, often_right, with_care
from motif.tactics.learning.levels import FoundRule, Search
from motif.tactics.learning.narrowing import Climb, Edit, Ground, Narrowing, climb, fill, greedy, prune
from motif.tactics.rule import Coverage, Rule
from motif.tactics.vocabulary import FULL, Vocabulary

# A library for a vote: rules that differ, each chosen for what it is right about where the earlier ones are silent.

BAND = 3
"""Rules are about as frequent when the one applies to less than three times as many positions as the other."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two may be, and how many of the best are looked at.

    `fresh` is the fewest reference moves that a rule must find where the rules chosen before it say nothing.
    """

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000
    fresh: int = 5

    def __post_init__(self) -> None:
        if min(self.count, self.candidates, self.fresh) < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose by {self}: counts begin at 1 and likeness lies above 0, at most at 1")


def select(
    learned: Sequence[FoundRule],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[FoundRule]:
    """The rules of a library, by what they cover of the evidence they were found on; `found` has the best first."""
    choice = choice or Choice()
    candidates = _best_of_all_frequencies(learned, choice.candidates)
    field = _Field(evidence, reference, Coverage.of(evidence, vocabulary).rows([each.rule for each in candidates]))
    chosen: list[int] = []
    passed_over: set[int] = set()
    while len(chosen) < choice.count and (number := field.best(passed_over, choice.fresh)) is not None:
        if field.differs(number, chosen, choice.likeness):
            chosen.append(number)
            field.answer(number)
        passed_over.add(number)
    for number in range(len(candidates)):
        if len(chosen) < choice.count and number not in passed_over and field.differs(number, chosen, choice.likeness):
            chosen.append(number)
    return [candidates[number] for number in sorted(chosen, key=lambda number: -candidates[number].tally.low())]


def _best_of_all_frequencies(candidates: Sequence[FoundRule], count: int) -> list[FoundRule]:
    """The best rules of each order of frequency, an equal number of each as far as there are so many, best first."""
    bands: dict[int, list[int]] = {}
    for number, learned in enumerate(candidates):
        bands.setdefault(int(log(max(1, learned.tally.positions), BAND)), []).append(number)
    share = max(1, count // max(1, len(bands)))
    kept = sorted(number for band in bands.values() for number in band[:share])
    return [candidates[number] for number in kept]


class _Field:
    """What candidates cover, in one array, and which positions are still open."""

    def __init__(self, evidence: Evidence, reference: Reference, covered: list[Rows]) -> None:
        counts = np.diff(evidence.positions.legal_moves().offsets)
        hits = evidence.targets({reference: 1.0}) > 0
        self._covered = covered
        # Every candidate gets a row of no position, so that none is empty where sums are taken.
        flat = [np.append(rows, len(hits)) for rows in covered]
        self._starts = np.cumsum([0, *(len(rows) for rows in flat)])[:-1]
        rows = np.concatenate(flat) if flat else np.empty(0, np.int64)
        self._position_of_row = np.repeat(np.arange(len(evidence)), counts)
        self._hits = np.append(hits, False)[rows]
        self._position = np.append(self._position_of_row, len(evidence))[rows]
        self._open = np.append(np.ones(len(evidence), np.bool_), False)

    def best(self, passed_over: set[int], fresh: int) -> int | None:
        """The candidate with the highest certain precision on open positions; None when no one finds enough there."""
        if not self._covered:
            return None
        is_open = self._open[self._position]
        suggestions = np.add.reduceat(is_open.astype(np.int64), self._starts)
        hits = np.add.reduceat((is_open & self._hits).astype(np.int64), self._starts)
        low = np.where(hits >= fresh, wilson_low(hits, suggestions), -1.0)
        low[list(passed_over)] = -1.0
        number = int(low.argmax())
        return number if low[number] >= 0 else None

    def answer(self, number: int) -> None:
        """Close the positions that a candidate says something about."""
        self._open[self._position_of_row[self._covered[number]]] = False

    def differs(self, number: int, chosen: Sequence[int], limit: float) -> bool:
        """Whether a candidate is less like each of the chosen ones than the limit."""
        return all(likeness(self._covered[number], self._covered[other]) < limit for other in chosen)


def likeness(first: Rows, second: Rows) -> float:
    """The share of the suggestions of either rule that both make (Jaccard); two that suggest nothing are alike."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0


# Rules that a list may not hold though they earn their place: what nobody would tell a pupil, with the reason.

SHIPPED = DATA / "tactics_struck.tsv"

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Struck:
    """Words that no sentence of a list holds, unless it holds another word too, and why."""

    words: str
    unless: str
    example: str
    """The conditions of a rule that these words tell of, in the letters P, F, T, N and X."""
    reason: str

    def meets(self, rule: Rule) -> bool:
        """Whether a rule is struck out.

        >>> edge = Struck("the edge of the board", "knight", "", "only of a knight is the edge a reason")
        >>> away = Struck("Move … the edge", "", "", "an ellipsis stands for any words")
        >>> body = "legal_move(F, T, P), kind(F, {}, P), edge(F, P)"
        >>> rook, knight = (Rule.parse(f"t(P, F, T) :- {body.format(man)}.") for man in ("rook", "knight"))
        >>> [edge.meets(rook), edge.meets(knight), away.meets(knight)]
        [True, False, True]
        """
        sentence = rule.sentence()
        words = ".*".join(map(re.escape, self.words.split(ELLIPSIS)))
        return re.search(words, sentence) is not None and not (self.unless and self.unless in sentence)


def read_struck(path: Path = SHIPPED) -> tuple[Struck, ...]:
    """The words of a file, the shipped one unless another is named."""
    rows = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t")
    return tuple(Struck(row["words"], row["unless"], row["example"], row["reason"]) for row in rows)


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


# How much work goes into a list: quickly, or as the list that ships was learned, each setting by its name.


class Preset(StrEnum):
    """Settings under one name."""

    QUICK = "quick"
    SHIPPED = "shipped"

    def search(self) -> Search:
        """How far to search."""
        if self is Preset.QUICK:
            return Search()
        return Search(support=8, floor=0.02, exhaustive=3, most_kept=400_000, share=0.001)

    def listing(self, count: int, families: tuple[Family, ...] = ()) -> Listing:
        """How a list of at most so many rules is made."""
        if self is Preset.QUICK:
            return Listing(climb=Climb(count), families=families)
        return Listing(
            climb=Climb(count, steps=15_000),
            families=families,
            # So sure conditions are on 22,500 positions that on 5,000 most are sure too.
            chance=2e-7,
            right=0.1,
            sure=1.2,
            stages=3,
            filled=True,
            mate_first=True,
            struck=read_struck(),
            searched=30_000,
        )
