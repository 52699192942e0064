"""`motif tactics show`: what a library says, in words and figures, and what it suggests in a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import chess
import typer
from rich.table import Table

from motif.board.drawing import Drawing, move_arrow
from motif.interfaces.cli.console import Json, SvgFile, counted, out, read_board, say, say_json
from motif.interfaces.cli.console import show as show_drawing
from motif.interfaces.cli.tactics.libraries import LibraryName, find_library
from motif.tactics import Library, Suggestion, Tactic, suggestions
from motif.tactics.board.illustration import arrows


def show(
    library: LibraryName,
    fen: Annotated[
        str | None, typer.Option("--fen", help="Say what the tactics suggest in this position; or `start`.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many tactics or moves, best first.")] = 10,
    name: Annotated[
        str | None, typer.Option("--tactic", help="Only the tactic of this name, as it is written.")
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: every tactic in English with its figures, and what they suggest in a position.

    Where the tactics of a library vote, the sum of votes stands beside each move.

    Example: `motif tactics show shipped --fen "3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1"`
    """
    known = find_library(library)
    if name:
        known = Library(known.vocabulary, (known.find(name),), known.notes)
    if fen is None:
        _show_library(known, count, as_json, written_out=bool(name))
        return
    board = read_board(fen)
    found = suggestions(known, board)
    if as_json:
        say_json([_suggestion_in_json(board, suggestion) for suggestion in found[:count]])
        return
    _show_suggestions(known, board, found[:count], svg)


def _show_library(library: Library, count: int, as_json: bool, written_out: bool) -> None:
    if as_json:
        say_json({"notes": dict(library.notes), "tactics": [_in_json(tactic) for tactic in library.tactics[:count]]})
        return
    names = list(dict.fromkeys(figure for tactic in library.tactics for figure in tactic.figures))
    table = Table(box=None, pad_edge=False)
    table.add_column("tactic")
    for figure in names:
        table.add_column(figure, justify="right")
    for tactic in library.tactics[:count]:
        figures = (f"{tactic.figures[figure]:.3g}" if figure in tactic.figures else "–" for figure in names)
        table.add_row(tactic.name, *figures)
    out.print(table)
    say("")
    for tactic in library.tactics[:count]:
        say(f"{tactic.name}: {tactic.sentence()}")
        if written_out:
            say(tactic.rule.text())
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more tactic')}: --count {len(library)} shows all")


def _show_suggestions(library: Library, board: chess.Board, found: list[Suggestion], svg: Path | None) -> None:
    marks = []
    if found:
        first = found[0]
        marks = [move_arrow(first.move), *arrows(first.tactics[0].rule, library.vocabulary, board, first.move)]
    show_drawing(Drawing.of(board, *marks), svg)
    for suggestion in found:
        votes = "" if suggestion.votes is None else f"  {suggestion.votes:.2f} votes"
        told = " Also ".join(f"{tactic.name}: {tactic.sentence()}" for tactic in suggestion.speakers)
        others = len(suggestion.tactics) - len(suggestion.speakers)
        more = f" (and {counted(others, 'other tactic')})" if others else ""
        say(f"{board.san(suggestion.move)}{votes}  {told}{more}")
    if not found:
        say("no tactic applies here")


def _in_json(tactic: Tactic) -> dict[str, Any]:
    return {
        "name": tactic.name,
        "motif": tactic.motif,
        "sentence": tactic.sentence(),
        "rule": str(tactic.rule),
        "figures": dict(tactic.figures),
    }


def _suggestion_in_json(board: chess.Board, suggestion: Suggestion) -> dict[str, Any]:
    told: dict[str, Any] = {
        "move": suggestion.move.uci(),
        "san": board.san(suggestion.move),
        "tactics": [tactic.name for tactic in suggestion.tactics],
    }
    return told if suggestion.votes is None else told | {"votes": suggestion.votes}


def join(app: typer.Typer) -> None:
    """Become a verb of `motif tactics`."""
    app.command()(show)
