"""`motif lab learn peers`: a table of how often players of each rating make each mistake, from your own games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from motif.cli import options
from motif.cli.console import Stoppable, say, say_json, watching
from motif.cli.options import WorkOptions, experiment, named, output
from motif.cli.study_steps import study_options
from motif.report.make import make_peers


def learn(
    files: options.Files,
    to: Annotated[Path, output("The table to write, such as peers.tsv.")],
    most: Annotated[int, experiment("Evaluate at most this many games, drawn at random.", min=1)] = 500,
    engine: Annotated[str | None, experiment("The engine, as for a study.", metavar="NAME")] = None,
    fresh: Annotated[bool, experiment("Do not use evaluations in the files.", "--fresh")] = False,
    *,
    job: WorkOptions,
) -> None:
    """Learn how often the players of your games make each mistake, by rating, to compare other players with.

    Both players of each game count. Evaluations in the files are used, and every mistake is explained, which takes
    about a second a game; evaluated games are kept, so after Ctrl-C the same command continues.
    `motif study mine.pgn --set peers=peers.tsv` compares with the table.

    Example: `motif lab learn peers club.pgn --out peers.tsv`
    """
    how = study_options(engine, None, job.workers, job.cluster, to, fresh=fresh)
    work, note = Stoppable(), ""
    with watching("evaluating games", job.quiet) as watch, work:
        note = make_peers(list(map(named, files)), how, most, job.seed, watch)
    work.leave("stopped; the games evaluated so far are kept, and the same command goes on from there")
    if job.as_json:
        say_json({"file": str(to), "games": note})
    else:
        say(f"{to} has the mistakes of both players in {note}")
