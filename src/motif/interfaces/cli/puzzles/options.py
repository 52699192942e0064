"""What several verbs of `motif puzzles` let a user wish for."""

from __future__ import annotations

from typing import Annotated

import typer

Board = Annotated[str, typer.Option("--board", help="Files x ranks, 4x4 to 8x8.")]
WhiteMen = Annotated[str, typer.Option("--white", help="White's men: `2-6 men with QN without P worth 3-12`.")]
BlackMen = Annotated[str, typer.Option("--black", help="Black's men, in the same way.")]
