"""The steps of `motif study`: get the games, evaluate them, study the player or the class, write the report."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic

import typer

from motif.board.tags import Speed
from motif.board.wording import counted
from motif.cli.console import INTERRUPTED, Grid, duration, err, note, out, say, shortened, watching
from motif.cli.options import named
from motif.download.sites import download, shelf_of
from motif.download.web import Account, Wanted, Web
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.players.engines import how_far
from motif.report.folder import GROUP, check_folder, folder_name, pupils_folders, write_group, write_report
from motif.report.make import (
    StudyOptions,
    evaluate_class,
    expected_seconds,
    make_puzzles,
    make_study,
    make_week,
    study_class,
    study_so_far,
    write_class,
)
from motif.report.study_text import study_text
from motif.runtime.files import read_text
from motif.runtime.parallel import Workers
from motif.study.engine import BUILT_IN, StudyCache, StudyEngine, spoken
from motif.study.findings.progress import FEWEST_GAMES
from motif.study.first_look import first_words, has_first_look
from motif.study.gathering import Gathered, OwnGame, gather_everyone
from motif.study.group import Group, group_of
from motif.study.study import Study
from motif.training.plan import MISTAKES_LOOKED_AT

LONG, WORTH_A_WORD = 20 * 60, 60
"""Longer work needs confirmation or `--yes`; work longer than the second number is announced. Both in seconds."""

SEARCH_IS_QUICKER = 3
"""How many times as many games Motif's own search evaluates in a minute as Stockfish, at the usual limits."""

NEWEST_SUGGESTED = 20

MOST_SHARED = 5


@dataclass(frozen=True, slots=True)
class Call:
    """Where to write the study, whether to skip questions, and how to report it."""

    to: Path | None
    sure: bool
    as_json: bool
    quiet: bool


def study_options(
    engine: str | None,
    limit: Limit | None,
    workers: int | None,
    cluster: str | None,
    peers: Path | None = None,
    *,
    fresh: bool,
) -> StudyOptions:
    """Read the options: the engine, the workers, and the players to compare with."""
    return StudyOptions(
        StudyEngine.find(engine, limit, fresh=fresh),
        Workers(workers or os.cpu_count() or 1, cluster),
        StudyCache(tell=note),
        peers,
    )


# Games named by an account, `lichess:NAME`: ask once, download, and use the files.


def wanted_games(since: datetime | None, speeds: list[Speed] | None, rated: bool, newest: int | None) -> Wanted:
    """Make the filter for downloads from the options."""
    return Wanted(since and since.replace(tzinfo=UTC), tuple(dict.fromkeys(speeds or ())), rated, newest)


def accounts_of(names: Sequence[str], wanted: Wanted) -> list[Account]:
    """The accounts among the names; raises an error for download options without an account."""
    accounts = [account for name in names if (account := Account.get(name))]
    if not accounts and (wanted.since or wanted.speeds or wanted.rated):
        raise BadArgument(
            "--since, --speed and --rated choose what is downloaded, and here are only files",
            hint="name an account, as in lichess:NAME",
        )
    return accounts


@contextmanager
def as_files(names: Sequence[str], wanted: Wanted, *, sure: bool, quiet: bool) -> Iterator[list[str]]:
    """Yield the files that the user named, and one file with the games of each account."""
    accounts = accounts_of(names, wanted)
    web = Web(tell=note)
    new = [account for account in accounts if not shelf_of(account).exists()]
    if new and not sure:
        _ask_before_download(new)
    with tempfile.TemporaryDirectory(prefix="motif-") as folder:
        files = {account: Path(folder) / f"{account.site}-{account.name}.pgn" for account in accounts}
        for account, path in files.items():
            with watching(f"asking {account.site.host}", quiet) as watch:
                try:
                    count = download(account, wanted, path, web, watch)
                except KeyboardInterrupt:
                    note("stopped; the games that came so far are kept, and the same command goes on from there")
                    raise typer.Exit(INTERRUPTED) from None
            note(f"{counted(count, 'game')} of {account.name} from {account.site.host}")
        yield [str(files[known]) if (known := Account.get(name)) else named(name) for name in names]


