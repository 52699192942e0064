"""The two models of Ahmer & Huang 2022, as they describe them: chess without pawns on n x n boards, by clingo alone.

*Declarative*: every dynamic move has its successor board, and a move is legal if its successor leaves no king in check.
*Brute force*: double checks, checks, pins and blocks case by case. What a model plans is one line; whether it is a
sound puzzle, they cannot say (their Figure 4), so our solver says it beside each.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

import clingo

from motif._core.puzzles import solve
from motif.answer_sets import heeding_ctrl_c
from motif.errors import BadArgument
from motif.puzzles.diagram import Diagram, Square
from motif.puzzles.recipe import Recipe
from motif.puzzles.rules import ENCODINGS
from motif.puzzles.static import static_mates

LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N"}


class Encoding(StrEnum):
    """Whose rules clingo solves."""

    MOTIF = "motif"
    DECLARATIVE = "declarative"
    BRUTE_FORCE = "brute-force"

    def files(self, is_static: bool) -> list[str]:
        """The rules of one of the paper's models; both share the movements of men."""
        folder = ENCODINGS / "paper"
        own = folder / self.replace("-", "_")
        mode = "static.lp" if is_static else "dynamic.lp"
        return [
            *map(str, (own / "planner.lp", own / mode)),
            *(str(folder / "declarative" / name) for name in ("pieces.lp", "linear.lp")),
        ]


@dataclass(frozen=True, slots=True)
class Plan:
    """A board and the line that a model plans on it."""

    diagram: Diagram
    line: tuple[str, ...]

    def is_sound(self, is_static: bool = False) -> bool:
        """Whether the plan is the only solution, and none is shorter."""
        if is_static:
            return static_mates(str(self.diagram), len(self.line)) == [self.line]
        solution = solve(str(self.diagram), f"#{(len(self.line) + 1) // 2}")
        assert solution is not None, "nothing limits this search"
        return solution.is_sound

    def told(self) -> str:
        """The moves without their numbers, as the paper writes them: `b2d4, c4d3, b4b3`."""
        return ", ".join(self.line)


@dataclass(frozen=True, slots=True)
class PaperModel:
    """What is asked of a model: its size, its length, the most men of either side."""

    encoding: Encoding
    size: int = 4
    moves: int = 2
    white: int = 6
    black: int = 6
    is_static: bool = False
    record: bool = False
    """Whether solutions are recorded and the search begun anew after each, the paper's cure for near-identical ones."""

    @classmethod
    def of(cls, encoding: Encoding, recipe: Recipe, is_static: bool = False, record: bool = False) -> PaperModel:
        """The model for a recipe, of which it knows the board, the length and the most men."""
        files, ranks = recipe.board
        if files != ranks:
            raise BadArgument(f"the paper's boards are squares, not {files}x{ranks}", hint="ask for --board 4x4")
        if recipe.themes:
            raise BadArgument("the paper's models know no themes", hint="leave out the theme, or --encoding")
        return cls(encoding, files, recipe.stipulation.moves, recipe.white.most, recipe.black.most, is_static, record)

    def plans(self, seed: int = 0, seconds: float | None = None) -> Iterator[Plan]:
        """The models in clingo's order, until there are no more or the time is over; grounding cannot be cut short."""
        times = self.moves + 1 if self.is_static else 2 * self.moves
        constants = {"n": self.size, "k": times, "w": self.white, "b": self.black}
        arguments = ["0", "--opt-mode=ignore", f"--seed={seed}", *(f"-c{name}={v}" for name, v in constants.items())]
        if self.record:
            arguments += ["--enum-mode=record", "--restart-on-model"]
        control = clingo.Control(arguments, logger=lambda code, message: None)
        until = None if seconds is None else time.monotonic() + seconds
        for file in self.encoding.files(self.is_static):
            control.load(file)
        control.ground([("base", [])])
        with heeding_ctrl_c(control.interrupt), control.solve(yield_=True, async_=True) as handle:
            while True:
                handle.resume()
                while not handle.wait(0.1):
                    if until is not None and time.monotonic() > until:
                        handle.cancel()
                        return
                model = handle.model()
                if model is None:
                    return
                yield self._read(model)

    def _read(self, model: clingo.Model) -> Plan:
        men, steps = [], {}
        for symbol in model.symbols(shown=True):
            if symbol.name == "chessman":
                piece, colour, row, column = symbol.arguments
                letter = LETTERS[piece.name]
                sign = letter if colour.name == "white" else letter.lower()
                men.append((Square(column.number - 1, row.number - 1), sign))
            elif symbol.name == "move":
                *ends, at = (each.number for each in symbol.arguments)
                steps[at] = f"{Square(ends[1] - 1, ends[0] - 1)}{Square(ends[3] - 1, ends[2] - 1)}"
        return Plan(Diagram.of(self.size, self.size, men), tuple(steps[at] for at in sorted(steps)))
