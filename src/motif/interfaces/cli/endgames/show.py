"""`motif endgames show`: a program to look at, and the language that it is written in."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from motif.endgames import Program
from motif.endgames.language.program import shipped_names
from motif.endgames.language.simplification import simplify
from motif.endgames.language.symbols import CONSTANTS, Symbol, functions, terminals
from motif.endgames.language.tree import number_text
from motif.endgames.telling.drawing import draw_program, program_text
from motif.endgames.telling.pages import page_of
from motif.errors import BadArgument
from motif.interfaces.cli.console import note, out, say, say_json
from motif.interfaces.cli.endgames.programs import find_or_parse
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json


def show(
    name: Annotated[
        str | None,
        typer.Argument(metavar="[PROGRAM]", help="A program that ships, a file, or the text itself in quotes."),
    ] = None,
    tree: Annotated[bool, typer.Option("--tree", help="Draw the three trees in the terminal.")] = False,
    line: Annotated[bool, typer.Option("--line", help="The text on one line.")] = False,
    page: Annotated[
        bool, typer.Option("--page", help="Three sentences and four diagrams to take to the board.")
    ] = False,
    simplified: Annotated[
        bool, typer.Option("--simplified", help="As the smallest program known to give the same values.")
    ] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Draw the trees to this file.")] = None,
    png: Annotated[Path | None, typer.Option("--png", metavar="FILE", help="Draw the trees to this file.")] = None,
    language: Annotated[
        bool, typer.Option("--language", help="List the functions and terminals of programs instead.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Show an endgame program: its text, its trees in the terminal, or a picture of them.

    Without a program, the ones that ship are listed.

    Example: `motif endgames show master --tree --svg master.svg`
    """
    if language:
        _show_language(as_json)
        return
    if name is None:
        say_json(shipped_names()) if as_json else say("\n".join(shipped_names()))
        return
    if page:
        taken = page_of(name)
        say_json(asdict(taken)) if as_json else say(taken.text())
        return
    title, program = find_or_parse(name)
    if simplified:
        program = simplify(program)
    for ending, path in ((".svg", svg), (".png", png)):
        if path:
            if path.suffix != ending:
                raise BadArgument(f"a picture as {ending[1:]} cannot go to {path}", hint=f"end its name in {ending}")
            draw_program(program, title, path)
            note(f"the picture is in {path}")
    if as_json:
        say_json(_in_json(program))
    elif tree:
        say(program_text(program))
    else:
        say(str(program) if line else program.indented())


def _in_json(program: Program) -> dict[str, object]:
    names = ("advantage", "even", "disadvantage")
    trees = {name: str(tree) for name, tree in zip(names, program.trees, strict=True)}
    asked = set().union(*(tree.terminals() for tree in program.trees))
    return trees | {"size": program.size, "terminals": sorted(asked)}


def _show_language(as_json: bool) -> None:
    symbols = [*functions(extras=True), *terminals(extras=True)]
    if as_json:
        say_json(
            [
                {
                    "name": symbol.name,
                    "gives": symbol.gives,
                    "takes": symbol.takes,
                    "meaning": symbol.meaning,
                    "extra": symbol.is_extra,
                }
                for symbol in symbols
            ]
        )
        return
    table = Grid("name", "gives", "meaning")
    for symbol in symbols:
        table.add_row(_call(symbol), symbol.gives.value, symbol.meaning)
    out.print(table)
    say(f"constants: {', '.join(map(number_text, CONSTANTS))}, or any other number")
    say("a Query may stand for a Float and for a Boolean; names with + are not the paper's")


def _call(symbol: Symbol) -> str:
    mark = " +" if symbol.is_extra else ""
    return f"{symbol.name}({', '.join(symbol.takes)}){mark}" if symbol.takes else symbol.name + mark
