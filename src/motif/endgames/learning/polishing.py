"""Polish trees on cases: try many small changes of a tree, then change the best of the changed trees further."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram, earned_by_choices
from motif.endgames.program import CONSTANTS, Program, State, Tree, ValueKind, Word, functions, terminals

MoveValues = npt.NDArray[np.float64]
"""One number for each legal move of each position, in the order of the legal moves."""

Tokens = tuple[Word, ...]
"""A tree as text, operators first: `If3 Not IsMate 1.0 2.0` answers 1.0 if `IsMate` is false, and 2.0 if it is true."""

PARENTS = 10
"""The number of trees that are changed at a time."""

OFFSPRING = 100
"""The number of changes after which the best trees are chosen again."""

POINTS_PER_SYMBOL = 1e-4
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
            (float(column.mean()) - POINTS_PER_SYMBOL * len(tree), tree, column.tobytes())
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
