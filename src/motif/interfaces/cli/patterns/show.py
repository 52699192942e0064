"""`motif patterns show`: the heaviest patterns in English, and what a library says of a position."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from motif.board.drawing import Drawing
from motif.interfaces.cli.console import Json, SvgFile, counted, read_board, say, say_json
from motif.interfaces.cli.console import show as show_drawing
from motif.interfaces.cli.patterns.sources import LibraryName, find_library
from motif.patterns.adviser import PatternsAdviser
from motif.patterns.library import Library
from motif.patterns.sentences import sentence


def show(
    library: LibraryName = "shipped",
    fen: Annotated[str | None, typer.Option("--fen", help="Say what the patterns say of this position.")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many patterns or moves, best first.")] = 10,
    text: Annotated[bool, typer.Option("--text", help="Write the patterns out as well.")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: its heaviest patterns in English, or what it says of a position.

    Example: `motif patterns show shipped --fen "3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"`
    """
    known = find_library(library)
    if fen is None:
        _show_library(known, count, text, as_json)
        return
    board = read_board(fen)
    advice = PatternsAdviser(known, count).advise(board)
    if as_json:
        say_json([piece.to_json(board) for piece in advice])
        return
    show_drawing(Drawing.of(board, *(advice[0].because.arrows if advice else ())), svg)
    scores = dict(known.rank(board))
    for piece in advice:
        say(f"{scores[piece.move]:+.2f}  {piece.because.english}")


def _show_library(library: Library, count: int, text: bool, as_json: bool) -> None:
    heaviest = library.patterns[:count]
    if as_json:
        told: list[dict[str, Any]] = [
            {"weight": pattern.weight, "sentence": sentence(pattern), "pattern": str(pattern)} for pattern in heaviest
        ]
        say_json({"notes": dict(library.notes), "patterns": told})
        return
    for pattern in heaviest:
        say(f"{pattern.weight:+.2f}  {sentence(pattern)}")
        if text:
            say("\n".join(f"       {line}" for line in str(pattern).splitlines()))
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more pattern')}: --count {len(library)} shows all")


def join(app: typer.Typer) -> None:
    """Become a verb of `motif patterns`."""
    app.command()(show)
