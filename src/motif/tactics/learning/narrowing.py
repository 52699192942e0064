"""Build a list of rules, each of which narrows the choice of moves, so that the moves left are right most often.

Each rule in turn reduces the moves left to those that it suggests, unless it suggests none of them. This is the same as
ordering the moves by a number: the *key* of a move has one bit for each rule, set if the rule suggests the move, and
the first rule has the highest bit; the moves with the highest key are left. The worth of a list is the mean over
positions of the mean worth of the moves left. If a list contains the calculation (counting captures), its worth is the
mean of its worth with and without it, so that the other rules are good by themselves.

greedy   append the rule that adds most, again and again
climb    insert, remove, move or replace a random rule and keep the change if it is worth the price of a rule
fill     try every other candidate at every place, which random steps do not do
prune    remove rules that earn too little, on the training games or on others
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Rows
from motif.statistics.intervals import Floats

Keys = NDArray[np.uint64]

PLACES = 63
"""The bits of a key that rules may use, one for each rule; one more bit is spare."""

INSERT, REMOVE, MOVE = 0.35, 0.1, 0.25
"""The shares of the kinds of random steps; all other steps replace a rule."""

STEPS_PER_REPORT = 500
PLACES_TRIED = 3
SCOUT_ERROR = 5e-4
"""A change is tested on all positions if its gain on the scout's few positions falls short by less than this."""


@dataclass(frozen=True, slots=True)
class ListClimb:
    """How a list is improved: the maximum number of rules, the number of random steps, and the price of a rule."""

    count: int = 60
    steps: int = 8_000
    price: float = 2e-4

    def __post_init__(self) -> None:
        if not 1 <= self.count < PLACES or self.steps < 0 or self.price < 0:
            raise BadArgument(
                f"these settings do not work: {self}; count must be 1 to {PLACES - 1}, steps and price 0 or more"
            )


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """Positions on which lists are measured: the worth of each row (move), and the weight of each position."""

    offsets: Rows
    worth: Floats
    weights: Floats
    counts: Rows = field(init=False)
    """The number of rows of each position."""

    @classmethod
    def joined(cls, grounds: Sequence[Ground]) -> Ground:
        """Join several grounds into one."""
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
        """Return at most `most` of the positions, evenly spaced, and the rows of them that each rule covers."""
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
    """One change of a list: remove the rule at one place, then insert a candidate at another."""

    removed: int | None = None
    number: int | None = None
    place: int = 0

    def applied(self, order: Sequence[int]) -> list[int]:
        """Return the list after the change."""
        changed = list(order)
        if self.removed is not None:
            del changed[self.removed]
        if self.number is not None:
            changed.insert(self.place, self.number)
        return changed


class Narrowing:
    """A list under construction; candidates, and the calculation if there is one, are given by their numbers."""

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
        return len(self._covered)

    @property
    def worth(self) -> float:
        return float(self._values @ self.ground.weights)

    def gain(self, edit: Edit) -> float:
        """Return how much a change would add to the worth."""
        return self.gain_and_error(edit)[0]

    def gain_and_error(self, edit: Edit) -> tuple[float, float]:
        """Return how much a change would add to the worth, and the standard error of this gain over positions."""
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
        """Return for each row whether the list leaves its move."""
        starts = self.ground.offsets[:-1]
        return np.asarray(self._keys == np.repeat(np.maximum.reduceat(self._keys, starts), self.ground.counts))

    def _tried(self, edit: Edit) -> tuple[Rows, Floats]:
        """Return the positions in which the changed rules suggest moves, and their worth after the change."""
        numbers = [] if edit.removed is None else [self.order[edit.removed]]
        numbers += [] if edit.number is None else [edit.number]
        places = np.unique(np.concatenate([self._positions_of(number) for number in numbers]))
        counts = self.ground.counts[places]
        starts = np.cumsum(counts) - counts
        rows = np.arange(counts.sum()) + np.repeat(self.ground.offsets[places] - starts, counts)
        keys = self._keys[rows]
        if edit.removed is not None:
            keys = _closed(keys, edit.removed)
        if edit.number is not None:
            # The shift from a row of the ground to its place among the rows of these positions.
            self._starts[places] = starts - self.ground.offsets[places]
            suggested = self._covered[edit.number]
            keys = _opened(keys, edit.place, suggested + self._starts[self._position[suggested]])
        return places, self._valued(rows, keys, starts, counts, edit.applied(self.order))

    def _positions_of(self, number: int) -> Rows:
        """Return the positions in which a candidate suggests a move."""
        if number not in self._places:
            self._places[number] = np.unique(self._position[self._covered[number]])
        return self._places[number]

    def _valued(self, rows: Rows, keys: Keys, starts: Rows, counts: Rows, order: Sequence[int]) -> Floats:
        """Return, for some positions, the mean worth of the moves that the list leaves, given their rows and keys."""
        worth = self.ground.worth[rows]
        values = _mean_of_left(keys, worth, starts, counts)
        if self.calculation is None or self.calculation not in order:
            return values
        bit = _bit(order.index(self.calculation))
        return (values + _mean_of_left(keys & ~bit, worth, starts, counts)) / 2


