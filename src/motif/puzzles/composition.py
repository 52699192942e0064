"""Compose puzzles: mates by random search or from skeletons, mates in bulk, and wins of material.

Each task tries to compose a few mates, in one of three ways:

- Random search (`random_search`) places pieces around sketches of the themes and extends shorter mates backwards.
- If that finds nothing, clingo designs skeletons: diagrams with one forced line (`skeletons`). The core then adds,
  moves and removes pieces until every defence has an answer and no other first move mates in time.
- Bulk mode places pieces at random, without sketches.

Finally the core removes pieces that are not needed, and `finishing` checks the puzzle against the recipe and with the
second solver. For a win of material, clingo places the tactic and an engine decides whether only the key wins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import count

import chess

from motif import __version__
from motif._core.puzzles import check_criteria, compose_at_random, mate_keys, repair, rework
from motif.engines.evaluator import Evaluator, value_moves
from motif.engines.limits import Limit
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.difficulty import estimate
from motif.puzzles.finishing import finish, finish_minimised, skeleton_source
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle, Stipulation
from motif.puzzles.quality import tags
from motif.puzzles.random_search import RandomSearch, is_random_search_possible
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import EXTRA_BLACK_PIECES, Skeleton, Skeletons
from motif.runtime.parallel import Pool, Workers, in_order

COMPOSER = f"motif {__version__}"

SKELETONS_PER_TASK = 20
"""Enough to be worth grounding the rules, and few enough to lose little on Ctrl-C."""

SKELETONS_AFTER_RANDOM_SEARCH = 2
"""Fewer, since random search is far quicker and may still succeed in the next task."""

TASKS_PER_DESIGN = 4
"""If random search is possible but finds nothing, only every fourth task goes on to design skeletons."""

RANDOM_TURNS_PER_TASK = 4

MOST_REPAIR_PIECES = 2

CHANGES_PER_REWORK = {1: 3_000, 2: 3_000, 3: 5_000, 4: 300}
"""By the length of the mate; a rework takes a few tenths of a second, as long as finding a skeleton."""

REWORKS_PER_SKELETON = 4


@dataclass(frozen=True, slots=True)
class _ComposingTask:
    recipe: Recipe
    order: Order
    number: int
    deadline: Deadline

    @property
    def seed(self) -> int:
        return self.order.seed_of_task(self.number)


def compose(recipe: Recipe, order: Order, workers: Workers | None = None) -> Generator[CompositionStep, None, None]:
    """Compose mates and report progress after each task; the result depends on the seed, not on the workers.

    Ends when the order is complete, when time runs out, or when a small board has no more puzzles. Raises
    ImpossibleRecipe if clingo proves that there is no skeleton at all.
    """
    if recipe.stipulation.goal is Goal.WIN:
        raise BadArgument("only an engine can say whether material is won", hint="use compose_wins")
    deadline = Deadline.of(order)
    tasks = (_ComposingTask(recipe, order, number, deadline) for number in count())
    impossible = ImpossibleRecipe(
        f"no position fulfils the recipe (proved, not counting castling, en passant and promotions by Black)\n{recipe}",
        hint="allow more pieces or other kinds of piece, or leave out a theme",
    )
    with (workers or Workers()).executor() as executor, closing(in_order(executor, _run_task, tasks)) as batches:
        yield from gather(batches, order, deadline, impossible)


def composed(recipe: Recipe, order: Order, workers: Workers | None = None) -> Iterator[Puzzle]:
    """Compose mates and yield only the puzzles, without progress."""
    return (step.puzzle for step in compose(recipe, order, workers) if step.puzzle)


def _run_task(task: _ComposingTask) -> Batch:
    if task.order.bulk:
        return _compose_in_bulk(task)
    can_search = is_random_search_possible(task.recipe)
    found = _search_at_random(task) if can_search else Batch((), Counter(), 0)
    if found.puzzles or task.deadline.is_over() or (can_search and task.number % TASKS_PER_DESIGN):
        return found
    source = skeleton_source(task.recipe, task.seed)
    rules = source if isinstance(source, Skeletons) else _rules(task.recipe)

    def make(skeleton: Skeleton, number: int) -> Puzzle | str:
        made = _make_from_skeleton(task.recipe, rules, skeleton, task.seed + number)
        return made if isinstance(made, str) else _signed(made, task, number)

    times = SKELETONS_AFTER_RANDOM_SEARCH if can_search else SKELETONS_PER_TASK
    designed = attempt(source, times, task.order.count, task.deadline, make)
    return replace(designed, rejected=found.rejected + designed.rejected)


def _search_at_random(task: _ComposingTask) -> Batch:
    """Run up to RANDOM_TURNS_PER_TASK turns of random search, until one of them finds puzzles."""
    search = RandomSearch(task.recipe, task.seed)
    rules = _rules(task.recipe) if task.recipe.themes else None
    deadline = task.deadline.started_now()
    puzzles: list[Puzzle] = []
    for turn in range(RANDOM_TURNS_PER_TASK):
        for position, key in search.turn(turn, deadline.is_over):
            made = finish(task.recipe, rules, position, key)
            if isinstance(made, str):
                search.rejected[made] += 1
            else:
                puzzles.append(_signed(made, task, len(puzzles)))
            if len(puzzles) >= task.order.count:
                break
        if puzzles or deadline.is_over():
            break
    return Batch(tuple(puzzles), search.rejected, len(puzzles) + search.rejected.total())


@lru_cache(maxsize=1)
def _rules(recipe: Recipe) -> Skeletons:
    """Return the rules that finished puzzles are checked against, grounded once per process."""
    return Skeletons(recipe)


def _compose_in_bulk(task: _ComposingTask) -> Batch:
    recipe, placements = task.recipe, task.order.placements
    rules = _rules(recipe) if any(theme.is_given for theme in recipe.themes) else None
    # With fewer than four pieces there are hardly any sound mates in two or more.
    bounds = (max(recipe.white.fewest + recipe.black.fewest, 4), max(recipe.white.most + recipe.black.most, 5))
    rejected: Counter[str] = Counter()
    puzzles = []
    positions = compose_at_random(recipe.criteria, placements, task.seed, bounds, recipe.board)
    keys = mate_keys(positions, recipe.stipulation.moves)
    for number, (position, (key, *_)) in enumerate(zip(positions, keys, strict=True)):
        made = finish(recipe, rules, position, key)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            puzzles.append(_signed(made, task, number, f"{COMPOSER} in bulk"))
    return Batch(tuple(puzzles), rejected, placements)


def _make_from_skeleton(recipe: Recipe, rules: Skeletons, skeleton: Skeleton, seed: int) -> Puzzle | str:
    """Return a finished puzzle, or the reason why none can be made from the skeleton."""
    reason = ""
    for position, key in _sound_positions(recipe, skeleton, seed):
        made = finish_minimised(recipe, rules, position, key, seed)
        if isinstance(made, Puzzle):
            return made
        reason = made
    return reason or "not to be repaired"


def _sound_positions(recipe: Recipe, skeleton: Skeleton, seed: int) -> Iterator[tuple[str, chess.Move]]:
    """Yield sound positions made from a skeleton, with their keys.

    The first is the skeleton itself, or the skeleton with one or two more pieces. The next ones are reworked from it
    several times or, if the skeleton has alternatives, from it and from each alternative once.
    """
    criteria, position = recipe.criteria, str(skeleton.diagram)
    verdict, key = check_criteria([position], criteria)[0]
    if verdict == "illegal":
        return
    first = chess.Move.from_uci(skeleton.key)
    if key is not None and verdict in ("sound", "unneeded piece"):
        yield position, key
    elif not skeleton.others and (repaired := repair([position], [first], criteria, MOST_REPAIR_PIECES, seed)[0]):
        yield repaired, first
    candidates = [skeleton, *skeleton.others] if skeleton.others else [skeleton] * REWORKS_PER_SKELETON
    for number, candidate in enumerate(candidates):
        line = [chess.Move.from_uci(move) for move in candidate.line]
        reworked = rework(
            [str(candidate.diagram)],
            [line],
            criteria,
            most=(recipe.white.most, recipe.black.most + EXTRA_BLACK_PIECES),
            promoted=recipe.promoted,
            same_mate=bool(recipe.themes),
            changes=CHANGES_PER_REWORK[recipe.stipulation.moves],
            seed=seed + number,
        )[0]
        if reworked is not None:
            yield reworked, line[0]


def _signed(puzzle: Puzzle, task: _ComposingTask, number: int, by: str = COMPOSER, **details: object) -> Puzzle:
    origin = Provenance.of(Origin.COMPOSED, by=by, seed=task.order.seed, task=task.number, number=number, **details)
    return replace(puzzle, provenance=origin)


SMALLEST_GAP_CP = 200
"""The key must be better than every other move by at least this much."""

SMALLEST_WIN_CP = 200
"""The position after the key must be worth at least this much."""

SKELETONS_PER_WIN = 200
"""Without a time limit, the search gives up after this many skeletons for each ordered puzzle."""

SKELETONS_PER_WIN_TASK = 10
"""Few, since the engine may need seconds for each, and the clock and Ctrl-C are checked only between tasks."""


def compose_wins(
    recipe: Recipe,
    make_evaluator: Callable[[], Evaluator],
    limit: Limit,
    order: Order,
    workers: Workers | None = None,
) -> Generator[CompositionStep, None, None]:
    """Compose puzzles in which one move wins material, as evaluated at this limit; each worker makes its own evaluator.

    Ends when `compose` does and, without a time limit, after SKELETONS_PER_WIN skeletons for each ordered puzzle.
    """
    if recipe.stipulation.goal is not Goal.WIN or recipe.board != (8, 8):
        board = "x".join(map(str, recipe.board))
        raise BadArgument(
            f"cannot compose a {recipe.stipulation} on {board} with an engine", hint="choose win in 1 on an 8x8 board"
        )
    deadline = Deadline.of(order)
    tasks = (_ComposingTask(recipe, order, number, deadline) for number in count())
    impossible = ImpossibleRecipe(f"no position fulfils the recipe (proved)\n{recipe}")
    most_attempts = SKELETONS_PER_WIN * order.count if order.seconds is None else None
    with (
        (workers or Workers()).pooled() as (executor, pool),
        closing(in_order(executor, partial(_run_win_task, pool, make_evaluator, limit), tasks)) as batches,
    ):
        yield from gather(batches, order, deadline, impossible, most_attempts)


def _run_win_task(pool: Pool, make_evaluator: Callable[[], Evaluator], limit: Limit, task: _ComposingTask) -> Batch:
    with pool.borrow("evaluator", make_evaluator) as evaluator:

        def make(skeleton: Skeleton, number: int) -> Puzzle | str:
            puzzle = evaluate_win(str(skeleton.diagram), skeleton.key, evaluator, limit)
            if isinstance(puzzle, str):
                return puzzle
            themes = [*(theme.name for theme in task.recipe.themes), *tags(puzzle)]
            signed = _signed(puzzle, task, number, judge=evaluator.name, limit=limit)
            return replace(signed, themes=tuple(dict.fromkeys(themes)))

        source = Skeletons(task.recipe, task.seed)
        return attempt(source, SKELETONS_PER_WIN_TASK, task.order.count, task.deadline, make)


def evaluate_win(position: str, key: str, evaluator: Evaluator, limit: Limit) -> Puzzle | str:
    """Return the puzzle if the key wins and no other move does, or else the reason for rejecting it."""
    board = chess.Board(position)
    if not board.is_valid():
        return "not a legal position"
    (values,) = value_moves([board], evaluator, limit)
    win = values[chess.Move.from_uci(key)]
    best_other = max((value.centipawns for move, value in values.items() if move != win.best), default=-SMALLEST_GAP_CP)
    if win.centipawns < SMALLEST_WIN_CP:
        return "the key does not win"
    if win.centipawns - best_other < SMALLEST_GAP_CP:
        return "another move wins as well"
    puzzle = Puzzle(position, Stipulation(Goal.WIN, 1), Branch.along(win.line[:3]))
    return replace(puzzle, difficulty=estimate(puzzle))


def doubts(puzzle: Puzzle, evaluator: Evaluator, limit: Limit) -> list[str]:
    """Return an evaluator's objections to a win of material; empty if it agrees, which is not a proof."""
    if puzzle.board().legal_moves.count() == 1:
        return ["the key is the only legal move"]
    opinion = evaluate_win(puzzle.position, puzzle.key, evaluator, limit)
    return [f"{evaluator.name}: {opinion}"] if isinstance(opinion, str) else []
