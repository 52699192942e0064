"""Choose the exercises of a study: the player's mistakes first, new puzzles for weaknesses, quiet positions between."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain
from math import ceil, inf

from motif.engines.evaluator import Evaluator
from motif.puzzles.batches import Order
from motif.puzzles.puzzle import Puzzle
from motif.runtime.parallel import Watch, unwatched
from motif.study.engine import engine_name_of
from motif.study.study import Study
from motif.training.composing import can_compose, compose_for
from motif.training.deck import Deck, fill
from motif.training.exercise import Exercise
from motif.training.mistakes import Prove, from_mistakes, motifs_of, quiet_positions, wrong_moves

MISTAKES_LOOKED_AT = 40
"""How many sides of mistakes, the costliest first, are searched again for a report's puzzles (about 20 seconds)."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How many puzzles from mistakes, new puzzles per motif to work on, and quiet positions per puzzle to make.

    `seconds` limits the time for all mistakes and, separately, for composing each motif; `look` limits how many
    mistakes are examined, so that any machine gives the same result. `also` has additional motifs to compose puzzles
    for.
    """

    mistakes: int = 40
    composed: int = 4
    quiet: float = 1 / 3
    seconds: float = 60.0
    look: int | None = None
    seed: int = 0
    also: tuple[str, ...] = ()


def add_study(deck: Deck, study: Study, evaluator: Evaluator, plan: Plan, watch: Watch = unwatched) -> int | None:
    """Add a study's exercises to the deck and return how many were new; None if it was added before."""
    digest = sha256(f"{study.to_json()} {plan}".encode()).hexdigest()
    if deck.has_study(digest):
        return None
    new = fill(deck, exercises_of(study, evaluator, plan, watch), engine_name_of(study.games))
    deck.finish_study(digest)
    return new


def exercises_of(study: Study, evaluator: Evaluator, plan: Plan, watch: Watch = unwatched) -> Iterator[Exercise]:
    """Yield the exercises of a study as they are found."""
    until = inf if plan.look else time.monotonic() + plan.seconds
    motifs = dict.fromkeys((*motifs_of(study), *plan.also)) if plan.composed else ()
    made = chain(
        from_mistakes(
            study, evaluator, plan.mistakes, look=plan.look, is_over=lambda: time.monotonic() > until, watch=watch
        ),
        wrong_moves(study, evaluator),
        *(
            compose_for(motif, evaluator, Order(plan.composed, plan.seed, plan.seconds), watch)
            for motif in motifs
            if can_compose(motif)
        ),
    )
    puzzles = 0
    for puzzles, exercise in enumerate(made, start=1):  # noqa: B007  # how many there were is needed below
        yield exercise
    yield from quiet_positions(study, evaluator, ceil(plan.quiet * puzzles), plan.seed, watch)


def puzzles_of(
    study: Study,
    evaluator: Evaluator,
    *,
    most: int = 60,
    look: int | None = None,
    watch: Watch = unwatched,
    prove: Prove | None = None,
) -> tuple[Puzzle, ...]:
    """The sound puzzles of a study's mistakes, the costliest first.

    `look` limits how many sides of mistakes are examined; `prove` distributes the proofs among processes.
    """
    exercises = from_mistakes(study, evaluator, most, look=look, watch=watch, prove=prove)
    return tuple(exercise.puzzle for exercise in exercises if exercise.puzzle is not None)
