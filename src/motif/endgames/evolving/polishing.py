"""Polishing: one tree at a time, many small changes, judged by cases; the best few are changed again.

Every case is decided by one of the three trees, that of the side that is ahead, even or behind. So each tree can be
improved by itself, on its own cases, while the other two wait (cooperative co-evolution, Potter & De Jong 1994). Only
trees that choose differently in some case are kept beside each other; of those that choose alike the shorter one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions
from motif._core.endgames import CompiledProgram, earned_by_choices
from motif.endgames.language.program import Program, State
from motif.endgames.language.symbols import CONSTANTS, Kind, functions, terminals
from motif.endgames.language.tree import Token, Tree

Tokens = tuple[Token, ...]

PARENTS = 10
"""So many trees are changed at a time."""

OFFSPRING = 100
"""So many changes are tried before the best are chosen anew."""

LENGTH = 1e-4
"""What a symbol costs: between equals the shorter tree is better, and a gain of nothing is none."""

# In a legal position after a legal move it is always true.
_POINTLESS = "NotMyKingInCheck"


@dataclass(frozen=True, slots=True)
class StateCases:
    """Cases in which one tree speaks: positions, and the worth of every legal move."""

    positions: Positions
    worth: npt.NDArray[np.float64]

    @classmethod
    def joined(cls, parts: Sequence[StateCases]) -> StateCases:
        """All cases of the parts."""
        positions = Positions.concatenate([part.positions for part in parts])
        return cls(positions, np.concatenate([part.worth for part in parts]))


class Changes:
    """Small changes of trees, each one drawn by lot."""

    def __init__(self, extras: bool, most_symbols: int, endgames: Sequence[str] = ()) -> None:
        known = [each for each in terminals(extras, endgames) if each.name != _POINTLESS]
        self._truths = [each.name for each in known if each.gives is Kind.BOOLEAN]
        self._counts = [each.name for each in known if each.gives is Kind.QUERY]
        self._most = most_symbols

    def change(self, tree: Tokens, rng: Random) -> Tokens:
        """The tree with a rule more or less, another answer, or another question."""
        while True:
            changed = self._changed(tree, rng)
            if changed != tree and len(changed) <= self._most:
                return changed
            if len(tree) > self._most // 2:
                tree = self._without_a_rule(tree, rng)

    def _changed(self, tree: Tokens, rng: Random) -> Tokens:
        chance = rng.random()
        if chance < 0.55:
            return self._with_a_rule(tree, rng)
        if chance < 0.7:
            return self._without_a_rule(tree, rng)
        if chance < 0.85:
            return self._with_another_answer(tree, rng)
        return self._with_another_question(tree, rng)

    def _with_a_rule(self, tree: Tokens, rng: Random) -> Tokens:
        at = rng.choice(_answers(tree))
        end = end_of(tree, at)
        branches = [(self._answer(rng),), tree[at:end]]
        if rng.random() < 0.25:
            branches.reverse()
        return (*tree[:at], "If3", *self._question(rng), *branches[0], *branches[1], *tree[end:])

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

    def _with_another_question(self, tree: Tokens, rng: Random) -> Tokens:
        rules = [at for at in _answers(tree) if tree[at] == "If3"]
        if not rules:
            return tree
        at = rng.choice(rules) + 1
        end = end_of(tree, at)
        old = tree[at:end]
        chance = rng.random()
        if chance < 0.4:
            new: Tokens = (rng.choice(("And2", "Or2")), *old, *self._question(rng))
        elif chance < 0.5:
            new = old[1:] if old[0] == "Not" else ("Not", *old)
        elif chance < 0.6 and old[0] in ("And2", "Or2"):
            second = end_of(old, 1)
            new = rng.choice((old[1:second], old[second:]))
        else:
            new = self._question(rng)
        return (*tree[:at], *new, *tree[end:])

    def _question(self, rng: Random) -> Tokens:
        chance = rng.random()
        if chance < 0.5:
            return (rng.choice(self._truths),)
        if chance < 0.65:
            return ("Not", rng.choice(self._truths))
        if chance < 0.75:
            return (rng.choice(self._counts),)
        if chance < 0.9:
            return (rng.choice(("And2", "Or2")), *self._simple(rng), *self._simple(rng))
        return ("Smaller", *rng.sample(self._counts, 2))

    def _simple(self, rng: Random) -> Tokens:
        name = rng.choice(self._truths)
        return (name,) if rng.random() < 0.7 else ("Not", name)

    def _answer(self, rng: Random) -> Token:
        return rng.choice(CONSTANTS) if rng.random() < 0.75 else rng.choice(self._counts)


def polish(
    programs: Sequence[Program], cases: dict[State, StateCases], changes: dict[State, Changes], trials: int, rng: Random
) -> list[Program]:
    """Programs of the best trees that were found for each state, the best trees together in the first of them."""
    best = {}
    for state in State:
        trees = list(dict.fromkeys(tuple(program.tree(state).tokens()) for program in programs))
        known = cases[state]
        best[state] = _improved(trees, known, changes[state], trials, rng) if len(known.positions) else trees
    count = min(len(trees) for trees in best.values())
    return [Program(*(Tree.from_tokens(iter(best[state][number])) for state in State)) for number in range(count)]


def _improved(trees: list[Tokens], cases: StateCases, changes: Changes, trials: int, rng: Random) -> list[Tokens]:
    """The best trees, best first, after so many changes."""
    parents: list[tuple[float, Tokens, bytes]] = []
    fresh = trees
    for _ in range(-(-trials // OFFSPRING) + 1):
        players = [CompiledProgram(tree, tree, tree) for tree in fresh]
        earned = earned_by_choices(players, cases.positions, cases.worth)
        columns = np.ascontiguousarray(earned.T)
        judged = [
            (float(column.mean()) - LENGTH * len(tree), tree, column.tobytes())
            for tree, column in zip(fresh, columns, strict=True)
        ]
        different: dict[bytes, tuple[float, Tokens, bytes]] = {}
        for each in sorted([*parents, *judged], key=lambda judgement: -judgement[0]):
            different.setdefault(each[2], each)
        parents = list(different.values())[:PARENTS]
        fresh = [changes.change(rng.choice(parents)[1], rng) for _ in range(OFFSPRING)]
    return [tree for _, tree, _ in parents]


def _answers(tree: Tokens) -> list[int]:
    """Where values stand: the whole tree, and what follows the question of every If3 among them."""
    places, open_ = [], [0]
    while open_:
        at = open_.pop()
        places.append(at)
        if tree[at] == "If3":
            second = end_of(tree, at + 1)
            open_ += [end_of(tree, second), second]
    return places


def end_of(tree: Tokens, at: int) -> int:
    """Behind the last token of the subtree that begins here.

    >>> end_of(("If3", "Not", "IsMate", 1.0, 2.0), 1)
    3
    """
    missing = 1
    while missing:
        missing += _arity(tree[at]) - 1
        at += 1
    return at


def _arity(token: Token) -> int:
    return 0 if isinstance(token, float) else _ARITIES.get(token, 0)


_ARITIES = {each.name: len(each.takes) for each in functions(extras=True)}
