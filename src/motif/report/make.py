"""Make a study from games: evaluate the games, find habits, compare, and plan the training."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from heapq import nsmallest
from pathlib import Path
from statistics import median
from time import perf_counter
from urllib.parse import urlsplit

from pydantic import TypeAdapter

from motif._core.board import Game
from motif.board.games import Report, games_of_share, work_on_shares
from motif.board.shares import Share
from motif.board.wording import counted
from motif.errors import BadGameFile
from motif.players.names import find_evaluator
from motif.puzzles.puzzle import Puzzle
from motif.report.folder import write_report
from motif.runtime.files import close
from motif.runtime.parallel import Progress, Watch, Workers, in_order, seed_of, unwatched
from motif.study.engine import StudyCache, StudyEngine
from motif.study.findings.progress import progress_of
from motif.study.findings.screen import apart_words
from motif.study.findings.whole import Habits, learn, make_profile
from motif.study.first_look import unexplained
from motif.study.games import StudiedGame, usual_speed
from motif.study.gathering import Gathered, OwnGame, is_by_search
from motif.study.peers import (
    FRESH,
    FROM_FILE,
    Peers,
    load_peers,
    peers_in,
    save_peers,
    shipped_peers,
    shipped_table,
    table_of,
)
from motif.study.profile import Profile
from motif.study.review import games_so_far, new_games, review_games
from motif.study.study import Study
from motif.training.exercise import Exercise
from motif.training.mistakes import Candidate, prove
from motif.training.plan import puzzles_of
from motif.training.week import Week, siblings_of, week_of

LEAST_GAMES_TIMED = 4
"""To estimate how long all games take, Motif evaluates at least this many, and one on every core."""


MOST_NAMED = 3
"""A table of players names this many of the sites and speeds of its games."""


@dataclass(frozen=True, slots=True)
class StudyOptions:
    """How to make a study: the engine, the workers, the cache of evaluated games, and the players to compare with."""

    engine: StudyEngine = field(default_factory=StudyEngine)
    workers: Workers = field(default_factory=Workers)
    cache: StudyCache = field(default_factory=StudyCache)
    peers: Path | None = None
    """A table of the players to compare with; by default the shipped one."""


def make_study(gathered: Gathered, how: StudyOptions, watch: Watch = unwatched, earlier: Study | None = None) -> Study:
    """Evaluate the games and make the study; see what became of the findings of an earlier one."""
    # Report a missing table before the work begins.
    load_peers(how.peers) if how.peers else shipped_table()
    games = tuple(review_games(gathered.games, how.engine, how.cache, how.workers, watch))
    content = TypeAdapter(tuple[StudiedGame, ...]).dump_json(games).decode()
    habits = how.cache.recall("habits", [content], TypeAdapter(Habits), lambda: learn(games))
    peers = _peers(games, how.peers)
    profile = make_profile(gathered.player, games, peers, habits)
    return Study(still_open(replace(profile, progress=progress_of(profile, games, earlier))), games)


def study_so_far(gathered: Gathered, how: StudyOptions) -> Study | None:
    """The study of the games explained before an interruption; None if there are none.

    A game that is not explained yet counts by the evaluations in its file; without them it is left out.
    """
    kept = games_so_far(gathered.games, how.engine, how.cache)
    explained = sum(game is not None for game in kept)
    if not explained:
        return None
    games = tuple(
        game
        for number, (own, done) in enumerate(zip(gathered.games, kept, strict=True), start=1)
        if (game := done or _by_file(own, number, how.engine)) is not None
    )
    profile = make_profile(gathered.player, games, _peers(games, how.peers), ())
    said = f"Explained so far: {explained} of {len(kept)} games."
    if len(games) > explained:
        rest = counted(len(games) - explained, "other game")
        said = f"{said[:-1]}, the costliest first. The mistakes of the {rest} count as “other”."
    return Study(replace(profile, sample=(said, *profile.sample)), games)


def _by_file(own: OwnGame, number: int, engine: StudyEngine) -> StudiedGame | None:
    return unexplained(own.game, is_white=own.is_white, number=number) if engine.from_file else None


def still_open(profile: Profile) -> Profile:
    """The profile without those findings to work on that have improved since the previous study."""
    over = {each.name for each in profile.progress.findings if each.is_over}
    left = tuple(each for each in profile.work_on if each.name not in over)
    before, now = (apart_words([each for each in some if each.is_weakness]) for some in (profile.work_on, left))
    return replace(profile, work_on=left, verdict=tuple(now if each == before else each for each in profile.verdict))


def make_puzzles(study: Study, how: StudyOptions, look: int, watch: Watch = unwatched) -> tuple[Puzzle, ...]:
    """The puzzles from a study's mistakes; `look` limits how many sides of mistakes are examined."""

    def make() -> tuple[Puzzle, ...]:
        evaluator = find_evaluator(how.engine.name)
        try:
            with how.workers.pooled() as (executor, pool):

                def proved(candidates: Iterable[Candidate]) -> Iterator[Puzzle | str]:
                    return in_order(executor, partial(prove, pool, how.engine.name), candidates)

                return puzzles_of(study, evaluator, look=look, watch=watch, prove=proved)
        finally:
            close(evaluator)

    inputs = [study.to_json(), how.engine.fingerprint(), str(look)]
    return how.cache.recall("puzzles", inputs, TypeAdapter(tuple[Puzzle, ...]), make)


