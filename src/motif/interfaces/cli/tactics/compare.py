"""`motif tactics compare`: which rules one player, rating band or engine follows and another does not."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from motif.board.games import GameFilter
from motif.board.maia import Maia
from motif.errors import NothingFound
from motif.evidence.baselines import human_network
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence, Reference
from motif.interfaces.cli.console import counted, out, say, say_json, watching
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import FromMove, Json, PerGame, Quiet, Seed
from motif.interfaces.cli.tactics import sources
from motif.interfaces.cli.tactics.sources import SHIPPED
from motif.players import Name, find_oracle
from motif.tactics.library.comparison import Difference
from motif.tactics.library.comparison import compare as compare_players

MOST_SHOWN = 20
_BAND = re.compile(r"(\d{3,4})-(\d{3,4})")


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A player, a rating band 1900-2099, or an engine.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another one.")],
    files: sources.Files,
    library: Annotated[
        str, typer.Option("--library", metavar="LIBRARY", help=f"Whose tactics to look at; `{SHIPPED}` or a file.")
    ] = SHIPPED,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many tactics to list.")] = MOST_SHOWN,
    per_game: PerGame = 5,
    from_move: FromMove = 12,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Which tactics one follows and the other does not: two players, rating bands, engines or Maia networks.

    A tactic counts where it suggests some of the legal moves; it is followed there when the move played is one of them.
    Players and bands are looked up in the games; an engine, or a network such as maia:maia-1600.pb.gz, is asked what it
    would play in the positions of the games. The differences are corrected for the number of tactics, after Benjamini
    and Hochberg: of those that are called sure at most one in twenty is expected to be chance.

    Example: `motif tactics compare 1500-1599 search:2 sample`
    """
    evidence = sources.gather(sources.Wanted(files, GameFilter(), per_game, from_move, seed), quiet).with_a_choice()
    known = sources.find_library(library)
    sides = [_moves_of(who, evidence, quiet) for who in (first, second)]
    differences = compare_players(known, *sides)
    if as_json:
        say_json({"positions": list(map(len, sides)), "differences": [_in_json(each) for each in differences[:count]]})
        return
    out.print(_table(differences[:count], first, second))
    sure = sum(each.is_sure for each in differences)
    say(
        f"{counted(sum(map(len, sides)), 'position')}, {len(sides[0]):,} of {first} and {len(sides[1]):,} of {second}; "
        f"{sure} of {counted(len(differences), 'tactic')} differ for sure"
    )


def _moves_of(who: str, evidence: Evidence, quiet: bool) -> Evidence:
    """The positions in which somebody is to move, with the moves that he played or would play."""
    if band := _BAND.fullmatch(who):
        low, high = map(int, band.groups())
        ratings = evidence.ratings_of_movers()
        return _found(who, evidence.take(np.flatnonzero((ratings >= low) & (ratings <= high))))
    if any(who in players for players in evidence.players):
        return _found(who, evidence.take(np.array([n for n, name in enumerate(evidence.movers()) if name == who])))
    name = Name.parse(who)
    if name.head == "maia" and name.argument:
        network = human_network(evidence, Maia(Path(name.argument)))
        return replace(evidence, played=evidence.positions.legal_moves().codes[network.first])
    find_oracle(who)
    with watching(f"asking {who}", quiet) as watch:
        asked = ask_engine(evidence, partial(find_oracle, who), Questions(sources.limit_of(who)), watch=watch)
    return replace(evidence, played=asked.moves(Reference.BEST))


def _found(who: str, evidence: Evidence) -> Evidence:
    if not len(evidence):
        raise NothingFound(f"{who} is to move in no position of these games", hint="give more games, or a wider band")
    return evidence


def _table(differences: list[Difference], first: str, second: str) -> Grid:
    table = Grid("where this can be done")
    for name in (first, second):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("q", justify="right", no_wrap=True)
    for each in differences:
        table.add_row(
            each.tactic.sentence(),
            str(each.first),
            str(each.second),
            f"{each.rate:.3f}" + ("" if each.is_sure else " –"),
        )
    return table


def _in_json(each: Difference) -> dict[str, Any]:
    return {
        "tactic": each.tactic.name,
        "sentence": each.tactic.sentence(),
        "first": each.first.to_json(),
        "second": each.second.to_json(),
        "p": each.probability,
        "q": each.rate,
        "sure": each.is_sure,
    }
