"""Many tactics as one policy by vote: every rule adds its weight to the moves it suggests, and the highest sum decides.

The weights are those of a conditional logit: p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the
weights of the rules that suggest a in s. They maximise sum of log p(reference|s) - penalty/2 * sum of w², a concave
function with one highest point. A rule's weight reads as how much its word is worth beside the others.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif.errors import BadArgument
from motif.tactics.library import Library
from motif.tactics.metrics import Policy
from motif.tactics.ordered import Rows, narrowed

Floats = NDArray[np.float64]
Slope = Callable[[Floats], tuple[float, Floats]]

REMEMBERED = 8
"""How many past steps shape the next one."""

NEVER_LESS = 1e-4
"""The share of the promised gain that a step must bring."""

EQUAL = 1e-9
"""Sums that differ by less are equal."""

ROUNDS_BETWEEN = 8
"""How far weights are fitted between two choices of voters; they start from those before."""

VOTE = "vote"
"""The figure of a tactic that holds its weight."""


@dataclass(frozen=True, slots=True)
class Fit:
    """How weights are fitted: the strength of the penalty, and the most rounds of steps."""

    penalty: float = 4.0
    rounds: int = 60

    def __post_init__(self) -> None:
        if self.penalty <= 0 or self.rounds < 1:
            raise BadArgument(f"cannot fit weights by {self}: both numbers must lie above zero")


def fit_votes(
    covered: Sequence[Rows], offsets: Rows, targets: Floats, fit: Fit | None = None, start: Floats | None = None
) -> Floats:
    """The weight of each rule; `targets` gives each row its share of its position's reference move.

    The search for the weights begins at `start`, or where all are nought.
    """
    fit = fit or Fit()
    ballots = Ballots(covered, offsets)
    wanted = ballots.collect(targets)
    stakes = np.add.reduceat(targets, offsets[:-1])

    def slope(weights: Floats) -> tuple[float, Floats]:
        sums = ballots.sums(weights)
        shares, logs = ballots.shares(sums)
        loss = -float(targets @ logs) + fit.penalty / 2 * float(weights @ weights)
        expected = ballots.collect(shares * np.repeat(stakes, np.diff(offsets)))
        return loss, expected - wanted + fit.penalty * weights

    return _descend(slope, np.zeros(len(covered)) if start is None else start, fit.rounds)


def _descend(slope: Slope, start: Floats, rounds: int) -> Floats:
    """Down to the lowest point by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno."""
    here, (height, gradient) = start, slope(start)
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for _ in range(rounds):
        way = _direction(gradient, past)
        promise = float(gradient @ way)
        if promise > -1e-9:
            break
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(gradient).max()))
        while True:
            there = here + length * way
            height_there, gradient_there = slope(there)
            if height_there <= height + NEVER_LESS * length * promise or length < 1e-6:
                break
            length /= 2
        if (gradient_there - gradient) @ (there - here) > 1e-12:
            past.append((there - here, gradient_there - gradient))
        here, height, gradient = there, height_there, gradient_there
    return here


def _direction(gradient: Floats, past: deque[tuple[Floats, Floats]]) -> Floats:
    way = -gradient
    factors = []
    for step, bend in reversed(past):
        factor = (step @ way) / (step @ bend)
        way = way - factor * bend
        factors.append(factor)
    if past:
        step, bend = past[-1]
        way = way * ((step @ bend) / (bend @ bend))
    for (step, bend), factor in zip(past, reversed(factors), strict=True):
        way = way + (factor - (bend @ way) / (step @ bend)) * step
    return way


class Ballots:
    """Which rule speaks for which row; a rule speaks for a row once."""

    def __init__(self, covered: Sequence[Rows], offsets: Rows) -> None:
        self._covered = covered
        self._offsets = offsets

    def collect(self, values: Floats) -> Floats:
        """The sum over each rule's rows."""
        return np.array([values[rows].sum() for rows in self._covered], np.float64)

    def sums(self, weights: Floats) -> Floats:
        """The sum of votes for each row."""
        sums = np.zeros(int(self._offsets[-1]))
        for rows, weight in zip(self._covered, weights, strict=True):
            sums[rows] += weight
        return sums

    def shares(self, sums: Floats) -> tuple[Floats, Floats]:
        """The probability of each row among those of its position, and its logarithm."""
        counts = np.diff(self._offsets)
        above = sums - np.repeat(np.maximum.reduceat(sums, self._offsets[:-1]), counts)
        logs = above - np.repeat(np.log(np.add.reduceat(np.exp(above), self._offsets[:-1])), counts)
        return np.exp(logs), logs


