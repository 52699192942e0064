"""Choose the rules of a library: voters that differ, or a list in which each rule narrows the choice for the next.

A list is improved according to the worth of the moves that it chooses: 1 for the best move, plus PLAYED_MOVE_WORTH for
the played one; if an engine evaluated every move, the loss of a move is subtracted. The rules of a list come from
ordinary games and from *families*: other positions, such as puzzles with one motif or quiet positions from masters'
games, for rules that ordinary games show too rarely. Each family has a weight when the list is made. A list must not
contain rules whose sentences no coach would say to a pupil (`Struck`), even if they would improve it.

Voters are rules that differ, each chosen for its precision in positions where the earlier ones suggest nothing.
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
from motif.statistics.metrics import LARGEST_VALUE_CP
from motif.tactics.learning.candidates import Brevity, fork_safe_variants, keep_necessary, keep_precise
from motif.tactics.learning.levels import FoundRule, Search
from motif.tactics.learning.narrowing import Edit, Ground, ListClimb, Narrowing, climb, fill, greedy, prune
from motif.tactics.rule import Coverage, Rule
from motif.tactics.vocabulary import FULL, Vocabulary

# Voters: `select` chooses them by the settings of `Choice`.

BAND = 3
"""Within one frequency band, the numbers of positions that rules apply to differ by less than this factor."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two may be, and how many candidates to consider.

    `fresh` is how many reference moves a rule must find in positions where earlier rules suggest nothing.
    """

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000
    fresh: int = 5

    def __post_init__(self) -> None:
        if min(self.count, self.candidates, self.fresh) < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose with {self}: counts must be at least 1, likeness above 0 and at most 1")


def select(
    learned: Sequence[FoundRule],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[FoundRule]:
    """Choose rules that vote, given the evidence that they were found on; in `learned` the best rules come first."""
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
    """Return the best rules of each frequency band, the same number from each band that has enough; best first."""
    bands: dict[int, list[int]] = {}
    for number, learned in enumerate(candidates):
        bands.setdefault(int(log(max(1, learned.tally.positions), BAND)), []).append(number)
    share = max(1, count // max(1, len(bands)))
    kept = sorted(number for band in bands.values() for number in band[:share])
    return [candidates[number] for number in kept]


class _Field:
    """The rows that candidates cover, in one array, and the open positions, which no chosen rule covers yet."""

    def __init__(self, evidence: Evidence, reference: Reference, covered: list[Rows]) -> None:
        counts = np.diff(evidence.positions.legal_moves().offsets)
        hits = evidence.targets({reference: 1.0}) > 0
        self._covered = covered
        # An extra row that belongs to no position keeps every candidate non-empty, as `np.add.reduceat` needs.
        flat = [np.append(rows, len(hits)) for rows in covered]
        self._starts = np.cumsum([0, *(len(rows) for rows in flat)])[:-1]
        rows = np.concatenate(flat) if flat else np.empty(0, np.int64)
        self._position_of_row = np.repeat(np.arange(len(evidence)), counts)
        self._hits = np.append(hits, False)[rows]
        self._position = np.append(self._position_of_row, len(evidence))[rows]
        self._open = np.append(np.ones(len(evidence), np.bool_), False)

    def best(self, passed_over: set[int], fresh: int) -> int | None:
        """Return the candidate with the best certain precision on open positions; None if none finds enough moves."""
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
        """Mark the positions in which a chosen candidate suggests a move as answered."""
        self._open[self._position_of_row[self._covered[number]]] = False

    def differs(self, number: int, chosen: Sequence[int], limit: float) -> bool:
        """Whether the likeness of a candidate to each chosen one is below the limit."""
        return all(likeness(self._covered[number], self._covered[other]) < limit for other in chosen)


def likeness(first: Rows, second: Rows) -> float:
    """Return the share of two rules' suggestions that both make (Jaccard index); 1 if neither suggests anything."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0


# Lists: `make_list` makes them by the settings of `Listing`.

SHIPPED = DATA / "tactics_struck.tsv"
"""The rules that the shipped list may not contain, with the reason."""

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Struck:
    """Words that no sentence of a list may contain, unless it also contains the words of `unless`, and the reason."""

    words: str
    unless: str
    example: str
    """The conditions of a rule with such a sentence, in the variables P, F, T, N and X."""
    reason: str

    def matches(self, rule: Rule) -> bool:
        """Whether the sentence of a rule contains the words.

        >>> edge = Struck("the edge of the board", "knight", "", "the edge is a reason only for a knight")
        >>> away = Struck("Move … the edge", "", "", "an ellipsis matches any text")
        >>> body = "legal_move(F, T, P), kind(F, {}, P), edge(F, P)"
        >>> rook, knight = (Rule.parse(f"t(P, F, T) :- {body.format(piece)}.") for piece in ("rook", "knight"))
        >>> [edge.matches(rook), edge.matches(knight), away.matches(knight)]
        [True, False, True]
        """
        sentence = rule.sentence()
        words = ".*".join(map(re.escape, self.words.split(ELLIPSIS)))
        return re.search(words, sentence) is not None and not (self.unless and self.unless in sentence)


