"""Improve programs by small changes: polish trees on cases, or climb by games.

`polish` tries many small changes of a tree, then changes the best of the changed trees further. `climb` makes a small
change, plays games, and keeps the change if it gains points:

    the current and the changed program play the opponent from the same starts with the same seeds
    gain = mean difference of their points; a change is kept if gain >= 1.5 standard errors + the cost of its length

Similar programs play similar games, so most of the luck cancels out in the difference. A change that is clearly worse
after a few games is dropped at once (racing, Maron & Moore 1994). The starts are replaced after some trials so that
the program does not overfit them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import chess
import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram, earned_by_choices
from motif.endgames.games import (
    PAPER_POINTS,
    GameRules,
    Pairings,
    Points,
    play,
    points,
    refuse_unknown_endgames,
    starts,
)
from motif.endgames.learning.fitness import MASTER
from motif.endgames.program import Program, State, find_program
from motif.endgames.symbols import CONSTANTS, ValueKind, functions, terminals
from motif.endgames.trees import Tree, Word
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import seed_of
from motif.statistics.elo import Z95

MoveValues = npt.NDArray[np.float64]
"""One number for each legal move of each position, in the order of the legal moves."""

Tokens = tuple[Word, ...]
"""A tree as text, operators first: `If3 Not IsMate 1.0 2.0` answers 1.0 if `IsMate` is false, and 2.0 if it is true."""

PARENTS = 10
"""The number of trees that are changed at a time."""

OFFSPRING = 100
"""The number of changes after which the best trees are chosen again."""

POLISHING_POINTS_PER_SYMBOL = 1e-4
"""The cost of a symbol, so that the shorter of two equal trees is better."""

_ALWAYS_TRUE = "NotMyKingInCheck"
"""A condition that holds after every legal move, so no rule needs it."""

CHANGE_BOUNDS = (0.55, 0.7, 0.85)
"""A random number below the first bound adds a rule, below the second removes one, and below the third changes an
answer; a larger one changes a condition."""

CONDITION_CHANGE_BOUNDS = (0.4, 0.5, 0.6)
"""A random number below the first bound adds a second part to a condition, below the second negates it, and below the
third removes one of its two parts; otherwise a new condition replaces it."""

CONDITION_BOUNDS = (0.5, 0.65, 0.75, 0.9)
"""A random number below the first bound makes a condition of one truth, below the second of a negated one, below the
third of one query, and below the fourth of two truths; a larger one compares two queries."""

OLD_ANSWER_FIRST_SHARE = 0.25
"""How often a new rule keeps the old answer if its condition holds, and gives the new answer if not."""

PLAIN_TRUTH_SHARE = 0.7
"""How often a truth that is part of a condition is not negated."""

CONSTANT_ANSWER_SHARE = 0.75
"""How often a new answer is a constant, and not a query."""


@dataclass(frozen=True, slots=True)
class StateCases:
    """The cases for one tree: positions, and the value of every legal move."""

    positions: Positions
    values: MoveValues

    @classmethod
    def joined(cls, parts: Sequence[StateCases]) -> StateCases:
        """Concatenate several sets of cases."""
        positions = Positions.concatenate([part.positions for part in parts])
        return cls(positions, np.concatenate([part.values for part in parts]))


class TreeChanger:
    """Makes small random changes to trees."""

    def __init__(self, extras: bool, most_symbols: int, endgames: Sequence[str] = ()) -> None:
        known = [each for each in terminals(extras, endgames) if each.name != _ALWAYS_TRUE]
        self._truths = [each.name for each in known if each.gives is ValueKind.BOOLEAN]
        self._queries = [each.name for each in known if each.gives is ValueKind.QUERY]
        self._most = most_symbols

    def change(self, tree: Tokens, rng: Random) -> Tokens:
        """Return the tree with a rule added or removed, or with a new answer or condition."""
        while True:
            changed = self._changed(tree, rng)
            if changed != tree and len(changed) <= self._most:
                return changed
            if len(tree) > self._most // 2:
                tree = self._without_a_rule(tree, rng)

    def _changed(self, tree: Tokens, rng: Random) -> Tokens:
        added, removed, answered = CHANGE_BOUNDS
        chance = rng.random()
        if chance < added:
            return self._with_a_rule(tree, rng)
        if chance < removed:
            return self._without_a_rule(tree, rng)
        if chance < answered:
            return self._with_another_answer(tree, rng)
        return self._with_another_condition(tree, rng)

    def _with_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice(_answers(tree))
        end = end_of(tree, at)
        branches = [(self._answer(rng),), tree[at:end]]
        if rng.random() < OLD_ANSWER_FIRST_SHARE:
            branches.reverse()
        return (*tree[:at], "If3", *self._condition(rng), *branches[0], *branches[1], *tree[end:])

    def _without_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules)
        begin = end_of(tree, at + 1)
        if rng.random() < 0.5:
            begin = end_of(tree, begin)
        return (*tree[:at], *tree[begin : end_of(tree, begin)], *tree[end_of(tree, at) :])

    def _with_another_answer(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice([at for at in _answers(tree) if tree[at] != "If3"])
        return (*tree[:at], self._answer(rng), *tree[end_of(tree, at) :])

    def _with_another_condition(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules) + 1
        end = end_of(tree, at)
        old = tree[at:end]
        extended, negated, shortened = CONDITION_CHANGE_BOUNDS
        chance = rng.random()
        if chance < extended:
            new: Tokens = (rng.choice(("And2", "Or2")), *old, *self._condition(rng))
        elif chance < negated:
            new = old[1:] if old[0] == "Not" else ("Not", *old)
        elif chance < shortened and old[0] in ("And2", "Or2"):
            second = end_of(old, 1)
            new = rng.choice((old[1:second], old[second:]))
        else:
            new = self._condition(rng)
        return (*tree[:at], *new, *tree[end:])

    def _condition(self, rng: Random) -> Tokens:
        truth, negated, query, two_truths = CONDITION_BOUNDS
        chance = rng.random()
        if chance < truth:
            return (rng.choice(self._truths),)
        if chance < negated:
            return ("Not", rng.choice(self._truths))
        if chance < query:
            return (rng.choice(self._queries),)
        if chance < two_truths:
            return (rng.choice(("And2", "Or2")), *self._simple(rng), *self._simple(rng))
        return ("Smaller", *rng.sample(self._queries, 2))

    def _simple(self, rng: Random) -> Tokens:
        name = rng.choice(self._truths)
        return (name,) if rng.random() < PLAIN_TRUTH_SHARE else ("Not", name)

    def _answer(self, rng: Random) -> Word:
        return rng.choice(CONSTANTS) if rng.random() < CONSTANT_ANSWER_SHARE else rng.choice(self._queries)


def polish(
    programs: Sequence[Program],
    cases: dict[State, StateCases],
    changers: dict[State, TreeChanger],
    trials: int,
    rng: Random,
) -> list[Program]:
    """Improve each state's trees on its cases; return programs made of the best trees, the second best and so on."""
    best = {}
    for state in State:
        trees = list(dict.fromkeys(tuple(program.tree(state).tokens()) for program in programs))
        known = cases[state]
        best[state] = _improved(trees, known, changers[state], trials, rng) if len(known.positions) else trees
    count = min(len(trees) for trees in best.values())
    return [Program(*(Tree.from_tokens(iter(best[state][number])) for state in State)) for number in range(count)]


