"""Simplify programs without changing their value on any board.

The rules are valid for all values of the terminals. They fold constants, drop double negations, equal branches and
repeated conditions, merge the conditions of equal answers, and simplify each branch of an If3 by the fact that its
condition holds or fails, which may also bound a number. They are applied until nothing changes, and no rule makes a
tree larger.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf, nextafter

from motif.endgames.program import Program
from motif.endgames.symbols import ValueKind, range_of
from motif.endgames.trees import Tree, apply

Range = tuple[float, float]

TRUE, FALSE = Tree(1.0), Tree(0.0)


def simplify(program: Program) -> Program:
    """Simplify the three trees of a program."""
    return Program(*map(simplify_tree, program.trees))


def simplify_tree(tree: Tree) -> Tree:
    """Return a tree that has the same value on every board and is never larger.

    >>> from motif.endgames.trees import parse_tree
    >>> print(simplify_tree(parse_tree("(If3 (Not (Not IsMate)) (If3 IsMate 1000 500) (If3 IsMyFork 2 2))")))
    (If3 IsMate 1000 2)
    """
    while (smaller := _simplified(tree, _Known(), exact=True)) != tree:
        tree = smaller
    return tree


@dataclass(frozen=True, slots=True)
class _Known:
    """The conditions that are known to hold or fail at a subtree, and the known bounds of numbers."""

    truths: dict[Tree, bool] = field(default_factory=dict)
    bounds: dict[Tree, Range] = field(default_factory=dict)

    def range(self, tree: Tree) -> Range:
        """Return the bounds of the tree's value."""
        if isinstance(tree.symbol, float):
            return tree.symbol, tree.symbol
        if self.truths.get(tree) is False:
            return 0.0, 0.0
        if tree.symbol == "If3":
            one, two = (self.range(branch) for branch in tree.arguments[1:])
            low, high = min(one[0], two[0]), max(one[1], two[1])
        elif tree.symbol == "Then":
            first, second = (self.range(argument) for argument in tree.arguments)
            low, high = (apply("Then", [first[end], second[end]]) for end in (0, 1))
        else:
            low, high = (0.0, 1.0) if tree.arguments else range_of(tree.symbol)
        known = self.bounds.get(tree, (-inf, inf))
        return max(low, known[0]), min(high, known[1])

    def assuming(self, condition: Tree, holds: bool) -> _Known:
        """Return the known facts, extended by the fact that a condition holds, or does not hold."""
        known = _Known(dict(self.truths), dict(self.bounds))
        known._add(condition, holds)
        return known

    def _add(self, condition: Tree, holds: bool) -> None:
        self.truths[condition] = holds
        match condition.symbol:
            case "Not":
                self._add(condition.arguments[0], not holds)
            case "And2" | "And3" if holds:
                for argument in condition.arguments:
                    self._add(argument, True)
            case "Or2" | "Or3" if not holds:
                for argument in condition.arguments:
                    self._add(argument, False)
            case "Smaller":
                self._add_comparison(condition.arguments[0], condition.arguments[1], holds)

    def _add_comparison(self, small: Tree, large: Tree, holds: bool) -> None:
        if isinstance(large.symbol, float):
            limit = large.symbol
            self._narrow(small, (-inf, nextafter(limit, -inf)) if holds else (limit, inf))
        if isinstance(small.symbol, float):
            limit = small.symbol
            self._narrow(large, (nextafter(limit, inf), inf) if holds else (-inf, limit))

    def _narrow(self, tree: Tree, bound: Range) -> None:
        low, high = self.bounds.get(tree, (-inf, inf))
        self.bounds[tree] = max(low, bound[0]), min(high, bound[1])


def _simplified(tree: Tree, known: _Known, exact: bool) -> Tree:
    """Simplify a tree; unless `exact`, a non-zero value may become another non-zero value."""
    if isinstance(tree.symbol, float):
        return tree if exact else Tree(float(tree.symbol != 0))
    truth = known.truths.get(tree)
    if truth is False:
        return FALSE
    if truth and (not exact or _is_truth(tree)):
        return TRUE
    low, high = known.range(tree)
    if low == high:
        return Tree(low) if exact else Tree(float(low != 0))
    if not exact and (low > 0 or high < 0):
        return TRUE
    if not tree.arguments:
        return tree
    return _RULES[tree.symbol](tree, known, exact)


