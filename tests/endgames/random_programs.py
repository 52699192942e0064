"""Draw random typed trees and programs for property tests, with the extra symbols."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from motif.endgames.program import Program
from motif.endgames.symbols import CONSTANTS, ValueKind, functions, terminals
from motif.endgames.trees import Tree

NUMBERS = st.sampled_from([*CONSTANTS, 0.0, 1.0, 2.0, 5.0]) | st.floats(allow_nan=False, allow_infinity=False)


@cache
def trees(kind: ValueKind = ValueKind.FLOAT, depth: int = 4) -> st.SearchStrategy[Tree]:
    """Draw trees of a kind."""
    leaves = [Tree(each.name) for each in terminals(extras=True) if each.gives.fits(kind)]
    leaf = st.sampled_from(leaves)
    if ValueKind.FLOAT.fits(kind):
        leaf = leaf | NUMBERS.map(Tree)
    if depth == 0:
        return leaf
    branches = [
        st.builds(Tree, st.just(each.name), st.tuples(*(trees(taken, depth - 1) for taken in each.takes)))
        for each in functions(extras=True)
        if each.gives.fits(kind)
    ]
    return st.one_of(leaf, *branches)


def programs() -> st.SearchStrategy[Program]:
    """Draw programs whose last tree is smaller."""
    return st.builds(Program, trees(depth=4), trees(depth=4), trees(depth=2))


def terminal_values() -> st.SearchStrategy[dict[str, float]]:
    """Draw a possible value for every terminal."""
    from motif.endgames.symbols import range_of

    values = {}
    for terminal in terminals(extras=True):
        low, high = range_of(terminal.name)
        values[terminal.name] = st.integers(int(max(low, -50)), int(min(high, 50))).map(float)
    return st.fixed_dictionaries(values)
