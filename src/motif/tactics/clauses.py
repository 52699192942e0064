"""Read rules written as Prolog clauses, and check that they make sense in a vocabulary.

    clause = head [":-" literal {"," literal}] "."      literal = name ["(" term {"," term} ")"]

`<-` and the paper's arrow also mean `:-`; the last clause may omit its full stop, and every `_` is a new variable. The
text is parsed but never run as Prolog, so it can do no harm. A clause makes sense if its relations are known, and if
every variable has one type and is bound: it occurs in the head, or in a literal whose + places are all bound by the
head or by other literals. Every error gives the line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import Enum
from typing import NoReturn

from motif.board.wording import counted
from motif.errors import BadRule
from motif.tactics.vocabulary import ArgumentKind, RuleRelation, Vocabulary

Head = tuple[str, str, str]

HEAD: Head = ("Position", "From", "To")
"""The usual names of the three variables in a head."""

HEAD_PLACES = (ArgumentKind.BEFORE, ArgumentKind.FROM, ArgumentKind.TO)

_CONSTANT_TYPES = ("piece", "number")


def is_variable(argument: str) -> bool:
    """Whether an argument is a variable: its first letter is a capital or an underscore.

    >>> is_variable("Square1"), is_variable("knight"), is_variable("300")
    (True, False, False)
    """
    return argument[:1].isupper() or argument.startswith("_")


@dataclass(frozen=True, slots=True, order=True)
class Literal:
    """One condition of a rule: a relation and its arguments.

    >>> str(Literal("attacks", ("To", "Square1", "NewPosition")))
    'attacks(To, Square1, NewPosition)'
    """

    relation: str
    arguments: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(self.arguments)})" if self.arguments else self.relation

    @property
    def variables(self) -> tuple[str, ...]:
        """The variables in order, each once."""
        return tuple(dict.fromkeys(argument for argument in self.arguments if is_variable(argument)))

    def renamed(self, names: Mapping[str, str]) -> Literal:
        return Literal(self.relation, tuple(names.get(argument, argument) for argument in self.arguments))


class Sign(Enum):
    """The kinds of tokens in a clause."""

    NAME = "a name"
    VARIABLE = "a variable"
    NUMBER = "a number"
    OPEN = "'('"
    CLOSE = "')'"
    COMMA = "','"
    IF = "':-'"
    STOP = "'.'"
    END = "the end of the text"


_SIGNS = {
    Sign.VARIABLE: r"[A-Z_][A-Za-z0-9_]*",
    Sign.NAME: r"[a-z][A-Za-z0-9_]*",
    Sign.NUMBER: r"-?[0-9]+",
    Sign.IF: r":-|<-|←",
    Sign.OPEN: r"\(",
    Sign.CLOSE: r"\)",
    Sign.COMMA: r",",
    Sign.STOP: r"\.",
}
_WORD = re.compile("|".join(f"(?P<{sign.name}>{pattern})" for sign, pattern in _SIGNS.items()))
_BLANK = re.compile(r"(?:\s|%[^\n]*)+")


@dataclass(frozen=True, slots=True)
class Spot:
    """A line and a column, counted from 1, of a text that may have a name."""

    line: int
    column: int
    source: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}"
        return f"{self.source}, {where}" if self.source else where

    def refuse(self, problem: str, hint: str = "") -> NoReturn:
        """Raise BadRule with this place and the problem found there."""
        raise BadRule(f"{self}: {problem}", hint)


@dataclass(frozen=True, slots=True)
class ClauseToken:
    """One token of the text and its place."""

    sign: Sign
    text: str
    place: Spot


@dataclass(frozen=True, slots=True)
class Term:
    """A literal as written: its tokens with their places."""

    relation: ClauseToken
    arguments: tuple[ClauseToken, ...]


def read_clauses(text: str, source: str = "", line: int = 1) -> Iterator[tuple[Term, list[Term]]]:
    """Yield the head and body of each clause in a text; `line` is the text's first line in its file."""
    reader = _ClauseReader(text, source, line)
    while reader.next.sign is not Sign.END:
        yield reader.clause()


def check(head: Term, body: list[Term], vocabulary: Vocabulary) -> None:
    """Raise an error for the first mistake in a clause, with its line and column."""
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
                word.place.refuse(
                    f"{relation.name} needs a constant here, found the variable {word.text}", f"write one of {choice}"
                )
            known, where = types.setdefault(word.text, (place.type, relation.name))
            if known != place.type:
                word.place.refuse(f"{word.text} is a {known} in {where} but a {place.type} in {relation.name}")
            _check_role(word, place, relation, names)
    _check_bound(body, relations, set(names.values()))


