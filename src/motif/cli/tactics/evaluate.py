"""`motif lab measure tactics`: measure a library of tactics on games it was not learned from."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from motif.board.games import GameFilter
from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import Grid, note, out, say, say_json, watching
from motif.cli.options import Cluster, FromMove, Json, PerGame, Quiet, Seed, WorkerCount, experiment
from motif.cli.tactics import show
from motif.cli.tactics import show as sources
from motif.cli.tactics.show import SHIPPED
from motif.engines.limits import ONE_PLY
from motif.engines.maia import Maia
from motif.errors import NothingFound
from motif.players.names import Name, find_evaluator
from motif.runtime import files as figures
from motif.runtime.parallel import Workers
from motif.statistics import metrics
from motif.statistics.examples import Evidence, Questions, Reference, ask_engine
from motif.statistics.intervals import Estimate
from motif.statistics.metrics import HitRate, Policy, Scores, draw_histograms
from motif.tactics.learning.measures import (
    Difference,
    Measured,
    NetworkValues,
    human_network,
    measure,
    one_ply_values,
    simple_baselines,
)
from motif.tactics.learning.measures import compare as compare_players
from motif.tactics.learning.measures import engine as engine_baseline

MOST_SHOWN = 10


def evaluate(
    library: sources.LibraryName,
    files: sources.Files,
    engine: sources.EngineName = None,
    maia: Annotated[
        Path | None, typer.Option("--maia", metavar="FILE", help="Compare with this Maia network, maia-1600.pb.gz.")
    ] = None,
    table: Annotated[
        Path | None, experiment("--table", metavar="FILE", help="Write all numbers to a .md, .csv or .json file.")
    ] = None,
    pictures: Annotated[
        Path | None, experiment("--histograms", metavar="FILE", help="Draw the histograms to a .png or .svg file.")
    ] = None,
    show: Annotated[int, typer.Option("--show", min=0, help="How many tactics to list.")] = MOST_SHOWN,
    per_game: PerGame = 1,
    from_move: FromMove = 12,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    player: options.PlayerName = None,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure a library of tactics on positions of games, next to baselines on the same positions.

    All tactics together are measured as a list, in which the first that applies decides, and by votes, if the library
    has them: each tactic adds its weight to the moves it suggests. The table shows in which share of the positions a
    tactic applies, the number of cases, and which share of its suggestions (or first choices) are the engine's best
    move and the played one, with its 95 % range. With an engine, divergence is how far the suggestions are from the
    played move, and regret what they lose compared with the best move, in centipawns. The files have all four
    accuracies, and the 95 % range of every number.

    Example: `motif lab measure tactics shipped sample --set engine=search:4 --seed 1`
    """
    for path, check in ((table, metrics.check_format), (pictures, figures.check_format)):
        if path:
            check(path)
    known = sources.find_library(library)
    network = Maia(maia) if maia else None
    staff = Workers(workers, cluster)
    where = GameFilter(options.rating_range(low, high), player=player)
    evidence = sources.gather(sources.WantedPositions(files, where, per_game, from_move, seed), quiet)
    if engine:
        evidence = sources.ask(evidence, engine, every_move=True, workers=staff, quiet=quiet)
    compared = _baselines(evidence, engine, network, staff, seed)
    word = NetworkValues(network.name, one_ply_values(evidence, network)) if network and pictures else None
    measured = measure(known, evidence, compared, word, seed)
    if table:
        metrics.write_table([*measured.summary, *measured.tactics], table)
        note(f"the table is in {table}")
    if pictures:
        draw_histograms(measured.histograms, pictures)
        note(f"the histograms are in {pictures}")
    if as_json:
        say_json(_as_json(evidence, measured))
        return
    out.print(_table("who plays its first choice", measured.summary, evidence, HitRate.FIRST_CHOICE))
    if show and measured.tactics:
        out.print(_table("what a tactic suggests", measured.tactics[:show], evidence, HitRate.PER_SUGGESTION))
    said = f"{counted(len(measured.tactics), 'tactic')} on {counted(len(evidence), 'position')}"
    say(said + (f"; {measured.alike} suggest exactly what another does" if measured.alike else ""))


def _baselines(
    evidence: Evidence, engine: str | None, network: Maia | None, workers: Workers, seed: int
) -> list[Policy]:
    policies = simple_baselines(evidence, seed)
    if engine:
        # Who sees a single ply is the fairest match for a rule that sees one move.
        bare = str(Name.parse(engine).with_limit(None))
        maker = partial(find_evaluator, bare)
        policies.append(engine_baseline(f"{bare} at depth 1", evidence, maker, ONE_PLY, workers))
    if network:
        policies.append(human_network(evidence, network))
    return policies