def _ask_before_download(accounts: Sequence[Account]) -> None:
    """Ask the user before anything is sent from this computer, once for all accounts."""
    requests = " and ".join(f"{account.site.host} for the games of {account.name}" for account in accounts)
    if not sys.stdin.isatty():
        raise BadArgument(f"this would ask {requests}", hint="add --yes to allow it; only the name is sent")
    err.print(f"Ask {requests}? Only the name goes out. [y/N] ", end="", soft_wrap=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise BadArgument("you named no games, and nothing was downloaded", hint="answer y, or add --yes")


# One player.


def study_one(gathered: Gathered, how: StudyOptions, call: Call) -> None:
    """Evaluate the games of one player, make the study, and write the report and the exercises."""
    quiet = call.quiet
    folder = call.to or Path(folder_name(gathered.player))
    earlier = check_folder(folder, gathered.player)
    _announce(gathered, how.engine)
    begun = monotonic()
    try:
        if not call.sure:
            _ask(gathered.games, how, quiet)
        _look_first(gathered, how, quiet=quiet or call.as_json)
        with watching("evaluating games", quiet) as watch:
            made = make_study(gathered, how, watch, earlier)
    except KeyboardInterrupt:
        note("stopped; the games evaluated so far are kept, and the same command goes on from there")
        _show_so_far(gathered, how, call)
        raise typer.Exit(INTERRUPTED) from None
    with watching("making puzzles of the mistakes", quiet) as watch:
        puzzles = make_puzzles(made, how, MISTAKES_LOOKED_AT, watch)
    with watching("planning the week", quiet) as watch:
        week = make_week(made, puzzles, how.engine, how.cache, watch=watch)
    with watching("writing the report", quiet) as watch:
        write_report(made, folder, puzzles, watch, week)
    if call.as_json:
        say(json.dumps(_profile(made), indent=2, ensure_ascii=False))
        return
    say(study_text(made, puzzles))
    say(f"\nThe report is {folder / 'report.html'}." + (f" Train: motif train plan {folder}" if puzzles else ""))
    note(f"made in {monotonic() - begun:.0f} s")


def _show_so_far(gathered: Gathered, how: StudyOptions, call: Call) -> None:
    """Print the first screen for the games explained before Ctrl-C; no file is written."""
    made = study_so_far(gathered, how)
    if made is not None:
        say(json.dumps(_profile(made), indent=2, ensure_ascii=False) if call.as_json else study_text(made))


def _announce(gathered: Gathered, engine: StudyEngine) -> None:
    summary = f"{counted(len(gathered.games), 'game')} of {shortened(gathered.player)}"
    if gathered.is_chosen:
        summary += ", who played most of them; --player names another"
    note(summary)
    for each in gathered.notes:
        note(f"  {each}")
    note(_engine_text(engine))


def _engine_text(engine: StudyEngine) -> str:
    """Which engine evaluates, and how far it looks."""
    doubtful = f", doubtful moves {how_far(engine.second)}" if engine.second != engine.first else ""
    fresh = f"by {spoken(engine.name)} {how_far(engine.first)}{doubtful}"
    return f"evaluations: from the file, else {fresh}" if engine.from_file else f"evaluations: {fresh}"


def _look_first(gathered: Gathered, how: StudyOptions, *, quiet: bool) -> None:
    """Print what the evaluations in the file already show, before the mistakes are explained."""
    if quiet or not has_first_look(gathered.games, how.engine, how.cache):
        return
    with watching("a first look", quiet) as watch:
        words = first_words(gathered.games, watch)
    if words:
        note(words)


def _ask(games: Sequence[OwnGame], how: StudyOptions, quiet: bool) -> None:
    """Say how long the work will take and what is quicker; refuse what takes very long."""
    with watching("evaluating the first games", quiet) as watch:
        seconds = expected_seconds(games, how, watch)
    work = f"evaluating the other games of {len(games):,} takes about {duration(seconds)}"
    quicker = [f"--games {NEWEST_SUGGESTED} takes the newest"] if len(games) > NEWEST_SUGGESTED else []
    if how.engine.name != BUILT_IN:
        quicker.append(f"--engine search takes about {duration(seconds / SEARCH_IS_QUICKER)}")
    if seconds > LONG:
        raise BadArgument(work, hint="; ".join([*quicker, "--yes begins all the same"]))
    if seconds > WORTH_A_WORD:
        note("; ".join([work, *quicker]))


# A class, `motif study CLUB.pgn --everyone`: a folder for each pupil, and a page for the class.


def gather_class(files: Sequence[str], players: Path | None, newest: int | None) -> list[Gathered]:
    """The pupils: those named in a file, one per line, or all players with enough games."""
    pupils, notes = gather_everyone(files, _named_in(players), newest, FEWEST_GAMES)
    games = len({id(own.game) for pupil in pupils for own in pupil.games})
    note(f"{counted(len(pupils), 'player')}, {counted(games, 'game')}")
    for each in notes:
        note(f"  {each}")
    return pupils


def study_everyone(pupils: Sequence[Gathered], files: Sequence[str], how: StudyOptions, call: Call) -> None:
    """Evaluate the games of a class and write the studies; after Ctrl-C the same command continues."""
    note(_engine_text(how.engine))
    title = Path(files[0]).name if len(files) == 1 else f"{len(files)} files"
    folder = call.to or Path(folder_name(Path(files[0]).stem, "class"))
    folders = pupils_folders(folder, [pupil.player for pupil in pupils])
    earlier = [check_folder(path, pupil.player) for path, pupil in zip(folders, pupils, strict=True)]
    begun = monotonic()
    try:
        if not call.sure:
            _ask([own for pupil in pupils for own in pupil.games], how, call.quiet)
        with watching("evaluating games", call.quiet) as watch:
            evaluate_class(pupils, how, watch)
        with watching("studying the players", call.quiet) as watch:
            studies = study_class(pupils, how, watch, earlier)
        with watching("writing pages and exercises", call.quiet) as watch:
            write_class(studies, folders, how, watch)
    except KeyboardInterrupt:
        note("stopped; the games evaluated so far are kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    group = group_of(studies)
    write_group(group, folder, folders, title)
    if call.as_json:
        say(json.dumps([_profile(study) for study in studies], indent=2, ensure_ascii=False))
        return
    _class_summary(group)
    say(f"\nThe class is in {folder}: open {GROUP} there; each player has a folder with a report and exercises.")
    note(f"made in {monotonic() - begun:.0f} s")


def _named_in(players: Path | None) -> list[str]:
    if players is None:
        return []
    names = [line.strip() for line in read_text(players).splitlines() if line.strip()]
    if not names:
        raise BadArgument(f"{players} names no player", hint="one player in a line")
    return names


def _profile(study: Study) -> object:
    return json.loads(study.to_json())["profile"]


def _class_summary(group: Group) -> None:
    table = Grid("player")
    for column in ("rating", "games"):
        table.add_column(column, justify="right")
    for column in ("verdict", "work on first", "since the last study"):
        table.add_column(column)
    for pupil in group.pupils:
        profile = pupil.profile
        table.add_row(
            profile.player,
            str(profile.rating or "–"),
            str(profile.games),
            profile.verdict[0] if profile.verdict else "–",
            profile.work_on[0].title if profile.work_on else "–",
            pupil.since or "–",
        )
    out.print(table)
    if group.shared:
        say("\nSeveral have to work on:")
    for each in group.shared[:MOST_SHARED]:
        say(f"- {each.title}: {', '.join(each.pupils)}")
