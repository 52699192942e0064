"""Learning patterns from the moves of strong players, weighed by conditional logit.

Level by level: propose the patterns that would explain most of what is not explained yet, fit all weights together
under a penalty on each weight, drop what weighs nothing, and go on with one edge more. A weight is what a pattern adds
to all that is more general, so that a score reads "knight to a safe square +0.8, attacking a rook +0.4". Forks
are proposed by name and learn from each other (`forks`), and what only says that a man hits two enemies never weighs
less than nought.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import Protocol, TypedDict

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif._core.patterns import PatternIndex, propose_patterns
from motif.errors import BadArgument
from motif.patterns.board_pattern import ENEMY, LETTERS, EdgeType, Label
from motif.patterns.library import Library
from motif.patterns.move_pattern import SOURCE, TARGET, CorePattern, MovePattern, from_core, to_core
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Evidence, Reference, rows_of_moves
from motif.statistics.fitting import descend_to_few

# The weights of patterns by conditional logit: what each adds to the score of a move, above all that is more general.

Floats = NDArray[np.float64]
Chosen = NDArray[np.uint32]
Flags = NDArray[np.bool_]


class Rows(Protocol):
    """Rows with patterns, as `PatternIndex.design` gives them."""

    def slope(self, weights: Floats, chosen: Chosen, /) -> tuple[float, Floats, Floats]:
        """The misfit, its gradient and its curvature."""
        ...


def fit_weights(
    rows: Rows,
    chosen: Chosen,
    penalties: Floats,
    rounds: int = 60,
    start: Floats | None = None,
    watch: Watch = unwatched,
    upwards: Flags | None = None,
    centres: Floats | None = None,
) -> Floats:
    """The weight of each pattern; `chosen` says for each position which of its rows was played.

    Patterns for which `upwards` is true weigh nought or more. Those of which little is known weigh what `centres` says.
    """
    begin = np.zeros(len(penalties)) if start is None else start
    middle = np.zeros(len(penalties)) if centres is None else centres
    least = None if upwards is None else np.where(upwards, -middle, -np.inf)
    apart = descend_to_few(
        lambda apart: rows.slope(middle + apart, chosen)[:2], penalties, begin - middle, rounds, watch, least
    )
    return middle + apart


# Forks: a man that goes where nobody can capture it and attacks two men, each the king or there to be won.

FORKERS = "PNBRQK"
FORKED = "kqrbnp"

_HITS = {str(EdgeType.HITS_FROM), str(EdgeType.THREATENS), str(EdgeType.FORKS)}


def fork(mover: str, first: str, second: str) -> MovePattern:
    """A man that forks two others.

    >>> print(fork("N", "k", "q"))
    forks 1 2 3
    forks 1 2 4
    1N -(+0)-> 2.pnbrqk with 3k 4q
    """
    text = f"forks 1 2 3\nforks 1 2 4\n1{mover} -(+0)-> 2.pnbrqk with 3{first} 4{second}"
    return MovePattern.parse(text).canonical()


def any_fork(mover: str) -> CorePattern:
    """A man that forks two others, whatever they are."""
    return to_core(fork(mover, FORKED, FORKED))


def forks(mover: str) -> Iterator[CorePattern]:
    """The pairs that a man can fork: a king is not forked with itself."""
    for first, second in combinations_with_replacement(FORKED, 2):
        if (first, second) != ("k", "k"):
            yield to_core(fork(mover, first, second))


def is_fork(form: CorePattern) -> bool:
    """Whether it is a fork by name."""
    return any(relation == EdgeType.FORKS for relation, _ in form[1])


def hits_two(form: CorePattern) -> bool:
    """Whether all that a pattern says is that the man hits two enemies from where it goes.

    >>> hits_two(to_core(MovePattern.parse("hits_from 1 2 3\\nthreatens 1 2 4\\n1N -(+1)-> 2. with 3k 4q")))
    True
    >>> hits_two(to_core(MovePattern.parse("hits_from 1 2 3\\nloses 1 2\\n1N -(+1)-> 2. with 3k")))
    False
    """
    masks, edges, _ = form
    move = [SOURCE - 1, TARGET - 1]
    if any(relation not in _HITS or list(vertices[:2]) != move for relation, vertices in edges):
        return False
    victims = {vertices[2] for _, vertices in edges}
    return len(victims) > 1 and all(ENEMY.covers(Label(masks[victim])) for victim in victims)


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """What is proposed, and how it is weighed."""

    singles: int = 20_000
    """How many patterns of one edge are proposed at most."""
    pairs: int = 30_000
    """How many patterns of two edges are proposed at most."""
    support: int = 25
    """In how many of the rows that are looked at a pattern must be seen."""
    penalty: float = 1.5
    """What a unit of weight must gain in log likelihood, for patterns of one edge."""
    pair_penalty: float = 4.0
    """The same for patterns of two edges."""
    fork_penalty: float = 0.5
    """The same for forks, far less than for others, since each is rare: what a unit of difference from what any fork
    by that man is worth must gain."""
    breadth: float = 0.5
    """How much more, as a share of its penalty, a pattern must gain for each man or square that it names besides the
    move, beyond the first: what names few men is easier to see and to say."""
    rounds: int = 20
    """How many steps a fit may take."""
    sample: int = 12_000
    """From how many positions single edges are proposed; they are so common that more would change nothing."""
    first: int = 25_000
    """On how many positions single edges are weighed before pairs are looked for; at last all are weighed on all."""
    looked_at: int = 60_000
    """On how many positions pairs are looked for."""
    astonishing: float = 0.04
    """Pairs are looked for in moves that were made, or not made, with a chance of at least this against it."""
    likely: float = 0.006
    """Moves less likely than this after the first fit are left out of the second."""

    def __post_init__(self) -> None:
        if min(self.singles, self.pairs, self.support, self.rounds, self.sample, self.first, self.looked_at) < 1:
            raise BadArgument(f"every number of {self} must be at least 1")
        if min(self.penalty, self.pair_penalty, self.fork_penalty) <= 0 or self.breadth < 0 or not 0 <= self.likely < 1:
            raise BadArgument(f"the penalties of {self} must lie above nought, and what is likely from 0 to 1")

    def penalties(self, forms: Iterable[CorePattern]) -> Floats:
        """What a unit of weight must gain in log likelihood, for each pattern."""
        return np.array([self._penalty(form) for form in forms])

    def _penalty(self, form: CorePattern) -> float:
        masks, edges, _ = form
        if is_fork(form):
            return self.fork_penalty
        usual = self.pair_penalty if len(edges) > 1 else self.penalty
        return usual * (1 + self.breadth * max(0, len(masks) - 3))


@dataclass(frozen=True, slots=True, eq=False)
class _Examples:
    """Positions, where their rows begin, and which of its rows was chosen in each."""

    positions: Positions
    offsets: NDArray[np.int64]
    chosen: NDArray[np.int64]

    @classmethod
    def of(cls, evidence: Evidence) -> _Examples:
        legal = evidence.positions.legal_moves()
        return cls(evidence.positions, legal.offsets, rows_of_moves(legal, evidence.moves(Reference.PLAYED)))

    @property
    def within(self) -> Chosen:
        """The chosen rows, counted within their positions."""
        return (self.chosen - self.offsets[:-1]).astype(np.uint32)

    def residuals(self, probabilities: Floats) -> NDArray[np.float32]:
        """1 (if chosen) minus the probability, for each row."""
        left = -probabilities
        left[self.chosen] += 1
        return left.astype(np.float32)

    def probabilities(self, scores: Floats) -> Floats:
        """How likely each row is among those of its position."""
        counts = np.diff(self.offsets)
        odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self.offsets[:-1]), counts))
        likely: Floats = odds / np.repeat(np.add.reduceat(odds, self.offsets[:-1]), counts)
        return likely

    def places(self, count: int) -> NDArray[np.int64]:
        """So many of them, evenly from first to last, since those of one player stand together."""
        return np.unique(np.linspace(0, len(self.chosen) - 1, min(count, len(self.chosen))).astype(np.int64))

    def take(self, places: NDArray[np.int64]) -> _Examples:
        offsets = np.concatenate([[0], np.cumsum(np.diff(self.offsets)[places])]).astype(np.int64)
        return _Examples(self.positions.take(places), offsets, offsets[:-1] + self.within[places])

    def rows_of(self, places: NDArray[np.int64], values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Of a value for each row, those of some positions."""
        wanted = np.zeros(len(self.chosen), np.bool_)
        wanted[places] = True
        return values[np.repeat(wanted, np.diff(self.offsets))]


