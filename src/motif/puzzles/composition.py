"""Composition: skeleton -> solve -> repair -> minimise -> verify, until there are as many puzzles as are wanted.

Clingo fixes what is asked for (key, replies, mate, theme); the full-width solver tests every line; repair adds at
most two men to kill cooks, and where that fails men come, go and change places; minimising takes off every man that
is not needed; what is left must still be what the recipe says, and a second solver must agree. Bulk mode leaves clingo
out: for mates without wishes, random placement and the solver alone are some hundred times faster, and find next to no
mate with a theme that is rare.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import count

import chess

from motif import __version__
from motif._core.puzzles import Line, compose_at_random, judge, minimise, repair, rework, solve
from motif.errors import BadArgument, ImpossibleRecipe
from motif.parallel import Workers, in_order
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate
from motif.puzzles.duplicates import Distinct
from motif.puzzles.puzzle import Branch, Goal, Origin, Provenance, Puzzle
from motif.puzzles.recipe import ORDINARY, Recipe
from motif.puzzles.skeletons import ROOM, Failure, Skeleton, Skeletons
from motif.puzzles.themes import Scene, tags
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

PLACEMENTS = 20_000
"""Random placements in one task of bulk mode."""


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

    def __post_init__(self) -> None:
        if self.count < 1:
            raise BadArgument(f"cannot compose {self.count} puzzles; at least 1 is needed")


@dataclass(frozen=True, slots=True)
class Progress:
    """One step of a composition: a puzzle, or none, and everything that was rejected so far, by reason."""

    puzzle: Puzzle | None
    found: int
    rejected: Counter[str] = field(default_factory=Counter)
    attempts: int = 0
    is_out_of_time: bool = False


@dataclass(slots=True)
class Clock:
    """Says when a search has to end: at a moment, or after so long without a puzzle.

    The moment is one of the time of day, which the processes of a machine share.
    """

    until: float | None
    patience: float | None
    since: float = field(default_factory=lambda: time.monotonic())

    @classmethod
    def of(cls, order: Order) -> Clock:
        """The clock of an order that is taken up now."""
        return cls(time.time() + order.seconds if order.seconds else None, order.patience)

    def again(self) -> Clock:
        """The clock of a part of the work that begins now: who waited for a worker has not been impatient."""
        return Clock(self.until, self.patience)

    def found(self) -> None:
        """Be patient anew."""
        self.since = time.monotonic()

    def is_over(self) -> bool:
        """Whether the time has run out."""
        if self.until is not None and time.time() > self.until:
            return True
        return self.patience is not None and time.monotonic() - self.since > self.patience


@dataclass(frozen=True, slots=True)
class _Task:
    recipe: Recipe
    order: Order
    number: int
    clock: Clock


@dataclass(frozen=True, slots=True)
class _Batch:
    puzzles: tuple[Puzzle, ...]
    rejected: Counter[str]
    attempts: int
    impossible: bool = False
    exhausted: bool = False


def compose(recipe: Recipe, order: Order, workers: Workers | None = None) -> Generator[Progress, None, None]:
    """Compose puzzles, telling after each task what came of it; the same seed gives the same on any workers.

    Ends when enough were found, when the time is over, or when a small board has no more to give. Raises
    ImpossibleRecipe when it is proved that there is no skeleton at all.
    """
    if recipe.stipulation.goal is Goal.WIN:
        raise BadArgument("whether material is won, an oracle must judge", hint="compose it with motif.puzzles.winning")
    distinct, rejected = Distinct(), Counter[str]()
    found = attempts = 0
    clock = Clock.of(order)
    tasks = (_Task(recipe, order, number, clock) for number in count())
    with (workers or Workers()).executor() as executor, closing(in_order(executor, _work, tasks)) as batches:
        for batch in batches:
            if batch.impossible:
                raise ImpossibleRecipe(
                    "no position fulfils the recipe: proved for every line without castling, en passant and black "
                    f"promotion\n{recipe}",
                    hint="allow more men, or other ones; or leave out a theme",
                )
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
            if batch.exhausted or is_out_of_time:
                return


def _work(task: _Task) -> _Batch:
    # Any two tasks of any two runs draw from different seeds.
    seed = task.order.seed * 1_000_003 + task.number
    return _work_in_bulk(task, seed) if task.order.bulk else _work_with_rules(task, seed)


def _work_with_rules(task: _Task, seed: int) -> _Batch:
    rules = Skeletons(task.recipe, seed)
    puzzles: list[Puzzle] = []
    rejected: Counter[str] = Counter()
    skeletons = 0
    clock = task.clock.again()
    for attempt in range(ATTEMPTS):
        if clock.is_over():
            return _Batch(tuple(puzzles), rejected, attempt)
        skeleton = rules.find(is_over=clock.is_over)
        if skeleton is Failure.IMPOSSIBLE:
            # After nogoods it only means that there is nothing new.
            return _Batch(tuple(puzzles), rejected, attempt, impossible=skeletons == 0, exhausted=True)
        if isinstance(skeleton, Failure):
            rejected["no skeleton within the limit"] += 1
            continue
        skeletons += 1
        rules.forbid(skeleton)
        made = _make(task.recipe, rules, skeleton, seed + attempt)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            clock.found()
            puzzles.append(_signed(made, task, attempt))
    return _Batch(tuple(puzzles), rejected, ATTEMPTS)


def _work_in_bulk(task: _Task, seed: int) -> _Batch:
    recipe = task.recipe
    men = (recipe.white.fewest + recipe.black.fewest, recipe.white.most + recipe.black.most)
    rules = Skeletons(recipe) if any(theme.is_given for theme in recipe.themes) else None
    rejected: Counter[str] = Counter()
    puzzles = []
    # The least number of men that can mate in more than one is four; below it the generator would only waste time.
    bounds = (max(men[0], 4), max(men[1], 5))
    for number, position in enumerate(
        compose_at_random(recipe.criteria, PLACEMENTS, seed, men=bounds, board=recipe.board)
    ):
        made = _finish(recipe, rules, position)
        if isinstance(made, str):
            rejected[made] += 1
        else:
            puzzles.append(_signed(made, task, number))
    return _Batch(tuple(puzzles), rejected, PLACEMENTS)


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
        elif not _begins_a_game(Diagram.parse(least)):
            reason = "promoted men"
        elif least not in seen:
            seen.add(least)
            made = _finish(recipe, rules, least)
            if isinstance(made, Puzzle):
                return made
            reason = made
    return reason


def _begins_a_game(diagram: Diagram) -> bool:
    """Whether no side has more men of a kind than a game begins with."""
    men = Counter(sign for _, sign in diagram.placed)
    return all(number <= ORDINARY[sign.upper()] for sign, number in men.items())


def _finish(recipe: Recipe, rules: Skeletons | None, position: str) -> Puzzle | str:
    """The puzzle of a sound and minimal position, or what of the recipe it does not fulfil."""
    diagram = Diagram.parse(position)
    for white, men in ((True, recipe.white), (False, recipe.black)):
        if not men.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return "other men than asked for"
    solution = solve(position, recipe.stipulation.symbol)
    assert solution is not None
    key = solution.keys[0]
    if not recipe.replies.admits(len(key.line.replies)):
        return "other replies than asked for"
    puzzle = Puzzle(position, recipe.stipulation, (branch(key.line),))
    line = _thematic_line(recipe, rules, puzzle)
    if line is None:
        return "theme lost"
    puzzle = replace(puzzle, solution=(_leading(puzzle.solution[0], line),))
    if objections(puzzle):
        return "refuted by the second solver"
    named = [theme.name for theme in recipe.themes]
    return replace(
        puzzle,
        themes=tuple(dict.fromkeys([*named, *tags(puzzle)])),
        difficulty=estimate(puzzle, solution),
    )


def branch(line: Line) -> Branch:
    """A line of the solver's as the tree of a puzzle."""
    return Branch(line.move.uci(), tuple(branch(reply) for reply in line.replies))


def _thematic_line(recipe: Recipe, rules: Skeletons | None, puzzle: Puzzle) -> tuple[str, ...] | None:
    """The first full line on which all themes hold, by their tests and by their rules."""
    for line in puzzle.lines():
        if len(line) != 2 * puzzle.stipulation.moves - 1:
            continue
        if not recipe.themes:
            return line
        if puzzle.diagram.is_full_size:
            scene = Scene.of(puzzle, line)
            if not all(theme.holds(scene) for theme in recipe.themes if theme.holds):
                continue
        if rules is None or rules.allow(puzzle.diagram, line):
            return line
    return None


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