def _relation(term: Term, vocabulary: Vocabulary) -> RuleRelation:
    name, arity = term.relation.text, len(term.arguments)
    relation = vocabulary.relations.get(name)
    if relation is None:
        near = get_close_matches(name, vocabulary.relations, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else "the predicates are " + ", ".join(vocabulary.relations)
        term.relation.place.refuse(f"the {vocabulary.name} vocabulary has no predicate {name}", hint)
    if arity != relation.arity:
        term.relation.place.refuse(
            f"{name} takes {counted(relation.arity, 'argument')}, found {arity}",
            hint=f"{name}({', '.join(place.type for place in relation.places)}): {relation.meaning}",
        )
    return relation


def _check_constant(word: ClauseToken, place: ArgumentKind, relation: RuleRelation) -> None:
    if not relation.constants or place.type not in _CONSTANT_TYPES:
        word.place.refuse(
            f"{relation.name} needs a variable for {place.value} here, found the constant {word.text}",
            hint="variables begin with a capital letter",
        )
    if word.text not in relation.constants:
        word.place.refuse(
            f"{relation.name} needs {place.value} here, found {word.text}",
            f"write one of {', '.join(relation.constants)}",
        )


def _check_role(word: ClauseToken, place: ArgumentKind, relation: RuleRelation, names: dict[ArgumentKind, str]) -> None:
    wanted = names.get(place)
    if wanted and word.text != wanted:
        word.place.refuse(f"{relation.name} needs {place.value} here: expected {wanted}, found {word.text}")
    if place is ArgumentKind.AFTER and word.text == names[ArgumentKind.BEFORE]:
        word.place.refuse(f"{relation.name} needs {place.value} here, found {word.text}, the position before it")


def _check_bound(body: list[Term], relations: list[RuleRelation], bound: set[str]) -> None:
    waiting = list(zip(body, relations, strict=True))
    while waiting:
        ready = [pair for pair in waiting if not _unbound(*pair, bound)]
        if not ready:
            term, relation = waiting[0]
            word = _unbound(term, relation, bound)[0]
            word.place.refuse(
                f"the variable {word.text} is unbound: {relation.name} needs it, but no other condition binds it",
                hint="make_move(From, To, Position, Next) introduces the position after the move"
                if relation.places[term.arguments.index(word)].type == "position"
                else "introduce it in another condition, or use a variable of the head",
            )
        bound |= {word.text for term, _ in ready for word in term.arguments}
        waiting = [pair for pair in waiting if pair not in ready]


def _unbound(term: Term, relation: RuleRelation, bound: set[str]) -> list[ClauseToken]:
    return [
        word
        for word, mode in zip(term.arguments, relation.modes, strict=True)
        if mode == "+" and is_variable(word.text) and word.text not in bound
    ]


class _ClauseReader:
    def __init__(self, text: str, source: str, line: int) -> None:
        self._words = _words(text, source, line)
        self._unnamed = 0
        self.next = next(self._words)

    def clause(self) -> tuple[Term, list[Term]]:
        head = self.literal()
        body = []
        if self.skip(Sign.IF):
            body.append(self.literal())
            while self.skip(Sign.COMMA):
                body.append(self.literal())
        if self.next.sign is not Sign.END:
            self.take(Sign.STOP, otherwise=Sign.COMMA if body else Sign.IF)
        return head, body

    def literal(self) -> Term:
        relation = self.take(Sign.NAME)
        arguments: list[ClauseToken] = []
        if self.skip(Sign.OPEN):
            arguments.append(self.argument())
            while self.skip(Sign.COMMA):
                arguments.append(self.argument())
            self.take(Sign.CLOSE, otherwise=Sign.COMMA)
        return Term(relation, tuple(arguments))

    def argument(self) -> ClauseToken:
        word = self.take(Sign.VARIABLE, Sign.NAME, Sign.NUMBER)
        if word.text == "_":
            self._unnamed += 1
            return ClauseToken(word.sign, f"_{self._unnamed}", word.place)
        return word

    def skip(self, sign: Sign) -> bool:
        if self.next.sign is not sign:
            return False
        self.next = next(self._words)
        return True

    def take(self, *expected: Sign, otherwise: Sign | None = None) -> ClauseToken:
        word = self.next
        if word.sign not in expected:
            wanted = " or ".join(sign.value for sign in (*expected, *([otherwise] if otherwise else [])))
            instead = word.sign.value if word.sign is Sign.END else repr(word.text)
            word.place.refuse(f"expected {wanted}, found {instead}")
        self.next = next(self._words)
        return word


def _words(text: str, source: str, line: int) -> Iterator[ClauseToken]:
    at, start = 0, 0
    while True:
        if blank := _BLANK.match(text, at):
            line += blank.group().count("\n")
            if "\n" in blank.group():
                start = at + blank.group().rindex("\n") + 1
            at = blank.end()
        place = Spot(line, at - start + 1, source)
        if at == len(text):
            yield ClauseToken(Sign.END, "", place)
            return
        match = _WORD.match(text, at)
        if not match:
            place.refuse(f"cannot read {text[at]!r}", hint="write a rule as tactic(Position, From, To) :- …, … .")
        yield ClauseToken(Sign[str(match.lastgroup)], match.group(), place)
        at = match.end()
