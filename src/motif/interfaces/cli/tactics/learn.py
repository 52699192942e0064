"""`motif tactics learn`: tactics from games."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from motif._core.tactics import RuleTester
from motif.board.games import GameFilter
from motif.errors import NothingFound
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import (
    Cluster,
    Json,
    Quiet,
    Seed,
    WorkerCount,
    counted,
    note,
    progress,
    say,
    say_json,
)
from motif.interfaces.cli.tactics import sources
from motif.parallel import Workers
from motif.tactics import paper_mode
from motif.tactics.assembly import assemble, figures
from motif.tactics.bias import Bias, find_bias
from motif.tactics.evidence import Evidence, Reference
from motif.tactics.examples import draw_example, find_examples
from motif.tactics.learner import Learner, Progress, Search
from motif.tactics.library import Library, Tactic
from motif.tactics.polling import with_votes
from motif.tactics.rule import Rule
from motif.tactics.selection import Choice, select
from motif.tactics.splits import Shares, Split, split

FULL, PAPER = "full", "paper"
SHOWN = 3
MOST_FOUND = 200_000
"""More rules than these are not chosen from; the most precise alone would leave no frequent ones."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Whose moves to find, how many of them a tactic must find, and how many tactics to keep."""

    reference: Reference
    support: int
    count: int


