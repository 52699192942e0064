"""Many games judged on all cores, each cached when it is done: Ctrl-C loses nothing, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from functools import partial

from motif.board.games import Game
from motif.parallel import Pool, Workers, in_order
from motif.progress import Progress, Watch, unwatched
from motif.study.cache import StudyCache, game_key
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.judge import Judge
from motif.study.review import review_sides


@dataclass(frozen=True, slots=True)
class _Task:
    """A game to be judged once, for each of the sides that somebody wants."""

    game: Game
    sides: tuple[bool, ...]
    keys: tuple[str, ...]


def review_games(
    games: Sequence[OwnGame],
    judge: Judge,
    cache: StudyCache,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Iterator[StudiedGame]:
    """The games judged, in their order, numbered from 1; the same with any number of workers.

    A game that stands there for both of its players is judged once.
    """
    keys = _keys(games, judge)
    reviewed = {key: game for key in dict.fromkeys(keys) if (game := cache.get(key)) is not None}
    tasks = _tasks({key: own for key, own in zip(keys, games, strict=True) if key not in reviewed})
    watch(Progress(sum(key in reviewed for key in keys), len(games)))
    with ExitStack() as stack:
        if tasks:
            executor, pool = stack.enter_context((workers or Workers()).pooled())
            judged = iter(in_order(executor, partial(_judged, pool, judge), tasks))
        for number, key in enumerate(keys, start=1):
            if key not in reviewed:
                made = next(judged)
                for each, game in made.items():
                    cache.put(each, game)
                reviewed |= made
            watch(Progress(number, len(games)))
            yield replace(reviewed[key], number=number)


def count_new(games: Sequence[OwnGame], judge: Judge, cache: StudyCache) -> int:
    """How many of the games are still to be judged."""
    new = {key: own for key, own in zip(_keys(games, judge), games, strict=True) if not cache.holds(key)}
    return len(_tasks(new))


def _keys(games: Sequence[OwnGame], judge: Judge) -> list[str]:
    fingerprint = judge.fingerprint()
    return [game_key(own.game, fingerprint, is_white=own.is_white) for own in games]


def _tasks(new: Mapping[str, OwnGame]) -> list[_Task]:
    """Each game once, in the order in which it is needed first."""
    same: dict[str, dict[str, OwnGame]] = {}
    for key, own in new.items():
        same.setdefault(str(own.game), {})[key] = own
    return [
        _Task(next(iter(owns.values())).game, tuple(own.is_white for own in owns.values()), tuple(owns))
        for owns in same.values()
    ]


def _judged(pool: Pool, judge: Judge, task: _Task) -> dict[str, StudiedGame]:
    with pool.borrow("judge", judge.oracle) as oracle:
        return dict(zip(task.keys, review_sides(task.game, task.sides, oracle, judge), strict=True))
