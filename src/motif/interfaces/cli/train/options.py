"""What the verbs of `motif train` share: the deck, and a study that goes into it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from motif.board.oracles import Oracle
from motif.errors import BadFile, NothingFound
from motif.interfaces.cli.console import closing_all, counted, note, watching
from motif.players import find_oracle
from motif.study.judge import BUILT_IN, Judge, KeptJudges, judge_of
from motif.study.study import Study
from motif.study.training.deck import Deck
from motif.study.training.plan import Plan
from motif.study.training.plan import add_study as add_exercises

DeckFile = Annotated[
    Path | None,
    typer.Option(
        "--deck", metavar="FILE", help="Where progress is kept, if not in your data folder.", show_default=False
    ),
]
StudyPath = Annotated[
    Path | None,
    typer.Argument(metavar="[STUDY]", help="The folder that `motif study` wrote, or a study.json.", show_default=False),
]
Composed = Annotated[int, typer.Option("--composed", min=0, help="New puzzles for each thing to work on.")]
Seconds = Annotated[
    float, typer.Option("--seconds", min=1, help="How long to look at mistakes, and to compose for each motif.")
]


def existing(deck: Path | None) -> Path | None:
    """The deck to be read; one that was named and is not there is a slip, and is not made."""
    if deck is not None and not deck.exists():
        raise NothingFound(f"there is no deck {deck}", hint="motif train add STUDY --deck FILE makes one")
    return deck


def add_study(deck: Deck, path: Path, plan: Plan, quiet: bool) -> None:
    """Put everything of a study into the deck, unless it is there."""
    study = read_study(path)
    with closing_all() as keep:
        oracle = keep(oracle_of(study))
        with watching("making exercises", quiet) as watch:
            new = add_exercises(deck, study, oracle, plan, watch)
    if new is None:
        note(f"this study is in the deck already: {deck.path}")
    else:
        note(f"{counted(new, 'new exercise')} in {deck.path}")


def kept_judge(study: Study) -> Judge:
    """Whoever judged the study, so that no exercise contradicts it; else the built-in search, which is told."""
    judges, name = KeptJudges(Judge.find(BUILT_IN)), judge_of(study.games)
    judge = judges.named(name)
    if judge is None and name:
        note(judges.sentence_of(name))
    return judge or judges.own


def oracle_of(study: Study) -> Oracle:
    """The oracle of that judge; close it after use."""
    return find_oracle(kept_judge(study).name)


def read_study(path: Path) -> Study:
    """The study in a folder, or in a file."""
    file = path / "study.json" if path.is_dir() else path
    if path.is_dir() and not file.exists():
        raise BadFile(f"there is no study.json in {path}", hint="make one with: motif study GAMES --out FOLDER")
    return Study.load(file)
