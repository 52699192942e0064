"""`motif puzzles sheet`: puzzles to print, or in another program's form."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.errors import BadArgument
from motif.interfaces.cli.console import check_word, counted, say
from motif.puzzles.export import answer
from motif.puzzles.files import SHIPPED, check_form, read_puzzles, write_puzzles
from motif.puzzles.pictures import attack_board
from motif.puzzles.themes import find_theme


def sheet(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Puzzles as Motif writes them; `shipped` are those that come with it.")
    ],
    to: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Where to: .pdf, .png, .tex, .pgn, .csv, .epd, .svg, .txt."),
    ] = None,
    theme: Annotated[
        str | None, typer.Option("--theme", "-t", metavar="NAME", help="Only puzzles that show it.")
    ] = None,
    number: Annotated[int | None, typer.Option("--number", min=1, help="Only this one.")] = None,
    count: Annotated[int | None, typer.Option("--count", "-n", min=1, help="Only the first so many.")] = None,
    title: Annotated[str, typer.Option("--title", help="What stands above the diagrams.")] = "Chess puzzles",
    answers: Annotated[bool, typer.Option("--answers", help="Without --out: print the solutions too.")] = False,
) -> None:
    """Print puzzles: a PDF sheet with answer pages, or PGN, EPD, Lichess's CSV, LaTeX, SVG.

    Without `--out` they are drawn in the terminal, with O and X where White and Black attack.

    Example: `motif puzzles sheet shipped --theme smothered --out smothered.pdf`
    """
    if file != SHIPPED:
        check_word(file, SHIPPED)
    puzzles = read_puzzles(file)
    if theme:
        puzzles = [puzzle for puzzle in puzzles if find_theme(theme).name in puzzle.themes]
    if number:
        puzzles = puzzles[number - 1 : number]
    puzzles = puzzles[:count] if count else puzzles
    if not puzzles:
        raise BadArgument(f"no such puzzle is in {file}")
    if to:
        check_form(to)
        write_puzzles(puzzles, to, title)
        say(f"{counted(len(puzzles), 'puzzle')} in {to}")
        return
    for index, puzzle in enumerate(puzzles, start=number or 1):
        side = "White" if puzzle.diagram.white_to_move else "Black"
        say(f"{index}. {side}: {puzzle.stipulation}\n{attack_board(puzzle.diagram)}")
        say(f"{answer(puzzle)}\n" if answers else "")
