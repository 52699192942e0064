"""Read, check and write endgame programs, which value the board after each of our moves.

A program has three trees (`trees`) of functions and terminals (`symbols`), one for each state of the game: ahead, even
or behind in material before the move. The tree of the current state values the board after each legal move, and the
program plays the move with the highest value. Source: Hauptman and Sipper, "GP-EndChess: Using Genetic Programming to
Evolve Chess Endgame Players", EuroGP 2005.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from pathlib import Path

from motif._core.endgames import CompiledProgram
from motif.board.drawing import card
from motif.board.wording import counted
from motif.endgames.symbols import ValueKind
from motif.endgames.trees import Reader, Tree, indented, read_tree
from motif.errors import BadProgram, UnknownName, nearest
from motif.runtime.files import DATA, Format

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
