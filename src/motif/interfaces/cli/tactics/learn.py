"""`motif tactics learn`: tactics from games."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer

from motif.board.games import GameFilter
from motif.evidence import Evidence, Reference, Shares, puzzle_evidence, read_puzzles
from motif.interfaces.cli import game_options as options
from motif.interfaces.cli.console import (
    Cluster,
    Json,
    Quiet,
    Seed,
    WorkerCount,
    counted,
    note,
    say,
    say_json,
    watching,
)
from motif.interfaces.cli.tactics import sources
from motif.interfaces.cli.tactics.shares import applying_share, right_share
from motif.parallel import Workers
from motif.tactics import Bias, Decide, Family, LearnSettings, Library, Listing, Material, Tactic, find_bias
from motif.tactics import learn as learn_tactics
from motif.tactics.board.illustration import draw_example, find_examples
from motif.tactics.learning.levels import Search
from motif.tactics.learning.narrowing import Climb
from motif.tactics.learning.pipeline import SEARCH_NOTE
from motif.tactics.learning.selection import Choice

SHOWN = 3
MOST_IN_A_LIST = 60
MOST_PUZZLES = 5_000


def learn(
    files: sources.Files,
    to: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where to write the library.")] = Path("tactics.pl"),
    count: Annotated[
        int, typer.Option("--count", "-n", min=1, help="How many tactics the library holds at most; a list at most 60.")
    ] = 50,
    decide: Annotated[
        Decide, typer.Option("--decide", help="list: short rules, read from the top; votes: all that differ, together.")
    ] = Decide.LIST,
    puzzles: Annotated[
        Path | None,
        typer.Option("--puzzles", metavar="FILE", help="Learn from puzzles of Lichess too; motifs are rare in games."),
    ] = None,
    reference: Annotated[
        Reference | None,
        typer.Option(
            "--reference", help="Whose moves to find; the best ones if an engine knows them, else the played."
        ),
    ] = None,
    engine: sources.EngineName = None,
    vocabulary: Annotated[
        str,
        typer.Option("--vocabulary", help="coach, full for all comparing words, paper for the paper's learner."),
    ] = "coach",
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
    A list has short rules without a needless condition, each of which narrows the choice that the ones above it leave.
    It may begin with one calculation: to count the captures to the end.
    Ctrl-C ends the search and keeps the best tactics so far. The same seed gives the same library on any number of
    workers.

    Example: `motif tactics learn sample --out mine.pl --literals 2 --seed 1`
    """
    space = Bias.read(bias) if bias else find_bias(vocabulary)
    settings = LearnSettings(
        space.with_literals(literals),
        reference,
        Shares(test_share),
        Search(support=support),
        decide,
        Listing(climb=Climb(min(count, MOST_IN_A_LIST)), families=_families(puzzles)),
        Choice(count),
        seed=seed,
        games=", ".join(Path(name).name for name in files),
    )
    staff = Workers(workers, cluster)
    where = GameFilter(options.rating_range(low, high), player=player)
    evidence = sources.gather(sources.Wanted(files, where, per_game, from_move, seed), quiet)
    if engine:
        evidence = sources.ask(evidence, engine, every_move=False, workers=staff, quiet=quiet)
    library = _learn(evidence, settings, staff, checkpoint, quiet)
    library.write(to)
    if SEARCH_NOTE in library.notes:
        note(library.notes[SEARCH_NOTE])
    if as_json:
        say_json({"file": str(to), "tactics": len(library), "notes": dict(library.notes)})
        return
    _show_best(library, Material.of(evidence, settings))
    say(f"{counted(len(library), 'tactic')} from {library.notes['learned from']} in {to}")


def _families(puzzles: Path | None) -> tuple[Family, ...]:
    if puzzles is None:
        return ()
    themed = puzzle_evidence(list(islice(read_puzzles(puzzles), MOST_PUZZLES)))
    return (Family("puzzles", themed.with_a_choice()),)


def _learn(
    evidence: Evidence, settings: LearnSettings, staff: Workers, checkpoint: Path | None, quiet: bool
) -> Library:
    with watching("searching", quiet) as watch:
        return learn_tactics(evidence, settings, staff, checkpoint, watch)


def _show_best(library: Library, material: Material) -> None:
    best = library.tactics[:SHOWN]
    examples = find_examples(library, best, material.measured, material.reference)
    for tactic, example in zip(best, examples, strict=True):
        say(_told(tactic))
        if example:
            say(draw_example(library, tactic, *example).text() + "\n")


def _told(tactic: Tactic) -> str:
    right, applies = right_share(tactic.figures), applying_share(tactic.figures)
    rate = f" (right {right}; applies {applies})" if right and applies else ""
    return f"{tactic.name}{rate}: {tactic.sentence()}"


def join(app: typer.Typer) -> None:
    """Become a verb of `motif tactics`."""
    app.command()(learn)
