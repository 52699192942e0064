"""The options that several verbs of `motif puzzles` share, and the recipe that they make."""

from __future__ import annotations

from typing import Annotated

import typer

from motif.puzzles.puzzle import Stipulation
from motif.puzzles.recipe import Men, Recipe, parse_board
from motif.puzzles.themes import find_theme

Board = Annotated[str, typer.Option("--board", help="Files x ranks, 4x4 to 8x8.")]
WhiteMen = Annotated[str, typer.Option("--white", help="White's men: `2-6 men with QN without P worth 3-12`.")]
BlackMen = Annotated[str, typer.Option("--black", help="Black's men, in the same way.")]
Themes = Annotated[
    list[str] | None, typer.Option("--theme", "-t", metavar="NAME", help="What must happen; may be repeated.")
]
Count = Annotated[int, typer.Option("--count", "-n", min=1, help="How many puzzles.")]


def read_recipe(goal: str, themes: list[str] | None, board: str, white: str, black: str) -> Recipe:
    """What the options ask for; all else as a recipe has it."""
    return Recipe(
        stipulation=Stipulation.parse(goal),
        themes=tuple(find_theme(name) for name in themes or ()),
        board=parse_board(board),
        white=Men.parse(white),
        black=Men.parse(black),
    )
