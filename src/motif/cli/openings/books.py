"""`motif openings build`, `show` and `export`: make books of games, read them, and write them in other forms."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import chess
import typer

from motif.board.games import Report
from motif.board.wording import counted, percent
from motif.cli import options
from motif.cli.console import INTERRUPTED, NO_GAIN, Grid, note, out, say, say_json, watching
from motif.cli.games import note_errors
from motif.cli.openings.name import read_game
from motif.cli.options import Json, Quiet, named
from motif.errors import BadArgument, BadFile
from motif.openings.book import PlayedMove
from motif.openings.cases import Case, CaseBase, save_cases
from motif.openings.counted_book import USUAL_AT_LEAST, USUAL_HALF_MOVES, CountedBook, build_book
from motif.openings.names import shipped_openings
from motif.openings.open_book import open_book
from motif.openings.polyglot import SUFFIX as POLYGLOT_SUFFIX
from motif.openings.polyglot import PolyglotBook, write_polyglot

Book = Annotated[Path, typer.Argument(metavar="BOOK", help="A book of `motif openings build`, or a Polyglot `.bin`.")]


def build(
    files: options.Files,
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The book to write, such as club.book.")],
    half_moves: Annotated[
        int, typer.Option("--plies", min=1, max=400, help="How many half-moves of each game to count.")
    ] = USUAL_HALF_MOVES,
    at_least: Annotated[
        int, typer.Option("--at-least", min=1, metavar="GAMES", help="Leave out moves of fewer games.")
    ] = USUAL_AT_LEAST,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    time_control: options.TimeControl = None,
    player: options.PlayerName = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Build an opening book: which moves the games play in each position, and how they score.

    Memory does not grow with the games. Games without a result, or from another start position, do not count.

    Example: `motif openings build sample --out club.book`
    """
    tables = [file for file in files if file.endswith(".tsv")]
    if tables:
        raise BadArgument(
            f"{tables[0]} is a table of lines, not games",
            hint=f"it is a book already: motif openings --book {tables[0]}",
        )
    where = options.chosen(low, high, None, None, time_control, player, 0)
    report = Report()
    try:
        with watching("counting moves", quiet) as watch:
            heading = build_book(
                list(map(named, files)),
                to,
                half_moves=half_moves,
                at_least=at_least,
                where=where,
                report=report,
                watch=watch,
            )
    except KeyboardInterrupt:
        note(f"interrupted: {to} was not written")
        raise typer.Exit(INTERRUPTED) from None
    note_errors(report)
    if as_json:
        say_json(
            {
                "games": heading.games,
                "moves": heading.moves,
                "positions": heading.positions,
                "errors": len(report.bad_games),
                "file": str(to),
            }
        )
        return
    games, moves = counted(heading.games, "game"), counted(heading.moves, "move")
    say(f"{games}, {moves} in {counted(heading.positions, 'position')} in {to}")


def show(
    book: Book,
    moves: Annotated[str, typer.Option("--moves", help="Moves such as `1. e4 c5`, or a FEN.")] = "start",
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="Print at most this many moves.")] = 20,
    as_json: Json = False,
) -> None:
    """Show the moves of a position in an opening book: games, share, score and rating.

    The score is that of the side that moves: 100 % if it won all games.

    Example: `motif openings show club.book --moves "1. e4 c5"`
    """
    opened, board = _book(book), read_game(moves)
    played = opened.moves(board)
    if as_json:
        say_json([_row(board, each) for each in played])
        return
    if not played:
        note(f"{book} does not have this position")
        return
    table = Grid("move", "games", "share", "score", "draws", "rating", "last year").with_numbers()
    for each in played[:count]:
        known = each.score is not None
        table.add_row(
            board.san(each.move),
            f"{each.games:,}",
            percent(each.share),
            percent(each.score) if each.score is not None else NO_GAIN,
            percent((each.draws or 0) / each.games) if known else NO_GAIN,
            str(each.rating or NO_GAIN),
            str(each.last_year or NO_GAIN),
        )
    out.print(table)
    label = opened.name_of(board)
    here = f"{played[0].games_here:,} {'games' if isinstance(opened, CountedBook) else 'points of weight'}"
    say(f"{here}{f' in {label.eco} {label.name}' if label else ''}")


def export(
    book: Book,
    to: Annotated[
        Path, typer.Option("--out", "-o", metavar="FILE", help="`.bin` for Polyglot; any other name for lines as text.")
    ],
    lines: Annotated[int, typer.Option("--lines", min=1, max=10_000, help="How many lines to write as text.")] = 100,
    as_json: Json = False,
) -> None:
    """Write a book for other chess programs (.bin), or its most played lines as text.

    The text is a table of lines, which `motif openings --book` reads as well.

    Example: `motif openings export club.book --out club.bin`
    """
    opened = _book(book)
    if not isinstance(opened, CountedBook):
        raise BadFile(f"{book} is a Polyglot book already", hint="export a book of motif openings build")
    if to.suffix == POLYGLOT_SUFFIX:
        number = write_polyglot(opened, to)
        wrote = f"{counted(number, 'move')} in {to}"
    else:
        cases = list(_cases(opened.lines(lines)))
        save_cases(to, cases)
        number = len(cases)
        wrote = f"{counted(number, 'line')} in {to}"
    if as_json:
        say_json({"lines" if to.suffix != POLYGLOT_SUFFIX else "moves": number, "file": str(to)})
    else:
        say(wrote)


def _book(path: Path) -> CountedBook | PolyglotBook:
    opened = open_book(path)
    if isinstance(opened, CaseBase):
        raise BadFile(
            f"{path} has lines or games, and no counts of moves", hint=f"motif openings --book {path} lists its lines"
        )
    return opened


def _row(board: chess.Board, each: PlayedMove) -> dict[str, object]:
    return {
        "move": each.move.uci(),
        "san": board.san(each.move),
        "games": each.games,
        "share": each.share,
        "score": each.score,
        "draws": each.draws,
        "rating": each.rating,
        "last_year": each.last_year,
    }


def _cases(lines: Iterable[list[chess.Move]]) -> Iterable[Case]:
    names = shipped_openings()
    for line in lines:
        board, san = chess.Board(), []
        for move in line:
            san.append(board.san_and_push(move))
        opening = names.name_of(board)
        yield Case(opening.eco if opening else "?", opening.name if opening else "Without a name", tuple(san))
