"""Whether a clause makes sense in a vocabulary: known relations, one type for each variable, nothing left unbound.

A variable is bound when it stands in the head, or in any place of a literal whose + places are all bound.
"""

from __future__ import annotations

from difflib import get_close_matches

from motif.tactics.clauses import Term, Word
from motif.tactics.rule import is_variable
from motif.tactics.vocabulary import Place, Relation, Vocabulary

HEAD_PLACES = (Place.BEFORE, Place.FROM, Place.TO)

_CONSTANT_TYPES = ("piece", "number")


def check(head: Term, body: list[Term], vocabulary: Vocabulary) -> None:
    """Raise the first thing that is wrong with a clause, with its line and column."""
    relations = [_relation(term, vocabulary) for term in body]
    types: dict[str, tuple[str, str]] = {
        word.text: (place.type, "the head") for word, place in zip(head.arguments, HEAD_PLACES, strict=True)
    }
    names = dict(zip(HEAD_PLACES, (word.text for word in head.arguments), strict=True))
    for term, relation in zip(body, relations, strict=True):
        for word, place in zip(term.arguments, relation.places, strict=True):
            if not is_variable(word.text):
                _check_constant(word, place, relation)
                continue
            if relation.constants and place.type in _CONSTANT_TYPES:
                choice = ", ".join(relation.constants)
                word.place.refuse(f"{relation.name} needs a constant here, found the variable {word.text}", choice)
            known, where = types.setdefault(word.text, (place.type, relation.name))
            if known != place.type:
                word.place.refuse(f"{word.text} is a {known} in {where} and would be a {place.type} in {relation.name}")
            _check_role(word, place, relation, names)
    _check_bound(body, relations, set(names.values()))


def _relation(term: Term, vocabulary: Vocabulary) -> Relation:
    name, arity = term.relation.text, len(term.arguments)
    relation = vocabulary.relations.get(name)
    if relation is None:
        near = get_close_matches(name, vocabulary.relations, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else "there are " + ", ".join(vocabulary.relations)
        term.relation.place.refuse(f"the {vocabulary.name} vocabulary has no predicate {name}", hint)
    if arity != relation.arity:
        term.relation.place.refuse(
            f"{name} takes {relation.arity} arguments, found {arity}",
            hint=f"{name}({', '.join(place.type for place in relation.places)}): {relation.meaning}",
        )
    return relation


def _check_constant(word: Word, place: Place, relation: Relation) -> None:
    if not relation.constants or place.type not in _CONSTANT_TYPES:
        word.place.refuse(
            f"{relation.name} needs a variable for {place.value} here, found the constant {word.text}",
            hint="variables begin with a capital",
        )
    if word.text not in relation.constants:
        word.place.refuse(
            f"{word.text} is not {place.value} that {relation.name} knows", f"there are {', '.join(relation.constants)}"
        )


def _check_role(word: Word, place: Place, relation: Relation, names: dict[Place, str]) -> None:
    wanted = names.get(place)
    if wanted and word.text != wanted:
        word.place.refuse(f"{relation.name} speaks of {place.value} here: expected {wanted}, found {word.text}")
    if place is Place.AFTER and word.text == names[Place.BEFORE]:
        word.place.refuse(f"{relation.name} speaks of {place.value} here, found {word.text}, the one before it")


def _check_bound(body: list[Term], relations: list[Relation], bound: set[str]) -> None:
    waiting = list(zip(body, relations, strict=True))
    while waiting:
        ready = [pair for pair in waiting if not _unbound(*pair, bound)]
        if not ready:
            term, relation = waiting[0]
            word = _unbound(term, relation, bound)[0]
            word.place.refuse(
                f"the variable {word.text} is unbound: {relation.name} needs it, and nothing before gives it a value",
                hint="make_move(From, To, Position, Next) introduces the position after the move"
                if relation.places[term.arguments.index(word)].type == "position"
                else "let another condition introduce it, or use a variable of the head",
            )
        bound |= {word.text for term, _ in ready for word in term.arguments}
        waiting = [pair for pair in waiting if pair not in ready]


def _unbound(term: Term, relation: Relation, bound: set[str]) -> list[Word]:
    return [
        word
        for word, mode in zip(term.arguments, relation.modes, strict=True)
        if mode == "+" and is_variable(word.text) and word.text not in bound
    ]
