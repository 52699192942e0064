"""Wins of material: clingo puts a tactic on the board, and the oracle says whether it wins, and nothing else does.

gain(move) = value after the move - value after the best other move, both by the oracle at a fixed limit, from the
side to move. A puzzle has gain >= GAP and value >= WON. That is no proof, and its text does not claim one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import count

import chess

from motif import __version__
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.valuation import value_moves
from motif.errors import BadArgument, ImpossibleRecipe
from motif.parallel import Pool, Workers, in_order
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.difficulty import estimate_line
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.tags import tags

GAP = 200
"""How much better the key must be than every other move, in centipawns."""

WON = 200
"""What the position must be worth after the key, in centipawns."""

ATTEMPTS = 200
"""Skeletons that are tried for one puzzle before the search gives up, unless it is limited in time."""

ATTEMPTS_IN_A_TASK = 10
"""Few, since each may cost the oracle some seconds, and between tasks the clock and Ctrl-C are heeded."""


@dataclass(frozen=True, slots=True)
class _Task:
    recipe: Recipe
    judge: Callable[[], Oracle]
    limit: Limit
    order: Order
    number: int
    deadline: Deadline


def compose_wins(
    recipe: Recipe, judge: Callable[[], Oracle], limit: Limit, order: Order, workers: Workers | None = None
) -> Generator[CompositionStep, None, None]:
    """Compose puzzles in which one move wins material, as an oracle judges at this limit; each worker makes its own.

    Ends as `compose` does, and without a limit of time after so many skeletons for each puzzle.
    """
    if recipe.stipulation.goal is not Goal.WIN or recipe.board != (8, 8):
        raise BadArgument(f"an oracle judges wins on the full board, not a {recipe.stipulation}")
    deadline = Deadline.of(order)
    tasks = (_Task(recipe, judge, limit, order, number, deadline) for number in count())
    impossible = ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
    most_attempts = ATTEMPTS * order.count if order.seconds is None else None
    with (
        (workers or Workers()).pooled() as (executor, pool),
        closing(in_order(executor, partial(_work, pool), tasks)) as batches,
    ):
        yield from gather(batches, order, deadline, impossible, most_attempts)


def _work(pool: Pool, task: _Task) -> Batch:
    rules = Skeletons(task.recipe, task.order.seed_of_task(task.number))
    with pool.borrow("judge", task.judge) as oracle:

        def make(skeleton: Skeleton, number: int) -> Puzzle | str:
            puzzle = judged(str(skeleton.diagram), skeleton.key, oracle, task.limit)
            return puzzle if isinstance(puzzle, str) else _signed(puzzle, task, number, oracle.name)

        return attempt(rules, ATTEMPTS_IN_A_TASK, task.order.count, task.deadline, make)


def _signed(puzzle: Puzzle, task: _Task, number: int, judge: str) -> Puzzle:
    origin = Provenance.of(
        Origin.COMPOSED,
        by=f"motif {__version__}",
        seed=task.order.seed,
        task=task.number,
        number=number,
        judge=judge,
        limit=task.limit,
    )
    named = [theme.name for theme in task.recipe.themes]
    return replace(puzzle, themes=tuple(dict.fromkeys([*named, *tags(puzzle)])), provenance=origin)


def judged(position: str, key: str, oracle: Oracle, limit: Limit) -> Puzzle | str:
    """The puzzle if the key alone wins, or why not."""
    board = chess.Board(position)
    if not board.is_valid():
        return "not a legal position"
    (values,) = value_moves([board], oracle, limit)
    won = values[chess.Move.from_uci(key)]
    best_other = max((value.centipawns for move, value in values.items() if move != won.best), default=-GAP)
    if won.centipawns < WON:
        return "the key does not win"
    if won.centipawns - best_other < GAP:
        return "another move wins as well"
    puzzle = Puzzle(position, _WIN, Branch.along(won.line[:3]))
    return replace(puzzle, difficulty=estimate_line(puzzle))


def doubts(puzzle: Puzzle, oracle: Oracle, limit: Limit) -> list[str]:
    """What an oracle has against a win, in words; empty when it agrees. It is a second opinion and no proof."""
    if puzzle.board().legal_moves.count() == 1:
        return ["there is no other move to choose"]
    opinion = judged(puzzle.position, puzzle.key, oracle, limit)
    return [f"{oracle.name}: {opinion}"] if isinstance(opinion, str) else []


_WIN = Recipe.parse("goal: win in 1").stipulation
