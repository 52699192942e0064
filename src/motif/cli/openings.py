"""`motif openings`: name games, ask the nearest case, list the lines, make a case base of your own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif.advice import draw
from motif.board.drawing import Arrow, Colour, Drawing
from motif.board.games import GameFilter, Report
from motif.board.moves import read_board
from motif.board.wording import counted
from motif.cli.console import Grid, gain, note, out, say, say_json, show
from motif.cli.deferred import Checked
from motif.cli.games import note_errors
from motif.cli.options import Json, Position, Quiet, SvgFile, named, watched_games
from motif.errors import BadArgument
from motif.openings.adviser import OpeningAdviser
from motif.openings.cases import GAME_PLIES, CaseBase, load_cases, read_lines, save_cases, shipped_cases
from motif.openings.names import Openings, shipped_openings
from motif.openings.retrieval import retrieve

MOST_SHOWN = 20

Cases = Annotated[
    Path | None, typer.Option("--cases", metavar="FILE", help="Another case base than the one that ships.")
]

commands = typer.Typer(no_args_is_help=True, rich_markup_mode="markdown")


@commands.command(cls=Checked)
def name(
    what: Annotated[
        str, typer.Argument(metavar="GAME", help="Moves such as `e4 c5 Nf3`, a FEN, or a game file (`sample`, `-`).")
    ],
    cases: Cases = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Name the opening of a game, of a position, or of every game in a file.

    Names go by position: however the moves came about, the last known position that the game reached gives its name.

    Example: `motif openings name "c4 Nf6 d4 g6 Nc3 d5"`
    """
    known = Openings(load_cases(cases)) if cases else shipped_openings()
    if _is_file(what):
        _name_games(known, what, as_json, quiet)
        return
    board = _read_game(what)
    opening = known.name_of(board)
    if as_json:
        say_json({"eco": opening.eco, "name": opening.name, "ply": opening.ply} if opening else None)
    elif opening:
        left = len(board.move_stack) - opening.ply
        say(f"{opening}" + (f", left after {counted(opening.ply, 'ply')}" if left else ""))
    else:
        note("no line of the case base leads here")


@commands.command(cls=Checked)
def advise(fen: Position, cases: Cases = None, svg: SvgFile = None, as_json: Json = False) -> None:
    """Say what masters played here; where they never were, ask the nearest cases and show what differs from them.

    Example: `motif openings advise "rnbqkb1r/1p2pppp/p2p1n2/8/3NP3/2N4P/PPP2PP1/R1BQKB1R b KQkq - 0 6"`
    """
    board = read_board(fen)
    heard = OpeningAdviser(_base(cases)).advise(board)
    if as_json:
        say_json([advice.to_json(board) for advice in heard])
        return
    show(draw(board, heard[:1]), svg)
    if not heard:
        note("no master was here and no case is near; `motif openings nearest` shows how far the nearest one is")
        return
    table = Grid("move", "gain", "because")
    for advice in heard[:MOST_SHOWN]:
        table.add_row(board.san(advice.move), gain(advice.weight), advice.because.english)
    out.print(table)


@commands.command(cls=Checked)
def nearest(
    fen: Position,
    cases: Cases = None,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many cases to show.")] = 5,
    svg: SvgFile = None,
    as_json: Json = False,
) -> None:
    """Show the cases nearest to a position, however far away, and the squares that differ from the first.

    Example: `motif openings nearest "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N1P/PPPP1PP1/RNBQK2R b KQkq - 0 3"`
    """
    board = read_board(fen)
    retrieval = retrieve(_base(cases), board)
    shown = retrieval.matches[:count]
    if as_json:
        say_json(
            [
                {
                    "eco": match.case.eco,
                    "name": match.case.name,
                    "ply": match.ply,
                    "distance": match.distance,
                    "differing": [chess.square_name(square) for square in match.differing(board)],
                    "next": match.next_move,
                }
                for match in shown
            ]
        )
        return
    if not shown:
        note("the case base is empty")
        return
    marks = (Arrow(square, colour=Colour.YELLOW) for square in shown[0].differing(board))
    show(Drawing.of(board, *marks), svg)
    table = Grid("ECO", "case", "after", "squares differ", "goes on")
    for match in shown:
        after = match.case.line(match.ply)
        table.add_row(match.case.eco, match.case.name, after, str(match.distance), match.next_move or "")
    out.print(table)
    if len(retrieval.matches) > count:
        say(f"and {counted(len(retrieval.matches) - count, 'more case')} as near or one square farther")