def make_week(
    study: Study,
    puzzles: Sequence[Puzzle],
    engine: StudyEngine,
    cache: StudyCache,
    seed: int = 0,
    watch: Watch = unwatched,
) -> Week:
    """Plan the training until the next study; `puzzles` are from the player's mistakes."""
    evaluator = find_evaluator(engine.name)
    try:
        siblings = cache.recall(
            "siblings",
            [study.to_json(), engine.fingerprint()],
            TypeAdapter(list[Exercise]),
            lambda: list(siblings_of(study, evaluator, watch=watch)),
        )
        return week_of(study, puzzles, siblings, evaluator, seed)
    finally:
        close(evaluator)


def expected_seconds(own: Sequence[OwnGame], how: StudyOptions, watch: Watch = unwatched) -> float:
    """How many seconds evaluating the remaining games will take, estimated from a few; 0 if there are only few."""
    new = new_games(own, how.engine, how.cache)
    timed = max(LEAST_GAMES_TIMED, how.workers.count)
    if len(new) <= 2 * timed:
        return 0.0
    some = new[:: len(new) // timed][:timed]
    begun = perf_counter()
    for _ in review_games(some, how.engine, how.cache, how.workers, watch):
        pass
    return (perf_counter() - begun) / timed * (len(new) - timed)


def make_peers(files: Sequence[str], how: StudyOptions, most: int, seed: int, watch: Watch = unwatched) -> str:
    """Write a table of the players of at most this many games, drawn at random; return a note about the games."""
    assert how.peers is not None
    drawn: list[tuple[int, str]] = []
    for part in work_on_shares(files, partial(_draw_games, most, seed), how.workers, watch=watch):
        drawn = nsmallest(most, {*drawn, *part})
    own = [OwnGame(Game.parse(text), is_white=True) for _, text in drawn]
    games = list(review_games(own, how.engine, how.cache, how.workers, watch))
    if not games:
        raise BadGameFile(f"there is no game to work on in {', '.join(files)}")
    sites = Counter(urlsplit(game.site).netloc or game.site.strip("?") for game in games)
    speeds = Counter(game.speed or "unknown speed" for game in games)
    months = sorted(game.date[:7] for game in games if game.date[:4].isdigit())
    said = (", ".join(name for name, _ in counts.most_common(MOST_NAMED) if name) for counts in (sites, speeds))
    dates = f"{months[0]} to {months[-1]}" if months else ""
    note = "; ".join(filter(None, (counted(len(games), "game"), *said, dates)))
    save_peers(how.peers, table_of(games, FRESH if is_by_search(games) else FROM_FILE), note)
    return note


def _draw_games(most: int, seed: int, share: Share, report: Report, watch: Watch) -> list[tuple[int, str]]:
    """Return the games of a share with the smallest hashes, so that neither their order nor copies matter."""
    drawn: dict[int, str] = {}
    for game in filter(len, games_of_share(share, None, report)):
        watch(Progress(report.bytes_read))
        text = str(game)
        drawn[seed_of(seed, text)] = text
        if len(drawn) > 2 * most:
            drawn = dict(nsmallest(most, drawn.items()))
    return nsmallest(most, drawn.items())


def _peers(games: Sequence[StudiedGame], table: Path | None) -> Peers | None:
    """Players of the same rating, evaluated in the same way; None if the shipped table has none."""
    ratings = [game.rating for game in games if game.rating is not None]
    # Evaluations in a file come from an engine, so games that an engine evaluated are compared with those.
    rating = round(median(ratings)) if ratings else None
    from_file = not is_by_search(games)
    if table is not None:
        return peers_in(table, rating, from_file=from_file)
    return shipped_peers(rating, from_file=from_file, speed=usual_speed(games))


# The study of a whole class: evaluate every game once, study each pupil, compare all of them, write the pages.

MISTAKES_LOOKED_AT = 20
"""How many sides of mistakes are examined per pupil: half as many as for one player, to keep a class from waiting."""


def evaluate_class(pupils: Sequence[Gathered], how: StudyOptions, watch: Watch = unwatched) -> None:
    """Evaluate and cache the games of all pupils that are not cached yet, each game once."""
    games = [own for pupil in pupils for own in pupil.games]
    for _ in review_games(games, how.engine, how.cache, how.workers, watch):
        pass


def study_class(
    pupils: Sequence[Gathered], how: StudyOptions, watch: Watch = unwatched, earlier: Sequence[Study | None] = ()
) -> list[Study]:
    """Make the study of each pupil."""
    studies: list[Study] = []
    # The learned rules are in the cache of this machine, so a cluster takes no part in it.
    with Workers(how.workers.count).executor() as executor:
        tasks = list(zip(pupils, earlier or [None] * len(pupils), strict=True))
        for study in in_order(executor, partial(_study, _alone(how)), tasks):
            studies.append(study)
            watch(Progress(len(studies), len(pupils), f"studying {study.profile.player}"))
    return studies


def write_class(
    studies: Sequence[Study], folders: Sequence[Path], how: StudyOptions, watch: Watch = unwatched
) -> list[int]:
    """Write a folder with a page, games and exercises for each pupil; return how many exercises each got."""
    counts: list[int] = []
    with Workers(how.workers.count).executor() as executor:
        for count in in_order(executor, partial(_write, _alone(how)), list(zip(studies, folders, strict=True))):
            counts.append(count)
            watch(Progress(len(counts), len(studies), f"writing for {studies[len(counts) - 1].profile.player}"))
    return counts


def _alone(how: StudyOptions) -> StudyOptions:
    """The options for one pupil in another process."""
    return replace(how, workers=Workers())


def _study(how: StudyOptions, task: tuple[Gathered, Study | None]) -> Study:
    pupil, earlier = task
    return make_study(pupil, how, earlier=earlier)


def _write(how: StudyOptions, task: tuple[Study, Path]) -> int:
    study, folder = task
    puzzles = make_puzzles(study, how, MISTAKES_LOOKED_AT)
    write_report(study, folder, puzzles)
    return len(puzzles)
