"""`motif patterns augment`: the weights of known patterns on other games."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.interfaces.cli.console import Quiet, Seed, counted, say
from motif.interfaces.cli.patterns import sources
from motif.patterns.learning import augment as augment_library


def augment(
    library: sources.LibraryName,
    files: sources.Files,
    to: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="Where the patterns go.")],
    player: sources.Players = None,
    most: sources.Most = 60_000,
    from_move: sources.FromMove = 1,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Weigh the patterns of a library anew on other games; none is added.

    Example: `motif patterns augment mine.txt spassky.pgn --player Spassky -o better.txt`
    """
    known = sources.find_library(library)
    evidence = sources.gather(files, player, from_move, most, seed, quiet)
    augmented = augment_library(known, evidence)
    augmented.write(to)
    say(f"{counted(len(augmented), 'pattern')} of {len(known):,} still matter; they are in {to}")


def join(app: typer.Typer) -> None:
    """Become a verb of `motif patterns`."""
    app.command()(augment)