@commands.command("list", cls=Checked)
def list_cases(
    words: Annotated[
        list[str] | None, typer.Argument(metavar="WORD…", help="Only lines whose code or name has all these words.")
    ] = None,
    cases: Cases = None,
    as_json: Json = False,
) -> None:
    """List the lines of a case base.

    Example: `motif openings list najdorf`
    """
    base = _base(cases)
    wanted = [word.lower() for word in words or []]
    listed = [case for case in base.cases if all(word in f"{case.eco} {case.name}".lower() for word in wanted)]
    if as_json:
        say_json([{"eco": case.eco, "name": case.name, "pgn": case.line()} for case in listed])
        return
    table = Grid("ECO", "name", "moves")
    for case in listed:
        table.add_row(case.eco, case.name, case.line())
    out.print(table)
    say(f"{counted(len(listed), 'line')} of {len(base):,}, {counted(base.core.distinct_boards, 'distinct board')}")


@commands.command("import", cls=Checked)
def import_cases(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="Tables of eco, name and pgn, or games in PGN.")],
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The case base to write.")],
    plies: Annotated[int, typer.Option("--plies", min=1, help="How much of each game becomes a line.")] = GAME_PLIES,
    as_json: Json = False,
) -> None:
    """Make a case base from tables of lines, such as Lichess's chess-openings, or from games.

    Example: `motif openings import a.tsv b.tsv my_games.pgn --out cases.tsv`
    """
    report = Report()
    base = CaseBase.of(read_lines([Path(named(str(file))) for file in files], plies, report))
    if not base.cases:
        why = f": {report.bad_games[0]}" if report.bad_games else ""
        raise BadArgument(f"there is no line to import{why}", hint="give tables of eco, name and pgn, or games")
    save_cases(to, base.cases)
    note_errors(report)
    if as_json:
        errors = len(report.bad_games)
        say_json({"lines": len(base), "boards": base.core.distinct_boards, "errors": errors, "file": str(to)})
    else:
        boards = counted(base.core.distinct_boards, "distinct board")
        say(f"{counted(len(base), 'line')}, {boards} in {to}")


def _base(path: Path | None) -> CaseBase:
    return load_cases(path) if path else shipped_cases()


def _is_file(what: str) -> bool:
    # A word without a space or a dot is a move or a mistake, never a file by accident.
    return what in {"sample", "-"} or ("." in what and " " not in what) or Path(what).is_file()


def _read_game(what: str) -> chess.Board:
    if "/" in what or what == "start":
        return read_board(what)
    board = chess.Board()
    for word in what.replace(".", ". ").split():
        if word[0].isdigit():
            continue
        try:
            board.push_san(word)
        except ValueError:
            raise BadArgument(
                f"cannot play {word!r} in {board.fen()}", hint="write moves such as e4 c5 Nf3, a FEN or a file"
            ) from None
    return board


def _name_games(known: Openings, path: str, as_json: bool, quiet: bool) -> None:
    report = Report()
    counts: Counter[str] = Counter()
    rows: list[dict[str, Any]] = []
    for game in watched_games([path], GameFilter(), report, quiet):
        known_as = known.name_of_game(game)
        counts[str(known_as) if known_as else "without a name"] += 1
        if as_json:
            called = {"eco": known_as.eco, "name": known_as.name, "ply": known_as.ply} if known_as else {}
            rows.append({"game": game.number, "white": game.players[0], "black": game.players[1], **called})
    note_errors(report)
    if as_json:
        say_json(rows)
        return
    table = Grid("games", "opening")
    table.columns[0].justify = "right"
    for opening, count in counts.most_common(MOST_SHOWN):
        table.add_row(f"{count:,}", opening)
    out.print(table)
    if len(counts) > MOST_SHOWN:
        say(f"and {counted(len(counts) - MOST_SHOWN, 'more opening')}")
