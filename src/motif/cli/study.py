"""`motif study`: study a player's games: what the player misses and why, and what to train."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

import typer

from motif.board.tags import Speed
from motif.cli.options import Cluster, Json, Quiet, experiment, limit_of
from motif.errors import BadArgument

Since = Annotated[
    datetime | None,
    typer.Option(
        "--since", metavar="DATE", formats=["%Y-%m-%d", "%Y-%m", "%Y"], help="Download games since 2026-01-31."
    ),
]
Speeds = Annotated[
    list[Speed] | None, typer.Option("--speed", metavar="SPEED", help="Download blitz, rapid …; may be repeated.")
]
Rated = Annotated[bool, experiment("--rated", help="Download only rated games.")]


def study(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="GAMES…",
            help="PGN files, plain or compressed; or `lichess:NAME`, `chesscom:NAME`; `-` is standard input, `sample` "
            "the games that come with Motif.",
        ),
    ],
    player: Annotated[
        str | None, typer.Option(metavar="NAME", help="The player; by default the one with the most games.")
    ] = None,
    peers: Annotated[
        Path | None,
        experiment(metavar="FILE", help="Compare with a table of `motif lab learn peers`, not with the shipped one."),
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Study all players with ten games or more, as a class.")
    ] = False,
    players: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Study the players named in this file, one in each line.")
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The engine that evaluates: search, stockfish …; by default Stockfish if it is found."
        ),
    ] = None,
    depth: Annotated[int | None, experiment(help="How many half-moves the engine looks ahead.")] = None,
    nodes: Annotated[int | None, experiment(help="How many positions the engine looks at.")] = None,
    seconds: Annotated[float | None, experiment("--time", help="How many seconds the engine thinks.")] = None,
    fresh: Annotated[bool, experiment("--fresh", help="Evaluate again what the file has evaluated.")] = False,
    newest: Annotated[int | None, typer.Option("--games", min=1, help="Only this many games, the newest.")] = None,
    since: Since = None,
    speeds: Speeds = None,
    rated: Rated = False,
    to: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FOLDER", help="The folder to write; by default study- and the player's name."
        ),
    ] = None,
    workers: Annotated[
        int | None, experiment("--workers", "-w", min=1, help="How many processes share the work; else all cores.")
    ] = None,
    cluster: Cluster = None,
    sure: Annotated[bool, typer.Option("--yes", help="Do not ask before downloads and long work.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Study your games: where your points go, what sets you apart, and what to work on.

    Evaluated games are cached: Ctrl-C loses nothing, and a second run is quick.

    Example: `motif study sample --games 20 --out out/study`
    """
    # Imported here, since the help page does not need it and loading takes a second.
    from motif.cli import study_steps as steps
    from motif.study.gathering import gather

    how = steps.study_options(engine, limit_of(depth, nodes, seconds, None), workers, cluster, peers, fresh=fresh)
    wanted = steps.wanted_games(since, speeds, rated, newest)
    accounts = steps.accounts_of(files, wanted)
    is_class = everyone or players is not None
    if is_class and player:
        raise BadArgument(
            "--player asks for one player, --everyone and --players for a class", hint="choose one of them"
        )
    call = steps.Call(to, sure, as_json, quiet)
    with steps.as_files(files, wanted, sure=sure, quiet=quiet) as names:
        if is_class:
            pupils = steps.gather_class(names, players, newest)
        else:
            one = accounts[0].name if len(files) == len(accounts) == 1 else None
            gathered = gather(names, player or one, newest)
    if is_class:
        steps.study_everyone(pupils, names, how, call)
    else:
        steps.study_one(gathered, how, call)
