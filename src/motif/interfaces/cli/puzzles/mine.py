"""`motif puzzles mine`: puzzles from real games."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from motif.board.engines import get_engine
from motif.board.games import GameFilter, Report
from motif.board.oracles import Oracle
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import INTERRUPTED, closing_all, counted, note, say, say_json
from motif.interfaces.cli.games import note_errors
from motif.interfaces.cli.options import Cluster, Json, Quiet, WorkerCount, experiment
from motif.interfaces.cli.puzzles.writer import PuzzleWriter
from motif.parallel import Workers
from motif.players import find_oracle
from motif.puzzles.files import check_form
from motif.puzzles.mining import Mining, MiningReport
from motif.puzzles.mining import mine_with as mine_games
from motif.puzzles.puzzle import Puzzle

NOBODY = "none"


def mine(
    files: options.Files,
    to: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="Where to: .txt, .pdf, .pgn, .csv, .epd, .tex.")
    ] = None,
    count: Annotated[int | None, typer.Option("--count", min=1, help="Stop after so many puzzles.")] = None,
    oracle: Annotated[
        str, typer.Option("--oracle", metavar="NAME", help="Who judges wins that are no mates; `none` for mates only.")
    ] = "stockfish",
    shortest: Annotated[int, typer.Option("--shortest-mate", min=1, max=5, help="No mates in fewer moves.")] = 2,
    longest: Annotated[int, typer.Option("--longest-mate", min=1, max=5, help="No mates in more moves.")] = 3,
    win: Annotated[int, experiment("--win", min=1, help="A win is worth so many centipawns.")] = 200,
    gap: Annotated[int, experiment("--gap", min=1, help="The second best move is worse by so many.")] = 200,
    surprising: Annotated[
        bool, typer.Option("--surprising", help="Only what is a sacrifice, or was missed in the game.")
    ] = False,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    player: options.PlayerName = None,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Find positions in games where one move wins and no other does.

    Mates are proved by the full-width solver. Other wins are judged by an engine: the best move against the second
    best, and again at greater depth. Where games carry `[%eval]`, that points out the mistakes; otherwise the engine
    looks for them. Without an engine only mates are found. Ctrl-C keeps what was found; any number of workers finds
    the same.

    Example: `motif puzzles mine sample --oracle none --count 5 --out mined.txt`
    """
    settings = Mining(shortest_mate=shortest, longest_mate=longest, win=win, gap=gap, surprising=surprising)
    if to:
        check_form(to)
    report, haul = Report(), MiningReport()
    kept = PuzzleWriter(to)
    make_oracle = _judge(oracle)
    games = options.watched_games(files, GameFilter(options.rating_range(low, high), player=player), report, quiet)
    interrupted = False
    with closing(mine_games(Workers(workers, cluster), games, settings, make_oracle, haul)) as puzzles:
        try:
            for puzzle in islice(puzzles, count):
                kept.add(puzzle)
                if not as_json:
                    say(f"{puzzle.stipulation}: {puzzle.position}")
                    say(f"   {puzzle.told()}{_themes(puzzle)}{_played(puzzle)}")
        except KeyboardInterrupt:
            interrupted = True
            note("stopped; what was found is kept")
    kept.finish()
    mined = kept.puzzles
    if to:
        note(f"the puzzles are in {to}" if mined else f"nothing was found, so {to} is not written")
    note_errors(report)
    if as_json:
        say_json({"games": haul.games, "rejected": dict(haul.rejected), "puzzles": [str(puzzle) for puzzle in mined]})
    else:
        say(f"{counted(len(mined), 'puzzle')} from {counted(haul.games, 'game')}{_rejections(haul)}")
    if interrupted:
        raise typer.Exit(INTERRUPTED)


def _themes(puzzle: Puzzle) -> str:
    return f"  ({', '.join(puzzle.themes)})" if puzzle.themes else ""


def _played(puzzle: Puzzle) -> str:
    """What became of it in the game, the solution kept apart from who did not find it."""
    played = puzzle.provenance.detail("played")
    is_key = played == puzzle.spoken([puzzle.key])[0]
    return "  found in the game" if is_key else f"  missed in the game by {played}"


def _judge(name: str) -> Callable[[], Oracle] | None:
    if name == NOBODY:
        return None
    if name == "stockfish" and get_engine(name) is None:
        note("Stockfish was not found, so only mates are mined; try: apt install stockfish")
        return None
    # Refused here and now when nobody answers to the name, not in every worker.
    with closing_all() as keep:
        keep(find_oracle(name))
    return partial(find_oracle, name)


def _rejections(haul: MiningReport) -> str:
    reasons = [f"{number} {why}" for why, number in haul.rejected.most_common()]
    return f"; not taken: {', '.join(reasons)}" if reasons else ""
