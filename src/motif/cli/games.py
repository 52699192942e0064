"""`motif games`: summarise game files, or sample positions from them."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from motif._core.board import decode_move
from motif.board.games import Draw, GameFilter, GameResult, Report, Summary, summarise
from motif.board.positions import save_positions
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import BAD_INPUT, Grid, note, out, say, say_json
from motif.cli.options import FromMove, PerGame, WorkOptions, output
from motif.errors import BadGameFile
from motif.runtime.tables import check_table, write_table

MOST_OPENINGS = 5
MOST_ERRORS = 10


def games(
    files: options.Files,
    to: Annotated[Path | None, output("Write positions of the games: as CSV, .parquet or .positions.")] = None,
    per_game: PerGame = 1,
    from_move: FromMove = 12,
    *,
    chosen: options.GameOptions,
    job: WorkOptions,
) -> None:
    """Count the games, players and results of files, or pick positions from them at random.

    With `--out`, positions are drawn at random, one of each game from move 12 on, with the move played there. The
    columns are fen, uci, white, black and ply. The same seed draws the same positions.

    Example: `motif games sample --min-rating 1500`

    Example: `motif games sample --out positions.csv --per-game 2 --seed 7`
    """
    where, report = chosen.filter, Report()
    if to is not None:
        draw = Draw(per_game, from_move, job.seed)
        _write_sample(files, where, draw, report, to, job)
        return
    summary = summarise(options.watched_games(files, where, report, job.quiet, none_will_do=True))
    if job.as_json:
        errors = [asdict(bad) for bad in report.bad_games]
        passed = {"filtered_out": report.filtered_out, "variants": dict(report.variants), "errors": errors}
        say_json(asdict(summary) | passed)
    else:
        out.print(_table(summary, report))
        note_errors(report)
        if report.filtered_out and not report.games:
            note(f"hint: {options.why_none(report, files, where)}")
    if report.broke_off or (not report.games and report.bad_games):
        raise typer.Exit(BAD_INPUT)


def _table(summary: Summary, report: Report) -> Grid:
    table = Grid(show_header=False)
    table.add_row("games", f"{summary.games:,}")
    table.add_row("half-moves", f"{summary.plies:,}")
    table.add_row("players", f"{summary.players:,}")
    if summary.mean_rating is not None:
        spread = f"{summary.lowest_rating} to {summary.highest_rating}"
        table.add_row("ratings", f"{spread}, mean {summary.mean_rating:.0f}")
    for result in GameResult:
        if summary.results[result]:
            table.add_row(result.value, f"{summary.results[result]:,}")
    for opening, count in summary.openings[:MOST_OPENINGS]:
        table.add_row(opening, f"{count:,}")
    if len(summary.openings) > MOST_OPENINGS:
        table.add_row("other openings", f"{sum(count for _, count in summary.openings[MOST_OPENINGS:]):,}")
    if report.filtered_out:
        table.add_row("filtered out", f"{report.filtered_out:,}")
    for variant, count in report.variants.most_common():
        table.add_row(f"skipped: {variant}", f"{count:,}")
    table.add_row("errors", f"{len(report.bad_games):,}")
    return table


def note_errors(report: Report) -> None:
    """Report which games could not be read, the first few in full."""
    for bad in report.bad_games[:MOST_ERRORS]:
        note(str(bad))
    if len(report.bad_games) > MOST_ERRORS:
        note(f"and {counted(len(report.bad_games) - MOST_ERRORS, 'more error')}; --json lists all")


# Positions sampled from games, with the moves played there.


def _write_sample(files: list[str], where: GameFilter, draw: Draw, report: Report, to: Path, job: WorkOptions) -> None:
    check_table(to)
    sample = options.watched_sample(files, draw, where, report, job.quiet, job.staff)
    note_errors(report)
    if not len(sample):
        raise BadGameFile(
            f"no position can be taken from {counted(report.games, 'game')}",
            hint=f"{report.filtered_out:,} did not pass the filter; --set from-move=1 draws from short games too",
        )
    if to.suffix == ".positions":
        save_positions(sample.positions, to)
    else:
        white, black = zip(*(sample.players[game] for game in sample.games), strict=True)
        moves = [decode_move(int(code)).uci() for code in sample.moves]
        columns = {"fen": sample.positions.fens(), "uci": moves, "white": white, "black": black}
        write_table(to, columns | {"ply": sample.plies.tolist()})
    if job.as_json:
        say_json({"positions": len(sample), "games": report.games, "errors": len(report.bad_games), "file": str(to)})
    else:
        say(f"{counted(len(sample), 'position')} from {counted(report.games, 'game')} in {to}")
