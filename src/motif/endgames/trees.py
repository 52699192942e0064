"""Build, read, write and evaluate the trees of endgame programs.

A tree is a function with arguments, a terminal or a number: `(If3 IsMate 1000 EvaluateMaterial)` is 1000 if the move
mates, and else the balance of material. Errors in a text name the line and column.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from math import isfinite
from typing import NoReturn, Self

from motif.endgames.symbols import LARGEST_CONSTANT, THEN_DIVISOR, ValueKind, find_symbol, get_symbol, known_symbols
from motif.errors import BadProgram

Word = str | float

MOST_LEVELS = 200
"""The maximum depth of a tree, low enough for recursive functions."""

_NAMED_NUMBERS = {LARGEST_CONSTANT / 3: "1000/3", -LARGEST_CONSTANT / 3: "-1000/3"}


@dataclass(frozen=True, slots=True)
class Tree:
    """A symbol and its arguments; a number is its own symbol.

    >>> tree = Tree.of("If3", "IsMate", 1000.0, "EvaluateMaterial")
    >>> print(tree)
    (If3 IsMate 1000 EvaluateMaterial)
    >>> tree.size, tree.depth, tree.value({"IsMate": 0.0, "EvaluateMaterial": 5.0})
    (4, 1, 5.0)
    """

    symbol: Word
    arguments: tuple[Tree, ...] = ()

    def __post_init__(self) -> None:
        if isinstance(self.symbol, float):
            if self.arguments:
                raise BadProgram(f"the number {number_text(self.symbol)} takes no arguments")
            return
        takes = find_symbol(self.symbol).takes
        if len(takes) != len(self.arguments):
            raise BadProgram(f"{self.symbol} takes {count_arguments(len(takes))}, not {len(self.arguments)}")
        for place, (wanted, argument) in enumerate(zip(takes, self.arguments, strict=True), 1):
            if not argument.kind.fits(wanted):
                raise BadProgram(
                    f"argument {place} of {self.symbol} must be {wanted.described},"
                    f" but {argument.name} is {argument.kind.described}"
                )

    @classmethod
    def of(cls, symbol: Word, *arguments: Tree | Word) -> Tree:
        """Build a tree whose leaves may be given as plain names and numbers."""
        return cls(symbol, tuple(each if isinstance(each, Tree) else cls(each) for each in arguments))

    @classmethod
    def from_tokens(cls, tokens: Iterator[Word]) -> Self:
        """Build one tree from its symbols in prefix order."""
        symbol = next(tokens, None)
        if symbol is None:
            raise BadProgram("the tree ends too early")
        arity = 0 if isinstance(symbol, float) else len(find_symbol(symbol).takes)
        return cls(symbol, tuple(cls.from_tokens(tokens) for _ in range(arity)))

    @property
    def name(self) -> str:
        return number_text(self.symbol) if isinstance(self.symbol, float) else self.symbol

    @property
    def kind(self) -> ValueKind:
        return ValueKind.FLOAT if isinstance(self.symbol, float) else find_symbol(self.symbol).gives

    @property
    def size(self) -> int:
        return 1 + sum(argument.size for argument in self.arguments)

    @property
    def depth(self) -> int:
        """The distance of the furthest leaf from the root."""
        return 1 + max(argument.depth for argument in self.arguments) if self.arguments else 0

    def tokens(self) -> list[Word]:
        """Return the symbols in prefix order, as the core compiles them."""
        return [self.symbol, *(token for argument in self.arguments for token in argument.tokens())]

    def terminals(self) -> set[str]:
        """Return the names of the terminals in the tree."""
        if isinstance(self.symbol, float):
            return set()
        if not self.arguments:
            return {self.symbol}
        return set().union(*(argument.terminals() for argument in self.arguments))

    def value(self, terminals: Mapping[str, float]) -> float:
        """Return the value on a board where the terminals have these values."""
        if isinstance(self.symbol, float):
            return self.symbol
        if not self.arguments:
            return terminals[self.symbol]
        if self.symbol == "If3":
            condition, then, otherwise = self.arguments
            return (then if condition.value(terminals) else otherwise).value(terminals)
        values = [argument.value(terminals) for argument in self.arguments]
        return apply(self.symbol, values)

    def __str__(self) -> str:
        if not self.arguments:
            return self.name
        return f"({self.name} {' '.join(map(str, self.arguments))})"


def apply(function: str, values: list[float]) -> float:
    """Apply a function to its argument values; every value but zero is true, and a true result is 1."""
    match function:
        case "Not":
            return float(values[0] == 0)
        case "Smaller":
            return float(values[0] < values[1])
        case "And2" | "And3":
            return float(all(values))
        case "Or2" | "Or3":
            return float(any(values))
        case "Then":
            return values[0] + values[1] / THEN_DIVISOR
        case _:
            raise BadProgram(f"{function} is not a function of its arguments' values")


def number_text(number: float) -> str:
    """Return the shortest text that reads back as the same number; thirds of MAX become fractions.

    >>> number_text(1000 / 3), number_text(250.0), number_text(0.002)
    ('1000/3', '250', '0.002')
    """
    return _NAMED_NUMBERS.get(number) or repr(number).removesuffix(".0")


def count_arguments(count: int) -> str:
    """Return the number of arguments with its noun."""
    return "no arguments" if count == 0 else f"{count} argument{'s' if count > 1 else ''}"


# Texts: s-expressions on one line or indented.

WIDTH = 100

_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class Token:
    """A token of a text with its line and column, both counted from 1."""

    text: str
    line: int
    column: int

    def refuse(self, problem: str, hint: str = "") -> NoReturn:
        """Raise BadProgram with the line and column of this token."""
        raise BadProgram(f"line {self.line}, column {self.column}: {problem}", hint)


class Reader:
    """Reads the tokens of a text one after another."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self._tokens = list(_tokens(text, first_line))
        self._next = 0
        lines = text.split("\n")
        self._end = Token("", first_line + len(lines) - 1, len(lines[-1]) + 1)

    def peek(self) -> Token | None:
        """Return the next token without moving past it; None at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def take(self, wanted: str) -> Token:
        """Return the next token and move past it; at the end of the text, raise an error that asks for `wanted`."""
        token = self.peek()
        if token is None:
            self._end.refuse(f"the text ends where {wanted} should follow")
        self._next += 1
        return token

    def expect(self, text: str) -> None:
        """Move past the next token; raise BadProgram if it has another text."""
        token = self.take(f"'{text}'")
        if token.text != text:
            token.refuse(f"expected '{text}', found '{token.text}'")

    def end(self) -> None:
        if token := self.peek():
            token.refuse(f"expected the end, found '{token.text}'")


def parse_tree(text: str) -> Tree:
    """Read one tree whose value is a number.

    >>> parse_tree("(If3 IsMate 1000 (If3 IsMyFork 500 EvaluateMaterial))").size
    7
    """
    reader = Reader(text)
    tree = read_tree(reader)
    reader.end()
    return tree


def read_tree(reader: Reader, wanted: ValueKind = ValueKind.FLOAT, place: str = "a tree", depth: int = 0) -> Tree:
    """Read the next expression, which must be of the kind `wanted`; errors call it `place`."""
    token = reader.take(f"{wanted.described} for {place}")
    if depth > MOST_LEVELS:
        token.refuse(f"the tree is more than {MOST_LEVELS} levels deep")
    bracket = token.text == "("
    if bracket:
        token = reader.take("a function")
    if token.text in "()":
        token.refuse(f"expected {wanted.described} for {place}, found '{token.text}'")
    if not bracket:
        tree = _leaf(token)
        _check_kind(token, tree.kind, wanted, place)
        return tree
    symbol = get_symbol(token.text)
    if symbol is None or not symbol.takes:
        if symbol or _number(token) is not None:
            token.refuse(f"{token.text} takes no arguments, so it needs no brackets")
        token.refuse(f"no function is called {token.text}", hint=_nearest(token.text))
    _check_kind(token, symbol.gives, wanted, place)
    arguments = tuple(
        read_tree(reader, kind, f"argument {number} of {symbol.name}", depth + 1)
        for number, kind in enumerate(symbol.takes, 1)
    )
    closing = reader.take(f"the ')' of {symbol.name}")
    if closing.text != ")":
        count = count_arguments(len(symbol.takes))
        closing.refuse(f"{symbol.name} takes {count}; '{closing.text}' is one too many")
    return Tree(symbol.name, arguments)


def indented(tree: Tree, indent: int = 0) -> str:
    """Return the text of a tree, on several lines if it is too long for one; the first line is not indented.

    >>> print(indented(Tree.of("If3", "IsMate", 1000.0, "EvaluateMaterial")))
    (If3 IsMate 1000 EvaluateMaterial)
    """
    flat = str(tree)
    if indent + len(flat) <= WIDTH or not tree.arguments:
        return flat
    inner = indent + 2
    head = f"({tree.name}"
    rest = list(tree.arguments)
    # A short condition stays on the line of its If3, above the two answers.
    if tree.name == "If3" and indent + len(head) + 1 + len(str(rest[0])) <= WIDTH:
        head += f" {rest.pop(0)}"
    lines = [f"{' ' * inner}{indented(argument, inner)}" for argument in rest]
    return "\n".join([head, *lines]) + ")"


def _tokens(text: str, first_line: int) -> Iterator[Token]:
    for number, line in enumerate(text.split("\n"), first_line):
        for match in _TOKEN.finditer(line):
            if not match[0].startswith(";"):
                yield Token(match[0], number, match.start() + 1)


def _leaf(token: Token) -> Tree:
    number = _number(token)
    if number is not None:
        return Tree(number)
    symbol = get_symbol(token.text)
    if symbol is None:
        token.refuse(f"no function or terminal is called {token.text}", hint=_nearest(token.text))
    if symbol.takes:
        token.refuse(f"{symbol.name} takes {count_arguments(len(symbol.takes))}: write ({symbol.name} …)")
    return Tree(symbol.name)


def _number(token: Token) -> float | None:
    parts = token.text.split("/")
    if len(parts) > 2 or not all(_NUMBER.fullmatch(part) for part in parts):
        return None
    values = [float(part) for part in parts]
    if len(values) == 2 and values[1] == 0:
        token.refuse(f"{token.text} divides by zero")
    number = values[0] / values[1] if len(values) == 2 else values[0]
    if not isfinite(number):
        token.refuse(f"the number {token.text} is too large")
    return number


def _check_kind(token: Token, given: ValueKind, wanted: ValueKind, place: str) -> None:
    if not given.fits(wanted):
        token.refuse(f"{place} must be {wanted.described}, but {token.text} is {given.described}")


def _nearest(word: str) -> str:
    close = get_close_matches(word, known_symbols(), 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else "`motif lab read endgame --set language` lists all names"
