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
from motif.cli.options import check_games, named
from motif.download.sites import download, shelf_of
from motif.download.web import Account, Wanted, Web
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.report.folder import GROUP, check_folder, folder_name, pupils_folders, write_group, write_report
from motif.report.make import (
    StudyOptions,
    expected_seconds,
    judge_class,
    make_puzzles,
    make_study,
    make_week,
    study_class,
    write_class,
)
from motif.report.moments import costliest
from motif.runtime.files import read_text
from motif.runtime.parallel import Workers
from motif.statistics.intervals import percent_with_range, wilson
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.claims import FEWEST_GAMES
from motif.study.first_look import first_words, has_first_look
from motif.study.gathering import Gathered, OwnGame, gather_everyone
from motif.study.group import Group, group_of
from motif.study.profile import Kind, Profile, Progress, Verdict
from motif.study.study import Study
from motif.training.plan import MISTAKES_LOOKED_AT

LONG = 20 * 60
"""Seconds of work that need `--yes`."""

MOST_MOTIFS_SHOWN = 10
MOST_MOMENTS = 3
MOST_SHARED = 5


@dataclass(frozen=True, slots=True)
class Call:
    """Where the study goes, whether to begin unasked, and how to report it."""

    to: Path | None
    sure: bool
    as_json: bool
    quiet: bool


def study_options(
    engine: str | None,
    limit: str | None,
    workers: int | None,
    cluster: str | None,
    against: Sequence[str],
    *,
    fresh: bool,
) -> StudyOptions:
    """Read the options: the engine, the workers, and the players to compare with."""
    check_games(against)
    return StudyOptions(
        StudyEngine.find(engine, Limit.parse(limit) if limit else None, fresh=fresh),
        Workers(workers or os.cpu_count() or 1, cluster),
        StudyCache(tell=note),
        tuple(named(name) for name in against),
    )


# Games that are named by an account, `lichess:NAME`: ask once, download, and hand on as files.


def wanted_games(since: datetime | None, speeds: list[Speed] | None, rated: bool, newest: int | None) -> Wanted:
    """What the options ask for."""
    return Wanted(since and since.replace(tzinfo=UTC), tuple(dict.fromkeys(speeds or ())), rated, newest)


