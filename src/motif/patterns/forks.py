"""Forks: a man that goes where nobody can capture it and attacks two men, each the king or there to be won.

Exact pairs of men are rare even in 200,000 moves of champions, and what check and threat say apart adds up to nearly
the same. So they learn from each other: what a fork by a man is worth, whatever it hits, is learned first; then every
pair begins there and is drawn back to that, not to nought. And no pattern that says only that a man hits two enemies
may count against a move: what is wrong with such a move is that the man is lost, and other patterns say that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from motif.patterns.core_form import CorePattern, to_core
from motif.patterns.labels import ENEMY, Label
from motif.patterns.move_pattern import SOURCE, TARGET, MovePattern
from motif.patterns.relations import EdgeType

FORKERS = "PNBRQK"
FORKED = "kqrbnp"

_HITS = {str(EdgeType.HITS_FROM), str(EdgeType.THREATENS), str(EdgeType.FORKS)}


def fork(mover: str, first: str, second: str) -> MovePattern:
    """A man that forks two others.

    >>> print(fork("N", "k", "q"))
    forks 1 2 3
    forks 1 2 4
    1N -(+0)-> 2.pnbrqk with 3k 4q
    """
    text = f"forks 1 2 3\nforks 1 2 4\n1{mover} -(+0)-> 2.pnbrqk with 3{first} 4{second}"
    return MovePattern.parse(text).canonical()


def any_fork(mover: str) -> CorePattern:
    """A man that forks two others, whatever they are."""
    return to_core(fork(mover, FORKED, FORKED))


def forks(mover: str) -> Iterator[CorePattern]:
    """The pairs that a man can fork: a king is not forked with itself."""
    for first, second in combinations_with_replacement(FORKED, 2):
        if (first, second) != ("k", "k"):
            yield to_core(fork(mover, first, second))


def is_fork(form: CorePattern) -> bool:
    """Whether it is a fork by name."""
    return any(relation == EdgeType.FORKS for relation, _ in form[1])


def hits_two(form: CorePattern) -> bool:
    """Whether all that a pattern says is that the man hits two enemies from where it goes.

    >>> hits_two(to_core(MovePattern.parse("hits_from 1 2 3\\nthreatens 1 2 4\\n1N -(+1)-> 2. with 3k 4q")))
    True
    >>> hits_two(to_core(MovePattern.parse("hits_from 1 2 3\\nloses 1 2\\n1N -(+1)-> 2. with 3k")))
    False
    """
    masks, edges, _ = form
    move = [SOURCE - 1, TARGET - 1]
    if any(relation not in _HITS or list(vertices[:2]) != move for relation, vertices in edges):
        return False
    victims = {vertices[2] for _, vertices in edges}
    return len(victims) > 1 and all(ENEMY.covers(Label(masks[victim])) for victim in victims)
