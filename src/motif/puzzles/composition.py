"""Composition: skeleton -> solve -> repair -> minimise -> verify, until there are as many puzzles as are wanted.

Clingo fixes what is asked for (key, replies, mate, theme); the full-width solver tests every line; repair adds at
most two men to kill cooks, and where that fails men come, go and change places; minimising takes off every man that
is not needed; what is left must still be what the recipe says, and a second solver must agree. Bulk mode leaves clingo
out: for mates without wishes, random placement and the solver alone are some hundred times faster, and find next to no
mate with a theme that is rare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from itertools import count

import chess

from motif import __version__
from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import compose_at_random, judge, minimise, repair, rework, solve
from motif.board.motifs import Line
from motif.errors import BadArgument, ImpossibleRecipe
from motif.parallel import Workers, in_order
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate
from motif.puzzles.gathering import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle
from motif.puzzles.quality import begins_a_game, forced_line, is_game_like
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import ROOM, Skeleton, Skeletons
from motif.puzzles.tags import tags
from motif.puzzles.verify import objections

ATTEMPTS = 20
"""Skeletons in one task: enough to pay for grounding the rules, few enough to lose little by Ctrl-C."""

MEN_TO_REPAIR = 2

CHANGES = {1: 3_000, 2: 1_500, 3: 300, 4: 60}
"""Changes that a rework tries, by the length of the mate: what some tenths of a second allow, a skeleton's price."""

REWORKS = 4
"""How often a skeleton is reworked from the start until one result keeps the theme."""

WAYS_TO_MINIMISE = 6
"""Orders of taking men off that are tried until one leaves the theme alone."""


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
        raise BadArgument("whether material is won, an oracle must judge", hint="compose it with motif.puzzles.winning")
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
    rules = Skeletons(task.recipe, task.seed)

    def make(skeleton: Skeleton, number: int) -> Puzzle | str:
        made = _make(task.recipe, rules, skeleton, task.seed + number)
        return made if isinstance(made, str) else _signed(made, task, number)

    return attempt(rules, ATTEMPTS, task.deadline, make)


def _work_in_bulk(task: _Task) -> Batch:
    recipe = task.recipe
    men = (recipe.white.fewest + recipe.black.fewest, recipe.white.most + recipe.black.most)
    rules = Skeletons(recipe) if any(theme.is_given for theme in recipe.themes) else None
    rejected: Counter[str] = Counter()
    puzzles = []
    # The least number of men that can mate in more than one is four; below it the generator would only waste time.
    bounds = (max(men[0], 4), max(men[1], 5))
    for number, position in enumerate(
        compose_at_random(recipe.criteria, task.order.placements, task.seed, men=bounds, board=recipe.board)
    ):
        made = _finish(recipe, rules, position)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            puzzles.append(_signed(made, task, number))
    return Batch(tuple(puzzles), rejected, task.order.placements)


def _make(recipe: Recipe, rules: Skeletons, skeleton: Skeleton, seed: int) -> Puzzle | str:
    """A finished puzzle from a skeleton, or why there is none."""
    reason = ""
    for position in _sound_positions(recipe, skeleton, seed):
        made = _least(recipe, rules, position, seed)
        if isinstance(made, Puzzle):
            return made
        reason = made
    if reason:
        return reason
    verdict, _ = judge([str(skeleton.diagram)], recipe.criteria)[0]
    return f"{verdict}, not to be repaired"


def _sound_positions(recipe: Recipe, skeleton: Skeleton, seed: int) -> Iterator[str]:
    """The skeleton if it is sound, or with a man or two more; then what reworking makes of it, now and again."""
    criteria, position = recipe.criteria, str(skeleton.diagram)
    line = [chess.Move.from_uci(move) for move in skeleton.line]
    verdict, _ = judge([position], criteria)[0]
    if verdict == "illegal":
        return
    if verdict in ("sound", "unneeded man"):
        yield position
    elif mended := repair([position], line[:1], criteria, men=MEN_TO_REPAIR, seed=seed)[0]:
        yield mended
    most = (recipe.white.most, recipe.black.most + ROOM)
    for again in range(REWORKS):
        changes = CHANGES[recipe.stipulation.moves]
        reworked = rework([position], [line], criteria, most=most, changes=changes, seed=seed + again)[0]
        if reworked is not None:
            yield reworked


