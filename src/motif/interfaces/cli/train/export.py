"""`motif train export`: the deck for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.errors import BadArgument, NothingFound
from motif.interfaces.cli.console import closing_all, counted, note, say
from motif.interfaces.cli.train import options
from motif.store import check_writable, write_atomically
from motif.study.training.deck import Deck
from motif.study.training.export import to_anki, to_lichess, to_study


def export(
    lichess: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="A table with Lichess's columns.")
    ] = None,
    study: Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="A study, a chapter an exercise.")] = None,
    anki: Annotated[Path | None, typer.Option("--anki", metavar="FILE", help="A table that Anki imports.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="Only this theme.")] = None,
    deck: options.DeckFile = None,
) -> None:
    """Write the deck as Lichess's CSV, as a PGN study, or as CSV for Anki.

    Each file is written whole or not at all. Quiet positions have no place in Lichess's table; the others have them.

    Example: `motif train export --pgn training.pgn --anki training.csv`
    """
    if not (lichess or study or anki):
        raise BadArgument("export to what?", hint="name a file with --csv, --pgn or --anki")
    for path in filter(None, (lichess, study, anki)):
        check_writable(path)
    with closing_all() as keep:
        exercises = [card.exercise for card in keep(Deck(options.existing(deck))).cards(theme)]
    if not exercises:
        raise NothingFound("there is nothing in the deck to export", hint="add a study with: motif train add STUDY")
    if lichess:
        table, left_out = to_lichess(exercises)
        write_atomically(lichess, table)
        say(f"{counted(len(exercises) - left_out, 'puzzle')} in {lichess}")
        if left_out:
            note(f"{counted(left_out, 'exercise')} left out of {lichess}: no single move to find, or no move before it")
    if study:
        write_atomically(study, to_study(exercises))
        say(f"{counted(len(exercises), 'chapter')} in {study}")
    if anki:
        write_atomically(anki, to_anki(exercises))
        say(f"{counted(len(exercises), 'note')} in {anki}")