def learn(evidence: Evidence, settings: LearnSettings | None = None, watch: Watch = unwatched) -> Library:
    """The patterns that tell the moves that were played from those that were not."""
    settings = settings or LearnSettings()
    if not len(evidence):
        raise BadArgument("there is no move to learn from", hint="name a player who made moves in these games")
    examples = _Examples.of(evidence)
    forms = [*_first_proposals(examples, settings), *map(any_fork, FORKERS)]
    watch(Progress(1, 5, f"{len(forms):,} patterns of one edge"))
    forms, weights, probabilities = _first_fit(forms, examples, settings)
    watch(Progress(2, 5, f"{len(forms):,} of them matter"))
    places = examples.places(settings.looked_at)
    residuals = examples.rows_of(places, examples.residuals(probabilities))
    proposals = propose_patterns(
        examples.positions.take(places), residuals, 2, settings.support, settings.pairs, settings.astonishing
    )
    pairs = [proposal[0] for proposal in proposals]
    watch(Progress(3, 5, f"{len(pairs):,} patterns of two edges"))
    forms, weights = _in_pairs(forms, weights)
    forms, weights = _second_fit(forms, weights, pairs, probabilities, examples, settings)
    watch(Progress(5, 5, f"{len(forms):,} patterns in all"))
    patterns = [
        from_core(form, float(f"{weight:.4g}")).canonical() for form, weight in zip(forms, weights, strict=True)
    ]
    notes = {"weights": "logit", "learned from": f"{len(evidence):,} moves of {len(evidence.players):,} games"}
    return Library.of(patterns, notes)


