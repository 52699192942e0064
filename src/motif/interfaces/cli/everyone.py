"""`motif study CLUB.pgn --everyone`: a folder for each pupil, and a page for the class."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import typer

from motif.errors import BadArgument
from motif.interfaces.cli.console import INTERRUPTED, counted, note, out, say, watching
from motif.interfaces.cli.grids import Grid
from motif.store import read_text
from motif.study.gathering import Gathered, gather_everyone
from motif.study.group.group import Group, group_of
from motif.study.group.make import judge_class, study_class, write_class
from motif.study.group.page import GROUP, pupils_folders, write_group
from motif.study.make import StudyOptions
from motif.study.report.folder import folder_name
from motif.study.study import Study
from motif.study.subjects.claims import FEWEST_GAMES

MOST_SHARED = 5


@dataclass(frozen=True, slots=True)
class ClassCall:
    """Who is asked for, where it goes, and how it is told."""

    files: Sequence[str]
    players: Path | None
    newest: int | None
    to: Path | None
    as_json: bool
    quiet: bool


def gather_class(call: ClassCall) -> list[Gathered]:
    """The pupils: those whom a file names, one in a line, or everybody with games enough."""
    pupils, notes = gather_everyone(call.files, _named_in(call.players), call.newest, FEWEST_GAMES)
    games = len({id(own.game) for pupil in pupils for own in pupil.games})
    note(f"{counted(len(pupils), 'player')}, {counted(games, 'game')}")
    for each in notes:
        note(f"  {each}")
    return pupils


def study_everyone(pupils: Sequence[Gathered], call: ClassCall, how: StudyOptions) -> None:
    """Judge, study and write; the same command goes on where it was stopped."""
    title = Path(call.files[0]).name if len(call.files) == 1 else f"{len(call.files)} files"
    folder = call.to or Path(folder_name(Path(call.files[0]).stem, "class"))
    folders = pupils_folders(folder, [pupil.player for pupil in pupils])
    begun = monotonic()
    try:
        with watching("judging games", call.quiet) as watch:
            judge_class(pupils, how, watch)
        with watching("studying the players", call.quiet) as watch:
            studies = study_class(pupils, how, watch)
        with watching("writing pages and exercises", call.quiet) as watch:
            write_class(studies, folders, how, watch)
    except KeyboardInterrupt:
        note("stopped; the games judged so far are kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    group = group_of(studies)
    write_group(group, folder, folders, title)
    if call.as_json:
        say(json.dumps([_profile(study) for study in studies], indent=2, ensure_ascii=False))
        return
    _summary(group)
    say(f"\nThe class is in {folder}: open {GROUP} there; each player has a folder with a report and exercises.")
    note(f"made in {monotonic() - begun:.0f} s")


def _named_in(players: Path | None) -> list[str]:
    if players is None:
        return []
    names = [line.strip() for line in read_text(players).splitlines() if line.strip()]
    if not names:
        raise BadArgument(f"{players} names nobody", hint="one player in a line")
    return names


def _profile(study: Study) -> object:
    return json.loads(study.to_json())["profile"]


def _summary(group: Group) -> None:
    table = Grid("player")
    for column in ("games", "accuracy", "blunders", "newer games"):
        table.add_column(column, justify="right")
    table.add_column("what costs most")
    for pupil in group.pupils:
        profile = pupil.profile
        first = profile.leaks[0] if profile.leaks else None
        table.add_row(
            profile.player,
            str(profile.games),
            f"{profile.accuracy:.0f} %",
            profile.blunders.percent,
            str(pupil.course),
            f"{first.title} ({first.standing})" if first else "–",
        )
    out.print(table)
    if group.shared:
        say("\nShared:")
    for leak in group.shared[:MOST_SHARED]:
        say(f"- {leak.title}: {', '.join(player for player, _ in leak.pupils)}")
