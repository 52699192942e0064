"""The exercises of a study: the player's mistakes first, new puzzles for weaknesses, quiet positions between them."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from math import ceil, inf

from motif.engines.evaluator import Evaluator
from motif.puzzles.batches import Order
from motif.puzzles.puzzle import Puzzle
from motif.runtime.parallel import Watch, unwatched
from motif.study.engine import engine_name_of
from motif.study.study import Study
from motif.training.composing import can_compose, compose_for, models_of, vary_for
from motif.training.deck import Deck, fill
from motif.training.exercise import Exercise
from motif.training.mistakes import Prove, from_mistakes, motifs_of, quiet_positions
from motif.training.opening_moves import wrong_moves

MISTAKES_LOOKED_AT = 40
"""The costliest sides of mistakes are looked at again for the puzzles of a report: about 20 seconds, and the same on
any machine."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How much of each: puzzles from mistakes, new ones for each thing to work on, and quiet positions for each puzzle.

    `seconds` limits the time for all mistakes and, separately, for composing each motif; `look` limits how many
    mistakes are examined, which gives the same result on any machine. `also` holds motifs to compose for that the
    study does not name.
    """

    mistakes: int = 40
    composed: int = 4
    quiet: float = 1 / 3
    seconds: float = 60.0
    look: int | None = None
    seed: int = 0
    also: tuple[str, ...] = ()


def add_study(deck: Deck, study: Study, evaluator: Evaluator, plan: Plan, watch: Watch = unwatched) -> int | None:
    """Add the exercises of a study to the deck, and return how many were new; None if it was added earlier."""
    digest = sha256(f"{study.to_json()} {plan}".encode()).hexdigest()
    if deck.has_study(digest):
        return None
    new = fill(deck, exercises_of(study, evaluator, plan, watch), engine_name_of(study.games))
    deck.finish_study(digest)
    return new


def exercises_of(
    study: Study, evaluator: Evaluator, plan: Plan | None = None, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """All exercises of a study, one by one as they are found."""
    plan = Plan() if plan is None else plan
    puzzles = 0
    for exercise in _puzzles(study, evaluator, plan, watch):
        puzzles += 1
        yield exercise
    yield from quiet_positions(study, evaluator, ceil(plan.quiet * puzzles), plan.seed, watch)


def new_puzzles(
    study: Study, motif: str, evaluator: Evaluator, order: Order, watch: Watch = unwatched
) -> Iterator[Exercise]:
    """New exercises for one motif: composed where there are rules for it, else varied from the player's games."""
    if can_compose(motif):
        return compose_for(motif, evaluator, order, watch)
    return vary_for(motif, models_of(study, motif), evaluator, order, watch)


def puzzles_of(
    study: Study,
    evaluator: Evaluator,
    *,
    most: int = 60,
    composed: int = 0,
    seconds: float = 60.0,
    look: int | None = None,
    watch: Watch = unwatched,
    prove: Prove | None = None,
) -> tuple[Puzzle, ...]:
    """The sound puzzles of a study: from its mistakes, the costliest first, then new ones for each motif to work on.

    The seconds are for the mistakes together, and again for each motif. `look` limits how many sides of mistakes are
    examined and replaces the limit of time; `prove` shares the proofs among processes.
    """
    plan = Plan(mistakes=most, composed=composed, seconds=seconds, look=look)
    exercises = _puzzles(study, evaluator, plan, watch, prove)
    return tuple(exercise.puzzle for exercise in exercises if exercise.puzzle is not None)


def _puzzles(
    study: Study, evaluator: Evaluator, plan: Plan, watch: Watch, prove: Prove | None = None
) -> Iterator[Exercise]:
    until = inf if plan.look else time.monotonic() + plan.seconds
    yield from from_mistakes(
        study,
        evaluator,
        plan.mistakes,
        look=plan.look,
        is_over=lambda: time.monotonic() > until,
        watch=watch,
        prove=prove,
    )
    yield from wrong_moves(study, evaluator)
    if plan.composed:
        order = Order(plan.composed, plan.seed, plan.seconds)
        for motif in dict.fromkeys((*motifs_of(study), *plan.also)):
            yield from new_puzzles(study, motif, evaluator, order, watch)
