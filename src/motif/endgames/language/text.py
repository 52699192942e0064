"""The text of trees and programs: s-expressions on one line or indented, read back with line and column of any error.

text = expression …     expression = name | number | ( name expression … )     ; a comment ends with its line
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from typing import NoReturn

from motif.endgames.language.symbols import Kind, get_symbol, known_symbols
from motif.endgames.language.tree import DEEPEST, Tree, count_arguments
from motif.errors import BadProgram

WIDTH = 100

_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text, and where it stands, counted from one."""

    text: str
    line: int
    column: int

    def refuse(self, problem: str, hint: str = "") -> NoReturn:
        """Raise the error of this word."""
        raise BadProgram(f"line {self.line}, column {self.column}: {problem}", hint)


class Reader:
    """The words of a text, one after another."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self._words = list(_words(text, first_line))
        self._next = 0
        lines = text.split("\n")
        self._end = Token("", first_line + len(lines) - 1, len(lines[-1]) + 1)

    def peek(self) -> Token | None:
        """The next word without taking it."""
        return self._words[self._next] if self._next < len(self._words) else None

    def take(self, wanted: str) -> Token:
        """The next word; `wanted` says what is missing when there is none."""
        word = self.peek()
        if word is None:
            self._end.refuse(f"the text ends where {wanted} should follow")
        self._next += 1
        return word

    def expect(self, text: str) -> None:
        """Take the next word, which must be this one."""
        word = self.take(f"'{text}'")
        if word.text != text:
            word.refuse(f"expected '{text}', found '{word.text}'")

    def end(self) -> None:
        """Nothing may follow."""
        if word := self.peek():
            word.refuse(f"expected the end, found '{word.text}'")


def parse_tree(text: str) -> Tree:
    """Read one tree that gives a number.

    >>> parse_tree("(If3 IsMate 1000 (If3 IsMyFork 500 EvaluateMaterial))").size
    7
    """
    reader = Reader(text)
    tree = read_tree(reader)
    reader.end()
    return tree


def read_tree(reader: Reader, wanted: Kind = Kind.FLOAT, asked_by: str = "a tree", depth: int = 0) -> Tree:
    """The next expression, which must be of this kind."""
    word = reader.take(f"{wanted.described} for {asked_by}")
    if depth > DEEPEST:
        word.refuse(f"the tree is more than {DEEPEST} levels deep")
    bracket = word.text == "("
    if bracket:
        word = reader.take("a function")
    if word.text in "()":
        word.refuse(f"expected {wanted.described} for {asked_by}, found '{word.text}'")
    if not bracket:
        tree = _leaf(word)
        _check_kind(word, tree.kind, wanted, asked_by)
        return tree
    symbol = get_symbol(word.text)
    if symbol is None or not symbol.takes:
        if symbol or _number(word) is not None:
            word.refuse(f"{word.text} takes no arguments, so it needs no brackets")
        word.refuse(f"no function is called {word.text}", hint=_nearest(word.text))
    _check_kind(word, symbol.gives, wanted, asked_by)
    arguments = tuple(
        read_tree(reader, kind, f"argument {number} of {symbol.name}", depth + 1)
        for number, kind in enumerate(symbol.takes, 1)
    )
    closing = reader.take(f"the ')' of {symbol.name}")
    if closing.text != ")":
        count = count_arguments(len(symbol.takes))
        closing.refuse(f"{symbol.name} takes {count}, and '{closing.text}' is one too many")
    return Tree(symbol.name, arguments)


def indented(tree: Tree, indent: int = 0) -> str:
    """The tree over several lines where one is too narrow; the first line is not indented.

    >>> print(indented(Tree.of("If3", "IsMate", 1000.0, "EvaluateMaterial")))
    (If3 IsMate 1000 EvaluateMaterial)
    """
    flat = str(tree)
    if indent + len(flat) <= WIDTH or not tree.arguments:
        return flat
    inner = indent + 2
    head = f"({tree.name}"
    rest = list(tree.arguments)
    # A short condition stays on the line of its If3, so that the eye meets question and answers in a column.
    if tree.name == "If3" and indent + len(head) + 1 + len(str(rest[0])) <= WIDTH:
        head += f" {rest.pop(0)}"
    lines = [f"{' ' * inner}{indented(argument, inner)}" for argument in rest]
    return "\n".join([head, *lines]) + ")"


def _words(text: str, first_line: int) -> Iterator[Token]:
    for number, line in enumerate(text.split("\n"), first_line):
        for match in _TOKEN.finditer(line):
            if not match[0].startswith(";"):
                yield Token(match[0], number, match.start() + 1)


def _leaf(word: Token) -> Tree:
    number = _number(word)
    if number is not None:
        return Tree(number)
    symbol = get_symbol(word.text)
    if symbol is None:
        word.refuse(f"nothing is called {word.text}", hint=_nearest(word.text))
    if symbol.takes:
        word.refuse(f"{symbol.name} takes {count_arguments(len(symbol.takes))}: write ({symbol.name} …)")
    return Tree(symbol.name)


def _number(word: Token) -> float | None:
    parts = word.text.split("/")
    if len(parts) > 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    values = [float(part) for part in parts]
    if len(values) == 2 and values[1] == 0:
        word.refuse(f"{word.text} divides by zero")
    number = values[0] / values[1] if len(values) == 2 else values[0]
    if not isfinite(number):
        word.refuse(f"{word.text} is too large a number")
    return number


def _check_kind(word: Token, given: Kind, wanted: Kind, asked_by: str) -> None:
    if not given.fits(wanted):
        word.refuse(f"{asked_by} must be {wanted.described}, and {word.text} is {given.described}")


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known_symbols(), 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else "`motif endgames show --language` lists all names"