def learn(
    files: sources.Files,
    to: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the library.")] = Path("tactics.pl"),
    count: Annotated[int, typer.Option("--count", "-n", min=1, help="How many tactics the library holds.")] = 50,
    reference: Annotated[
        Reference | None,
        typer.Option(
            "--reference", help="Whose moves to find; the best ones if an engine knows them, else the played."
        ),
    ] = None,
    engine: sources.EngineName = None,
    vocabulary: Annotated[
        str, typer.Option("--vocabulary", help="full, or paper for the paper's words and its learner.")
    ] = FULL,
    bias: Annotated[
        Path | None, typer.Option("--bias", metavar="FILE", help="A bias file of your own: predicates, types, limits.")
    ] = None,
    literals: Annotated[
        int | None,
        typer.Option("--literals", min=1, help="Conditions a tactic may have, instead of the bias's number."),
    ] = None,
    support: Annotated[
        int, typer.Option("--support", min=1, help="A tactic finds at least so many reference moves.")
    ] = Search().support,
    test_share: Annotated[
        float, typer.Option("--test-share", help="The share of players whose games only measure; 0 learns from all.")
    ] = 0.3,
    per_game: sources.PerGame = 1,
    from_move: sources.FromMove = 12,
    low: options.LowestRating = options.LOWEST,
    high: options.HighestRating = options.HIGHEST,
    player: options.PlayerName = None,
    checkpoint: Annotated[
        Path | None, typer.Option("--checkpoint", metavar="FILE", help="Save the search here; go on from it.")
    ] = None,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn tactics from games: rules that find the reference move among all legal moves.

    Positions are drawn from the games, one a game from move 12 on. Some players are set aside, and the figures of each
    tactic are those of their games, except its vote, which says what it adds to the others where it was learned.
    Ctrl-C ends the search and keeps the best tactics so far. The same seed gives the same library on any number of
    workers.

    Example: `motif tactics learn sample --out mine.pl --literals 2 --seed 1`
    """
    space = _bias(bias, vocabulary, literals)
    staff = Workers(workers, cluster)
    where = GameFilter(options.rating_range(low, high), player=player)
    evidence = sources.gather(sources.Wanted(files, where, per_game, from_move, seed), quiet)
    if engine:
        evidence = sources.ask(evidence, engine, every_move=False, workers=staff, quiet=quiet)
    wanted = reference or (Reference.BEST if evidence.best is not None else Reference.PLAYED)
    evidence.moves(wanted)
    parts = split(evidence.with_a_choice(), Shares(test_share, validation=0.0), seed)
    if not len(parts.training):
        raise NothingFound("no position is left to learn from", hint="give more games, or a smaller --test-share")
    found = _search(parts.training, space, Settings(wanted, support, count), staff, checkpoint, quiet)
    if not found:
        raise NothingFound(
            f"no tactic finds {counted(support, 'reference move')} in {counted(len(parts.training), 'position')}",
            hint="give more games, or a smaller --support",
        )
    measured = parts.test if len(parts.test) else parts.training
    library = assemble(found, space.vocabulary, parts.training, measured, wanted, _notes(parts, wanted, files, seed))
    library = with_votes(library, parts.training, wanted)
    library.write(to)
    if as_json:
        say_json({"file": str(to), "tactics": len(library), "notes": dict(library.notes)})
        return
    _show_best(library, measured, wanted)
    say(f"{counted(len(library), 'tactic')} from {counted(len(parts.training), 'position')} in {to}")


def _bias(path: Path | None, vocabulary: str, literals: int | None) -> Bias:
    bias = Bias.read(path) if path else find_bias(vocabulary)
    return replace(bias, limits=replace(bias.limits, literals=literals)) if literals else bias


def _search(
    training: Evidence, bias: Bias, settings: Settings, staff: Workers, checkpoint: Path | None, quiet: bool
) -> list[Rule]:
    if bias.vocabulary.name == PAPER:
        return _paper_rules(training, bias, settings, quiet)
    learner = Learner(training, bias, Search(support=settings.support, most_kept=MOST_FOUND), settings.reference, staff)
    with progress(quiet) as bar:
        task = bar.add_task("searching", total=bias.limits.literals)

        def told(state: Progress) -> None:
            tested = f"level {state.level}: {state.tested:,} tested, {state.kept:,} kept"
            bar.update(task, completed=state.level - 1, description=tested)

        found = learner.run(told, checkpoint)
    if learner.progress.interrupted:
        note("stopped; the best so far are kept")
    chosen = select(found, training, bias.vocabulary, settings.reference, Choice(settings.count))
    return [learned.rule for learned in chosen]


def _paper_rules(training: Evidence, bias: Bias, settings: Settings, quiet: bool) -> list[Rule]:
    """Every distinct behaviour that the paper's learner finds, the most precise first."""
    with progress(quiet) as bar:
        task = bar.add_task("searching", total=bias.limits.literals)
        examine = paper_mode.examiner(RuleTester(training.positions))
        learned = paper_mode.learn(
            bias,
            examine,
            watch=lambda size, tested: bar.update(task, completed=size - 1, description=f"{tested:,} tested"),
        )
    note(
        f"{learned.models:,} models, {learned.clauses:,} clauses, {len(learned.rules):,} match a position, "
        f"{len(learned.distinct):,} behave differently"
    )
    known = figures(learned.distinct, bias.vocabulary, training, settings.reference)
    ranked = sorted(zip(learned.distinct, known, strict=True), key=lambda found: -found[1].get("precision", 0.0))
    return [rule for rule, _ in ranked[: settings.count]]


def _notes(parts: Split, reference: Reference, files: list[str], seed: int) -> dict[str, str]:
    measured = parts.test if len(parts.test) else parts.training
    return {
        "games": ", ".join(Path(name).name for name in files),
        "reference": f"{reference} move" + (f" ({parts.training.judge})" if reference is Reference.BEST else ""),
        "learned from": counted(len(parts.training), "position"),
        "measured on": counted(len(measured), "position")
        + (" of other players" if len(parts.test) else ", the same ones"),
        "seed": str(seed),
    }


def _show_best(library: Library, evidence: Evidence, reference: Reference) -> None:
    best = library.tactics[:SHOWN]
    for tactic, example in zip(best, find_examples(library, best, evidence, reference), strict=True):
        say(_told(tactic))
        if example:
            say(draw_example(library, tactic, *example).text() + "\n")


def _told(tactic: Tactic) -> str:
    figures = tactic.figures
    rate = ""
    if "precision" in figures:
        rate = f" (right {figures['precision']:.0%} of the time, in {figures['coverage']:.1%} of positions)"
    return f"{tactic.name}{rate.replace('%', ' %')}: {tactic.sentence()}"


def join(app: typer.Typer) -> None:
    """Become a verb of `motif tactics`."""
    app.command()(learn)
