"""`motif patterns evaluate`: how often a filter keeps the move that was played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board.maia import Maia
from motif.errors import BadArgument
from motif.evidence import Evidence
from motif.interfaces.cli.console import Json, Quiet, Seed, counted, out, say, say_json
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.patterns import sources
from motif.patterns.inclusion import Curve, absent, at_random, by_victim, curve
from motif.patterns.selection import Floats
from motif.search.ranking import material_values

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        help="Another ranking: random, victims (MVV/LVA), material:1 to material:4, maia:FILE; several times.",
    ),
]
SHOWN = ("k=1", "k=4", "k=10", "gamma=0.333")


def evaluate(
    library: sources.LibraryName,
    files: sources.Files,
    player: sources.Players = None,
    against: Against = None,
    known: Annotated[
        list[str] | None,
        typer.Option("--learned-from", help="Games learned from: positions that stand in them are told apart."),
    ] = None,
    most: sources.Most = 4_000,
    from_move: sources.FromMove = 1,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how often the best moves by patterns hold the move that was played, beside other rankings.

    `--json` has every step, k from 1 to 10 and gamma from .1 to 1, with 95 % intervals.

    Example: `motif patterns evaluate shipped sample --against random --against material:2 --most 200`
    """
    patterns = sources.find_library(library)
    evidence = sources.gather(files, player, from_move, most, seed, quiet)
    rankings: dict[str, Callable[[Evidence], Floats]] = {
        f"{len(patterns):,} patterns": lambda asked: patterns.scores(asked.positions)
    }
    rankings |= {name: _ranking(name) for name in against or []}
    parts = {"all": evidence}
    if known:
        training = sources.gather(known, None, 1, 10**9, seed, quiet)
        parts["absent from learning"] = evidence.take(absent(evidence, training))
    told = []
    for part, asked in parts.items():
        curves = [curve(name, ranking(asked), asked, seed=seed) for name, ranking in rankings.items()]
        told.append({"part": part, "positions": len(asked), "curves": [found.to_json() for found in curves]})
        if not as_json:
            _show(part, len(asked), curves)
    if as_json:
        say_json(told)


def _ranking(name: str) -> Callable[[Evidence], Floats]:
    head, _, argument = name.partition(":")
    if head == "random":
        return lambda asked: at_random(asked.positions)
    if head == "victims":
        return lambda asked: by_victim(asked.positions)
    if head == "material" and argument.isdecimal():
        return lambda asked: material_values(asked.positions, int(argument))
    if head == "maia" and argument:
        network = Maia(Path(argument))
        return lambda asked: _likely(network, asked)
    raise BadArgument(f"there is no ranking {name!r}", hint="write random, victims, material:4 or maia:FILE")


def _likely(network: Maia, asked: Evidence) -> Floats:
    """How likely a network thinks each row is."""
    policies = network.policies(list(asked.positions))
    legal = asked.positions.legal_moves()
    return np.array([policy[move] for policy, moves in zip(policies, legal, strict=True) for move in moves])


def _show(part: str, count: int, curves: list[Curve]) -> None:
    say(f"{part}: {counted(count, 'position')}")
    table = Grid(box=None, pad_edge=False)
    table.add_column("ranking")
    for step in SHOWN:
        table.add_column(step, justify="right")
    for found in curves:
        shares = {str(step): share for step, share in found.shares.items()}
        table.add_row(found.name, *(shares[step].percent for step in SHOWN))
    out.print(table)


def join(app: typer.Typer) -> None:
    """Become a verb of `motif patterns`."""
    app.command()(evaluate)
