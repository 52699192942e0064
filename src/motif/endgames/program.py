"""Read, check and write endgame programs, which value the board after each of our moves.

A program has three trees of functions and terminals, one for each state of the game: ahead, even or behind in material
before the move. The tree of the current state values the board after each legal move, and the program plays the move
with the highest value. Source: Hauptman and Sipper, "GP-EndChess: Using Genetic Programming to Evolve Chess Endgame
Players", EuroGP 2005.
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
from motif.board.drawing import card
from motif.board.wording import counted
from motif.errors import BadProgram, UnknownName, nearest
from motif.runtime.files import DATA, Format

# Symbols: functions and terminals as the core defines them, and the paper's constants.

LARGEST_CONSTANT = 1000.0
"""The paper's MAX."""

_PARTS = [LARGEST_CONSTANT / 2, LARGEST_CONSTANT / 3, LARGEST_CONSTANT / 4]
CONSTANTS: tuple[float, ...] = tuple(sign * value for part in _PARTS for value in (part, 1 / part) for sign in (1, -1))
"""The paper's random constants: plus and minus a half, a third and a quarter of MAX, and their inverses."""

THEN_DIVISOR = 128.0
"""The function Then divides its second argument by this, as in the core; no count on a board is larger."""

LARGEST_TERMINAL_VALUE = 144.0
"""The material of sixteen queens."""


class ValueKind(StrEnum):
    """The type of an expression or an argument; a Query can be used as a number and as a truth value."""

    FLOAT = "Float"
    BOOLEAN = "Boolean"
    QUERY = "Query"

    def fits(self, wanted: ValueKind) -> bool:
        """Say whether an expression of this kind can be used where `wanted` is expected."""
        return self in (wanted, ValueKind.QUERY)

    @property
    def described(self) -> str:
        """The kind in English, with an article."""
        return {"Float": "a number", "Boolean": "a truth value", "Query": "a number or a truth value"}[self]


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or a terminal: the kind of its value, the kinds of its arguments, and its meaning."""

    name: str
    gives: ValueKind
    takes: tuple[ValueKind, ...]
    meaning: str
    is_extra: bool = False


def functions(extras: bool = False) -> Sequence[Symbol]:
    """Return the functions of the paper's Table 1 and, with `extras`, our additions."""
    return [symbol for symbol in _symbols().values() if symbol.takes and (extras or not symbol.is_extra)]


def terminals(extras: bool = False, endgames: Sequence[str] = ()) -> Sequence[Symbol]:
    """Return the terminals of the paper's Tables 2 and 3 and, with `extras`, our additions.

    If endgames are given, terminals about pieces that cannot occur in them, even by promotion, are left out.

    >>> "MyKingProxRook" in [terminal.name for terminal in terminals(endgames=["KQKQ"])]
    False
    """
    pieces = set("".join(endgames))
    pieces |= set("QRP") if not endgames else set("QR") if "P" in pieces else set()
    allowed = [symbol for symbol in _symbols().values() if not symbol.takes and (extras or not symbol.is_extra)]
    return [symbol for symbol in allowed if pieces & set(_PIECES_OF_TERMINAL.get(symbol.name, pieces))]