def read_struck(path: Path = SHIPPED) -> tuple[Struck, ...]:
    """Read a table of struck words, by default the shipped one."""
    rows = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t")
    return tuple(Struck(row["words"], row["unless"], row["example"], row["reason"]) for row in rows)


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

SCOUT_POSITIONS = 2_500
"""The greedy start of a list and the first test of every change use at most this many positions."""


@dataclass(frozen=True, slots=True, eq=False)
class Family:
    """Positions of one kind, the moves that rules should find in them, and their weight compared with the games."""

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

    brevity      how long the sentences of its rules may be
    climb        how the list is improved
    calculation  whether it may contain the rule that counts captures
    families     other positions to search for rules or to measure the list on
    chance       the maximum p-value of a condition in the games (`keep_necessary`)
    right        the minimum precision of a rule in the games, as Wilson's lower bound (`keep_precise`)
    sure         how many standard errors a rule must earn on the validation games
    stages       how often the list is improved, each time with a different seed
    filled       whether every other candidate that improves the finished list is added
    mate_first   whether "Give checkmate." comes first in any case
    struck       words that no sentence may contain
    searched     the maximum number of game positions to search for rules, sampled at random
    """

    brevity: Brevity = field(default_factory=Brevity)
    climb: ListClimb = field(default_factory=ListClimb)
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

    @property
    def counted(self) -> tuple[Family, ...]:
        """The families on which a list is measured; the others are only searched for rules."""
        return tuple(family for family in self.families if family.weight)


def worth(evidence: Evidence, reference: Reference) -> Floats:
    """Return the worth of the move in each row (position, legal move)."""
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
    rules = keep_necessary(rules, training.evidence, training.reference, listing.chance)
    rules = [rule for rule in rules if not any(struck.matches(rule) for struck in listing.struck)]
    rules = keep_precise(rules, training.evidence, training.reference, listing.right)
    rules = build_list(rules, training, listing, seed, watch)
    chosen = prune_on_validation(rules, Family("validation", validation, training.reference, 1.0), listing)
    return [MATE, *(rule for rule in chosen if rule.body != MATE.body)] if listing.mate_first else chosen


def build_list(
    candidates: Sequence[Rule], training: Family, listing: Listing, seed: int = 0, watch: Watch = unwatched
) -> list[Rule]:
    """Build a list on the training games and the families."""
    rules = [*([CALCULATION] if listing.calculation else []), *candidates]
    parts = [training, *listing.counted]
    ground, covered = ground_of(parts), covered_in(rules, parts)
    order: list[int] = []
    for stage in range(listing.stages):
        order = improve_list(ground, covered, listing, seed + stage, watch, order)
    if listing.filled:
        order = fill_list(ground, covered, listing, order, watch)
    return [rules[number] for number in order]


def improve_list(
    ground: Ground,
    covered: Sequence[Rows],
    listing: Listing,
    seed: int = 0,
    watch: Watch = unwatched,
    start: Sequence[int] = (),
) -> list[int]:
    """Improve a list of candidate numbers (0 is the calculation); without a start begin with a greedy list."""
    calculation = 0 if listing.calculation else None
    few = ground.thinned(covered, SCOUT_POSITIONS)
    order = start or greedy(*few, listing.climb.count, calculation, listing.climb.width)
    narrowing, scout = Narrowing(ground, covered, order, calculation), Narrowing(*few, order, calculation)
    climb(narrowing, scout, listing.climb, np.random.default_rng(seed), watch)
    return _pruned(narrowing, covered, listing)


def fill_list(
    ground: Ground, covered: Sequence[Rows], listing: Listing, start: Sequence[int], watch: Watch = unwatched
) -> list[int]:
    """Add to a list every other candidate that is worth its price, at the place where it adds most."""
    calculation = 0 if listing.calculation else None
    few = ground.thinned(covered, SCOUT_POSITIONS)
    narrowing, scout = Narrowing(ground, covered, start, calculation), Narrowing(*few, start, calculation)
    fill(narrowing, scout, listing.climb, watch)
    return _pruned(narrowing, covered, listing)


def _pruned(narrowing: Narrowing, covered: Sequence[Rows], listing: Listing) -> list[int]:
    prune(narrowing, listing.climb.price, narrowing.calculation)
    _remove_doubles(narrowing, covered)
    return narrowing.order


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
    """Find the rules that add nothing to the rule `calculation`: return its name for each of them, else "".

    `calculation` suggests the move that wins most by captures. A rule that only requires some gain by captures adds
    nothing if it comes after `calculation`, or before it with only rules of the same kind in between.
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
            climb=ListClimb(count, steps=15_000),
            families=families,
            # Conditions that are this certain on 22,500 positions are mostly certain on 5,000 as well.
            chance=2e-7,
            right=0.1,
            sure=1.2,
            stages=3,
            filled=True,
            mate_first=True,
            struck=read_struck(),
            searched=30_000,
        )
