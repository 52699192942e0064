"""`motif patterns learn`: patterns from the moves of strong players."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.interfaces.cli.console import Json, Quiet, Seed, counted, say, say_json, watching
from motif.interfaces.cli.patterns import sources
from motif.patterns.learning import LearnSettings
from motif.patterns.learning import learn as learn_patterns

USUAL = LearnSettings()


def learn(
    files: sources.Files,
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the patterns go.")],
    player: sources.Players = None,
    most: sources.Most = 60_000,
    from_move: sources.FromMove = 1,
    pairs: Annotated[int, typer.Option("--pairs", min=1, help="How many pairs of edges to weigh.")] = USUAL.pairs,
    support: Annotated[
        int, typer.Option("--support", min=1, help="In how many moves a pattern must be seen.")
    ] = USUAL.support,
    penalty: Annotated[
        float, typer.Option("--penalty", min=0.01, help="What a single edge must gain to stay.")
    ] = USUAL.penalty,
    pair_penalty: Annotated[
        float, typer.Option("--pair-penalty", min=0.01, help="What a pair of edges must gain to stay.")
    ] = USUAL.pair_penalty,
    seed: Seed = 0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Learn move patterns from the moves of strong players.

    Every move that was played is held against the other legal moves; patterns that tell them apart get weights by
    conditional logit, and what weighs nothing is dropped.

    Example: `motif patterns learn karpov.pgn kasparov.pgn --player Karpov --player Kasparov -o mine.txt`
    """
    evidence = sources.gather(files, player, from_move, most, seed, quiet)
    settings = LearnSettings(pairs=pairs, support=support, penalty=penalty, pair_penalty=pair_penalty)
    with watching("learning", quiet) as watch:
        library = learn_patterns(evidence, settings, watch)
    library.write(to)
    if as_json:
        say_json({"patterns": len(library), "moves": len(evidence), "file": str(to)})
    else:
        say(f"{counted(len(library), 'pattern')} learned from {counted(len(evidence), 'move')} are in {to}")


def join(app: typer.Typer) -> None:
    """Become a verb of `motif patterns`."""
    app.command()(learn)
