"""`motif study`: study a player's games: what the player misses and why, and what to train."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Annotated

from motif.board.tags import Speed
from motif.cli.options import Cluster, Json, Quiet, argument, experiment, limit_of, option
from motif.errors import BadArgument

Since = Annotated[
    datetime | None,
    option("Download games since 2026-01-31.", "--since", metavar="DATE", formats=["%Y-%m-%d", "%Y-%m", "%Y"]),
]
Speeds = Annotated[list[Speed] | None, option("Download blitz, rapid …; may be repeated.", "--speed", metavar="SPEED")]
Rated = Annotated[bool, experiment("Download only rated games.", "--rated")]


def study(
    files: Annotated[
        list[str],
        argument(
            "PGN files, plain or compressed; or `lichess:NAME`, `chesscom:NAME`; `-` is standard input, `sample` "
            "the games that come with Motif.",
            "GAMES…",
        ),
    ],
    player: Annotated[str | None, option("The player; by default the one with the most games.", metavar="NAME")] = None,
    peers: Annotated[
        Path | None,
        experiment("Compare with a table of `motif lab learn peers`, not with the shipped one.", metavar="FILE"),
    ] = None,
    everyone: Annotated[bool, option("Study all players with ten games or more, as a class.", "--everyone")] = False,
    players: Annotated[
        Path | None, option("Study the players named in this file, one in each line.", metavar="FILE")
    ] = None,
    engine: Annotated[
        str | None,
        option("The engine that evaluates: search, stockfish …; by default Stockfish if it is found.", metavar="NAME"),
    ] = None,
    depth: Annotated[int | None, experiment("How many half-moves the engine looks ahead.")] = None,
    nodes: Annotated[int | None, experiment("How many positions the engine looks at.")] = None,
    seconds: Annotated[float | None, experiment("How many seconds the engine thinks.", "--time")] = None,
    fresh: Annotated[bool, experiment("Evaluate again what the file has evaluated.", "--fresh")] = False,
    newest: Annotated[int | None, option("Only this many games, the newest.", "--games", min=1)] = None,
    since: Since = None,
    speeds: Speeds = None,
    rated: Rated = False,
    to: Annotated[
        Path | None,
        option("The folder to write; by default study- and the player's name.", "--out", "-o", metavar="FOLDER"),
    ] = None,
    workers: Annotated[
        int | None, experiment("How many processes share the work; else all cores.", "--workers", "-w", min=1)
    ] = None,
    cluster: Cluster = None,
    sure: Annotated[bool, option("Do not ask before downloads and long work.", "--yes")] = False,
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

    how = steps.study_options(engine, limit_of(depth, nodes, seconds), workers, cluster, peers, fresh=fresh)
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
