"""Learn patterns from the moves of strong players, and fit their weights by conditional logit.

The learner works level by level: it proposes the patterns that would explain most of the remaining misfit, fits all
weights together with a penalty on each, drops patterns of weight zero, and continues with patterns of one more edge. A
weight is what a pattern adds to all more general ones, so a score reads "knight to a safe square +0.8, attacking a rook
+0.4". Forks are proposed separately and share their evidence, and a pattern that only says that a piece attacks two
opposing pieces never gets a negative weight.
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

Floats = NDArray[np.float64]
Chosen = NDArray[np.uint32]
Flags = NDArray[np.bool_]


class Rows(Protocol):
    """Rows (position, legal move) with their patterns, as `PatternIndex.design` returns them."""

    def slope(self, weights: Floats, chosen: Chosen, /) -> tuple[float, Floats, Floats]:
        """Return the misfit, its gradient and its curvature."""
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
    """Return the weight of each pattern; `chosen` gives for each position the row of the move that was played.

    Patterns for which `upwards` is true get no negative weight. The penalty pulls each weight towards its centre.
    """
    begin = np.zeros(len(penalties)) if start is None else start
    middle = np.zeros(len(penalties)) if centres is None else centres
    least = None if upwards is None else np.where(upwards, -middle, -np.inf)
    apart = descend_to_few(
        lambda apart: rows.slope(middle + apart, chosen)[:2], penalties, begin - middle, rounds, watch, least
    )
    return middle + apart


FORKERS = "PNBRQK"
"""The pieces that can fork: they move to a square where they cannot be captured and attack two pieces from there."""

FORKED = "kqrbnp"
"""The pieces that can be forked: the king, or a piece that can be won."""

_HITS = {str(EdgeType.HITS_FROM), str(EdgeType.THREATENS), str(EdgeType.FORKS)}


def fork(mover: str, first: str, second: str) -> MovePattern:
    """Return the pattern of a piece that forks two others.

    >>> print(fork("N", "k", "q"))
    forks 1 2 3
    forks 1 2 4
    1N -(+0)-> 2.pnbrqk with 3k 4q
    """
    text = f"forks 1 2 3\nforks 1 2 4\n1{mover} -(+0)-> 2.pnbrqk with 3{first} 4{second}"
    return MovePattern.parse(text).canonical()


def any_fork(mover: str) -> CorePattern:
    """Return the pattern of a piece that forks any two others."""
    return to_core(fork(mover, FORKED, FORKED))


def forks(mover: str) -> Iterator[CorePattern]:
    """Yield the forks of a piece for every pair of targets except two kings."""
    for first, second in combinations_with_replacement(FORKED, 2):
        if (first, second) != ("k", "k"):
            yield to_core(fork(mover, first, second))


def is_fork(form: CorePattern) -> bool:
    """Whether a pattern has the relation `forks`."""
    return any(relation == EdgeType.FORKS for relation, _ in form[1])


def hits_two(form: CorePattern) -> bool:
    """Whether a pattern only says that the piece attacks two opposing pieces from its target square.

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
    """The settings of the learner: limits for the patterns it proposes, and the penalties on their weights."""

    singles: int = 20_000
    """The maximum number of proposed patterns with one edge."""
    pairs: int = 30_000
    """The maximum number of proposed patterns with two edges."""
    support: int = 25
    """The minimum number of rows that a proposed pattern must fit."""
    penalty: float = 1.5
    """The log likelihood that a unit of weight must gain, for patterns with one edge."""
    pair_penalty: float = 4.0
    """The penalty for patterns with two edges."""
    fork_penalty: float = 0.5
    """The penalty for forks, on the difference from the median weight of forks by the same piece; it is small because
    each fork is rare."""
    breadth: float = 0.5
    """How much of the penalty is added for each vertex after the third; patterns with few pieces are easier to see and
    to describe."""
    rounds: int = 20
    """The maximum number of steps in a fit."""
    sample: int = 12_000
    """The number of positions from which single edges are proposed; single edges are so common that these suffice."""
    first: int = 25_000
    """The number of positions in the first fit, which is of single edges; the second fit uses all positions."""
    looked_at: int = 60_000
    """The number of positions from which pairs of edges are proposed."""
    astonishing: float = 0.04
    """Pairs are proposed from rows whose residual probability is at least this."""
    likely: float = 0.006
    """Moves with a smaller probability after the first fit are left out of the second."""

    def __post_init__(self) -> None:
        if min(self.singles, self.pairs, self.support, self.rounds, self.sample, self.first, self.looked_at) < 1:
            raise BadArgument(f"every number in {self} must be at least 1")
        if min(self.penalty, self.pair_penalty, self.fork_penalty) <= 0 or self.breadth < 0 or not 0 <= self.likely < 1:
            raise BadArgument(
                f"in {self} the penalties must be above 0, `breadth` at least 0, and `likely` at least 0 and below 1"
            )

    def penalties(self, forms: Iterable[CorePattern]) -> Floats:
        return np.array([self._penalty(form) for form in forms])

    def _penalty(self, form: CorePattern) -> float:
        masks, edges, _ = form
        if is_fork(form):
            return self.fork_penalty
        usual = self.pair_penalty if len(edges) > 1 else self.penalty
        return usual * (1 + self.breadth * max(0, len(masks) - 3))