def _least(recipe: Recipe, rules: Skeletons, position: str, seed: int) -> Puzzle | str:
    """The puzzle of a sound position without its unneeded men, taken off in one order or another."""
    reason, seen = "too few men left", set()
    for way in range(WAYS_TO_MINIMISE):
        least = minimise([position], recipe.criteria, seed=seed + way)[0]
        if least is None:
            reason = "no last move"
        elif least not in seen:
            seen.add(least)
            made = _finish(recipe, rules, least)
            if isinstance(made, Puzzle):
                return made
            reason = made
    return reason


def _finish(recipe: Recipe, rules: Skeletons | None, position: str) -> Puzzle | str:
    """The puzzle of a sound and minimal position, or what of the recipe it does not fulfil."""
    diagram = Diagram.parse(position)
    for white, men in ((True, recipe.white), (False, recipe.black)):
        if not men.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return "other men than asked for"
    if not (recipe.promoted or begins_a_game(diagram)):
        return "promoted men"
    if recipe.game_like and not is_game_like(diagram):
        return "not as in a game"
    solution = solve(position, recipe.stipulation.symbol)
    assert solution is not None
    key = solution.keys[0]
    if not recipe.replies.admits(len(key.line.replies)):
        return "other replies than asked for"
    puzzle = Puzzle(position, recipe.stipulation, (branch(key.line),))
    line = _thematic_line(recipe, rules, puzzle)
    if line is None:
        return "theme lost" if recipe.themes else "no full line"
    puzzle = replace(puzzle, solution=(_leading(puzzle.solution[0], line),))
    if not recipe.duals.admits(puzzle):
        return "duals"
    if objections(puzzle):
        return "refuted by the second solver"
    named = [theme.name for theme in recipe.themes]
    return replace(
        puzzle,
        themes=tuple(dict.fromkeys([*named, *tags(puzzle)])),
        difficulty=estimate(puzzle, solution),
    )


def branch(line: SolvedLine) -> Branch:
    """A line of the solver's as the tree of a puzzle."""
    return Branch(line.move.uci(), tuple(branch(reply) for reply in line.replies))


def _thematic_line(recipe: Recipe, rules: Skeletons | None, puzzle: Puzzle) -> tuple[str, ...] | None:
    """A line that Black can force and on which all themes hold, by their tests and by their rules."""
    tests = [theme.holds for theme in recipe.themes if theme.holds and puzzle.diagram.is_full_size]

    def shows(line: tuple[str, ...]) -> bool:
        if tests:
            played = Line.of(puzzle.board(), line)
            if not all(holds(played) for holds in tests):
                return False
        return not recipe.themes or rules is None or rules.allow(puzzle.diagram, line)

    return forced_line(puzzle, shows)


def _leading(tree: Branch, line: tuple[str, ...]) -> Branch:
    """The tree with the moves of a line first among their siblings, so that it is the main line."""
    if len(line) == 1:
        return tree
    ordered = sorted(tree.answers, key=lambda answer: answer.move != line[1])
    return Branch(tree.move, (_leading(ordered[0], line[1:]), *ordered[1:]))


def _signed(puzzle: Puzzle, task: _Task, number: int) -> Puzzle:
    by = f"motif {__version__}" + (" in bulk" if task.order.bulk else "")
    return replace(
        puzzle,
        provenance=Provenance.of(Origin.COMPOSED, by=by, seed=task.order.seed, task=task.number, number=number),
    )


def composed(recipe: Recipe, order: Order, workers: Workers | None = None) -> Iterator[Puzzle]:
    """Only the puzzles."""
    return (step.puzzle for step in compose(recipe, order, workers) if step.puzzle)
