"""`motif patterns augment`: the weights of known patterns on other games."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Annotated

import chess
import typer

from motif.errors import BadArgument
from motif.interfaces.cli.console import counted, say, watching
from motif.interfaces.cli.options import Cluster, FromMove, Quiet, Seed, WorkerCount, experiment
from motif.interfaces.cli.patterns import sources, teachers
from motif.parallel import Workers
from motif.patterns.habits import augment_habits, evidence_of
from motif.patterns.learning import augment as augment_library
from motif.patterns.paper_library import PaperLibrary
from motif.patterns.proving import proved
from motif.patterns.teaching import TeachSettings, play_teachers
from motif.search.material_look import MaterialLook


def augment(
    library: sources.LibraryName,
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the patterns go.")],
    files: sources.MaybeFiles = None,
    teacher: Annotated[
        str | None, typer.Option("--teacher", help="Let two copies of this player play instead of reading games.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, help="Games between the two copies.")] = 50,
    prove: Annotated[
        int,
        experiment(
            "--prove",
            min=0,
            metavar="N",
            help="Hold the promises of material against N of the positions, and drop the patterns that break them.",
        ),
    ] = 0,
    player: sources.Players = None,
    most: sources.Most = 60_000,
    from_move: FromMove = 1,
    seed: Seed = 0,
    workers: WorkerCount = 1,
    cluster: Cluster = None,
    quiet: Quiet = False,
) -> None:
    """Weigh the patterns of a library anew on other games; none is added.

    A library with weights by logit is fitted anew. One with the paper's weights counts on: how often the moves of these
    games follow its habits. With --prove it also drops patterns that promised material and were wrong more often than
    right.

    Example: `motif patterns augment mine.txt spassky.pgn --player Spassky -o better.txt`
    Example: `motif patterns augment taught.txt --teacher gnuchess,depth=4 --games 50 -o better.txt`
    """
    known = sources.find_library(library)
    if bool(files) == bool(teacher):
        raise BadArgument("nobody says whose games augment the patterns", hint="name games, or a --teacher, not both")
    if teacher:
        whom = teachers.find_teacher(teacher)
        settings = TeachSettings(games=games, seed=seed)
        traces = play_teachers(whom, games, settings, Workers(workers, cluster))
        evidence = evidence_of([trace.taught() for trace in traces], whom.name)
    else:
        evidence = sources.gather(files or [], player, from_move, most, seed, quiet)
    if isinstance(known, PaperLibrary):
        examples = sources.examples_of(evidence)
        counted_on = augment_habits(known, examples)
        if prove:
            counted_on = _proved(counted_on, [board for board, _ in examples], prove, seed, quiet)
        counted_on.write(to)
        moves = counted(len(evidence), "move")
        say(f"{counted(len(counted_on.knowledge.habits), 'habit')} counted on {moves}; the patterns are in {to}")
        return
    if prove:
        raise BadArgument(
            f"{library} has weights by logit, which promise no material", hint="--prove is for --weights paper"
        )
    augmented = augment_library(known, evidence)
    augmented.write(to)
    say(f"{counted(len(augmented), 'pattern')} of {len(known):,} still matter; they are in {to}")


def _proved(library: PaperLibrary, boards: list[chess.Board], most: int, seed: int, quiet: bool) -> PaperLibrary:
    """The library without the patterns that break their promises on some of the boards."""
    some = [boards[place] for place in sorted(Random(seed).sample(range(len(boards)), min(most, len(boards))))]
    with watching("proving", quiet) as watch:
        left = proved(library, some, MaterialLook(1), watch)
    before, after = (len(one.knowledge.moves) + len(one.knowledge.threats) for one in (library, left))
    held = f"{after:,} of {counted(before, 'pattern')} of material and threats"
    say(f"{held} kept their promises on {counted(len(some), 'position')}")
    return left
