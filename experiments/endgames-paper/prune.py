"""Remove everything from a program that its games do not need, so that it can be read.

Evolution leaves conditions that never hold and branches that hardly matter. Each function is replaced by one of its
arguments, the largest first, if the score over one set of games does not fall; the result is measured on other games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from motif.endgames.program import Program, State
from motif.endgames.simplification import simplify
from motif.endgames.trees import Tree

TOLERANCE = 0.0005
"""The loss allowed for a smaller program, over the games that prune it."""
FIRST_SIGHT = 0.01
"""The loss allowed over the first fifth of them, which makes most of the others unnecessary."""

Scorer = Callable[[Program, int], float]
Cut = tuple[State, tuple[int, ...], Tree, Tree]


def pruned(program: Program, score: Scorer, games: int) -> Program:
    """Return the program without everything that the score over `games` games does not miss."""
    program = simplify(program)
    few = games // 10 * 2
    wanted = ((few, score(program, few) - FIRST_SIGHT), (games, score(program, games) - TOLERANCE))
    tried: set[tuple[State, Tree, Tree]] = set()
    while True:
        for state, path, node, argument in _cuts(program):
            if (state, node, argument) not in tried:
                # A cut that failed once will hardly work after another cut.
                tried.add((state, node, argument))
                tree = _replaced(program.tree(state), path, argument)
                smaller = Program(*(tree if each is state else program.tree(each) for each in State))
                if all(score(smaller, count) >= least for count, least in wanted):
                    program = simplify(smaller)
                    break
        else:
            return program


def _cuts(program: Program) -> Iterator[Cut]:
    """Yield every function with an argument that may replace it, the largest reduction first."""
    found = [
        (state, path, node, argument)
        for state in State
        for path, node in _paths(program.tree(state))
        for argument in node.arguments
        if argument.kind.fits(node.kind)
    ]
    return iter(sorted(found, key=lambda cut: cut[3].size - cut[2].size))


def _replaced(tree: Tree, path: tuple[int, ...], part: Tree) -> Tree:
    if not path:
        return part
    place, *rest = path
    arguments = list(tree.arguments)
    arguments[place] = _replaced(arguments[place], tuple(rest), part)
    return Tree(tree.symbol, tuple(arguments))


def _paths(tree: Tree, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Yield every node of a tree with its path from the root."""
    yield path, tree
    for place, argument in enumerate(tree.arguments):
        yield from _paths(argument, (*path, place))
