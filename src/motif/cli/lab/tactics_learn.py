"""`motif lab learn tactics`: learn tactics from games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board.wording import counted
from motif.cli import options
from motif.cli.console import INTERRUPTED, note, say, say_json, watching
from motif.cli.lab import tactics
from motif.cli.lab.tactics import applying_share, right_share
from motif.cli.options import (
    Checkpoint,
    FromMove,
    PerGame,
    WorkOptions,
    experiment,
    option,
    output,
)
from motif.errors import BadArgument
from motif.statistics.examples import Evidence, Reference, Shares, Split, read_evidence
from motif.tactics.learning.bias import Bias, find_bias
from motif.tactics.learning.lists import Preset
from motif.tactics.learning.pipeline import (
    SEARCH_NOTE,
    STOPPED,
    Material,
    RuleLearnSettings,
    master_families,
    puzzle_families,
)
from motif.tactics.learning.pipeline import learn as learn_tactics
from motif.tactics.learning.voters import Choice
from motif.tactics.library import Decide, TacticsLibrary
from motif.tactics.on_board import draw_example, find_examples

SHOWN = 3
MOST_IN_A_LIST = 60


def learn(
    files: tactics.Files,
    to: Annotated[Path, output("Where to write the library.")] = Path("tactics.pl"),
    count: Annotated[
        int, option("Learn at most this many tactics; a list has at most 60.", "--count", "-n", min=1)
    ] = 50,
    decide: Annotated[
        Decide, experiment("list: short rules, read from the top; votes: all that differ, together.")
    ] = Decide.LIST,
    puzzles: Annotated[
        Path | None, option("Learn from puzzles of Lichess too; motifs are rare in games.", metavar="FILE")
    ] = None,
    masters: Annotated[
        list[Path] | None,
        option("Learn quiet moves too, from a file of games named after their master.", metavar="FILE"),
    ] = None,
    preset: Annotated[
        Preset, experiment("quick; or shipped, as the list that ships was learned, which takes long.", "--settings")
    ] = Preset.QUICK,
    reference: Annotated[
        Reference | None, experiment("Which moves to find: the best ones with an engine, else the played ones.")
    ] = None,
    engine: tactics.EngineName = None,
    vocabulary: Annotated[
        str, experiment("coach, full for all comparing words; paper or appendix for the paper's learner.")
    ] = "coach",
    bias: Annotated[
        Path | None, experiment("Use your own bias file: predicates, types, limits.", metavar="FILE")
    ] = None,
    literals: Annotated[
        int | None, experiment("How many conditions a tactic may have, instead of the bias's number.", min=1)
    ] = None,
    variables: Annotated[int | None, experiment("For the paper's learner: variables a tactic may have.", min=3)] = None,
    support: Annotated[
        int | None, experiment("A tactic finds at least this many reference moves; else 10 or 8.", min=1)
    ] = None,
    test_share: Annotated[
        float, experiment("Set this share of the players aside for measuring; 0 learns from all.")
    ] = 0.3,
    chosen_by: Annotated[
        list[Path] | None,
        experiment("Choose rules by the positions of this CSV, learn from all others.", metavar="FILE"),
    ] = None,
    measured_on: Annotated[
        Path | None, experiment("With --chosen-by: measure on the positions of this CSV.", metavar="FILE")
    ] = None,
    source: Annotated[
        str | None, experiment("How the library names its games; else by their files.", metavar="TEXT")
    ] = None,
    per_game: PerGame = 1,
    from_move: FromMove = 12,
    most: tactics.Most = tactics.MOST_POSITIONS,
    checkpoint: Checkpoint = None,
    *,
    chosen: options.GameOptions,
    job: WorkOptions,
) -> None:
    """Learn tactics from games: rules that find the reference move among all legal moves.

    Positions are drawn at random, one per game from move 12 on. Some players are set aside, and each tactic is measured
    on their games, except its vote, which is what it adds to the other tactics on the games it was learned from. A list
    has short rules without unnecessary conditions, each for choices that the rules above leave open. It may begin with
    one calculation: counting out all captures. Half of the puzzles are never learned from. Ctrl-C ends the search and
    keeps the best tactics so far. The same seed gives the same library on any number of workers.

    Example: `motif lab learn tactics sample --out mine.pl --set literals=2 --seed 1`
    """
    space = (Bias.read(bias) if bias else find_bias(vocabulary)).with_limits(literals, variables)
    options.check_games(masters or ())
    search = preset.search()
    families = (puzzle_families(puzzles) if puzzles else ()) + (master_families(masters) if masters else ())
    settings = RuleLearnSettings(
        space,
        reference,
        Shares(test_share),
        replace(search, support=support or search.support),
        decide,
        preset.listing(min(count, MOST_IN_A_LIST), families),
        Choice(count),
        seed=job.seed,
        games=source or ", ".join(Path(name).name for name in files),
    )
    staff = job.staff
    wanted = tactics.WantedPositions(files, chosen.filter, per_game, from_move, job.seed, most)
    evidence = tactics.gather(wanted, job.quiet, staff)
    if engine:
        evidence = tactics.ask(evidence, engine, every_move=False, workers=staff, quiet=job.quiet)
    material = Material.of(_given(evidence, chosen_by, measured_on), settings)
    with watching("searching", job.quiet) as watch:
        library = learn_tactics(material.parts, settings, staff, checkpoint, watch)
    library.write(to)
    is_stopped = STOPPED in library.notes.get(SEARCH_NOTE, "")
    if SEARCH_NOTE in library.notes:
        note(library.notes[SEARCH_NOTE])
    if job.as_json:
        say_json({"file": str(to), "tactics": len(library), "notes": dict(library.notes)})
    else:
        # After Ctrl-C, do not search all positions for examples.
        if not is_stopped:
            _show_best(library, material)
        say(f"{counted(len(library), 'tactic')} from {library.notes['learned from']} in {to}")
    if is_stopped:
        raise typer.Exit(INTERRUPTED)


def _given(evidence: Evidence, chosen_by: list[Path] | None, measured_on: Path | None) -> Evidence | Split:
    """Split the evidence as --chosen-by and --measured-on say; without them return all of it."""
    if not chosen_by:
        if measured_on:
            raise BadArgument("--measured-on needs --chosen-by, too", hint="add --chosen-by CSV")
        return evidence
    validation = Evidence.concatenate([read_evidence(path) for path in chosen_by]).with_a_choice()
    test = read_evidence(measured_on) if measured_on else validation.take(np.zeros(0, np.int64))
    return Split(evidence.with_a_choice(), validation, test, 0)


def _show_best(library: TacticsLibrary, material: Material) -> None:
    best = library.tactics[:SHOWN]
    examples = find_examples(library, best, material.measured, material.reference)
    for tactic, example in zip(best, examples, strict=True):
        right, applies = right_share(tactic.figures), applying_share(tactic.figures)
        rate = f" (right {right}; applies {applies})" if right and applies else ""
        say(f"{tactic.name}{rate}: {tactic.sentence()}")
        if example:
            say(draw_example(library, tactic, *example).text() + "\n")
