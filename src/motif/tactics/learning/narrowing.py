"""A list of rules that narrows the choice, put together so that what is left is right as often as can be.

Each rule in turn keeps those of the moves left that it suggests, if any. That is an order of the moves: with a bit for
every rule that suggests a move, the first rule's the highest, the moves with the highest number are left. The worth of
a list is the mean over positions of the mean worth of the moves left, once as it stands and once without the
calculation that it may hold, so that the knowledge is good by itself.

greedy   one after another the rule that adds most at the end of the list, or of the best few lists
climb    insert, remove, move or exchange one rule by lot, and keep what is better; a rule has its price
fill     try every candidate that is not in the list at every place, which the lot of the climb does not
prune    leave out what earns nothing for sure on games that the list was not made with
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Rows
from motif.statistics.intervals import Floats

Keys = NDArray[np.uint64]

PLACES = 63
"""A list has no more rules than there are bits in a number."""

INSERT, REMOVE, MOVE = 0.35, 0.1, 0.25
"""How often each kind of step is tried; the rest exchanges a rule for another."""

TOLD_EVERY = 500
PLACES_TRIED = 3
SCOUT_ERROR = 5e-4
"""So much less a step may bring on a few positions than it should on all."""


@dataclass(frozen=True, slots=True)
class Climb:
    """How a list is improved: the most rules, the steps that are tried, the price of a rule, the width of the start."""

    count: int = 60
    steps: int = 8_000
    price: float = 2e-4
    width: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.count < PLACES or self.steps < 0 or self.price < 0 or self.width < 1:
            raise BadArgument(
                f"cannot climb with {self}: a list has 1 to {PLACES - 1} rules, a width is at least 1, the rest 0"
            )


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Rows of positions, what each row is worth if it is chosen, and how much each position counts."""

    offsets: Rows
    worth: Floats
    weights: Floats
    counts: Rows = field(init=False)
    """The number of rows of each position."""

    @classmethod
    def joined(cls, grounds: Sequence[Ground]) -> Ground:
        """Several grounds one after another."""
        starts = np.cumsum([0, *(len(ground.worth) for ground in grounds)])
        moved = [ground.offsets[:-1] + start for ground, start in zip(grounds, starts[:-1], strict=True)]
        return cls(
            np.concatenate([*moved, starts[-1:]]),
            np.concatenate([ground.worth for ground in grounds]),
            np.concatenate([ground.weights for ground in grounds]),
        )

    def __post_init__(self) -> None:
        object.__setattr__(self, "counts", np.diff(self.offsets))

    def thinned(self, covered: Sequence[Rows], most: int) -> tuple[Ground, list[Rows]]:
        """Every second or third position, so that no more than so many are left, and the rows of rules there."""
        step = -(-len(self.weights) // most)
        if step <= 1:
            return self, list(covered)
        position = np.repeat(np.arange(len(self.weights)), self.counts)
        is_kept = position % step == 0
        number = np.cumsum(is_kept) - 1
        offsets = np.append(0, np.cumsum(self.counts[::step]))
        thinned = Ground(offsets, self.worth[is_kept], self.weights[::step] * step)
        return thinned, [number[rows[is_kept[rows]]] for rows in covered]


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of a list: which place is given up, then which candidate comes in, and to which place."""

    removed: int | None = None
    number: int | None = None
    place: int = 0

    def applied(self, order: Sequence[int]) -> list[int]:
        """The list after the change."""
        changed = list(order)
        if self.removed is not None:
            del changed[self.removed]
        if self.number is not None:
            changed.insert(self.place, self.number)
        return changed


class Narrowing:
    """A list under construction on some ground; candidates, the calculation among them, go by number."""

    def __init__(
        self,
        ground: Ground,
        covered: Sequence[Rows],
        order: Sequence[int] = (),
        calculation: int | None = None,
    ) -> None:
        self.ground = ground
        self.order: list[int] = []
        self._covered = covered
        self.calculation = calculation
        self._keys: Keys = np.zeros(len(ground.worth), np.uint64)
        self._position = np.repeat(np.arange(len(ground.weights)), ground.counts)
        self._places: dict[int, Rows] = {}
        self._starts = np.zeros(len(ground.weights), np.int64)
        self._values = self._valued(
            np.arange(len(ground.worth)), self._keys, ground.offsets[:-1], ground.counts, self.order
        )
        for number in order:
            self.change(Edit(number=number, place=len(self.order)))

    @property
    def candidates(self) -> int:
        """How many candidates there are."""
        return len(self._covered)

    @property
    def worth(self) -> float:
        """What the list is worth as it stands."""
        return float(self._values @ self.ground.weights)

    def gain(self, edit: Edit) -> float:
        """What a change would add."""
        return self.gain_and_error(edit)[0]

    def gain_and_error(self, edit: Edit) -> tuple[float, float]:
        """What a change would add, and how far that may be off by the lot of the positions (a standard error)."""
        places, values = self._tried(edit)
        changes = (values - self._values[places]) * self.ground.weights[places]
        return float(changes.sum()), float(np.sqrt(changes @ changes))

    def change(self, edit: Edit) -> None:
        """Make a change."""
        places, values = self._tried(edit)
        self._values[places] = values
        if edit.removed is not None:
            self._keys = _closed(self._keys, edit.removed)
        if edit.number is not None:
            self._keys = _opened(self._keys, edit.place, self._covered[edit.number])
        self.order = edit.applied(self.order)

    def left(self) -> NDArray[np.bool_]:
        """For each row whether the list leaves it."""
        starts = self.ground.offsets[:-1]
        return np.asarray(self._keys == np.repeat(np.maximum.reduceat(self._keys, starts), self.ground.counts))

    def _tried(self, edit: Edit) -> tuple[Rows, Floats]:
        """The positions of which the rules concerned say something, and what they are worth after the change."""
        numbers = [] if edit.removed is None else [self.order[edit.removed]]
        numbers += [] if edit.number is None else [edit.number]
        places = np.unique(np.concatenate([self._spoken_of(number) for number in numbers]))
        counts = self.ground.counts[places]
        starts = np.cumsum(counts) - counts
        rows = np.arange(counts.sum()) + np.repeat(self.ground.offsets[places] - starts, counts)
        keys = self._keys[rows]
        if edit.removed is not None:
            keys = _closed(keys, edit.removed)
        if edit.number is not None:
            # Where the rows of a position begin among those that are looked at.
            self._starts[places] = starts - self.ground.offsets[places]
            suggested = self._covered[edit.number]
            keys = _opened(keys, edit.place, suggested + self._starts[self._position[suggested]])
        return places, self._valued(rows, keys, starts, counts, edit.applied(self.order))

    def _spoken_of(self, number: int) -> Rows:
        """The positions in which a candidate suggests something."""
        if number not in self._places:
            self._places[number] = np.unique(self._position[self._covered[number]])
        return self._places[number]

    def _valued(self, rows: Rows, keys: Keys, starts: Rows, counts: Rows, order: Sequence[int]) -> Floats:
        """The worth of what is left in some positions, given their rows and the keys of these."""
        worth = self.ground.worth[rows]
        values = _mean_of_left(keys, worth, starts, counts)
        if self.calculation is None or self.calculation not in order:
            return values
        bit = _bit(order.index(self.calculation))
        return (values + _mean_of_left(keys & ~bit, worth, starts, counts)) / 2


_ONE = np.uint64(1)


def _bit(place: int) -> np.uint64:
    """The bit of a place, the first of the list the highest."""
    return np.uint64(1 << (PLACES - place))


def _masks(place: int) -> tuple[np.uint64, np.uint64]:
    """The bits of the places before this one, and those of this one and all that follow."""
    below = (1 << (PLACES - place + 1)) - 1
    return np.uint64((1 << (PLACES + 1)) - 1 - below), np.uint64(below)


def _closed(keys: Keys, place: int) -> Keys:
    """The keys without a place; those that follow move up."""
    above, below = _masks(place)
    return (keys & above) | ((keys & (below >> _ONE)) << _ONE)


def _opened(keys: Keys, place: int, suggested: Rows) -> Keys:
    """The keys with a new place for a rule that suggests some of them."""
    above, below = _masks(place)
    opened: Keys = (keys & above) | ((keys & below) >> _ONE)
    opened[suggested] |= _bit(place)
    return opened


def _mean_of_left(keys: Keys, worth: Floats, starts: Rows, counts: Rows) -> Floats:
    if not len(starts):
        return np.empty(0)
    left = keys == np.repeat(np.maximum.reduceat(keys, starts), counts)
    return np.asarray(np.add.reduceat(np.where(left, worth, 0.0), starts) / np.add.reduceat(left.astype(float), starts))


def greedy(
    ground: Ground, covered: Sequence[Rows], count: int, calculation: int | None = None, width: int = 1
) -> list[int]:
    """A list to start from: after the calculation, one after another, the rule that adds most at the end.

    With a width the best so many lists are made longer, not only the best.
    """
    start = Narrowing(ground, covered, [] if calculation is None else [calculation], calculation)
    candidates = [number for number in range(len(covered)) if number != calculation]
    best = _Start(start.worth, start.order, dict.fromkeys(candidates, np.inf))
    beam = [best]
    while beam:
        grown: dict[frozenset[int], _Start] = {}
        for each in beam:
            for longer in each.longer(ground, covered, calculation, width) if len(each.order) < count else ():
                known = grown.setdefault(frozenset(longer.order), longer)
                if longer.worth > known.worth:
                    grown[frozenset(longer.order)] = longer
        beam = sorted(grown.values(), key=lambda each: -each.worth)[:width]
        best = max([best, *beam], key=lambda each: each.worth)
    return best.order


@dataclass(frozen=True, slots=True)
class _Start:
    """A list that grows, and what each other candidate added when it was last asked."""

    worth: float
    order: list[int]
    gains: dict[int, float]

    def longer(self, ground: Ground, covered: Sequence[Rows], calculation: int | None, width: int) -> Iterator[_Start]:
        """The best lists with one rule more."""
        some = Narrowing(ground, covered, self.order, calculation)
        gains = dict(self.gains)
        best: list[tuple[float, int]] = []
        # A rule hardly adds more later than it did before, so those that added little need not be asked again.
        for number in sorted(gains, key=gains.__getitem__, reverse=True):
            bar = best[-1][0] if len(best) == width else 0.0
            if gains[number] <= bar:
                break
            gains[number] = some.gain(Edit(number=number, place=len(self.order)))
            if gains[number] > bar:
                best = sorted([*best, (gains[number], number)], key=lambda each: -each[0])[:width]
        for gain, chosen in best:
            left = {number: known for number, known in gains.items() if known > 0 and number != chosen}
            yield _Start(self.worth + gain, [*self.order, chosen], left)


def climb(
    narrowing: Narrowing, scout: Narrowing, how: Climb, rng: np.random.Generator, watch: Watch = unwatched
) -> None:
    """Improve a list step by step, each by lot and kept where it is worth its price.

    The scout is the same list on a few of the positions: what loses there is not tried on all.
    """
    for step in range(how.steps):
        if step % TOLD_EVERY == 0:
            watch(Progress(step, how.steps, f"{len(narrowing.order)} rules, worth {narrowing.worth:.4f}"))
        edit = _proposed(narrowing, how.count, rng)
        if edit is None:
            continue
        price = how.price * (len(edit.applied(narrowing.order)) - len(narrowing.order))
        if scout.gain(edit) > price - SCOUT_ERROR and narrowing.gain(edit) > price:
            narrowing.change(edit)
            scout.change(edit)


def fill(narrowing: Narrowing, scout: Narrowing, how: Climb, watch: Watch = unwatched) -> None:
    """Insert every candidate that is worth its price, each where it is worth most.

    The scout, as in the climb, names the PLACES_TRIED places that are tried on all positions.
    """
    for number in range(narrowing.candidates):
        if number % TOLD_EVERY == 0:
            words = f"{len(narrowing.order)} rules, worth {narrowing.worth:.4f}"
            watch(Progress(number, narrowing.candidates, words))
        if number in narrowing.order or len(narrowing.order) == how.count:
            continue
        edits = [Edit(number=number, place=place) for place in range(len(narrowing.order) + 1)]
        hopeful = sorted(((scout.gain(edit), edit.place) for edit in edits), reverse=True)[:PLACES_TRIED]
        if hopeful[0][0] <= how.price - SCOUT_ERROR:
            continue
        best = max((edits[place] for _, place in hopeful), key=narrowing.gain)
        if narrowing.gain(best) > how.price:
            narrowing.change(best)
            scout.change(best)


def _proposed(narrowing: Narrowing, count: int, rng: np.random.Generator) -> Edit | None:
    """A change by lot; None where the lot falls on what cannot be."""
    order, kind = narrowing.order, rng.random()
    held = int(rng.integers(len(order))) if order else None
    if held is None or kind < INSERT:
        number = int(rng.integers(narrowing.candidates))
        is_possible = len(order) < count and number not in order
        return Edit(None, number, int(rng.integers(len(order) + 1))) if is_possible else None
    if kind < INSERT + REMOVE:
        return Edit(held) if order[held] != narrowing.calculation else None
    if kind < INSERT + REMOVE + MOVE:
        return Edit(held, order[held], int(rng.integers(len(order))))
    number = int(rng.integers(narrowing.candidates))
    return Edit(held, number, held) if number not in order and order[held] != narrowing.calculation else None


def prune(narrowing: Narrowing, price: float, kept: int | None = None, sure: float = 0.0) -> None:
    """Leave out, the least useful first, every rule that earns less than its price; never the calculation.

    What a rule earns counts only if it is at least so many standard errors.
    """
    while narrowing.order:
        left_over = {
            place: _earned(narrowing, place, price, sure)
            for place, number in enumerate(narrowing.order)
            if number != kept
        }
        worst = min(left_over, key=left_over.__getitem__, default=None)
        if worst is None or left_over[worst] >= 0:
            return
        narrowing.change(Edit(removed=worst))


def _earned(narrowing: Narrowing, place: int, price: float, sure: float) -> float:
    """What a rule earns beyond what it must."""
    gain, error = narrowing.gain_and_error(Edit(removed=place))
    return -gain - max(price, sure * error)
