"""A program: three trees that value the board after one's own move, each for its own state of the game.

Which tree speaks is decided by the material before the move: ahead, even or behind. The move that leads to the
highest value is played. Hauptman & Sipper, GP-EndChess, EuroGP 2005.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from math import isfinite
from pathlib import Path
from typing import NoReturn, Self

from motif._core.endgames import EXTRA_FUNCTIONS, EXTRA_TERMINALS, FUNCTIONS, TERMINALS, CompiledProgram
from motif.errors import BadProgram, UnknownName, nearest
from motif.runtime.files import DATA, Format

# The words of the language: functions and terminals as the core defines them, and the paper's constants.

LARGEST = 1000.0
"""MAX in the paper."""

_PARTS = [LARGEST / 2, LARGEST / 3, LARGEST / 4]
CONSTANTS: tuple[float, ...] = tuple(sign * value for part in _PARTS for value in (part, 1 / part) for sign in (1, -1))
"""The paper's random constants: plus and minus a half, a third and a quarter of MAX, and the inverses."""

THEN = 128.0
"""What Then divides its second argument by, as the core does: more than any count of a board."""

MOST_MATERIAL = 144.0
"""No terminal counts further: sixteen men, were they all queens."""


class Kind(StrEnum):
    """What an expression gives, or what a place takes."""

    FLOAT = "Float"
    BOOLEAN = "Boolean"
    QUERY = "Query"

    def fits(self, wanted: Kind) -> bool:
        """Whether an expression of this kind may stand where `wanted` is asked for."""
        return self is wanted or self is Kind.QUERY

    @property
    def described(self) -> str:
        """In words, with an article."""
        return {Kind.FLOAT: "a number", Kind.BOOLEAN: "a truth", Kind.QUERY: "a number or a truth"}[self]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or a terminal: what it gives, what it takes, and what it means."""

    name: str
    gives: Kind
    takes: tuple[Kind, ...]
    meaning: str
    is_extra: bool = False


def functions(extras: bool = False) -> Sequence[Symbol]:
    """The functions of the paper's Table 1, and those that the paper does not have."""
    return [symbol for symbol in _symbols().values() if symbol.takes and (extras or not symbol.is_extra)]


def terminals(extras: bool = False, endgames: Sequence[str] = ()) -> Sequence[Symbol]:
    """The terminals of the paper's Tables 2 and 3, and those that the paper does not have.

    Where endgames are named, those that ask about men which none of them has, nor a pawn can become, are left out.

    >>> "MyKingProxRook" in [terminal.name for terminal in terminals(endgames=["KQKQ"])]
    False
    """
    men = set("".join(endgames))
    men |= set("QRP") if not endgames else set("QR") if "P" in men else set()
    allowed = [symbol for symbol in _symbols().values() if not symbol.takes and (extras or not symbol.is_extra)]
    return [symbol for symbol in allowed if men & set(_MEN_ASKED_ABOUT.get(symbol.name, men))]


_MEN_ASKED_ABOUT = {
    "IsMyQueenNotAttacked": "Q",
    "IsOppQueenAttacked": "Q",
    "MyKingProxRook": "R",
    "OppKingDistRook": "R",
    "IsOppKingCutOff": "QR",
    "OppKingConfinement": "QR",
    "IsPawnRunning": "P",
    "MyKingNearerPawn": "P",
    "MyKingProxPawn": "P",
    "MyKingProxPawnFile": "P",
    "MyKeySquareLead": "P",
}
"""The men that a terminal speaks of, any of which will do; the others speak of all men."""


def known_symbols() -> list[str]:
    """Every name."""
    return list(_symbols())


def get_symbol(name: str) -> Symbol | None:
    """The symbol of this name, if there is one."""
    return _symbols().get(name)


def find_symbol(name: str) -> Symbol:
    """The symbol of this name."""
    symbol = get_symbol(name)
    if symbol is None:
        raise BadProgram(f"nothing is called {name}")
    return symbol


def range_of(terminal: str) -> tuple[float, float]:
    """Between which values a terminal lies on every board."""
    if find_symbol(terminal).gives is Kind.BOOLEAN:
        return 0.0, 1.0
    return (-MOST_MATERIAL if terminal == "EvaluateMaterial" else 0.0), MOST_MATERIAL


@cache
def _symbols() -> dict[str, Symbol]:
    symbols = []
    for rows, extra in ((FUNCTIONS, False), (EXTRA_FUNCTIONS, True)):
        symbols += [
            Symbol(name, Kind(gives), tuple(map(Kind, takes)), text, extra) for name, gives, takes, text in rows
        ]
    for terms, extra in ((TERMINALS, False), (EXTRA_TERMINALS, True)):
        symbols += [Symbol(name, Kind(gives), (), text, extra) for name, gives, text in terms]
    return {symbol.name: symbol for symbol in symbols}


# An expression of the endgame language: a function with arguments, a terminal, or a number.

