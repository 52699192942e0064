"""Composition: by chance or skeleton -> prolong -> rework; then minimise -> verify, until there are enough.

Named themes are looked for among mates around sketches and before shorter mates (`chances`). What does not turn up is
designed: clingo fixes what is asked for, the mate with its theme, or the whole line from key to mate; the core takes
back moves until the mate is as long as it should be (`prolonging`), and changes men until every defence has its answer
and no other move mates; minimising takes off every man that is not needed. What is left must still be what the recipe
says, and a second solver must agree (`finishing`). Bulk mode places men at random, without a sketch.
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
from motif._core.puzzles import compose_at_random, judge, mate_keys, repair, rework
from motif.engines.evaluator import Evaluator
from motif.engines.limits import Limit
from motif.engines.valuation import value_moves
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.difficulty import estimate_line
from motif.puzzles.finishing import finish, least, skeletons_of
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle
from motif.puzzles.quality import tags
from motif.puzzles.random_search import RandomSearch, may_be_found
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import ROOM, Skeleton, Skeletons
from motif.runtime.parallel import Pool, Workers, in_order

ATTEMPTS = 20
"""Skeletons in one task: enough to pay for grounding the rules, few enough to lose little by Ctrl-C."""

ATTEMPTS_AFTER_CHANCE = 2
"""The same where chance had no luck in this task but may have some in the next, and is far quicker."""

TASKS_TO_A_DESIGN = 4
"""In one task of so many a mate is designed where chance had no luck; the others go back to chance at once."""

TURNS = 4
"""How often chance is given a turn in one task before a mate is designed instead."""

MEN_TO_REPAIR = 2

CHANGES = {1: 3_000, 2: 3_000, 3: 5_000, 4: 300}
"""Changes that a rework tries, by the length of the mate: what some tenths of a second allow, a skeleton's price."""

REWORKS = 4
"""How often a skeleton is reworked from the start until one result keeps the theme."""


@dataclass(frozen=True, slots=True)
class _Task:
    recipe: Recipe
    order: Order
    number: int
    deadline: Deadline

    @property
    def seed(self) -> int:
        return self.order.seed_of_task(self.number)


def compose(recipe: Recipe, order: Order, workers: Workers | None = None) -> Generator[CompositionStep, None, None]:
    """Compose puzzles, telling after each task what came of it; the same seed gives the same on any workers.

    Ends when enough were found, when the time is over, or when a small board has no more to give. Raises
    ImpossibleRecipe when it is proved that there is no skeleton at all.
    """
    if recipe.stipulation.goal is Goal.WIN:
        raise BadArgument(
            "whether material is won, an evaluator must judge", hint="compose it with motif.puzzles.composition"
        )
    deadline = Deadline.of(order)
    tasks = (_Task(recipe, order, number, deadline) for number in count())
    impossible = ImpossibleRecipe(
        "no position fulfils the recipe: proved for every line without castling, en passant and black "
        f"promotion\n{recipe}",
        hint="allow more men, or other ones; or leave out a theme",
    )
    with (workers or Workers()).executor() as executor, closing(in_order(executor, _work, tasks)) as batches:
        yield from gather(batches, order, deadline, impossible)


def _work(task: _Task) -> Batch:
    if task.order.bulk:
        return _work_in_bulk(task)
    lucky = _work_by_chance(task)
    may_have_luck = may_be_found(task.recipe)
    if lucky.puzzles or task.deadline.is_over() or (may_have_luck and task.number % TASKS_TO_A_DESIGN):
        return lucky
    source = skeletons_of(task.recipe, task.seed)
    rules = source if isinstance(source, Skeletons) else _rules(task.recipe)

    def make(skeleton: Skeleton, number: int) -> Puzzle | str:
        made = _make(task.recipe, rules, skeleton, task.seed + number)
        return made if isinstance(made, str) else _signed(made, task, number)

    times = ATTEMPTS_AFTER_CHANCE if may_have_luck else ATTEMPTS
    designed = attempt(source, times, task.order.count, task.deadline, make)
    return replace(designed, rejected=lucky.rejected + designed.rejected)