_PIECES_OF_TERMINAL = {
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
"""Terminals that need at least one of certain pieces on the board; all others fit any pieces."""


def known_symbols() -> list[str]:
    """Return the names of all symbols."""
    return list(_symbols())


def get_symbol(name: str) -> Symbol | None:
    """Return the symbol of this name, or None."""
    return _symbols().get(name)


def find_symbol(name: str) -> Symbol:
    """Return the symbol of this name; raise BadProgram if there is none."""
    symbol = get_symbol(name)
    if symbol is None:
        raise BadProgram(f"no function or terminal is called {name}")
    return symbol


def range_of(terminal: str) -> tuple[float, float]:
    """Return the smallest and the largest value of a terminal over all boards."""
    if find_symbol(terminal).gives is ValueKind.BOOLEAN:
        return 0.0, 1.0
    return (-LARGEST_TERMINAL_VALUE if terminal == "EvaluateMaterial" else 0.0), LARGEST_TERMINAL_VALUE


@cache
def _symbols() -> dict[str, Symbol]:
    symbols = []
    for rows, extra in ((FUNCTIONS, False), (EXTRA_FUNCTIONS, True)):
        symbols += [
            Symbol(name, ValueKind(gives), tuple(map(ValueKind, takes)), text, extra)
            for name, gives, takes, text in rows
        ]
    for terms, extra in ((TERMINALS, False), (EXTRA_TERMINALS, True)):
        symbols += [Symbol(name, ValueKind(gives), (), text, extra) for name, gives, text in terms]
    return {symbol.name: symbol for symbol in symbols}


# Trees: a function with arguments, a terminal, or a number.

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
            raise BadProgram(f"{function} cannot be applied to values")


def number_text(number: float) -> str:
    """Return the shortest text that reads back as the same number; thirds of MAX become fractions.

    >>> number_text(1000 / 3), number_text(250.0), number_text(0.002)
    ('1000/3', '250', '0.002')
    """
    return _NAMED_NUMBERS.get(number) or repr(number).removesuffix(".0")


def count_arguments(count: int) -> str:
    """Return the number of arguments with its noun."""
    return "no arguments" if count == 0 else f"{count} argument{'s' if count > 1 else ''}"


# Texts: s-expressions on one line or indented; errors name the line and column.

WIDTH = 100

_TOKEN = re.compile(r"[()]|;[^\n]*|[^\s();]+")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


@dataclass(frozen=True, slots=True)
class ProgramToken:
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
        self._end = ProgramToken("", first_line + len(lines) - 1, len(lines[-1]) + 1)

    def peek(self) -> ProgramToken | None:
        """Return the next token without moving past it; None at the end."""
        return self._tokens[self._next] if self._next < len(self._tokens) else None

    def take(self, wanted: str) -> ProgramToken:
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


def _tokens(text: str, first_line: int) -> Iterator[ProgramToken]:
    for number, line in enumerate(text.split("\n"), first_line):
        for match in _TOKEN.finditer(line):
            if not match[0].startswith(";"):
                yield ProgramToken(match[0], number, match.start() + 1)


def _leaf(token: ProgramToken) -> Tree:
    number = _number(token)
    if number is not None:
        return Tree(number)
    symbol = get_symbol(token.text)
    if symbol is None:
        token.refuse(f"no function or terminal is called {token.text}", hint=_nearest(token.text))
    if symbol.takes:
        token.refuse(f"{symbol.name} takes {count_arguments(len(symbol.takes))}: write ({symbol.name} …)")
    return Tree(symbol.name)


def _number(token: ProgramToken) -> float | None:
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


def _check_kind(token: ProgramToken, given: ValueKind, wanted: ValueKind, place: str) -> None:
    if not given.fits(wanted):
        token.refuse(f"{place} must be {wanted.described}, but {token.text} is {given.described}")


def _nearest(word: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(word, known_symbols(), 3, 0.5)
    return f"did you mean {' or '.join(close)}?" if close else "`motif lab read endgame --set language` lists all names"


# Programs.

FORMAT = Format("endgame program", 1, ";")
SHIPPED = DATA / "endgames"
PROGRAM_SUFFIX = ".program"


class State(StrEnum):
    """The balance of material before the move, for the side to move."""

    ADVANTAGE = "Advantage"
    EVEN = "Even"
    DISADVANTAGE = "Disadvantage"

    @classmethod
    def of(cls, material: float) -> State:
        if material == 0:
            return cls.EVEN
        return cls.ADVANTAGE if material > 0 else cls.DISADVANTAGE


@dataclass(frozen=True)
class Program:
    """A program of three trees; two programs are equal if their trees are.

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
            if not tree.kind.fits(ValueKind.FLOAT):
                raise BadProgram(f"the {state} tree must be a number, but {tree.name} is {tree.kind.described}")

    @classmethod
    def parse(cls, text: str, first_line: int = 1) -> Program:
        """Read a program on one line or indented; comments run from a semicolon to the end of the line."""
        reader = Reader(text, first_line)
        trees = []
        for state in State:
            reader.expect("(")
            reader.expect(state.value)
            trees.append(read_tree(reader, ValueKind.FLOAT, f"the {state} tree"))
            reader.expect(")")
        reader.end()
        return cls(*trees)

    @property
    def trees(self) -> tuple[Tree, Tree, Tree]:
        """The trees in the order of the states."""
        return self.advantage, self.even, self.disadvantage

    @property
    def size(self) -> int:
        return sum(tree.size for tree in self.trees)

    def tree(self, state: State) -> Tree:
        return self.trees[list(State).index(state)]

    @cached_property
    def compiled(self) -> CompiledProgram:
        return CompiledProgram(*(tree.tokens() for tree in self.trees))

    def __reduce__(self) -> tuple[type[Program], tuple[Tree, Tree, Tree]]:
        # The compiled form is rebuilt where it is needed.
        return type(self), self.trees

    def _repr_html_(self) -> str:
        return card(f"A program of {counted(self.size, 'symbol')}", text=self.indented())

    def __str__(self) -> str:
        return " ".join(f"({state} {tree})" for state, tree in zip(State, self.trees, strict=True))

    def indented(self) -> str:
        """Return the text of the program over several lines."""
        parts = (f"({state}\n  {indented(tree, 2)})" for state, tree in zip(State, self.trees, strict=True))
        return "\n".join(parts)

    def save(self, path: Path, remarks: str = "") -> None:
        """Write a program file with the remarks as comments above the trees."""
        comments = [f"; {line}".rstrip() for line in remarks.splitlines()]
        FORMAT.write(path, [*comments, *self.indented().split("\n")])

    @classmethod
    def load(cls, path: Path) -> Program:
        """Read a program file; errors name the file, line and column."""
        lines = dict(FORMAT.read(path))
        # Restore the skipped blank lines, so that errors have the line numbers of the file.
        text = "\n".join(lines.get(number, "") for number in range(2, max(lines, default=2) + 1))
        try:
            return cls.parse(text, first_line=2)
        except BadProgram as error:
            raise BadProgram(f"{path}, {error}", error.hint) from None


def shipped_names() -> list[str]:
    """Return the names of the shipped programs."""
    return sorted(path.stem for path in SHIPPED.glob(f"*{PROGRAM_SUFFIX}"))


def find_program(name: str) -> Program:
    """Return the shipped program of this name, or read the program file at this path."""
    if name in shipped_names():
        return Program.load(SHIPPED / f"{name}{PROGRAM_SUFFIX}")
    path = Path(name)
    if path.suffix == PROGRAM_SUFFIX or path.exists():
        return Program.load(path)
    raise UnknownName(
        f"no program is called {name!r}",
        hint=nearest(name, shipped_names(), f"; or name a file that ends in {PROGRAM_SUFFIX}"),
    )
