"""`motif patterns evaluate`: how often a filter keeps the move that was played."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board import figures
from motif.interfaces.cli.console import counted, note, out, say, say_json
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import FromMove, Json, Quiet, Seed
from motif.interfaces.cli.patterns import sources
from motif.interfaces.cli.patterns.rankings import Ranking, find_ranking
from motif.patterns.curve_plot import draw_curves
from motif.patterns.inclusion import Curve, absent, curve

Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        help="Another ranking: random, victims (MVV/LVA), material:1 to material:4, tactics, maia:FILE, "
        "engine:gnuchess,depth=4; several times.",
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
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the curves to a .svg, .png or .pdf file.")
    ] = None,
    most: sources.Most = 4_000,
    from_move: FromMove = 1,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how often the best moves by patterns hold the move that was played, beside other rankings.

    `--json` has every step, k from 1 to 10 and gamma from .1 to 1, with 95 % intervals. With `--learned-from` the
    positions that also stand in the games learned from are measured apart from those that do not.

    Example: `motif patterns evaluate shipped sample --against random --against material:2 --most 200`
    """
    if plot:
        figures.check_form(plot)
    patterns = sources.find_library(library)
    rankings: dict[str, Ranking] = {f"{len(patterns):,} patterns": patterns.scores}
    rankings |= {name: find_ranking(name) for name in against or []}
    evidence = sources.gather(files, player, from_move, most, seed, quiet)
    parts = {"all": evidence}
    if known:
        fresh = absent(evidence, sources.gather(known, None, 1, 10**9, seed, quiet))
        parts["absent from learning"] = evidence.take(fresh)
        parts["met in learning"] = evidence.take(np.setdiff1d(np.arange(len(evidence)), fresh))
    rows = []
    for part, asked in parts.items():
        curves = [curve(name, ranking(asked.positions), asked, seed=seed) for name, ranking in rankings.items()]
        rows.append({"part": part, "positions": len(asked), "curves": [each.to_json() for each in curves]})
        if plot and part == "all":
            draw_curves(curves, plot)
            note(f"the curves are in {plot}")
        if not as_json:
            _show(part, len(asked), curves)
    if as_json:
        say_json(rows)


def _show(part: str, count: int, curves: list[Curve]) -> None:
    say(f"{part}: {counted(count, 'position')}")
    if not count:
        return
    table = Grid(box=None, pad_edge=False)
    table.add_column("ranking")
    for step in SHOWN:
        table.add_column(step, justify="right")
    for each in curves:
        shares = {str(step): share for step, share in each.shares.items()}
        table.add_row(each.name, *(shares[step].percent for step in SHOWN))
    out.print(table)