def accounts_of(names: Sequence[str], wanted: Wanted) -> list[Account]:
    """The accounts among files; what chooses downloads is refused where there is none."""
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
    """Ask the user before anything leaves this machine, once for each account."""
    requests = " and ".join(f"{account.site.host} for the games of {account.name}" for account in accounts)
    if not sys.stdin.isatty():
        raise BadArgument(f"this would ask {requests}", hint="--yes allows it; only the name goes out")
    err.print(f"Ask {requests}? Only the name goes out. [y/N] ", end="", soft_wrap=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise BadArgument("nothing was asked for and nothing downloaded", hint="answer y, or add --yes")


# One player.


def study_one(gathered: Gathered, how: StudyOptions, call: Call) -> None:
    """StudyEngine, study, and write the report and the exercises of one player."""
    quiet = call.quiet
    folder = call.to or Path(folder_name(gathered.player))
    earlier = check_folder(folder, gathered.player)
    _announce(gathered, how.judge)
    if not call.sure:
        _ask(gathered.games, how)
    begun = monotonic()
    try:
        _look_first(gathered, how, quiet=quiet or call.as_json)
        with watching("judging games", quiet) as watch:
            made = make_study(gathered, how, watch, earlier)
    except KeyboardInterrupt:
        note("stopped; the games judged so far are kept, and the same command goes on from there")
        raise typer.Exit(INTERRUPTED) from None
    with watching("making puzzles of the mistakes", quiet) as watch:
        puzzles = make_puzzles(made, how, MISTAKES_LOOKED_AT, watch)
    with watching("planning the week", quiet) as watch:
        week = make_week(made, puzzles, how.judge, how.cache, watch=watch)
    with watching("writing the report", quiet) as watch:
        write_report(made, folder, puzzles, watch, week)
    if call.as_json:
        say(json.dumps(_profile(made), indent=2, ensure_ascii=False))
        return
    _summary(made)
    say(f"\nThe study is in {folder}: open report.html there.")
    if puzzles:
        say(f"{counted(len(puzzles), 'puzzle')} from the mistakes beside it; motif train plan {folder} plans the week.")
    note(f"made in {monotonic() - begun:.0f} s")


def _announce(gathered: Gathered, judge: StudyEngine) -> None:
    summary = f"{counted(len(gathered.games), 'game')} of {shortened(gathered.player)}"
    if gathered.is_chosen:
        summary += ", who played most of them; --player names another"
    note(summary)
    for each in gathered.notes:
        note(f"  {each}")
    note(f"judged by: {judge}")


def _look_first(gathered: Gathered, how: StudyOptions, *, quiet: bool) -> None:
    """What the evaluations in the file say already, while the mistakes are still to be explained."""
    if quiet or not has_first_look(gathered.games, how.judge, how.cache):
        return
    with watching("a first look", quiet) as watch:
        words = first_words(gathered.games, watch)
    if words:
        note(words)


def _ask(games: Sequence[OwnGame], how: StudyOptions) -> None:
    seconds = expected_seconds(games, how)
    if seconds > LONG:
        raise BadArgument(
            f"{counted(len(games), 'game')} will take about {duration(seconds)} to judge",
            hint="--games 200 takes the newest two hundred, --yes begins all the same",
        )


def _summary(made: Study) -> None:
    profile = made.profile
    say(
        f"{shortened(profile.player)}: {counted(profile.games, 'game')}, {counted(profile.moves, 'move')}, "
        f"score {_score(profile)}, accuracy {profile.accuracy:.0f} %, blunders {profile.blunders}"
    )
    _tell_progress(profile.progress)
    _show_shares(profile)
    if profile.leaks:
        say("\nWhat costs most:")
    for number, leak in enumerate(profile.leaks, start=1):
        say(f"{number}. {leak.title} ({leak.standing}). {leak.words}")
    if not profile.leaks:
        is_better = any(asked.verdict is Verdict.BETTER for asked in profile.progress.asked)
        nothing = (
            "Nothing else costs much" if is_better else "Not one mistake of yours lost a tenth of the winning chance"
        )
        say(f"\n{nothing}.")
    strengths = [claim for claim in profile.claims if claim.said and claim.kind is Kind.STRENGTH]
    if strengths:
        say("\nStrengths:")
        for claim in strengths[:3]:
            say(f"- {claim.words}")
    for words in profile.too_few:
        say(f"({words})")
    moments = [] if profile.work_on else costliest(made.games, MOST_MOMENTS)
    if moments:
        say("\nThe moves that cost most:")
    for moment in moments:
        say(f"- {moment.move} against {moment.opponent}: {moment.sentence}")
    if profile.motifs:
        say("")
        out.print(_motifs(profile))


def _tell_progress(progress: Progress) -> None:
    """First of all whether what an earlier study named is fixed; then what has changed within the games."""
    if progress.asked:
        say(f"\nIs it fixed? {counted(progress.new_games, 'game')} since the study before:")
    for asked in progress.asked:
        say(f"- {asked.title}: {asked.verdict}. {asked.words}")
    for trend in progress.trends:
        # What has not changed is said of blunders only: it is the first thing that a player asks.
        if trend.said or trend is progress.trends[0]:
            say(("" if trend is not progress.trends[0] else "\n") + f"{trend.title} over time: {trend}")


BAR = 16
"""Characters of the longest bar."""


def _show_shares(profile: Profile) -> None:
    """The chart of where the points go."""
    total, most = (whole(each.cost for each in profile.shares) for whole in (sum, lambda costs: max(costs, default=0)))
    if not total:
        return
    say(f"\nYour mistakes cost {total:.2f} points a game (a point is a win). This is where they go:")
    width = max(len(each.label) for each in profile.shares)
    for each in profile.shares:
        say(f"  {each.label:{width}}  {each.cost:.2f}  {'█' * round(BAR * each.cost / most)}".rstrip())


def _score(profile: Profile) -> str:
    """Points of games, a draw for a half."""
    points = profile.score * profile.games
    share = percent_with_range(profile.score, *wilson(points, profile.games), profile.games)
    return f"{points:g} of {profile.games} ({share})"


def _motifs(profile: Profile) -> Grid:
    table = Grid("motif", title=f"beside {profile.peers}" if profile.peers else None, title_justify="left")
    for column in ("found", "you", "peers", "allowed", "in 1,000 moves", "peers'"):
        table.add_column(column, justify="right")
    for record in profile.motifs[:MOST_MOTIFS_SHOWN]:
        table.add_row(
            record.motif,
            f"{record.found.hits} of {record.found.count}",
            record.found.percent if record.found.count else "–",
            record.peers_found.percent if record.peers_found else "–",
            str(record.allowed.hits),
            f"{1000 * record.allowed.value:.1f}",
            f"{1000 * record.peers_allowed.value:.1f}" if record.peers_allowed else "–",
        )
    return table


# A class, `motif study CLUB.pgn --everyone`: a folder for each pupil, and a page for the class.


def gather_class(files: Sequence[str], players: Path | None, newest: int | None) -> list[Gathered]:
    """The pupils: those whom a file names, one in a line, or everybody with games enough."""
    pupils, notes = gather_everyone(files, _named_in(players), newest, FEWEST_GAMES)
    games = len({id(own.game) for pupil in pupils for own in pupil.games})
    note(f"{counted(len(pupils), 'player')}, {counted(games, 'game')}")
    for each in notes:
        note(f"  {each}")
    return pupils


def study_everyone(pupils: Sequence[Gathered], files: Sequence[str], how: StudyOptions, call: Call) -> None:
    """StudyEngine, study and write; the same command goes on where it was stopped."""
    note(f"judged by: {how.judge}")
    if not call.sure:
        _ask([own for pupil in pupils for own in pupil.games], how)
    title = Path(files[0]).name if len(files) == 1 else f"{len(files)} files"
    folder = call.to or Path(folder_name(Path(files[0]).stem, "class"))
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
    _class_summary(group)
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


def _class_summary(group: Group) -> None:
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
