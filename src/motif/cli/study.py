"""`motif study`: a player's games in; what they miss and why, and what to train, out."""

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
from typing import Annotated

import typer

from motif.board.games import Speed
from motif.cli.console import INTERRUPTED, Grid, counted, duration, err, note, out, say, shortened, watching
from motif.cli.options import Cluster, Json, Quiet, check_games, experiment, named
from motif.download.sources import download, shelf_of
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
from motif.statistics.intervals import percent, wilson
from motif.study.findings.claims import FEWEST_GAMES
from motif.study.first_look import first_words, has_first_look
from motif.study.gathering import Gathered, OwnGame, gather, gather_everyone
from motif.study.group import Group, group_of
from motif.study.judge import Judge, StudyCache
from motif.study.profile import Kind, Profile, Progress, Verdict
from motif.study.study import Study
from motif.training.plan import MISTAKES_LOOKED_AT

# `motif study CLUB.pgn --everyone`: a folder for each pupil, and a page for the class.

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


# Games that are named by an account, `lichess:NAME`: asked for once, downloaded, and handed on as files.

Since = Annotated[
    datetime | None,
    typer.Option(
        "--since", metavar="DATE", formats=["%Y-%m-%d", "%Y-%m", "%Y"], help="Download games since 2026-01-31."
    ),
]
Speeds = Annotated[
    list[Speed] | None, typer.Option("--speed", metavar="SPEED", help="Download blitz, rapid …; may be repeated.")
]
Rated = Annotated[bool, typer.Option("--rated", help="Download rated games alone.")]


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
    """The files that a user named, with the games of each account in a file of its own."""
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
    """Nothing leaves this machine before somebody said so, once for each account."""
    requests = " and ".join(f"{account.site.host} for the games of {account.name}" for account in accounts)
    if not sys.stdin.isatty():
        raise BadArgument(f"this would ask {requests}", hint="--yes allows it; only the name goes out")
    err.print(f"Ask {requests}? Only the name goes out. [y/N] ", end="", soft_wrap=True)
    if sys.stdin.readline().strip().casefold() not in ("y", "yes"):
        raise BadArgument("nothing was asked for and nothing downloaded", hint="answer y, or add --yes")


LONG = 20 * 60
"""So many seconds of work are not begun unasked."""

MOST_MOTIFS_SHOWN = 10
MOST_MOMENTS = 3


def study(
    files: Annotated[
        list[str],
        typer.Argument(
            metavar="GAMES…",
            help="PGN files, plain or compressed; or `lichess:NAME`, `chesscom:NAME`; `-` is standard input, `sample` "
            "the games that ship.",
        ),
    ],
    player: Annotated[
        str | None, typer.Option("--player", help="Whose games; without it, whoever played most of them.")
    ] = None,
    against: Annotated[
        list[str] | None,
        experiment("--against", metavar="FILE", help="Compare with everybody in this file, not with the peers here."),
    ] = None,
    everyone: Annotated[
        bool, typer.Option("--everyone", help="Study everybody with ten games or more: a class, with a page for it.")
    ] = False,
    players: Annotated[
        Path | None, typer.Option("--players", metavar="FILE", help="Study these players as a class: a name in a line.")
    ] = None,
    engine: Annotated[
        str | None,
        typer.Option("--engine", metavar="NAME", help="Who judges: search, stockfish …; Stockfish where it is found."),
    ] = None,
    limit: Annotated[
        str | None, experiment("--limit", help="How far the judge looks: depth=12, nodes=… or seconds=…")
    ] = None,
    fresh: Annotated[bool, experiment("--fresh", help="Judge anew what the file has evaluated.")] = False,
    newest: Annotated[int | None, typer.Option("--games", min=1, help="Only so many games, the newest.")] = None,
    since: Since = None,
    speeds: Speeds = None,
    rated: Rated = False,
    to: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FOLDER", help="Where to; else study- and the player's name.")
    ] = None,
    workers: Annotated[
        int | None, experiment("--workers", "-w", min=1, help="How many processes share the work; else all cores.")
    ] = None,
    cluster: Cluster = None,
    sure: Annotated[bool, typer.Option("--yes", help="Begin unasked: online, and what will take long.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Study a player's games: what they miss and allow beside their peers, why, and what to work on.

    Judged games are kept: Ctrl-C loses nothing, and a second run is quick.

    Example: `motif study sample --games 20 --out out/study`
    """
    check_games(against or ())
    judge = Judge.find(engine, Limit.parse(limit) if limit else None, fresh=fresh)
    how = StudyOptions(
        judge,
        Workers(workers or os.cpu_count() or 1, cluster),
        StudyCache(tell=note),
        tuple(named(name) for name in against or ()),
    )
    wanted = wanted_games(since, speeds, rated, newest)
    accounts = accounts_of(files, wanted)
    is_class = everyone or players is not None
    if is_class and player:
        raise BadArgument(
            "--player asks for one player, --everyone and --players for a class", hint="choose one of them"
        )
    with as_files(files, wanted, sure=sure, quiet=quiet) as names:
        if is_class:
            call = ClassCall(names, players, newest, to, as_json, quiet)
            pupils = gather_class(call)
        else:
            one = accounts[0].name if len(files) == len(accounts) == 1 else None
            gathered = gather(names, player or one, newest)
    if is_class:
        note(f"judged by: {judge}")
        if not sure:
            _ask([own for pupil in pupils for own in pupil.games], how)
        study_everyone(pupils, call, how)
        return
    folder = to or Path(folder_name(gathered.player))
    earlier = check_folder(folder, gathered.player)
    _announce(gathered, judge)
    if not sure:
        _ask(gathered.games, how)
    begun = monotonic()
    try:
        _look_first(gathered, how, quiet=quiet or as_json)
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
    if as_json:
        say(json.dumps(json.loads(made.to_json())["profile"], indent=2, ensure_ascii=False))
        return
    _summary(made)
    say(f"\nThe study is in {folder}: open report.html there.")
    if puzzles:
        say(f"{counted(len(puzzles), 'puzzle')} from the mistakes beside it; motif train plan {folder} plans the week.")
    note(f"made in {monotonic() - begun:.0f} s")


def _announce(gathered: Gathered, judge: Judge) -> None:
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


def _score(profile: Profile) -> str:
    """Points of games, a draw for a half."""
    points = profile.score * profile.games
    return f"{points:g} of {profile.games} ({percent(profile.score, *wilson(points, profile.games), profile.games)})"


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