Word = str | float

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
                    f" and {argument.name} is {argument.kind.described}"
                )

    @classmethod
    def of(cls, symbol: Word, *arguments: Tree | Word) -> Tree:
        """A tree whose leaves may be written as plain names and numbers."""
        return cls(symbol, tuple(each if isinstance(each, Tree) else cls(each) for each in arguments))

    @classmethod
    def from_tokens(cls, tokens: Iterator[Word]) -> Self:
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

    def tokens(self) -> list[Word]:
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


# The text of trees and programs: s-expressions on one line or indented, read back with line and column of any error.

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


FORMAT = Format("endgame program", 1, ";")
SHIPPED = DATA / "endgames"
ENDING = ".program"


class State(StrEnum):
    """The material before the move, seen from the side that moves."""

    ADVANTAGE = "Advantage"
    EVEN = "Even"
    DISADVANTAGE = "Disadvantage"

    @classmethod
    def of(cls, material: float) -> State:
        """The state at this balance of material."""
        if material == 0:
            return cls.EVEN
        return cls.ADVANTAGE if material > 0 else cls.DISADVANTAGE


@dataclass(frozen=True)
class Program:
    """Three trees; equal when their trees are.

    >>> program = Program.parse("(Advantage EvaluateMaterial) (Even NumMovesMyKing) (Disadvantage 0)")
    >>> print(program)
    (Advantage EvaluateMaterial) (Even NumMovesMyKing) (Disadvantage 0)
    >>> program.size
    3
    """

    advantage: Tree
    even: Tree
    disadvantage: Tree

    def __post_init__(self) -> None:
        for state, tree in zip(State, self.trees, strict=True):
            if not tree.kind.fits(Kind.FLOAT):
                raise BadProgram(f"the {state} tree must be a number, and {tree.name} is {tree.kind.described}")

    @classmethod
    def parse(cls, text: str, first_line: int = 1) -> Program:
        """Read a program in either of its texts; comments run from a semicolon to the end of the line."""
        reader = Reader(text, first_line)
        trees = []
        for state in State:
            reader.expect("(")
            reader.expect(state.value)
            trees.append(read_tree(reader, Kind.FLOAT, f"the {state} tree"))
            reader.expect(")")
        reader.end()
        return cls(*trees)

    @property
    def trees(self) -> tuple[Tree, Tree, Tree]:
        """The trees in the order of the states."""
        return self.advantage, self.even, self.disadvantage

    @property
    def size(self) -> int:
        """How many symbols the three trees have together."""
        return sum(tree.size for tree in self.trees)

    def tree(self, state: State) -> Tree:
        """The tree that speaks in a state."""
        return self.trees[list(State).index(state)]

    @cached_property
    def compiled(self) -> CompiledProgram:
        """The program as the core runs it."""
        return CompiledProgram(*(tree.tokens() for tree in self.trees))

    def __reduce__(self) -> tuple[type[Program], tuple[Tree, Tree, Tree]]:
        # The compiled form is made anew where it is needed.
        return type(self), self.trees

    def __str__(self) -> str:
        return " ".join(f"({state} {tree})" for state, tree in zip(State, self.trees, strict=True))

    def indented(self) -> str:
        """The same text over several lines."""
        parts = (f"({state}\n  {indented(tree, 2)})" for state, tree in zip(State, self.trees, strict=True))
        return "\n".join(parts)

    def save(self, path: Path, remarks: str = "") -> None:
        """Write a program file; remarks become comments above the trees."""
        comments = [f"; {line}".rstrip() for line in remarks.splitlines()]
        FORMAT.write(path, [*comments, *self.indented().split("\n")])

    @classmethod
    def load(cls, path: Path) -> Program:
        """Read a program file; an error names file, line and column."""
        lines = dict(FORMAT.read(path))
        # Blank lines were left out; they are put back, so that the errors count as an editor does.
        text = "\n".join(lines.get(number, "") for number in range(2, max(lines, default=2) + 1))
        try:
            return cls.parse(text, first_line=2)
        except BadProgram as error:
            raise BadProgram(f"{path}, {error}", error.hint) from None


def shipped_names() -> list[str]:
    """The programs that come with Motif, by name."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{ENDING}"))


def find_program(name: str) -> Program:
    """A program by the name of a shipped one, or by the path of a file."""
    if name in shipped_names():
        return Program.load(SHIPPED / f"{name}{ENDING}")
    path = Path(name)
    if path.suffix == ENDING or path.exists():
        return Program.load(path)
    raise UnknownName(
        f"no program is called {name!r}",
        hint=nearest(name, shipped_names(), f"; or name a file that ends in {ENDING}"),
    )


def paths(tree: Tree, path: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Tree]]:
    """Every node of a tree with its path from the root."""
    yield path, tree
    for place, argument in enumerate(tree.arguments):
        yield from paths(argument, (*path, place))