def _first_proposals(examples: _Examples, settings: LearnSettings) -> list[CorePattern]:
    """Kinds of moves, and single edges around them, before anything is known."""
    sample = examples.take(examples.places(settings.sample))
    counts = np.diff(sample.offsets)
    residuals = sample.residuals(np.repeat(1.0 / counts, counts))
    proposals: list[CorePattern] = []
    for edges in (0, 1):
        proposals += [
            proposal[0]
            for proposal in propose_patterns(
                sample.positions, residuals, edges, settings.support, settings.singles, 0.0
            )
        ]
    return proposals


def _first_fit(
    forms: list[CorePattern], examples: _Examples, settings: LearnSettings
) -> tuple[list[CorePattern], Floats, Floats]:
    sample = examples.take(examples.places(settings.first))
    rows = PatternIndex(forms).design(sample.positions)
    bounds = bounds_of(forms, np.zeros(len(forms)))
    weights = fit_weights(rows, sample.within, settings.penalties(forms), settings.rounds, **bounds)
    kept, left = _without_noughts(forms, weights)
    return kept, left, examples.probabilities(PatternIndex(kept).scorer(left).scores(examples.positions))


def _second_fit(
    forms: list[CorePattern],
    weights: Floats,
    pairs: list[CorePattern],
    probabilities: Floats,
    examples: _Examples,
    settings: LearnSettings,
) -> tuple[list[CorePattern], Floats]:
    wanted = probabilities > settings.likely
    wanted[examples.chosen] = True
    before = np.concatenate([[0], np.cumsum(wanted)])
    within = (before[examples.chosen] - before[examples.offsets[:-1]]).astype(np.uint32)
    rows = PatternIndex([*forms, *pairs]).design(examples.positions, wanted)
    penalties = settings.penalties([*forms, *pairs])
    start = np.concatenate([weights, np.zeros(len(pairs))])
    bounds = bounds_of([*forms, *pairs], start)
    return _without_noughts([*forms, *pairs], fit_weights(rows, within, penalties, settings.rounds, start, **bounds))


def _in_pairs(forms: list[CorePattern], weights: Floats) -> tuple[list[CorePattern], Floats]:
    """Forks of any two men as one pattern a pair, each with the weight that they have together."""
    known = [(form, float(weight)) for form, weight in zip(forms, weights, strict=True)]
    pairs = [
        (pair, weight)
        for form, weight in known
        for pair in (forks(LETTERS[form[0][0].bit_length() - 1]) if is_fork(form) else [form])
    ]
    return [pair for pair, _ in pairs], np.array([weight for _, weight in pairs])


class Bounds(TypedDict):
    """What a fit may not do, and where it leaves what it knows nothing of."""

    upwards: Flags
    centres: Floats


def bounds_of(forms: Sequence[CorePattern], weights: Floats) -> Bounds:
    """What hits two enemies may not count against a move; a fork is drawn to the middle one of those by that man."""
    by_mover: dict[int, list[float]] = defaultdict(list)
    for form, weight in zip(forms, weights.tolist(), strict=True):
        if is_fork(form):
            by_mover[form[0][0]].append(weight)
    middles = {mover: max(0.0, float(np.median(known))) for mover, known in by_mover.items()}
    return {
        "upwards": np.array([hits_two(form) for form in forms], np.bool_),
        "centres": np.array([middles[form[0][0]] if is_fork(form) else 0.0 for form in forms]),
    }


def _without_noughts(forms: list[CorePattern], weights: Floats) -> tuple[list[CorePattern], Floats]:
    matter = weights != 0
    return [form for form, keep in zip(forms, matter, strict=True) if keep], weights[matter]


def augment(library: Library, evidence: Evidence, settings: LearnSettings | None = None) -> Library:
    """The same patterns with weights fitted anew on other moves; nothing is added, what weighs nothing is dropped."""
    settings = settings or LearnSettings()
    if not len(evidence):
        raise BadArgument("there is no move to learn from", hint="name a player who made moves in these games")
    examples = _Examples.of(evidence)
    rows = library.index.design(examples.positions)
    penalties = settings.penalties(map(to_core, library.patterns))
    bounds = bounds_of([to_core(pattern) for pattern in library.patterns], library.weights)
    weights = fit_weights(rows, examples.within, penalties, settings.rounds, library.weights, **bounds)
    patterns = [
        replace(pattern, weight=float(f"{weight:.4g}"))
        for pattern, weight in zip(library.patterns, weights, strict=True)
        if weight
    ]
    return Library.of(patterns, {**library.notes, "augmented by": f"{len(evidence):,} moves"})