def _improved(trees: list[Tokens], cases: StateCases, changer: TreeChanger, trials: int, rng: Random) -> list[Tokens]:
    """Return the best trees after this many trials, best first."""
    parents: list[tuple[float, Tokens, bytes]] = []
    fresh = trees
    for _ in range(-(-trials // OFFSPRING) + 1):
        players = [CompiledProgram(tree, tree, tree) for tree in fresh]
        earned = earned_by_choices(players, cases.positions, cases.values)
        columns = np.ascontiguousarray(earned.T)
        rated = [
            (float(column.mean()) - POLISHING_POINTS_PER_SYMBOL * len(tree), tree, column.tobytes())
            for tree, column in zip(fresh, columns, strict=True)
        ]
        # Of the trees that choose the same moves in all cases, keep only the best.
        distinct: dict[bytes, tuple[float, Tokens, bytes]] = {}
        for each in sorted([*parents, *rated], key=lambda rating: -rating[0]):
            distinct.setdefault(each[2], each)
        parents = list(distinct.values())[:PARENTS]
        fresh = [changer.change(rng.choice(parents)[1], rng) for _ in range(OFFSPRING)]
    return [tree for _, tree, _ in parents]


def _answers(tree: Tokens) -> list[int]:
    """Return the places of answers: the root, and both branches of every If3 that is an answer itself."""
    places, open_ = [], [0]
    while open_:
        at = open_.pop()
        places.append(at)
        if tree[at] == "If3":
            second = end_of(tree, at + 1)
            open_ += [end_of(tree, second), second]
    return places


def end_of(tree: Tokens, at: int) -> int:
    """Return the place after the last token of the subtree that begins at `at`.

    >>> end_of(("If3", "Not", "IsMate", 1.0, 2.0), 1)
    3
    """
    missing = 1
    while missing:
        missing += _ARITIES.get(tree[at], 0) - 1
        at += 1
    return at


_ARITIES: dict[Word, int] = {each.name: len(each.takes) for each in functions(extras=True)}


BOTH = (chess.WHITE, chess.BLACK)

POINTS_PER_SYMBOL = 1e-5
"""The cost of a symbol in points, so that the shorter of two equal programs is better."""

TRIALS_BETWEEN_CHECKPOINTS = 100
"""A checkpoint is also written whenever a change is kept."""


@dataclass(frozen=True, slots=True)
class Look:
    """An interim test after `starts` start positions: drop a change that gains less than `errors` standard errors."""

    starts: int
    errors: float


ONE_PLY_LOOKS = (Look(200, 0.0), Look(1500, 1.5))
DEEPER_LOOKS = (Look(50, 0.0), Look(200, 0.5), Look(800, 1.5))
"""A program that looks ahead takes fifty times as long per game, so it plays fewer games."""


@dataclass(frozen=True, slots=True)
class ClimbSettings:
    """The settings of hill climbing; `opponent` is a program as text, and games are played with each of `colours`."""

    endgames: tuple[str, ...] = ("KRKR",)
    trials: int = 2000
    rules: GameRules = field(default_factory=GameRules)
    opponent: str = ""
    opponent_rules: GameRules = field(default_factory=GameRules)
    colours: tuple[chess.Color, ...] = BOTH
    points: Points = PAPER_POINTS
    looks: tuple[Look, ...] = ONE_PLY_LOOKS
    renewed: int = 300
    extras: bool = False
    most_symbols: int = 120
    most_symbols_when_behind: int = 60

    def __post_init__(self) -> None:
        refuse_unknown_endgames(self.endgames)
        if self.trials < 1 or self.renewed < 1:
            raise BadArgument(f"hill climbing needs at least 1 trial, not {self.trials}")
        if not self.colours:
            raise BadArgument("a program must play White, Black or both")

    @property
    def rival(self) -> CompiledProgram:
        """The compiled opponent, by default the Master."""
        program = Program.parse(self.opponent) if self.opponent else find_program(MASTER)
        return self.opponent_rules.compile(program)


@dataclass(frozen=True, slots=True)
class ClimbStep:
    """A change that was kept: its trial, its gain, and the size of the changed program in symbols."""

    trial: int
    gain: float
    size: int


@dataclass(frozen=True, slots=True)
class ClimbProgress:
    """The current program, the number of changes tried, and the changes that were kept."""

    program: Program
    trials: int = 0
    steps: tuple[ClimbStep, ...] = ()

    def to_json(self) -> dict[str, Any]:
        return {"program": str(self.program), "trials": self.trials, "steps": [asdict(step) for step in self.steps]}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> ClimbProgress:
        steps = tuple(ClimbStep(**step) for step in value["steps"])
        return cls(Program.parse(value["program"]), value["trials"], steps)


def climb(
    program: Program, settings: ClimbSettings, seed: int = 0, checkpoint: Path | None = None
) -> Iterator[ClimbProgress]:
    """Yield the progress after every trial; a checkpoint continues the run, even with a larger number of trials."""
    described = asdict(settings) | {"program": str(program), "seed": seed}
    del described["trials"]
    saved = Checkpoint(checkpoint, "endgame climb", described) if checkpoint else None
    state = saved.load() if saved else None
    now = ClimbProgress.from_json(state) if state else ClimbProgress(program)
    yield now
    most = dict.fromkeys(State, settings.most_symbols) | {State.DISADVANTAGE: settings.most_symbols_when_behind}
    changers = {state: TreeChanger(settings.extras, most[state]) for state in State}
    test: _PairedTest | None = None
    while now.trials < settings.trials:
        number = now.trials // settings.renewed
        if test is None or test.number != number:
            test = _PairedTest.with_new_starts(settings, now.program, seed, number)
        before = now
        rng = Random(seed_of(seed, "trial", now.trials))
        changed = _changed(now.program, changers, rng)
        gain = test.gain_of(changed)
        now = replace(now, trials=now.trials + 1)
        if gain is not None:
            now = ClimbProgress(changed, now.trials, (*now.steps, ClimbStep(now.trials, gain, changed.size)))
            test.accept(changed)
        if saved and (now.program is not before.program or now.trials % TRIALS_BETWEEN_CHECKPOINTS == 0):
            saved.save(now.to_json())
        yield now
    if saved:
        saved.save(now.to_json())


def mean_points(program: Program, settings: ClimbSettings, games: int, seed: int) -> tuple[float, float]:
    """Return a program's mean points per game from new starts with the colours in the settings, and its 95 % error."""
    count = max(2, games // len(settings.colours))
    test = _PairedTest(settings, 0, starts(settings.endgames, count, seed), seed)
    earned = test.earned(program, 0, count)
    return float(earned.mean()), float(Z95 * earned.std(ddof=1) / np.sqrt(count))


class _PairedTest:
    """Compares changed programs with the current one from the same starts and with the same seed."""

    def __init__(self, settings: ClimbSettings, number: int, positions: Positions, seed: int) -> None:
        self.number = number
        self._settings = settings
        self._rival = settings.rival
        self._positions = positions
        self._seed = seed
        self._size = 0
        self._earned = np.zeros(0)
        self._newest = np.zeros(0)

    @classmethod
    def with_new_starts(cls, settings: ClimbSettings, program: Program, seed: int, number: int) -> _PairedTest:
        """Generate random starts and let the current program play from them."""
        count = settings.looks[-1].starts
        own_seed = seed_of(seed, "course", number)
        test = cls(settings, number, starts(settings.endgames, count, own_seed), own_seed)
        test._newest = test.earned(program, 0, count)
        test.accept(program)
        return test

    def earned(self, program: Program, begin: int, end: int) -> npt.NDArray[np.float64]:
        """Return a program's points from each start of a range, averaged over the colours."""
        zeros = np.zeros(end - begin, dtype=np.int64)
        pairings = Pairings(zeros, zeros + 1, np.arange(begin, end, dtype=np.int64))
        settings = self._settings
        players = [settings.rules.compile(program), self._rival]
        ends = play(players, pairings, self._positions, self._seed, settings.rules.moves, settings.colours)
        return np.asarray(points(ends, settings.points).mean(axis=1))

    def gain_of(self, program: Program) -> float | None:
        """Return the gain of a changed program, or None if it is not better."""
        cost = POINTS_PER_SYMBOL * (program.size - self._size)
        self._newest = np.zeros(0)
        gain = 0.0
        for look in self._settings.looks:
            more = self.earned(program, len(self._newest), look.starts)
            self._newest = np.concatenate([self._newest, more])
            difference = self._newest - self._earned[: look.starts]
            gain = float(difference.mean())
            if gain < look.errors * float(difference.std()) / np.sqrt(look.starts) + cost or gain == cost:
                return None
        return gain

    def accept(self, program: Program) -> None:
        """Compare later changes with this program, which must be the one that played last."""
        self._earned, self._size = self._newest, program.size


def _changed(program: Program, changers: dict[State, TreeChanger], rng: Random) -> Program:
    """Return the program with a small change of one of its trees."""
    chosen = rng.choice(list(State))
    tokens = changers[chosen].change(tuple(program.tree(chosen).tokens()), rng)
    return Program(*(Tree.from_tokens(iter(tokens)) if state is chosen else program.tree(state) for state in State))
