"""`motif tactics show`: what a library says, in words and figures, and what it suggests in a position."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif.board.drawing import Drawing, move_arrow
from motif.interfaces.cli.console import counted, out, read_board, say, say_json
from motif.interfaces.cli.console import show as show_drawing
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, SvgFile
from motif.interfaces.cli.tactics.shares import NOT_KNOWN, applying_share, right_share, right_share_in_band
from motif.interfaces.cli.tactics.sources import LibraryName, find_library
from motif.tactics.board.adviser import Suggestion, TacticsAdviser, suggestions
from motif.tactics.library.decision import DECIDE_NOTE, VOTE, Decide
from motif.tactics.library.library import Library, Tactic
from motif.tactics.library.measures import BANDS


def show(
    library: LibraryName,
    fen: Annotated[
        str | None, typer.Option("--fen", help="Say what the tactics suggest in this position; or `start`.")
    ] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many tactics or moves, best first.")] = 10,
    name: Annotated[
        str | None,
        typer.Option("--tactic", "--rule", help="Only the tactic of this name: its maxim, and the clause."),
    ] = None,
    decide: Annotated[
        Decide | None,
        typer.Option("--decide", help="list: read from the top; votes: all together."),
    ] = None,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: every tactic in English with its figures, and what they suggest in a position.

    In a position each move stands with what decides for it, told of the men on the board; a tactic by itself is told as
    a maxim. Where the tactics of a library vote, the sum of votes stands beside each move.

    Example: `motif tactics show shipped --fen "3q3k/8/8/6N1/8/8/8/6K1 w - - 0 1"`
    """
    known = find_library(library)
    if decide:
        known = replace(known, notes={**known.notes, DECIDE_NOTE: str(decide)})
    if name:
        known = replace(known, tactics=(known.find(name),))
    if fen is None:
        _show_library(known, count, as_json, written_out=bool(name))
        return
    board = read_board(fen)
    suggested = suggestions(known, board)
    if as_json:
        say_json([_suggestion_in_json(board, suggestion) for suggestion in suggested[:count]])
        return
    _show_suggestions(known, board, suggested[:count], svg)


def _show_library(library: Library, count: int, as_json: bool, written_out: bool) -> None:
    if as_json:
        say_json({"notes": dict(library.notes), "tactics": [_in_json(tactic) for tactic in library.tactics[:count]]})
        return
    out.print(_table(library, count))
    say("")
    for tactic in library.tactics[:count]:
        say(f"{tactic.name}: {tactic.sentence()}")
        if written_out:
            say(tactic.rule.text())
            for band in BANDS:
                if share := right_share_in_band(tactic.figures, band):
                    say(f"right against players rated from {band}: {share}")
    for word, value in library.notes.items():
        say(f"{word}: {value}")
    if count < len(library):
        say(f"{counted(len(library) - count, 'more tactic')}: --count {len(library)} shows all")


def _table(library: Library, count: int) -> Grid:
    """The figures of the first tactics, each with its number of cases."""
    table = Grid(box=None, pad_edge=False)
    table.add_column("tactic")
    applying = [applying_share(tactic.figures) for tactic in library.tactics[:count]]
    positions = next((share.count for share in applying if share), 0)
    for heading in ("right", f"applies, of {positions:,}" if positions else "applies", "vote"):
        table.add_column(heading, justify="right", no_wrap=True)
    for tactic, applies in zip(library.tactics, applying, strict=False):
        right = right_share(tactic.figures)
        vote = f"{tactic.figures[VOTE]:.2f}" if VOTE in tactic.figures else NOT_KNOWN
        table.add_row(tactic.name, str(right) if right else NOT_KNOWN, applies.percent if applies else NOT_KNOWN, vote)
    return table


def _show_suggestions(library: Library, board: chess.Board, suggested: list[Suggestion], svg: Path | None) -> None:
    adviser = TacticsAdviser(library)
    advice = [adviser.advice(board, suggestion.move, suggested) for suggestion in suggested]
    marks = [move_arrow(advice[0].move), *advice[0].because.arrows] if advice else []
    show_drawing(Drawing.of(board, *marks), svg)
    for suggestion, piece in zip(suggested, advice, strict=True):
        # Without the sum a slight vote against a move would be written as a nought with a minus.
        votes = "" if suggestion.votes is None else f"  {round(suggestion.votes, 2) + 0.0:.2f} votes"
        others = len(suggestion.tactics) - 1
        more = f", and {counted(others, 'other tactic')}" if others else ""
        say(f"{piece.because.english}{votes}  ({suggestion.tactics[0].name}{more})")
    if not suggested:
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
    value: dict[str, Any] = {
        "move": suggestion.move.uci(),
        "san": board.san(suggestion.move),
        "tactics": [tactic.name for tactic in suggestion.tactics],
    }
    return value if suggestion.votes is None else value | {"votes": suggestion.votes}
