"""`motif endgames solve`: the truth about a small endgame."""

from __future__ import annotations

import time
from itertools import groupby
from pathlib import Path
from typing import Annotated, Any

import chess
import typer

from motif.board.drawing import Drawing, move_arrow
from motif.board.foreign_tables import open_tables
from motif.board.limits import Limit
from motif.board.tablebases import MOST_MEN, Exact, Tablebase, signature_of
from motif.board.valuation import after
from motif.endgames.measuring.solving import ResultCounts, answers, best_line, check_signature, overview
from motif.errors import BadArgument, BadPosition
from motif.interfaces.cli.console import closing_all, counted, note, out, read_board, say, say_json, show, watching
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, Quiet, SvgFile
from motif.progress import Progress

_RESULTS = {1: "win", 0: "draw", -1: "loss"}


def solve(
    endgame: Annotated[str, typer.Argument(metavar="FEN|SIGNATURE", help="A position in quotes, or the men: KQKR.")],
    tables: Annotated[
        Path | None,
        typer.Option("--tables", metavar="FOLDER", help="Ask the Syzygy or Gaviota files in this folder instead."),
    ] = None,
    svg: SvgFile = None,
    quiet: Quiet = False,
    as_json: Json = False,
) -> None:
    """Solve a small endgame exactly: who wins, how fast, and what each move leads to.

    A position of up to four men is answered with its result, its distance to mate, every move and the best line; a
    signature such as `KQKR` (king and queen against king and rook) with the longest win and how many positions are
    won, drawn and lost. Tables are solved when they are first needed, and kept. They know no fifty-move rule.

    Positions with more men can be looked up in Syzygy or Gaviota files, with `--tables`.

    Example: `motif endgames solve "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"`
    """
    if tables:
        _ask_files(endgame, tables, svg, as_json)
    elif "/" in endgame:
        _solve_position(read_board(endgame), svg, quiet, as_json)
    else:
        _solve_endgame(check_signature(endgame), svg, quiet, as_json)


def _solve_position(board: chess.Board, svg: Path | None, quiet: bool, as_json: bool) -> None:
    men = chess.popcount(board.occupied)
    if men > MOST_MEN:
        raise BadPosition(
            f"tables hold up to {MOST_MEN} men, and {board.fen()} has {men}",
            hint="--tables FOLDER asks Syzygy or Gaviota files, which hold more",
        )
    tablebase = Tablebase()
    _solve_with_progress(tablebase, signature_of(board), quiet)
    exact = tablebase.probe(board)
    answered = answers(tablebase, board)
    line = best_line(tablebase, board)
    if as_json:
        moves = [{"move": answer.move.uci(), "san": answer.san} | _in_json(answer.exact) for answer in answered]
        say_json({"fen": board.fen()} | _in_json(exact) | {"moves": moves, "line": [move.uci() for move in line]})
        return
    show(Drawing.of(board, *(move_arrow(answer.move) for answer in answered[:1])), svg)
    say(f"{_side(board)} to move: {_told(board, exact)}")
    for outcome, group in groupby(answered, key=lambda answer: str(answer.exact)):
        same = list(group)
        mark = "  " if same[0].keeps(exact) else "? "
        say(f"  {mark}{outcome:14}{', '.join(answer.san for answer in same)}")
    if any(not answer.keeps(exact) for answer in answered):
        say("  ? throws the result away")
    if line:
        say(board.variation_san(line))


def _solve_with_progress(tablebase: Tablebase, signature: str, quiet: bool) -> int:
    missing = tablebase.missing(signature)
    with watching("solving", quiet) as watch:
        for done, name in enumerate(missing):
            watch(Progress(done, len(missing), f"solving {name}"))
            tablebase.prepare(name)
    return len(missing)


def _solve_endgame(signature: str, svg: Path | None, quiet: bool, as_json: bool) -> None:
    begin = time.perf_counter()
    tablebase = Tablebase()
    solved = _solve_with_progress(tablebase, signature, quiet)
    seconds = time.perf_counter() - begin
    summary = overview(tablebase, signature)
    if as_json:
        sides = {"white to move": summary.white, "black to move": summary.black}
        counts = {
            side: {"wins": results.wins, "draws": results.draws, "losses": results.losses}
            for side, results in sides.items()
        }
        longest = summary.longest and {"fen": summary.longest.fen()} | _in_json(summary.exact)
        say_json({"signature": signature, **counts, "longest": longest, "tables solved": solved})
        return
    rows = Grid("", "wins", "draws", "losses", "positions")
    for side, results in (("White to move", summary.white), ("Black to move", summary.black)):
        rows.add_row(side, *_percentages(results), f"{results.total:,}")
    out.print(rows)
    if summary.longest is None:
        say("nobody wins: there is no mate")
    else:
        show(Drawing.of(summary.longest), svg)
        say(f"the longest win: {_told(summary.longest, summary.exact)}, {_side(summary.longest)} to move")
        say(summary.longest.fen())
    # To standard error: a time is different each time, and no part of the result.
    note(f"{counted(solved, 'table')} solved in {seconds:.1f} s" if solved else "the tables were kept from before")


def _ask_files(endgame: str, folder: Path, svg: Path | None, as_json: bool) -> None:
    if "/" not in endgame:
        raise BadArgument(
            "files answer for positions, not for whole endgames", hint="leave out --tables, or give a FEN"
        )
    board = read_board(endgame)
    with closing_all() as keep:
        files = keep(open_tables(folder))
        result = files.result(board)
        rows = sorted(
            ((-files.result(after(board, move)), board.san(move)) for move in board.legal_moves), reverse=True
        )
        (evaluation,) = files.evaluate([board], Limit(depth=1))
    if as_json:
        moves = [{"san": san, "result": _RESULTS[worth]} for worth, san in rows]
        best = evaluation.best.uci() if evaluation.best else None
        say_json({"fen": board.fen(), "tables": files.name, "result": _RESULTS[result], "best": best, "moves": moves})
        return
    show(Drawing.of(board, *(move_arrow(move) for move in evaluation.line)), svg)
    say(f"{_side(board)} to move: {_RESULTS[result]}, by the {files.name} files")
    for worth, group in groupby(rows, key=lambda answer: answer[0]):
        say(f"  {'  ' if worth == result else '? '}{_RESULTS[worth]:6}{', '.join(sorted(san for _, san in group))}")


def _told(board: chess.Board, exact: Exact) -> str:
    if exact.result == 0:
        return "stalemate" if board.is_stalemate() else "draw"
    return str(exact)


def _percentages(counts: ResultCounts) -> list[str]:
    return [
        f"{number:,} ({100 * number / counts.total:.1f} %)" for number in (counts.wins, counts.draws, counts.losses)
    ]


def _in_json(exact: Exact) -> dict[str, Any]:
    return {"result": _RESULTS[exact.result], "plies": exact.plies if exact.result else None}


def _side(board: chess.Board) -> str:
    return "White" if board.turn == chess.WHITE else "Black"
