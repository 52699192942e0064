"""Decide from the texts of two rules whether one generalises the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from motif.tactics.clauses import Literal, is_variable
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import Vocabulary


def are_variants(one: Rule, other: Rule, vocabulary: Vocabulary | None = None) -> bool:
    """Whether both are the same rule up to the names of variables, the order of literals and the rule's name."""
    first, second = one.canonical(vocabulary), other.canonical(vocabulary)
    return (first.head, first.body) == (second.head, second.body)


def generalises(general: Rule, special: Rule, vocabulary: Vocabulary | None = None) -> bool:
    """Whether the general rule theta-subsumes the special one, and so suggests every move that the special one does.

    Some substitution of variables must map its head to the other's head and its body into the other's body. If
    different variables are different squares, the substitution must map them to different variables.
    """
    one_to_one = vocabulary is not None and vocabulary.distinct_squares
    start = dict(zip(general.head, special.head, strict=True))
    symmetric = vocabulary.symmetric if vocabulary else frozenset()
    return any(_matches(list(general.body), special.body, start, symmetric, one_to_one))


def _matches(
    wanted: list[Literal],
    body: Iterable[Literal],
    substitution: dict[str, str],
    symmetric: frozenset[str],
    one_to_one: bool,
) -> Iterator[bool]:
    if not wanted:
        yield True
        return
    literal, *rest = wanted
    for candidate in body:
        if candidate.relation != literal.relation or len(candidate.arguments) != len(literal.arguments):
            continue
        orders = [candidate.arguments]
        if literal.relation in symmetric:
            first, second, *others = candidate.arguments
            orders.append((second, first, *others))
        for arguments in orders:
            extended = _bind(literal.arguments, arguments, substitution, one_to_one)
            if extended is not None:
                yield from _matches(rest, body, extended, symmetric, one_to_one)


def _bind(
    places: tuple[str, ...], terms: tuple[str, ...], substitution: dict[str, str], one_to_one: bool
) -> dict[str, str] | None:
    extended = dict(substitution)
    for place, term in zip(places, terms, strict=True):
        if not is_variable(place):
            if place != term:
                return None
        elif place in extended:
            if extended[place] != term:
                return None
        elif one_to_one and is_variable(term) and term in extended.values():
            return None
        else:
            extended[place] = term
    return extended