_ONE = np.uint64(1)


def _bit(place: int) -> np.uint64:
    return np.uint64(1 << (PLACES - place))


def _masks(place: int) -> tuple[np.uint64, np.uint64]:
    """Return the bits of the places before this one, and the bits from this one on."""
    below = (1 << (PLACES - place + 1)) - 1
    return np.uint64((1 << (PLACES + 1)) - 1 - below), np.uint64(below)


def _closed(keys: Keys, place: int) -> Keys:
    """Return the keys without the bit of one rule; the bits of later rules move up by one."""
    above, below = _masks(place)
    return (keys & above) | ((keys & (below >> _ONE)) << _ONE)


def _opened(keys: Keys, place: int, suggested: Rows) -> Keys:
    """Insert a bit for one rule into every key: set in the rows that the rule suggests."""
    above, below = _masks(place)
    opened: Keys = (keys & above) | ((keys & below) >> _ONE)
    opened[suggested] |= _bit(place)
    return opened


def _mean_of_left(keys: Keys, worth: Floats, starts: Rows, counts: Rows) -> Floats:
    if not len(starts):
        return np.empty(0)
    left = keys == np.repeat(np.maximum.reduceat(keys, starts), counts)
    return np.asarray(np.add.reduceat(np.where(left, worth, 0.0), starts) / np.add.reduceat(left.astype(float), starts))


def greedy(ground: Ground, covered: Sequence[Rows], count: int, calculation: int | None = None) -> list[int]:
    """Return a list to start from: the calculation, then repeatedly the rule that adds most when appended."""
    narrowing = Narrowing(ground, covered, [] if calculation is None else [calculation], calculation)
    gains = {number: np.inf for number in range(len(covered)) if number != calculation}
    """How much each candidate added when it was last tried."""
    while len(narrowing.order) < count:
        best: Edit | None = None
        most = 0.0
        # A rule hardly ever adds more to a longer list than to a shorter one: stop at the first that added too little.
        for number in sorted(gains, key=gains.__getitem__, reverse=True):
            if gains[number] <= most:
                break
            edit = Edit(number=number, place=len(narrowing.order))
            gains[number] = narrowing.gain(edit)
            if gains[number] > most:
                best, most = edit, gains[number]
        if best is None:
            break
        narrowing.change(best)
        gains = {number: gain for number, gain in gains.items() if gain > 0 and number != best.number}
    return narrowing.order


def climb(
    narrowing: Narrowing, scout: Narrowing, how: ListClimb, rng: np.random.Generator, watch: Watch = unwatched
) -> None:
    """Improve a list by random steps, and keep each step that is worth its price.

    The scout is the same list on a few of the positions; changes that lose worth there are not tried on all positions.
    """
    for step in range(how.steps):
        if step % STEPS_PER_REPORT == 0:
            watch(Progress(step, how.steps, _state(narrowing)))
        edit = _proposed(narrowing, how.count, rng)
        if edit is None:
            continue
        price = how.price * (len(edit.applied(narrowing.order)) - len(narrowing.order))
        if scout.gain(edit) > price - SCOUT_ERROR and narrowing.gain(edit) > price:
            narrowing.change(edit)
            scout.change(edit)


def fill(narrowing: Narrowing, scout: Narrowing, how: ListClimb, watch: Watch = unwatched) -> None:
    """Insert each candidate that is worth its price at the place where it adds most.

    The scout chooses the PLACES_TRIED places that are tried on all positions.
    """
    for number in range(narrowing.candidates):
        if number % STEPS_PER_REPORT == 0:
            watch(Progress(number, narrowing.candidates, _state(narrowing)))
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


def _state(narrowing: Narrowing) -> str:
    return f"{len(narrowing.order)} rules, worth {narrowing.worth:.4f}"


def _proposed(narrowing: Narrowing, count: int, rng: np.random.Generator) -> Edit | None:
    """Return a random change; None if it is impossible."""
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
    """Remove rules that earn less than their price or less than `sure` standard errors, the least useful first.

    The candidate `kept`, the calculation, always stays.
    """

    def surplus_of(place: int) -> float:
        gain, error = narrowing.gain_and_error(Edit(removed=place))
        return -gain - max(price, sure * error)

    while narrowing.order:
        surplus = {place: surplus_of(place) for place, number in enumerate(narrowing.order) if number != kept}
        worst = min(surplus, key=surplus.__getitem__, default=None)
        if worst is None or surplus[worst] >= 0:
            return
        narrowing.change(Edit(removed=worst))
