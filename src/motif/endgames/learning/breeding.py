"""Breed new programs from a population with DEAP's strongly typed genetic operators.

The next generation is filled step by step. With p = 0.35 it receives an unchanged parent, with p = 0.5 the children of
two parents that exchange subtrees of the same type (crossover), and with p = 0.15 a parent with a new subtree or new
constants (mutation). Every parent is the better of two random programs. A child that exceeds the limits is replaced by
its parent.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any
from zlib import crc32

from deap import gp

from motif.endgames.learning.fitness import BreedingSettings
from motif.endgames.program import Program, State
from motif.endgames.symbols import CONSTANTS, Symbol, ValueKind, find_symbol, functions, terminals
from motif.endgames.trees import Tree, Word

CONSTANT = "Constant"


class _Stable(type):
    """A metaclass of types that hash alike in every process, because DEAP chooses from a set of types."""

    def __hash__(cls) -> int:
        return crc32(cls.__name__.encode())


class _Float(metaclass=_Stable):
    """A number."""


class _Boolean(metaclass=_Stable):
    """A truth value."""


_TYPES: dict[ValueKind, type] = {ValueKind.FLOAT: _Float, ValueKind.BOOLEAN: _Boolean}

_AS_BOOLEAN = "?"
"""The suffix of a counting terminal in place of a truth value; DEAP then replaces it only by truth values."""


@contextmanager
def drawing_from(rng: Random) -> Iterator[None]:
    """Make DEAP, which uses the global `random`, draw from this generator; restore the global state afterwards."""
    kept = random.getstate()
    random.setstate(rng.getstate())
    try:
        yield
    finally:
        rng.setstate(random.getstate())
        random.setstate(kept)


class Breeder:
    """Makes random programs, and each next generation from the last one."""

    def __init__(self, settings: BreedingSettings, endgames: Sequence[str] = ()) -> None:
        self.settings = settings
        self._primitives = _primitive_set(settings.extras, endgames)
        # DEAP stops growing with a probability equal to the share of terminals, which is large here, so most subtrees
        # that it grows are leaves. We therefore make half of the subtrees full, with a depth of 0 to 3.
        half_full = partial(gp.genHalfAndHalf, min_=0, max_=3)
        fresh_subtree = partial(gp.mutUniform, expr=half_full, pset=self._primitives)
        mutations: dict[Callable[[gp.PrimitiveTree], object], float] = {
            partial(gp.mutEphemeral, mode="one"): settings.constants,
            fresh_subtree: 0.2,
        }
        if not settings.standard:
            mutations |= {
                self._add_rule: settings.rules,
                partial(gp.mutInsert, pset=self._primitives): 0.1,
                partial(gp.mutNodeReplacement, pset=self._primitives): 0.15,
                gp.mutShrink: 0.05,
            }
        self._mutations, self._chances = list(mutations), list(mutations.values())

    def first(self, count: int, rng: Random) -> list[Program]:
        """Return random programs; half of the trees are full, the others grow to irregular shapes."""
        with drawing_from(rng):
            return [Program(*(_tree(self._generate(state)) for state in State)) for _ in range(count)]

    def next(self, programs: Sequence[Program], fitness: Sequence[float], rng: Random) -> list[Program]:
        """Return the generation bred from these programs; a fitter one has more offspring."""
        with drawing_from(rng):
            order = sorted(range(len(programs)), key=lambda place: (-fitness[place], place))
            offspring = [programs[place] for place in order[: self.settings.elite]]
            known = set(offspring)
            select = partial(self._tournament, programs, fitness)
            while len(offspring) < len(programs):
                for child in self._offspring(select):
                    offspring.append(self._unlike(child, known))
                    known.add(offspring[-1])
            return offspring[: len(programs)]

    def _unlike(self, child: Program, known: Container[Program]) -> Program:
        """Mutate a child until it differs from all known programs, so that copies do not take over."""
        while self.settings.unique and child in known:
            child = self._mutate(child)
        return child

    def _tournament(self, programs: Sequence[Program], fitness: Sequence[float]) -> Program:
        drawn = [random.randrange(len(programs)) for _ in range(self.settings.tournament)]
        return programs[max(drawn, key=lambda place: fitness[place])]

    def _offspring(self, select: Callable[[], Program]) -> list[Program]:
        chance = random.random()
        if chance < self.settings.reproduction:
            return [select()]
        if chance < self.settings.reproduction + self.settings.crossover:
            if random.random() < self.settings.transplants:
                return [self._transplant(select(), select())]
            return self._cross(select(), select())
        return [self._mutate(select())]

    def _cross(self, one: Program, two: Program) -> list[Program]:
        children = [one, two]
        for state in self._some_states():
            first, second = (self._primitive_tree(parent.tree(state)) for parent in (one, two))
            gp.cxOnePoint(first, second)
            changed = zip(children, (first, second), strict=True)
            children = [self._with_tree(child, state, tree) for child, tree in changed]
        return children

    def _transplant(self, one: Program, two: Program) -> Program:
        """Copy a tree of the second parent to another state of the first: states often need the same rules."""
        state, source = random.sample(list(State), 2)
        return self._with_tree(one, state, self._primitive_tree(two.tree(source)))

    def _mutate(self, parent: Program) -> Program:
        child = parent
        for state in self._some_states():
            tree = self._primitive_tree(parent.tree(state))
            random.choices(self._mutations, self._chances)[0](tree)
            child = self._with_tree(child, state, tree)
        return child

    def _add_rule(self, tree: gp.PrimitiveTree) -> None:
        """Insert a condition, with a constant as its answer, at a random place in the chain of If3."""
        chain = [0]
        while tree[chain[-1]].name == "If3":
            otherwise = chain[-1] + 1
            for _ in range(2):
                otherwise = tree.searchSubtree(otherwise).stop
            chain.append(otherwise)
        place = tree.searchSubtree(random.choice(chain))
        condition = gp.genHalfAndHalf(self._primitives, 0, 1, _Boolean)
        answer = self._primitives.mapping[CONSTANT]()
        tree[place] = [self._primitives.mapping["If3"], *condition, answer, *tree[place]]

    def _some_states(self) -> list[State]:
        """Choose the states whose trees change: one at random, and each of the other two with p = 1/3."""
        certain = random.choice(list(State))
        return [state for state in State if state is certain or random.random() < 1 / 3]

    def _generate(self, state: State) -> gp.PrimitiveTree:
        shallowest, deepest = self.settings.first_depth
        most = self.settings.most_symbols_of(state)
        # The tree for a disadvantage starts smaller.
        deepest -= state is State.DISADVANTAGE
        while True:
            tree = gp.PrimitiveTree(gp.genHalfAndHalf(self._primitives, min(shallowest, deepest), deepest))
            if len(tree) <= most:
                return tree
            # Full trees of this depth may all exceed the limit, so try a shallower one.
            deepest = max(0, deepest - 1)

    def _with_tree(self, parent: Program, state: State, changed: gp.PrimitiveTree) -> Program:
        if len(changed) > self.settings.most_symbols_of(state) or changed.height > self.settings.deepest:
            return parent
        tree = _tree(changed)
        return Program(*(tree if each is state else parent.tree(each) for each in State))

    def _primitive_tree(self, tree: Tree) -> gp.PrimitiveTree:
        return gp.PrimitiveTree(self._nodes(tree, ValueKind.FLOAT))

    def _nodes(self, tree: Tree, wanted: ValueKind) -> Iterator[Any]:
        if isinstance(tree.symbol, float):
            constant = self._primitives.mapping[CONSTANT]()
            constant.value = tree.symbol
            yield constant
            return
        symbol = find_symbol(tree.symbol)
        yield self._primitives.mapping[_in_place(symbol, wanted)]
        for argument, kind in zip(tree.arguments, symbol.takes, strict=True):
            yield from self._nodes(argument, kind)


def _primitive_set(extras: bool, endgames: Sequence[str] = ()) -> gp.PrimitiveSetTyped:
    primitives = gp.PrimitiveSetTyped("tree", [], _Float)
    for function in functions(extras):
        takes = [_TYPES[kind] for kind in function.takes]
        primitives.addPrimitive(_never_called, takes, _TYPES[function.gives], name=function.name)
    for terminal in terminals(extras):
        if terminal.gives.fits(ValueKind.FLOAT):
            primitives.addTerminal(None, _Float, name=terminal.name)
        if terminal.gives.fits(ValueKind.BOOLEAN):
            primitives.addTerminal(None, _Boolean, name=_in_place(terminal, ValueKind.BOOLEAN))
    # Ancestors may use any terminal, but new leaves only those that matter in these endgames.
    drawn = {terminal.name for terminal in terminals(extras, endgames)}
    for leaves in primitives.terminals.values():
        leaves[:] = [leaf for leaf in leaves if leaf.name.removesuffix(_AS_BOOLEAN) in drawn]
    # Add one constant per count: rules answer with constants, which would otherwise be only one leaf in a dozen.
    for _ in primitives.terminals[_Float].copy():
        primitives.addEphemeralConstant(CONSTANT, _constant, _Float)
    return primitives


def _in_place(symbol: Symbol, wanted: ValueKind) -> str:
    counts = symbol.gives is ValueKind.QUERY and wanted is ValueKind.BOOLEAN
    return symbol.name + _AS_BOOLEAN if counts else symbol.name


_constant = partial(random.choice, CONSTANTS)


def _never_called() -> None:
    raise AssertionError("DEAP must not run a program: only the core does")


def _tree(nodes: gp.PrimitiveTree) -> Tree:
    return Tree.from_tokens(iter([_token(node) for node in nodes]))


def _token(node: Any) -> Word:  # noqa: ANN401 - DEAP has no types
    return float(node.value) if isinstance(type(node), gp.MetaEphemeral) else str(node.name).removesuffix(_AS_BOOLEAN)