def _work_by_chance(task: _Task) -> Batch:
    """What turns up around sketches of the themes, in the first turn that brings anything."""
    if not may_be_found(task.recipe):
        return Batch((), Counter(), 0)
    chances = RandomSearch(task.recipe, task.seed)
    rules = _rules(task.recipe) if task.recipe.themes else None
    deadline = task.deadline.again()
    puzzles: list[Puzzle] = []
    for turn in range(TURNS):
        for position, key in chances.turn(turn, deadline.is_over):
            made = finish(task.recipe, rules, position, key)
            if isinstance(made, str):
                chances.rejected[made] += 1
            else:
                puzzles.append(_signed(made, task, len(puzzles)))
            if len(puzzles) >= task.order.count:
                break
        if puzzles or deadline.is_over():
            break
    return Batch(tuple(puzzles), chances.rejected, len(puzzles) + chances.rejected.total())


@lru_cache(maxsize=1)
def _rules(recipe: Recipe) -> Skeletons:
    """The rules that finished puzzles are held against, grounded once in a process."""
    return Skeletons(recipe)


def _work_in_bulk(task: _Task) -> Batch:
    given = any(theme.is_given for theme in task.recipe.themes)
    return _at_random(task, _rules(task.recipe) if given else None, task.order.placements)


def _at_random(task: _Task, rules: Skeletons | None, placements: int) -> Batch:
    """The puzzles of so many random placements."""
    recipe = task.recipe
    men = (recipe.white.fewest + recipe.black.fewest, recipe.white.most + recipe.black.most)
    rejected: Counter[str] = Counter()
    puzzles = []
    # The least number of men that can mate in more than one is four; below it the generator would only waste time.
    bounds = (max(men[0], 4), max(men[1], 5))
    positions = compose_at_random(recipe.criteria, placements, task.seed, men=bounds, board=recipe.board)
    for number, (position, (key, *_)) in enumerate(
        zip(positions, mate_keys(positions, recipe.stipulation.moves), strict=True)
    ):
        made = finish(recipe, rules, position, key)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            puzzles.append(_signed(made, task, number))
    return Batch(tuple(puzzles), rejected, placements)


def _make(recipe: Recipe, rules: Skeletons, skeleton: Skeleton, seed: int) -> Puzzle | str:
    """A finished puzzle from a skeleton, or why there is none."""
    reason = ""
    for position, key in _sound_positions(recipe, skeleton, seed):
        made = least(recipe, rules, position, key, seed)
        if isinstance(made, Puzzle):
            return made
        reason = made
    return reason or "not to be repaired"


def _sound_positions(recipe: Recipe, skeleton: Skeleton, seed: int) -> Iterator[tuple[str, chess.Move]]:
    """The skeleton if it is sound, or with a man or two more; then what reworking makes of it, now and again.

    Where others can stand in for it, these are reworked instead.
    """
    criteria, position = recipe.criteria, str(skeleton.diagram)
    verdict, key = judge([position], criteria)[0]
    if verdict == "illegal":
        return
    first = chess.Move.from_uci(skeleton.key)
    if key is not None and verdict in ("sound", "unneeded man"):
        yield position, key
    elif not skeleton.others and (mended := repair([position], [first], criteria, men=MEN_TO_REPAIR, seed=seed)[0]):
        yield mended, first
    candidates = [skeleton, *skeleton.others] if skeleton.others else [skeleton] * REWORKS
    for again, each in enumerate(candidates):
        line = [chess.Move.from_uci(move) for move in each.line]
        reworked = rework(
            [str(each.diagram)],
            [line],
            criteria,
            most=(recipe.white.most, recipe.black.most + ROOM),
            promoted=recipe.promoted,
            same_mate=bool(recipe.themes),
            changes=CHANGES[recipe.stipulation.moves],
            seed=seed + again,
        )[0]
        if reworked is not None:
            yield reworked, line[0]


def _signed(puzzle: Puzzle, task: _Task, number: int) -> Puzzle:
    by = f"motif {__version__}" + (" in bulk" if task.order.bulk else "")
    return replace(
        puzzle,
        provenance=Provenance.of(Origin.COMPOSED, by=by, seed=task.order.seed, task=task.number, number=number),
    )