@dataclass(frozen=True, slots=True, eq=False)
class _Examples:
    """Positions, the row at which each begins, and the row that was chosen in each."""

    positions: Positions
    offsets: NDArray[np.int64]
    chosen: NDArray[np.int64]

    @classmethod
    def of(cls, evidence: Evidence) -> _Examples:
        legal = evidence.positions.legal_moves()
        return cls(evidence.positions, legal.offsets, rows_of_moves(legal, evidence.moves(Reference.PLAYED)))

    @property
    def within(self) -> Chosen:
        """The chosen row of each position, counted from the position's first row."""
        return (self.chosen - self.offsets[:-1]).astype(np.uint32)

    def residuals(self, probabilities: Floats) -> NDArray[np.float32]:
        """Return for each row 1 (if it was chosen) or 0, minus its probability."""
        left = -probabilities
        left[self.chosen] += 1
        return left.astype(np.float32)

    def probabilities(self, scores: Floats) -> Floats:
        """Return the probability of each row among the rows of its position."""
        counts = np.diff(self.offsets)
        odds = np.exp(scores - np.repeat(np.maximum.reduceat(scores, self.offsets[:-1]), counts))
        likely: Floats = odds / np.repeat(np.add.reduceat(odds, self.offsets[:-1]), counts)
        return likely

    def places(self, count: int) -> NDArray[np.int64]:
        """Return up to `count` positions, evenly spaced, so that not all come from the same player."""
        return np.unique(np.linspace(0, len(self.chosen) - 1, min(count, len(self.chosen))).astype(np.int64))

    def take(self, places: NDArray[np.int64]) -> _Examples:
        offsets = np.concatenate([[0], np.cumsum(np.diff(self.offsets)[places])]).astype(np.int64)
        return _Examples(self.positions.take(places), offsets, offsets[:-1] + self.within[places])

    def rows_of(self, places: NDArray[np.int64], values: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the values of the rows of some positions."""
        wanted = np.zeros(len(self.chosen), np.bool_)
        wanted[places] = True
        return values[np.repeat(wanted, np.diff(self.offsets))]


def learn(evidence: Evidence, settings: LearnSettings | None = None, watch: Watch = unwatched) -> Library:
    """Learn patterns that distinguish the moves that were played from the other legal moves."""
    settings = settings or LearnSettings()
    if not len(evidence):
        raise BadArgument("there are no moves to learn from", hint="name a player who made moves in these games")
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
    """Propose kinds of moves and single edges, before anything is fitted."""
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
    kept, left = _without_zeros(forms, weights)
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
    return _without_zeros([*forms, *pairs], fit_weights(rows, within, penalties, settings.rounds, start, **bounds))


def _in_pairs(forms: list[CorePattern], weights: Floats) -> tuple[list[CorePattern], Floats]:
    """Replace each pattern that forks any two pieces by one for each pair of pieces, all with the same weight."""
    known = [(form, float(weight)) for form, weight in zip(forms, weights, strict=True)]
    pairs = [
        (pair, weight)
        for form, weight in known
        for pair in (forks(LETTERS[form[0][0].bit_length() - 1]) if is_fork(form) else [form])
    ]
    return [pair for pair, _ in pairs], np.array([weight for _, weight in pairs])


class FitBounds(TypedDict):
    """Which weights must not be negative, and the value that the penalty pulls each weight towards."""

    upwards: Flags
    centres: Floats


def bounds_of(forms: Sequence[CorePattern], weights: Floats) -> FitBounds:
    """Forbid negative weights for double attacks, and pull each fork towards the median weight of its piece's forks."""
    by_mover: dict[int, list[float]] = defaultdict(list)
    for form, weight in zip(forms, weights.tolist(), strict=True):
        if is_fork(form):
            by_mover[form[0][0]].append(weight)
    middles = {mover: max(0.0, float(np.median(known))) for mover, known in by_mover.items()}
    return {
        "upwards": np.array([hits_two(form) for form in forms], np.bool_),
        "centres": np.array([middles[form[0][0]] if is_fork(form) else 0.0 for form in forms]),
    }


def _without_zeros(forms: list[CorePattern], weights: Floats) -> tuple[list[CorePattern], Floats]:
    matter = weights != 0
    return [form for form, keep in zip(forms, matter, strict=True) if keep], weights[matter]


def augment(library: Library, evidence: Evidence, settings: LearnSettings | None = None) -> Library:
    """Fit the weights of a library again on other moves; drop patterns whose weight becomes zero, and add none."""
    settings = settings or LearnSettings()
    if not len(evidence):
        raise BadArgument("there are no moves to learn from", hint="name a player who made moves in these games")
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
