"""`motif train add`, `export`, `plan` and `stats`: manage the deck."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from motif.board.wording import counted
from motif.cli.console import closing_all, note, say, say_json, watching
from motif.cli.options import Json, Quiet, Seed
from motif.cli.train import practise
from motif.errors import BadArgument, NothingFound
from motif.motifs.catalogue import find_motif
from motif.puzzles.puzzle import Puzzle, load_puzzles
from motif.report.folder import OWN_PUZZLES
from motif.report.make import make_week
from motif.runtime.files import check_writable, write_atomically
from motif.study.engine import StudyCache, engine_name_of
from motif.study.games import Rate
from motif.study.study import Study
from motif.training.deck import Deck, Standing, standing
from motif.training.export import to_anki, to_lichess, to_study
from motif.training.plan import Plan, puzzles_of
from motif.training.week import Week, add_week

DEFAULTS = Plan()


def add(
    study: Annotated[Path, typer.Argument(help="The folder that `motif study` wrote, or a study.json.")],
    deck: practise.DeckFile = None,
    mistakes: Annotated[
        int, typer.Option("--mistakes", min=0, help="At most this many from your mistakes.")
    ] = DEFAULTS.mistakes,
    composed: practise.Composed = DEFAULTS.composed,
    themes: Annotated[
        list[str] | None,
        typer.Option("--theme", metavar="NAME", help="Compose for this motif too, fork or pin; may be repeated."),
    ] = None,
    seconds: practise.Seconds = DEFAULTS.seconds,
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
        practise.add_study(opened, study, plan, quiet)
        by_theme = opened.themes()
        cards = len(opened.cards())
    named = ", ".join(f"{count} {theme}" for theme, count in by_theme.items())
    say(f"{counted(cards, 'card')} in the deck" + (f": {named}" if named else ""))
    if other := cards - sum(by_theme.values()):
        say(f"{counted(other, 'quiet position')} among them")


# `motif train export`: the deck for other programs.


def export(
    lichess: Annotated[
        Path | None, typer.Option("--csv", metavar="FILE", help="A table with Lichess's columns.")
    ] = None,
    study: Annotated[Path | None, typer.Option("--pgn", metavar="FILE", help="A study, a chapter an exercise.")] = None,
    anki: Annotated[Path | None, typer.Option("--anki", metavar="FILE", help="A table that Anki imports.")] = None,
    theme: Annotated[str | None, typer.Option("--theme", metavar="NAME", help="Only this theme.")] = None,
    deck: practise.DeckFile = None,
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
        exercises = [card.exercise for card in keep(Deck(practise.existing(deck))).cards(theme)]
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


# `motif train plan`: what to do this week.

LOOK = 12
"""How many mistakes are examined if the study has no puzzles."""


def plan(
    study: Annotated[Path, typer.Argument(help="The folder that `motif study` wrote, or a study.json.")],
    deck: practise.DeckFile = None,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Plan a week: twenty positions for the deck, two endings to play out, an opening line, and when to come back.

    The positions go into the deck, the easiest first: your mistakes, the same mistakes of your opponents, and new ones.

    Example: `motif train plan my-study`
    """
    made = practise.read_study(study)
    with closing_all() as keep:
        opened = keep(Deck(deck))
        with watching("planning the week", quiet) as watch:
            week = make_week(made, _own_puzzles(made, study), practise.engine_of_study(made), StudyCache(), seed, watch)
        new = add_week(opened, week, engine_name_of(made.games))
    _tell(week)
    say(f"\n{counted(new, 'new card')} in the deck: motif train asks them. {week.return_words}")


def _own_puzzles(study: Study, path: Path) -> tuple[Puzzle, ...]:
    file = path / OWN_PUZZLES
    if path.is_dir() and file.exists():
        return tuple(load_puzzles(file))
    with closing_all() as keep:
        return puzzles_of(study, keep(practise.evaluator_of(study)), look=LOOK)


def _tell(week: Week) -> None:
    say(f"{counted(len(week.positions), 'position')}, the easiest first:")
    for number, planned in enumerate(week.positions, start=1):
        say(f"{number:2}. {planned.why}")
    if week.endings:
        say("\nTo play out against the program:")
    for ending in week.endings:
        say(f"- {ending.why}\n  {ending.command}")
    if week.opening:
        say(f"\nTo know by heart: {week.opening.line}\n({week.opening.why})")


# `motif train stats`: how the training goes.


def stats(deck: practise.DeckFile = None, as_json: Json = False) -> None:
    """How the training goes: what is due, and how many answers were right week by week and theme by theme.

    Shares come with the interval in which they lie with a confidence of 95 %.

    Example: `motif train stats`
    """
    with closing_all() as keep:
        opened = keep(Deck(practise.existing(deck)))
        now = standing(opened.cards(), opened.answers(), opened.time())
    if as_json:
        say_json(_json(now))
        return
    say(f"{counted(now.cards, 'card')}: {now.new} new, {now.due} due now, {now.due_tomorrow} more by tomorrow")
    if not now.right.count:
        say("nothing was answered yet")
        return
    say(f"right answers: {now.right}")
    _show_stats("by week", now.by_week)
    _show_stats("by theme", now.by_theme)


def _show_stats(title: str, rates: Sequence[tuple[str, Rate]]) -> None:
    say(f"\n{title}")
    width = max(len(name) for name, _ in rates)
    for name, rate in rates:
        say(f"  {name:{width}}  {rate}")


def _json(now: Standing) -> dict[str, Any]:
    def of(rate: Rate) -> dict[str, Any]:
        return {"right": rate.hits, "of": rate.count, "interval": [round(end, 4) for end in rate.interval]}

    return {
        "cards": now.cards,
        "new": now.new,
        "due": now.due,
        "due tomorrow": now.due_tomorrow,
        "right": of(now.right),
        "by week": {name: of(rate) for name, rate in now.by_week},
        "by theme": {name: of(rate) for name, rate in now.by_theme},
    }