def _table(what: str, scores: Sequence[Scores], evidence: Evidence, accuracy: HitRate) -> Grid:
    references = [Reference.BEST, Reference.PLAYED] if evidence.best is not None else [Reference.PLAYED]
    table = Grid(what)
    numbers = ["applies", "cases", *(f"is {reference}" for reference in references)]
    for name in [*numbers, *(["divergence", "regret"] if evidence.values is not None else [])]:
        table.add_column(name, justify="right", no_wrap=True)
    for row in scores:
        accuracies = [row.accuracies[reference][accuracy] for reference in references]
        cases = accuracies[0].count if accuracies[0] else 0
        cells = [row.name, _share(row.coverage), f"{cases:,}", *map(_share, accuracies)]
        if evidence.values is not None:
            cells += [_centipawns(row.divergence), _centipawns(row.regret)]
        table.add_row(*cells)
    return table


def _share(estimate: Estimate | None) -> str:
    return estimate.percent if estimate else "–"


def _centipawns(estimate: Estimate | None) -> str:
    return f"{estimate.value:.0f}" if estimate else "–"


def _as_json(evidence: Evidence, measured: Measured) -> dict[str, Any]:
    return {
        "positions": len(evidence),
        "judge": evidence.engine,
        "alike": measured.alike,
        "baselines": [metrics.as_object(scores) for scores in measured.baselines],
        "list": metrics.as_object(measured.together),
        "votes": metrics.as_object(measured.voting) if measured.voting else None,
        "tactics": [metrics.as_object(scores) for scores in measured.tactics],
    }


# `motif lab measure tactics-difference`: which rules one player, rating band or engine follows and another does not.

MOST_COMPARED = 20
_BAND = re.compile(r"(\d{3,4})-(\d{3,4})")


def compare(
    first: Annotated[str, typer.Argument(metavar="A", help="A player, a rating band 1900-2099, or an engine.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another player, band or engine.")],
    files: show.Files,
    library: Annotated[
        str,
        typer.Option(
            "--library", metavar="LIBRARY", help=f"The library of tactics to compare by: `{SHIPPED}` or a file."
        ),
    ] = SHIPPED,
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many tactics to list.")] = MOST_COMPARED,
    per_game: PerGame = 5,
    from_move: FromMove = 12,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Compare which tactics two players, rating bands, engines or Maia networks follow.

    A tactic counts in positions where it suggests some of the legal moves; a player follows it by playing one of them.
    Players and bands are looked up in the games; an engine, or a network such as maia:maia-1600.pb.gz, chooses a move
    in each position of the games. The differences are corrected for the number of tactics, after Benjamini and
    Hochberg: of those that are called sure, at most one in twenty is expected to be chance.

    Example: `motif lab measure tactics-difference 1500-1599 search:2 sample`
    """
    evidence = show.gather(show.WantedPositions(files, GameFilter(), per_game, from_move, seed), quiet).with_a_choice()
    known = show.find_library(library)
    sides = [_moves_of(who, evidence, quiet) for who in (first, second)]
    differences = compare_players(known, *sides)
    if as_json:
        say_json({"positions": list(map(len, sides)), "differences": [_in_json(each) for each in differences[:count]]})
        return
    out.print(_comparison_table(differences[:count], first, second))
    sure = sum(each.is_sure for each in differences)
    say(
        f"{counted(sum(map(len, sides)), 'position')}, {len(sides[0]):,} of {first} and {len(sides[1]):,} of {second}; "
        f"{sure} of {counted(len(differences), 'tactic')} differ for sure"
    )


def _moves_of(who: str, evidence: Evidence, quiet: bool) -> Evidence:
    """The positions in which this player is to move, with the moves that the player made or would make."""
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
    find_evaluator(who)
    with watching(f"asking {who}", quiet) as watch:
        asked = ask_engine(evidence, partial(find_evaluator, who), Questions(show.limit_of(who)), watch=watch)
    return replace(evidence, played=asked.moves(Reference.BEST))


def _found(who: str, evidence: Evidence) -> Evidence:
    if not len(evidence):
        raise NothingFound(f"{who} never has the move in these games", hint="give more games, or a wider band")
    return evidence


def _comparison_table(differences: list[Difference], first: str, second: str) -> Grid:
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
