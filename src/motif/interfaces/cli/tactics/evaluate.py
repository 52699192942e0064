"""`motif tactics evaluate`: what a library is worth on games it has not seen."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from motif.board import figures
from motif.board.games import GameFilter
from motif.board.limits import Limit
from motif.board.maia import Maia
from motif.evidence import histograms, tables
from motif.evidence.baselines import engine as engine_baseline
from motif.evidence.baselines import human_network, one_ply_values, simple_baselines
from motif.evidence.examples import Evidence, Reference
from motif.evidence.intervals import Estimate
from motif.evidence.metrics import Accuracy, Policy, Scores
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import counted, note, out, say, say_json
from motif.interfaces.cli.grids import Grid
from motif.interfaces.cli.options import Cluster, FromMove, Json, PerGame, Quiet, Seed, WorkerCount, experiment
from motif.interfaces.cli.tactics import sources
from motif.parallel import Workers
from motif.players import Name, find_oracle
from motif.tactics.library.measures import Measured, NetworkWord, measure

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
    """Measure a library of tactics on positions of games, beside baselines on the same positions.

    All tactics together are measured as a list, in which the first that applies speaks, and by their votes, in which
    each adds its weight to the moves it suggests, if the library has votes.
    A tactic applies in some share of the positions; then follow the cases, and the share of these suggestions, or of
    first choices, that are the engine's best move and the played one, with its 95 % interval. With an engine,
    divergence is how far the suggestions are from the played move, and regret what they lose against the best, in
    centipawns. The files hold all four accuracies, and the 95 % interval of every number.

    Example: `motif tactics evaluate shipped sample --engine search:4 --seed 1`
    """
    for path, check in ((table, tables.check_form), (pictures, figures.check_form)):
        if path:
            check(path)
    known = sources.find_library(library)
    network = Maia(maia) if maia else None
    staff = Workers(workers, cluster)
    where = GameFilter(options.rating_range(low, high), player=player)
    evidence = sources.gather(sources.Wanted(files, where, per_game, from_move, seed), quiet)
    if engine:
        evidence = sources.ask(evidence, engine, every_move=True, workers=staff, quiet=quiet)
    compared = _baselines(evidence, engine, network, staff, seed)
    word = NetworkWord(network.name, one_ply_values(evidence, network)) if network and pictures else None
    measured = measure(known, evidence, compared, word, seed)
    if table:
        tables.write_table([*measured.summary, *measured.tactics], table)
        note(f"the table is in {table}")
    if pictures:
        histograms.draw_histograms(measured.histograms, pictures)
        note(f"the histograms are in {pictures}")
    if as_json:
        say_json(_as_json(evidence, measured))
        return
    out.print(_table("who plays its first choice", measured.summary, evidence, Accuracy.FIRST_CHOICE))
    if show and measured.tactics:
        out.print(_table("what a tactic suggests", measured.tactics[:show], evidence, Accuracy.PER_SUGGESTION))
    said = f"{counted(len(measured.tactics), 'tactic')} on {counted(len(evidence), 'position')}"
    say(said + (f"; {measured.alike} suggest exactly what another does" if measured.alike else ""))


def _baselines(
    evidence: Evidence, engine: str | None, network: Maia | None, workers: Workers, seed: int
) -> list[Policy]:
    policies = simple_baselines(evidence, seed)
    if engine:
        # Who sees a single ply is the fairest match for a rule that sees one move.
        bare = str(Name.parse(engine).with_limit(None))
        maker = partial(find_oracle, bare)
        policies.append(engine_baseline(f"{bare} at depth 1", evidence, maker, Limit(depth=1), workers))
    if network:
        policies.append(human_network(evidence, network))
    return policies


def _table(what: str, scores: Sequence[Scores], evidence: Evidence, accuracy: Accuracy) -> Grid:
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
        "judge": evidence.judge,
        "alike": measured.alike,
        "baselines": [tables.as_object(scores) for scores in measured.baselines],
        "list": tables.as_object(measured.together),
        "votes": tables.as_object(measured.voting) if measured.voting else None,
        "tactics": [tables.as_object(scores) for scores in measured.tactics],
    }
