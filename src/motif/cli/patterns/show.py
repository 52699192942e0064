"""`motif lab read patterns`: print the most important patterns in English, or what a library says about a position."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import chess
import numpy as np
import typer

from motif._core.board import decode_move
from motif.board.drawing import Drawing
from motif.board.games import GameFilter, Report
from motif.board.moves import read_board
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import say, say_json
from motif.cli.console import show as show_drawing
from motif.cli.games import note_errors
from motif.cli.options import Json, Position, SvgFile
from motif.errors import BadGameFile
from motif.patterns.adviser import Best, BestShare, PatternsAdviser, Selection
from motif.patterns.learning.habits import Example
from motif.patterns.learning.paper_library import PaperLibrary, best_moves, deciding_arrows, read_library, reasons
from motif.patterns.library import Library
from motif.patterns.sentences import sentence
from motif.runtime.files import check_there
from motif.statistics.examples import Evidence

# Where the commands of `motif patterns` take moves and libraries from.

SHIPPED = "shipped"

LibraryName = Annotated[
    str, typer.Argument(metavar="LIBRARY", help="A file of patterns, or `shipped` for the one that comes with Motif.")
]
Files = Annotated[
    list[str],
    typer.Argument(metavar="GAMES…", help="PGN files, plain or compressed; `sample` is the games that ship."),
]
MaybeFiles = Annotated[
    list[str] | None,
    typer.Argument(metavar="GAMES…", help="PGN files, plain or compressed; `sample` is the games that ship."),
]
Players = Annotated[
    list[str] | None,
    typer.Option("--player", help="Only the moves of players whose names contain this; may be repeated."),
]
Most = Annotated[int, typer.Option("--most", min=1, help="Use at most this many moves, spread evenly over all games.")]

EVERY_PLY = 1_000


def find_library(name: str) -> Library | PaperLibrary:
    """Find a library by name, with either kind of weights."""
    if name == SHIPPED:
        return Library.shipped()
    check_there(name, keywords=(SHIPPED,))
    return read_library(Path(name))


def examples_of(evidence: Evidence) -> list[Example]:
    """The positions as boards, with the moves made in them."""
    return [(board, decode_move(int(code))) for board, code in zip(evidence.positions, evidence.played, strict=True)]


def gather(files: list[str], players: list[str] | None, from_move: int, most: int, seed: int, quiet: bool) -> Evidence:
    """The moves of these players, or of all players, in these games; raises an error if there are none."""
    report = Report()
    read = options.watched_games(files, GameFilter(), report, quiet)
    evidence = Evidence.of_games(read, EVERY_PLY, from_move, seed)
    note_errors(report)
    if players:
        wanted = [any(name.lower() in mover.lower() for name in players) for mover in evidence.movers()]
        evidence = evidence.take(np.flatnonzero(wanted))
    if not len(evidence):
        who = f" of {' or '.join(players)}" if players else ""
        raise BadGameFile(
            f"no move{who} in {counted(report.games, 'game')}", hint="is the name spelled as in the games?"
        )
    if len(evidence) > most:
        deciding_arrows = np.random.default_rng(seed).permutation(len(evidence))[:most]
        evidence = evidence.take(np.sort(deciding_arrows))
    return evidence


def show(
    library: LibraryName = "shipped",
    fen: Annotated[str | None, typer.Option("--fen", help="Show what the patterns say about this position.")] = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many patterns or moves, best first.")] = 10,
    text: Annotated[bool, typer.Option("--text", help="Print the text of the patterns as well.")] = False,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Read a library: the patterns that tell most in English, or what it says of a position.

    The first number is the weight of a move that fits the pattern and all more general ones; the second what it adds.

    Example: `motif lab read patterns shipped --set fen="3r3k/8/8/4N3/8/8/8/4K3 w - - 0 1"`
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
                    "because": reasons(board, move, verdict),
                }
                for move, verdict in rows
            ]
        )
        return
    show_drawing(Drawing.of(board, *(deciding_arrows(board, *rows[0]) if rows else ())), svg)
    for move, verdict in rows:
        say(f"{verdict.weight:+.2f}  {board.san(move)}: {reasons(board, move, verdict)}")


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


# `motif lab read pattern-filter`: which moves of a position patterns keep.


def filter_(
    library: LibraryName,
    fen: Position,
    count: Annotated[int, typer.Option("-k", min=1, help="How many of the best moves to keep.")] = 5,
    share: Annotated[
        float | None, typer.Option("--gamma", help="Keep this share of the moves instead, from 0 to 1.")
    ] = None,
    as_json: Json = False,
) -> None:
    """Say which moves of a position the patterns keep.

    Example: `motif lab read pattern-filter shipped start --set k=4`
    """
    board = read_board(fen)
    selection: Selection = Best(count) if share is None else BestShare(share)
    ranked = find_library(library).rank(board)
    keeps = int(selection.of(np.array([len(ranked)]))[0])
    if as_json:
        say_json(
            [{"move": board.san(move), "score": score, "kept": n < keeps} for n, (move, score) in enumerate(ranked)]
        )
        return
    say(f"kept ({selection}): {' '.join(board.san(move) for move, _ in ranked[:keeps])}")
    say(f"left out: {' '.join(board.san(move) for move, _ in ranked[keeps:]) or 'none'}")
