"""Wins of material: clingo puts a tactic on the board, and the oracle says whether it wins, and nothing else does.

gain(move) = value after the move - value after the best other move, both by the oracle at a fixed limit, from the
side to move. A puzzle has gain >= GAP and value >= WON. That is no proof, and its text does not claim one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from itertools import count
from uuid import uuid4

import chess

from motif import __version__
from motif.arena.bench import bench_of, close_bench
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.board.valuation import value_moves
from motif.errors import BadArgument, ImpossibleRecipe
from motif.parallel import Workers, in_order, where_work_stays
from motif.puzzles.composition import Clock, Order, Progress
from motif.puzzles.difficulty import estimate_win
from motif.puzzles.duplicates import Distinct
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeletons

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
    seed: int
    number: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class _Batch:
    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]
    attempts: int
    impossible: bool = False
    exhausted: bool = False


def compose_wins(
    recipe: Recipe, judge: Callable[[], Oracle], limit: Limit, order: Order, workers: Workers | None = None
) -> Generator[Progress, None, None]:
    """Compose puzzles in which one move wins material, as an oracle judges at this limit; each worker makes its own.

    Ends as `compose` does, and without a limit of time after so many skeletons for each puzzle.
    """
    if recipe.stipulation.goal is not Goal.WIN or recipe.board != (8, 8):
        raise BadArgument(f"an oracle judges wins on the full board, not a {recipe.stipulation}")
    distinct, rejected = Distinct(), Counter[str]()
    found = attempts = 0
    clock = Clock.of(order)
    tasks = (_Task(recipe, judge, limit, order.seed, number, clock) for number in count())
    run = uuid4().hex
    with ExitStack() as stack:
        executor = stack.enter_context((workers or Workers()).executor())
        stack.callback(where_work_stays, executor, partial(close_bench, run))
        for batch in stack.enter_context(closing(in_order(executor, partial(_work, run), tasks))):
            if batch.impossible:
                raise ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
            rejected.update(batch.rejected)
            attempts += batch.attempts
            for puzzle in batch.puzzles:
                if not distinct.admits(puzzle):
                    rejected["twin of an earlier puzzle"] += 1
                    continue
                found += 1
                clock.found()
                yield Progress(puzzle, found, rejected.copy(), attempts)
                if found == order.count:
                    return
            is_out_of_time = not batch.exhausted and clock.is_over()
            yield Progress(None, found, rejected.copy(), attempts, is_out_of_time)
            is_enough = order.seconds is None and attempts >= ATTEMPTS * order.count
            if batch.exhausted or is_out_of_time or is_enough:
                return


def _work(run: str, task: _Task) -> _Batch:
    # Any two tasks of any two runs draw from different seeds.
    rules = Skeletons(task.recipe, task.seed * 1_000_003 + task.number)
    puzzles: list[Puzzle] = []
    rejected = Counter[str]()
    skeletons = 0
    clock = task.clock.again()
    with bench_of(run).borrow("judge", task.judge) as oracle:
        for attempt in range(ATTEMPTS_IN_A_TASK):
            if clock.is_over():
                return _Batch(tuple(puzzles), rejected, attempt)
            skeleton = rules.find(is_over=clock.is_over)
            if skeleton is Failure.IMPOSSIBLE:
                return _Batch(tuple(puzzles), rejected, attempt, impossible=skeletons == 0, exhausted=True)
            if isinstance(skeleton, Failure):
                rejected["no skeleton within the limit"] += 1
                continue
            skeletons += 1
            rules.forbid(skeleton)
            puzzle = judged(str(skeleton.diagram), skeleton.key, oracle, task.limit)
            if isinstance(puzzle, str):
                rejected[puzzle] += 1
                continue
            origin = Provenance.of(
                Origin.COMPOSED,
                by=f"motif {__version__}",
                seed=task.seed,
                task=task.number,
                number=attempt,
                judge=oracle.name,
                limit=task.limit,
            )
            named = tuple(theme.name for theme in task.recipe.themes)
            clock.found()
            puzzles.append(replace(puzzle, themes=named, provenance=origin))
    return _Batch(tuple(puzzles), rejected, ATTEMPTS_IN_A_TASK)


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
    return replace(puzzle, difficulty=estimate_win(puzzle))


_WIN = Recipe.parse("goal: win in 1").stipulation