def _not(tree: Tree, known: _Known, exact: bool) -> Tree:
    inner = _simplified(tree.arguments[0], known, exact=False)
    if isinstance(inner.symbol, float):
        return Tree(float(inner.symbol == 0))
    if inner.symbol == "Not" and (not exact or _is_truth(inner.arguments[0])):
        return inner.arguments[0]
    return Tree("Not", (inner,))


def _smaller(tree: Tree, known: _Known, exact: bool) -> Tree:
    small, large = (_simplified(argument, known, exact=True) for argument in tree.arguments)
    if small == large:
        return FALSE
    one, two = known.range(small), known.range(large)
    if one[1] < two[0]:
        return TRUE
    if one[0] >= two[1]:
        return FALSE
    return Tree("Smaller", (small, large))


def _all(tree: Tree, known: _Known, exact: bool) -> Tree:
    return _junction(tree, known, exact, "And", absorbing=False)


def _any(tree: Tree, known: _Known, exact: bool) -> Tree:
    return _junction(tree, known, exact, "Or", absorbing=True)


def _junction(tree: Tree, known: _Known, exact: bool, word: str, absorbing: bool) -> Tree:
    parts: list[Tree] = []
    for argument in _flattened(tree, word):
        part = _simplified(argument, known, exact=False)
        if isinstance(part.symbol, float):
            if bool(part.symbol) is absorbing:
                return part
            continue
        # The later parts matter only if this one does not decide the result.
        known = known.assuming(part, not absorbing)
        parts.append(part)
    if not parts:
        return FALSE if absorbing else TRUE
    if len(parts) == 1 and exact and not _is_truth(parts[0]):
        return Tree("Not", (Tree("Not", (parts[0],)),))
    return _joined(parts, word)


def _flattened(tree: Tree, word: str) -> list[Tree]:
    if tree.name not in (f"{word}2", f"{word}3"):
        return [tree]
    return [part for argument in tree.arguments for part in _flattened(argument, word)]


def _joined(parts: list[Tree], word: str) -> Tree:
    while len(parts) > 3:
        parts = [Tree(f"{word}3", tuple(parts[:3])), *parts[3:]]
    return parts[0] if len(parts) == 1 else Tree(f"{word}{len(parts)}", tuple(parts))


def _if(tree: Tree, known: _Known, exact: bool) -> Tree:
    condition = _simplified(tree.arguments[0], known, exact=False)
    then, otherwise = tree.arguments[1:]
    if isinstance(condition.symbol, float):
        return _simplified(then if condition.symbol else otherwise, known, exact)
    if condition.symbol == "Not":
        condition, then, otherwise = condition.arguments[0], otherwise, then
    then = _simplified(then, known.assuming(condition, True), exact)
    otherwise = _simplified(otherwise, known.assuming(condition, False), exact)
    if then == otherwise:
        return then
    if otherwise.symbol == "If3" and otherwise.arguments[1] == then:
        condition = Tree("Or2", (condition, otherwise.arguments[0]))
        otherwise = otherwise.arguments[2]
    elif then.symbol == "If3" and then.arguments[2] == otherwise:
        condition = Tree("And2", (condition, then.arguments[0]))
        then = then.arguments[1]
    return Tree("If3", (condition, then, otherwise))


def _then(tree: Tree, known: _Known, exact: bool) -> Tree:
    # Only exact numbers fold: the sum of two non-zero values may be zero.
    first, second = (_simplified(argument, known, exact=True) for argument in tree.arguments)
    if isinstance(first.symbol, float) and isinstance(second.symbol, float):
        return Tree(apply("Then", [first.symbol, second.symbol]))
    return Tree("Then", (first, second))


def _is_truth(tree: Tree) -> bool:
    """Say whether the value is 0 or 1 on every board."""
    return tree.kind is ValueKind.BOOLEAN


_RULES: dict[str, Callable[[Tree, _Known, bool], Tree]] = {
    "If3": _if,
    "Not": _not,
    "Smaller": _smaller,
    "And2": _all,
    "And3": _all,
    "Or2": _any,
    "Or3": _any,
    "Then": _then,
}
