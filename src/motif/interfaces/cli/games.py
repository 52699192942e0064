"""`motif games`: what some game files hold."""

from __future__ import annotations

from dataclasses import asdict

import typer

from motif.board.games import GameResult, Report, Summary, summarise
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import BAD_INPUT, counted, note, out, say_json
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Json, Quiet

MOST_OPENINGS = 5
MOST_ERRORS = 10


def games(
    files: options.Files,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    results: options.Results = None,
    terminations: options.Terminations = None,
    time_control: options.TimeControl = None,
    player: options.PlayerName = None,
    minimum_plies: options.MinimumPlies = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Summarise game files: how many games and players, their ratings, results and openings, and what is wrong.

    Example: `motif games sample --min-rating 1500`
    """
    where = options.chosen(low, high, results, terminations, time_control, player, minimum_plies)
    report = Report()
    summary = summarise(options.watched_games(files, where, report, quiet, none_will_do=True))
    if as_json:
        errors = [asdict(bad) for bad in report.bad_games]
        passed = {"filtered_out": report.filtered_out, "variants": dict(report.variants), "errors": errors}
        say_json(asdict(summary) | passed)
    else:
        out.print(_table(summary, report))
        note_errors(report)
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
    """Tell which games could not be read; the first few in full."""
    for bad in report.bad_games[:MOST_ERRORS]:
        note(str(bad))
    if len(report.bad_games) > MOST_ERRORS:
        note(f"and {counted(len(report.bad_games) - MOST_ERRORS, 'more error')}; --json lists all")
