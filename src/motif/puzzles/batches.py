"""What both ways to compose share: an order, its deadline, attempts in a worker, and puzzles gathered until it is met.

A task makes some skeletons and tries to turn each into a puzzle; its batch comes back, twins are left out, and after
each batch whoever watches hears how things stand.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Protocol

from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.duplicates import Distinct
from motif.puzzles.puzzle import Puzzle
from motif.puzzles.skeletons import Failure, Skeleton

PLACEMENTS = 20_000
"""Random placements in one task of bulk mode; with fewer, whoever waits sees the first puzzle sooner."""


@dataclass(frozen=True, slots=True)
class Order:
    """How many puzzles are wanted, from which seed, within how many seconds; in bulk mode without clingo.

    The seconds are those in all; patience is for how many of them no further puzzle may come.
    """

    count: int = 10
    seed: int = 0
    seconds: float | None = None
    bulk: bool = False
    patience: float | None = None
    placements: int = PLACEMENTS

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"cannot compose {self.count} puzzles; at least 1 is needed")

    def seed_of_task(self, number: int) -> int:
        """Any two tasks of any two runs draw from different seeds."""
        return self.seed * 1_000_003 + number


@dataclass(frozen=True, slots=True)
class CompositionStep:
    """One step of a composition: a puzzle, or none, and everything that was rejected so far, by reason."""

    puzzle: Puzzle | None
    found: int
    rejected: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    is_out_of_time: bool = False


@dataclass(slots=True)
class Deadline:
    """Says when a search has to end: at a moment, or after so long without a puzzle.

    The moment is one of the time of day, which the processes of a machine share.
    """

    until: float | None
    patience: float | None
    since: float = field(default_factory=lambda: time.monotonic())

    @classmethod
    def of(cls, order: Order) -> Deadline:
        """The deadline of an order that is taken up now."""
        return cls(time.time() + order.seconds if order.seconds else None, order.patience)

    def again(self) -> Deadline:
        """That of a part of the work that begins now: who waited for a worker has not been impatient."""
        return Deadline(self.until, self.patience)

    def found(self) -> None:
        """Be patient anew."""
        self.since = time.monotonic()

    def is_over(self) -> bool:
        """Whether the time has run out."""
        if self.until is not None and time.time() > self.until:
            return True
        return self.patience is not None and time.monotonic() - self.since > self.patience


@dataclass(frozen=True, slots=True)
class Batch:
    """What came of one task."""

    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]
    attempts: int
    impossible: bool = False
    exhausted: bool = False


IsOver = Callable[[], bool]
Make = Callable[[Skeleton, int], Puzzle | str]
"""What comes of a skeleton with its number: a puzzle, or why there is none."""


class Source(Protocol):
    """Where skeletons come from."""

    def find(self, *, is_over: IsOver) -> Skeleton | Failure:
        """Another skeleton, or why there is none; gives up when the time is over."""
        ...

    def forbid(self, skeleton: Skeleton) -> None:
        """Never again find the like of it."""
        ...


def attempt(source: Source, times: int, wanted: int, deadline: Deadline, make: Make) -> Batch:
    """So many skeletons, each given to `make`, or fewer when as many puzzles as are wanted have come of them."""
    puzzles: list[Puzzle] = []
    rejected = Counter[str]()
    skeletons = 0
    deadline = deadline.again()
    for number in range(times):
        if deadline.is_over() or len(puzzles) >= wanted:
            return Batch(tuple(puzzles), rejected, number)
        skeleton = source.find(is_over=deadline.is_over)
        if skeleton is Failure.IMPOSSIBLE:
            # After nogoods it only means that there is nothing new.
            return Batch(tuple(puzzles), rejected, number, impossible=skeletons == 0, exhausted=True)
        if isinstance(skeleton, Failure):
            rejected["no skeleton within the limit"] += 1
            continue
        skeletons += 1
        source.forbid(skeleton)
        made = make(skeleton, number)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            deadline.found()
            puzzles.append(made)
    return Batch(tuple(puzzles), rejected, times)


def gather(
    batches: Iterable[Batch],
    order: Order,
    deadline: Deadline,
    impossible: ImpossibleRecipe,
    most_attempts: int | None = None,
) -> Generator[CompositionStep, None, None]:
    """The different puzzles of some batches, until the order is met, nothing more can come, or time is over.

    `impossible` is raised when a batch has proved that there is nothing to find.
    """
    # Thousands in bulk would soon have run out of looks.
    distinct, rejected = Distinct(by_look=not order.bulk), Counter[str]()
    gathered = attempts = 0
    for batch in batches:
        if batch.impossible:
            raise impossible
        rejected.update(batch.rejected)
        attempts += batch.attempts
        for puzzle in batch.puzzles:
            if not distinct.admits(puzzle):
                rejected["twin of an earlier puzzle"] += 1
                continue
            gathered += 1
            deadline.found()
            yield CompositionStep(puzzle, gathered, rejected.copy(), attempts)
            if gathered == order.count:
                return
        is_out_of_time = not batch.exhausted and deadline.is_over()
        yield CompositionStep(None, gathered, rejected.copy(), attempts, is_out_of_time)
        if batch.exhausted or is_out_of_time or (most_attempts is not None and attempts >= most_attempts):
            return
