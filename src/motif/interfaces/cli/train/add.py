"""`motif train add`: exercises from a study, without a sitting."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.board.motifs import find_motif
from motif.interfaces.cli.console import closing_all, counted, say
from motif.interfaces.cli.options import Quiet, Seed
from motif.interfaces.cli.train import options
from motif.study.training.deck import Deck
from motif.study.training.plan import Plan

DEFAULTS = Plan()


def add(
    study: Annotated[Path, typer.Argument(help="The folder that `motif study` wrote, or a study.json.")],
    deck: options.DeckFile = None,
    mistakes: Annotated[
        int, typer.Option("--mistakes", min=0, help="At most so many from your mistakes.")
    ] = DEFAULTS.mistakes,
    composed: options.Composed = DEFAULTS.composed,
    themes: Annotated[
        list[str] | None,
        typer.Option("--theme", metavar="NAME", help="Compose for this motif too, fork or pin; may be repeated."),
    ] = None,
    seconds: options.Seconds = DEFAULTS.seconds,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Make exercises of a study and put them into the deck: your mistakes, new puzzles, quiet positions.

    Every puzzle has one winning move, looked at twice. A position is in the deck once, and a study that was added is
    not added again. Ctrl-C keeps what was found.

    Example: `motif train add my-study --composed 2 --theme fork`
    """
    also = tuple(find_motif(name).name for name in themes or ())
    plan = Plan(mistakes=mistakes, composed=composed, seconds=seconds, seed=seed, also=also)
    with closing_all() as keep:
        opened = keep(Deck(deck))
        options.add_study(opened, study, plan, quiet)
        by_theme = opened.themes()
        cards = len(opened.cards())
    named = ", ".join(f"{count} {theme}" for theme, count in by_theme.items())
    say(f"{counted(cards, 'card')} in the deck" + (f": {named}" if named else ""))
    if other := cards - sum(by_theme.values()):
        say(f"{counted(other, 'quiet position')} among them")
