"""Clauses as they are written, every word with its place: read by a parser of our own and never consulted,
so that no text can do anything.

    clause = head [":-" literal {"," literal}] "."      literal = name ["(" term {"," term} ")"]

`<-` and the arrow of the paper stand for `:-` as well; the full stop may be left out after the last clause, and
`_` is a variable of its own each time. Every error says line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NoReturn

from motif.errors import BadRule


class Sign(Enum):
    """The kinds of words in a clause."""

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
    """Where something stands: a line and a column, counted from 1, of a text that may have a name."""

    line: int
    column: int
    source: str = ""

    def __str__(self) -> str:
        where = f"line {self.line}, column {self.column}"
        return f"{self.source}, {where}" if self.source else where

    def refuse(self, problem: str, hint: str = "") -> NoReturn:
        """Raise the error of what stands here."""
        raise BadRule(f"{self}: {problem}", hint)


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the text and where it stands."""

    sign: Sign
    text: str
    place: Spot


@dataclass(frozen=True, slots=True)
class Term:
    """A literal as it was read, every word with its place."""

    relation: Word
    arguments: tuple[Word, ...]


def read_clauses(text: str, source: str = "", line: int = 1) -> Iterator[tuple[Term, list[Term]]]:
    """Head and body of every clause of a text that begins on this line of its file."""
    reader = _Reader(text, source, line)
    while reader.next.sign is not Sign.END:
        yield reader.clause()


class _Reader:
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
        arguments: list[Word] = []
        if self.skip(Sign.OPEN):
            arguments.append(self.argument())
            while self.skip(Sign.COMMA):
                arguments.append(self.argument())
            self.take(Sign.CLOSE, otherwise=Sign.COMMA)
        return Term(relation, tuple(arguments))

    def argument(self) -> Word:
        word = self.take(Sign.VARIABLE, Sign.NAME, Sign.NUMBER)
        if word.text == "_":
            self._unnamed += 1
            return Word(word.sign, f"_{self._unnamed}", word.place)
        return word

    def skip(self, sign: Sign) -> bool:
        if self.next.sign is not sign:
            return False
        self.next = next(self._words)
        return True

    def take(self, *expected: Sign, otherwise: Sign | None = None) -> Word:
        word = self.next
        if word.sign not in expected:
            wanted = " or ".join(sign.value for sign in (*expected, *([otherwise] if otherwise else [])))
            found = word.sign.value if word.sign is Sign.END else repr(word.text)
            word.place.refuse(f"expected {wanted}, found {found}")
        self.next = next(self._words)
        return word


def _words(text: str, source: str, line: int) -> Iterator[Word]:
    at, start = 0, 0
    while True:
        if blank := _BLANK.match(text, at):
            line += blank.group().count("\n")
            if "\n" in blank.group():
                start = at + blank.group().rindex("\n") + 1
            at = blank.end()
        place = Spot(line, at - start + 1, source)
        if at == len(text):
            yield Word(Sign.END, "", place)
            return
        found = _WORD.match(text, at)
        if not found:
            place.refuse(f"cannot read {text[at]!r}", hint="a rule is written tactic(Position, From, To) :- …, … .")
        yield Word(Sign[str(found.lastgroup)], found.group(), place)
        at = found.end()
