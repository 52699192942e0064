"""An expression of the endgame language: a function with arguments, a terminal, or a number.

A tree is a value: it compares, it hashes, and it rebuilds from its text. Evaluated on the terminals of one board it
gives that board's score; this is the plain reference that the core's bytecode is tested against.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Self

from motif.endgames.language.symbols import LARGEST, THEN, Kind, find_symbol
from motif.errors import BadProgram

Token = str | float

DEEPEST = 200
"""No tree may be deeper, so that every tool may walk it by recursion."""

_NAMED_NUMBERS = {LARGEST / 3: "1000/3", -LARGEST / 3: "-1000/3"}


@dataclass(frozen=True, slots=True)
class Tree:
    """A symbol and its arguments; a number is its own symbol.

    >>> tree = Tree.of("If3", "IsMate", 1000.0, "EvaluateMaterial")
    >>> print(tree)
    (If3 IsMate 1000 EvaluateMaterial)
    >>> tree.size, tree.depth, tree.value({"IsMate": 0.0, "EvaluateMaterial": 5.0})
    (4, 1, 5.0)
    """

    symbol: Token
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
                    f" and {argument.name} is {argument.kind.described}"
                )

    @classmethod
    def of(cls, symbol: Token, *arguments: Tree | Token) -> Tree:
        """A tree whose leaves may be written as plain names and numbers."""
        return cls(symbol, tuple(each if isinstance(each, Tree) else cls(each) for each in arguments))

    @classmethod
    def from_tokens(cls, tokens: Iterator[Token]) -> Self:
        """Read one tree in prefix order."""
        symbol = next(tokens, None)
        if symbol is None:
            raise BadProgram("the tree ends too early")
        arity = 0 if isinstance(symbol, float) else len(find_symbol(symbol).takes)
        return cls(symbol, tuple(cls.from_tokens(tokens) for _ in range(arity)))

    @property
    def name(self) -> str:
        """The symbol as text."""
        return number_text(self.symbol) if isinstance(self.symbol, float) else self.symbol

    @property
    def kind(self) -> Kind:
        """What it gives: a number, a truth, or what passes for both."""
        return Kind.FLOAT if isinstance(self.symbol, float) else find_symbol(self.symbol).gives

    @property
    def size(self) -> int:
        """How many symbols it has."""
        return 1 + sum(argument.size for argument in self.arguments)

    @property
    def depth(self) -> int:
        """How far the furthest leaf is from the root."""
        return 1 + max(argument.depth for argument in self.arguments) if self.arguments else 0

    def tokens(self) -> list[Token]:
        """The symbols in prefix order, as the core compiles them."""
        return [self.symbol, *(token for argument in self.arguments for token in argument.tokens())]

    def terminals(self) -> set[str]:
        """The names of the terminals it asks for."""
        if isinstance(self.symbol, float):
            return set()
        if not self.arguments:
            return {self.symbol}
        return set().union(*(argument.terminals() for argument in self.arguments))

    def value(self, terminals: Mapping[str, float]) -> float:
        """The value on a board whose terminals are given."""
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
    """A function of values: anything but zero is true, and truth is 1."""
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
            return values[0] + values[1] / THEN
        case _:
            raise BadProgram(f"{function} cannot be applied to values")


def number_text(number: float) -> str:
    """The shortest text that reads back as the same number; thirds of the largest constant as fractions.

    >>> number_text(1000 / 3), number_text(250.0), number_text(0.002)
    ('1000/3', '250', '0.002')
    """
    return _NAMED_NUMBERS.get(number) or repr(number).removesuffix(".0")


def count_arguments(count: int) -> str:
    """The number with its noun."""
    return "no arguments" if count == 0 else f"{count} argument{'s' if count > 1 else ''}"