def composed(recipe: Recipe, order: Order, workers: Workers | None = None) -> Iterator[Puzzle]:
    """Only the puzzles."""
    return (step.puzzle for step in compose(recipe, order, workers) if step.puzzle)


# Wins of material: clingo puts a tactic on the board, and the evaluator says whether it wins, and nothing else does.

GAP = 200
"""How much better the key must be than every other move, in centipawns."""

WON = 200
"""What the position must be worth after the key, in centipawns."""

WINNING_ATTEMPTS = 200
"""Skeletons that are tried for one puzzle before the search gives up, unless it is limited in time."""

ATTEMPTS_IN_A_TASK = 10
"""Few, since each may cost the evaluator some seconds, and between tasks the clock and Ctrl-C are heeded."""


@dataclass(frozen=True, slots=True)
class _WinningTask:
    recipe: Recipe
    judge: Callable[[], Evaluator]
    limit: Limit
    order: Order
    number: int
    deadline: Deadline


def compose_wins(
    recipe: Recipe, judge: Callable[[], Evaluator], limit: Limit, order: Order, workers: Workers | None = None
) -> Generator[CompositionStep, None, None]:
    """Compose puzzles in which one move wins material, as an evaluator judges at this limit; each worker makes its own.

    Ends as `compose` does, and without a limit of time after so many skeletons for each puzzle.
    """
    if recipe.stipulation.goal is not Goal.WIN or recipe.board != (8, 8):
        raise BadArgument(f"an evaluator judges wins on the full board, not a {recipe.stipulation}")
    deadline = Deadline.of(order)
    tasks = (_WinningTask(recipe, judge, limit, order, number, deadline) for number in count())
    impossible = ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
    most_attempts = WINNING_ATTEMPTS * order.count if order.seconds is None else None
    with (
        (workers or Workers()).pooled() as (executor, pool),
        closing(in_order(executor, partial(_work_on_winning, pool), tasks)) as batches,
    ):
        yield from gather(batches, order, deadline, impossible, most_attempts)


def _work_on_winning(pool: Pool, task: _WinningTask) -> Batch:
    rules = Skeletons(task.recipe, task.order.seed_of_task(task.number))
    with pool.borrow("judge", task.judge) as evaluator:

        def make(skeleton: Skeleton, number: int) -> Puzzle | str:
            puzzle = evaluate_win(str(skeleton.diagram), skeleton.key, evaluator, task.limit)
            return puzzle if isinstance(puzzle, str) else _signed_winning(puzzle, task, number, evaluator.name)

        return attempt(rules, ATTEMPTS_IN_A_TASK, task.order.count, task.deadline, make)


def _signed_winning(puzzle: Puzzle, task: _WinningTask, number: int, judge: str) -> Puzzle:
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


def evaluate_win(position: str, key: str, evaluator: Evaluator, limit: Limit) -> Puzzle | str:
    """The puzzle if the key alone wins, or why not."""
    board = chess.Board(position)
    if not board.is_valid():
        return "not a legal position"
    (values,) = value_moves([board], evaluator, limit)
    won = values[chess.Move.from_uci(key)]
    best_other = max((value.centipawns for move, value in values.items() if move != won.best), default=-GAP)
    if won.centipawns < WON:
        return "the key does not win"
    if won.centipawns - best_other < GAP:
        return "another move wins as well"
    puzzle = Puzzle(position, _WIN, Branch.along(won.line[:3]))
    return replace(puzzle, difficulty=estimate_line(puzzle))


def doubts(puzzle: Puzzle, evaluator: Evaluator, limit: Limit) -> list[str]:
    """What an evaluator has against a win, in words; empty when it agrees. It is a second opinion and no proof."""
    if puzzle.board().legal_moves.count() == 1:
        return ["there is no other move to choose"]
    opinion = evaluate_win(puzzle.position, puzzle.key, evaluator, limit)
    return [f"{evaluator.name}: {opinion}"] if isinstance(opinion, str) else []


_WIN = Recipe.parse("goal: win in 1").stipulation