def vote(name: str, covered: Sequence[Rows], weights: Floats, offsets: Rows, seed: int = 0) -> Policy:
    """The policy of the moves with the most votes, where at least one rule speaks."""
    return Policy.uniform(name, elected(covered, weights, offsets), offsets, seed)


def elected(covered: Sequence[Rows], weights: Floats, offsets: Rows) -> NDArray[np.bool_]:
    """The rows with the most votes among those that some rule suggests."""
    suggested = np.zeros(int(offsets[-1]), np.bool_)
    for rows in covered:
        suggested[rows] = True
    # A move that nobody suggests is not elected, even where all others are voted against.
    sums = np.where(suggested, Ballots(covered, offsets).sums(weights), -np.inf)
    counts = np.diff(offsets)
    return suggested & (sums >= np.repeat(np.maximum.reduceat(sums, offsets[:-1]), counts) - EQUAL)


def votes_of(library: Library) -> Floats | None:
    """The vote of each tactic of a library, nought where it has none; None for a library without votes."""
    votes = [tactic.figures.get(VOTE) for tactic in library.tactics]
    return None if all(vote is None for vote in votes) else np.array([vote or 0.0 for vote in votes])


def together(library: Library, covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that all tactics of a library choose, by their votes if it has any, otherwise in their order.

    `covered` are the rows that each tactic suggests.
    """
    weights = votes_of(library)
    return narrowed(covered, offsets) if weights is None else elected(covered, weights, offsets)


def choose_voters(
    covered: Sequence[Rows],
    offsets: Rows,
    targets: Floats,
    count: int,
    fit: Fit | None = None,
    chosen: Sequence[int] = (),
) -> list[int]:
    """The rules whose word is missed most, a few at a time, until there are so many; weights are fitted in between.

    Those that are `chosen` already vote from the beginning. A rule is missed where the moves it suggests are the
    reference more often, or less often, than the others' votes tell: with p the share of a row and s what its position
    counts, |sum of (target - s p)| / sqrt(sum of s p (1 - p) + penalty) over the rule's rows. Of those that are chosen
    at once no two share half of their suggestions.
    """
    fit = fit or Fit()
    voters = list(chosen)
    stakes = np.repeat(np.add.reduceat(targets, offsets[:-1]), np.diff(offsets))
    weights = np.zeros(len(voters))
    while len(voters) < min(count, len(covered)):
        mine = [covered[number] for number in voters]
        weights = fit_votes(mine, offsets, targets, Fit(fit.penalty, ROUNDS_BETWEEN), weights)
        shares, _ = Ballots([], offsets).shares(Ballots(mine, offsets).sums(weights))
        missed, spread = targets - stakes * shares, stakes * shares * (1 - shares)
        scores = np.array([abs(missed[rows].sum()) / np.sqrt(spread[rows].sum() + fit.penalty) for rows in covered])
        scores[voters] = -1
        new: list[int] = []
        for number in np.argsort(-scores, kind="stable")[: len(scores) - len(voters)].tolist():
            if all(not _overlap(covered[number], covered[other]) for other in new):
                new.append(number)
            if len(new) == max(8, count // 10) or len(voters) + len(new) == count:
                break
        voters += new
        weights = np.concatenate([weights, np.zeros(len(new))])
    return voters


def _overlap(first: Rows, second: Rows) -> bool:
    both = len(np.intersect1d(first, second, assume_unique=True))
    return both >= 0.5 * min(len(first), len(second))
