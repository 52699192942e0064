"""`motif train plan`: what to do this week."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.interfaces.cli.console import closing_all, counted, say, watching
from motif.interfaces.cli.options import Quiet, Seed
from motif.interfaces.cli.train import options
from motif.puzzles.puzzle import Puzzle, load_puzzles
from motif.study.cache import StudyCache
from motif.study.judge import judge_of
from motif.study.make import make_week
from motif.study.report.folder import OWN_PUZZLES
from motif.study.study import Study
from motif.study.training.deck import Deck
from motif.study.training.plan import puzzles_of
from motif.study.training.week import Week, add_week

LOOK = 12
"""Mistakes that are looked at where the study brings no puzzles."""


def plan(
    study: Annotated[Path, typer.Argument(help="The folder that `motif study` wrote, or a study.json.")],
    deck: options.DeckFile = None,
    seed: Seed = 0,
    quiet: Quiet = False,
) -> None:
    """Plan a week: twenty positions for the deck, two endings to play out, an opening line, and when to come back.

    The positions are your mistakes, the like of them by your opponents, and composed ones, the easiest first.

    Example: `motif train plan my-study`
    """
    made = options.read_study(study)
    with closing_all() as keep:
        opened = keep(Deck(deck))
        with watching("planning the week", quiet) as watch:
            week = make_week(made, _own_puzzles(made, study), options.kept_judge(made), StudyCache(), seed, watch)
        new = add_week(opened, week, judge_of(made.games))
    _tell(week)
    say(f"\n{counted(new, 'new card')} in the deck: motif train asks them. {week.return_words}")


def _own_puzzles(study: Study, path: Path) -> tuple[Puzzle, ...]:
    file = path / OWN_PUZZLES
    if path.is_dir() and file.exists():
        return tuple(load_puzzles(file))
    with closing_all() as keep:
        return puzzles_of(study, keep(options.oracle_of(study)), look=LOOK)


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
