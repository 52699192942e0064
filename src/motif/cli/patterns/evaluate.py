"""`motif lab measure patterns`: measure how often a filter keeps the move that was played."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif._core.board import Positions
from motif.board.wording import counted
from motif.cli.console import Grid, note, out, say, say_json
from motif.cli.options import FromMove, Json, Quiet, Seed
from motif.cli.patterns import show
from motif.engines.evaluator import value_moves
from motif.engines.limits import DEFAULT_LIMIT
from motif.engines.maia import Maia
from motif.errors import BadArgument
from motif.patterns.learning.measures import Curve, by_victim, curve, draw_curves, no_preference, unseen_positions
from motif.patterns.library import Floats
from motif.players.names import Name, find_evaluator
from motif.runtime import files as figures
from motif.runtime.files import close
from motif.search.material import material_values
from motif.tactics.adviser import suggestions
from motif.tactics.library import TacticsLibrary as Tactics

# Whom `motif lab measure patterns` compares patterns with: each ranks the legal moves of a position in its own way.

Ranking = Callable[[Positions], Floats]

SHIPPED = "shipped"


def find_ranking(name: str) -> Ranking:
    """Find a way of ranking moves by name, or raise an error."""
    head, _, argument = name.partition(":")
    if name == "random":
        return no_preference
    if name == "victims":
        return by_victim
    if head == "material" and argument.isdecimal() and int(argument):
        return lambda positions: material_values(positions, int(argument))
    if head == "maia" and argument:
        network = Maia(Path(argument))
        return lambda positions: _likely(network, positions)
    if head == "tactics":
        library = Tactics.shipped() if argument in ("", SHIPPED) else Tactics.read(Path(argument))
        return lambda positions: _suggested(library, positions)
    if head == "engine" and argument:
        Name.parse(argument)
        return lambda positions: _valued(argument, positions)
    raise BadArgument(
        f"there is no ranking {name!r}",
        hint="write random, victims, material:4, tactics, maia:FILE or engine:gnuchess,depth=4",
    )


def _likely(network: Maia, positions: Positions) -> Floats:
    """The probability of each move by a network."""
    policies = network.policies(list(positions))
    legal = positions.legal_moves()
    return np.array([policy[move] for policy, moves in zip(policies, legal, strict=True) for move in moves])


def _suggested(library: Tactics, positions: Positions) -> Floats:
    """Rank moves by their first suggestion by tactics; moves without a suggestion share the last rank."""
    scores = []
    for board, moves in zip(positions, positions.legal_moves(), strict=True):
        places = {suggestion.move: place for place, suggestion in enumerate(suggestions(library, board))}
        scores += [float(len(places) - places[move]) if move in places else 0.0 for move in moves]
    return np.array(scores)


def _valued(name: str, positions: Positions) -> Floats:
    """An engine's evaluation of each move, in centipawns."""
    evaluator = find_evaluator(str(Name.parse(name).with_limit(None)))
    try:
        limit = Name.parse(name).limit or DEFAULT_LIMIT
        legal = [list(moves) for moves in positions.legal_moves()]
        valued = value_moves(list(positions), evaluator, limit, moves=legal, compared=True)
        return np.array([float(values[move].centipawns) for values in valued for move in values])
    finally:
        close(evaluator)


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
    library: show.LibraryName,
    files: show.Files,
    player: show.Players = None,
    against: Against = None,
    known: Annotated[
        list[str] | None,
        typer.Option("--learned-from", help="The games learned from: their positions are counted separately."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE", help="Draw the curves to a .svg, .png or .pdf file.")
    ] = None,
    most: show.Most = 4_000,
    from_move: FromMove = 1,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure how often the best moves by patterns include the move that was played, next to other rankings.

    `--json` has every step, k from 1 to 10 and gamma from .1 to 1, with 95 % intervals. With `--learned-from` the
    positions that also stand in the games learned from are measured apart from those that do not.

    Example: `motif lab measure patterns shipped sample --set against=random --set against=material:2 --set most=200`
    """
    if plot:
        figures.check_format(plot)
    patterns = show.find_library(library)
    rankings: dict[str, Ranking] = {f"{len(patterns):,} patterns": patterns.scores}
    rankings |= {name: find_ranking(name) for name in against or []}
    evidence = show.gather(files, player, from_move, most, seed, quiet)
    parts = {"all": evidence}
    if known:
        fresh = unseen_positions(evidence, show.gather(known, None, 1, 10**9, seed, quiet))
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
