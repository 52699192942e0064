"""`motif positions`: positions sampled from games, with the moves played there."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Annotated

import typer

from motif.board.games import Report, Sample, sample_positions
from motif.board.positions import decode_move, save_positions
from motif.errors import BadGameFile
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import counted, say, say_json
from motif.interfaces.cli.games import note_errors
from motif.interfaces.cli.options import FromMove, Json, PerGame, Quiet, Seed
from motif.store import write_atomically


def positions(
    files: options.Files,
    to: Annotated[
        Path,
        typer.Option(
            "--out", "-o", metavar="FILE", help="Where to: .positions for the packed form, anything else is CSV."
        ),
    ],
    per_game: PerGame = 1,
    from_move: FromMove = 12,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    results: options.Results = None,
    terminations: options.Terminations = None,
    time_control: options.TimeControl = None,
    player: options.PlayerName = None,
    minimum_plies: options.MinimumPlies = 0,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Sample positions from games, with the move that was played in each.

    The CSV has the columns fen, uci, white, black and ply. The same seed draws the same positions.

    Example: `motif positions sample --out positions.csv --per-game 2 --seed 7`
    """
    where = options.chosen(low, high, results, terminations, time_control, player, minimum_plies)
    report = Report()
    sample = sample_positions(options.watched_games(files, where, report, quiet), per_game, from_move, seed)
    note_errors(report)
    if not len(sample):
        raise BadGameFile(
            f"no position to draw from {counted(report.games, 'game')}",
            hint=f"{report.filtered_out:,} did not pass the filter; --from-move 1 draws from short games too",
        )
    if to.suffix == ".positions":
        save_positions(sample.positions, to)
    else:
        write_atomically(to, _csv(sample))
    if as_json:
        say_json({"positions": len(sample), "games": report.games, "errors": len(report.bad_games), "file": str(to)})
    else:
        say(f"{counted(len(sample), 'position')} from {counted(report.games, 'game')} in {to}")


def _csv(sample: Sample) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["fen", "uci", "white", "black", "ply"])
    for fen, code, game, ply in zip(sample.positions.fens(), sample.moves, sample.games, sample.plies, strict=True):
        writer.writerow([fen, decode_move(int(code)).uci(), *sample.players[game], ply])
    return text.getvalue()
