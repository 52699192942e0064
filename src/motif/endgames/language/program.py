"""A program: three trees that value the board after one's own move, each for its own state of the game.

Which tree speaks is decided by the material before the move: ahead, even or behind. The move that leads to the
highest value is played. Hauptman & Sipper, GP-EndChess, EuroGP 2005.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from motif._core.endgames import CompiledProgram
from motif.board.shipped import DATA
from motif.endgames.language.symbols import Kind
from motif.endgames.language.text import Reader, indented, read_tree
from motif.endgames.language.tree import Tree
from motif.errors import BadProgram, UnknownName, nearest
from motif.store import Format

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
