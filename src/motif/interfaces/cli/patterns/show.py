"""`motif patterns show`: the patterns that tell most in English, and what a library says of a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif.board.drawing import Drawing
from motif.interfaces.cli.console import counted, read_board, say, say_json
from motif.interfaces.cli.console import show as show_drawing
from motif.interfaces.cli.options import Json, SvgFile
from motif.interfaces.cli.patterns.sources import LibraryName, find_library
from motif.patterns.adviser import PatternsAdviser
from motif.patterns.library import Library
from motif.patterns.paper_library import PaperLibrary
from motif.patterns.sentences import sentence
from motif.patterns.taught import best_moves, drawn, told


def show(
    library: LibraryName = "shipped",
    fen: Annotated[str | None, typer.Option("--fen", help="Say what the patterns say of this position.")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many patterns or moves, best first.")] = 10,
    text: Annotated[bool, typer.Option("--text", help="Write the patterns out as well.")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: the patterns that tell most in English, or what it says of a position.

    Before each pattern stands what it says of a move together with all that are more general, and what it adds to them.

    Example: `motif patterns show shipped --fen "3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"`
    """
    known = find_library(library)
    if fen is None:
        _show_library(known, count, text, as_json)
        return
    board = read_board(fen)
    if isinstance(known, PaperLibrary):
        _show_verdicts(known, board, count, svg, as_json)
        return
    advice = PatternsAdviser(known, count).advise(board)
    if as_json:
        say_json([piece.to_json(board) for piece in advice])
        return
    show_drawing(Drawing.of(board, *(advice[0].because.arrows if advice else ())), svg)
    scores = dict(known.rank(board))
    for piece in advice:
        say(f"{scores[piece.move]:+.2f}  {piece.because.english}")


def _show_verdicts(library: PaperLibrary, board: chess.Board, count: int, svg: Path | None, as_json: bool) -> None:
    rows = best_moves(library, board)[:count]
    if as_json:
        say_json(
            [
                {
                    "move": board.san(move),
                    "material": verdict.material,
                    "habit": verdict.habit,
                    "because": told(board, move, verdict),
                }
                for move, verdict in rows
            ]
        )
        return
    show_drawing(Drawing.of(board, *(drawn(board, *rows[0]) if rows else ())), svg)
    for move, verdict in rows:
        say(f"{verdict.weight:+.2f}  {board.san(move)}: {told(board, move, verdict)}")


def _show_library(library: Library | PaperLibrary, count: int, text: bool, as_json: bool) -> None:
    if isinstance(library, Library):
        numbers = range(min(count, len(library)))
        first = [library.pattern(number) for number in numbers]
        effects = [library.effect(number) for number in numbers]
    else:
        first, effects = list(library.patterns[:count]), []
    if as_json:
        rows: list[dict[str, Any]] = [
            {"weight": pattern.weight, "sentence": sentence(pattern), "pattern": str(pattern)} for pattern in first
        ]
        for piece, effect in zip(rows, effects, strict=False):
            piece["effect"] = round(effect, 4)
        say_json({"notes": dict(library.notes), "patterns": rows})
        return
    for number, pattern in enumerate(first):
        weight = f"{effects[number]:+.2f} ({pattern.weight:+.2f})" if effects else f"{pattern.weight:+.2f}"
        say(f"{weight}  {sentence(pattern)}")
        if text:
            say("\n".join(f"       {line}" for line in str(pattern).splitlines()))
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more pattern')}: --count {len(library)} shows all")
