"""Many games judged on all cores, each cached when it is done: Ctrl-C loses nothing, and nothing is done twice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from motif.parallel import Pool, Workers, in_order
from motif.progress import Progress, Watch, unwatched
from motif.study.cache import StudyCache, game_key
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.judge import Judge
from motif.study.review import review_game


def review_games(
    games: Sequence[OwnGame],
    judge: Judge,
    cache: StudyCache,
    workers: Workers | None = None,
    watch: Watch = unwatched,
) -> Iterator[StudiedGame]:
    """The games judged, in their order, numbered from 1; the same with any number of workers."""
    fingerprint = judge.fingerprint()
    keys = [game_key(own.game, fingerprint, is_white=own.is_white) for own in games]
    reviewed = {key: game for key in dict.fromkeys(keys) if (game := cache.get(key)) is not None}
    new = {key: own for key, own in zip(keys, games, strict=True) if key not in reviewed}
    watch(Progress(len(games) - len(new), len(games)))
    with ExitStack() as stack:
        if new:
            executor, pool = stack.enter_context((workers or Workers()).pooled())
            judged = iter(in_order(executor, partial(_judged, pool, judge), list(new.values())))
        for number, key in enumerate(keys, start=1):
            if key not in reviewed:
                reviewed[key] = next(judged)
                cache.put(key, reviewed[key])
            watch(Progress(number, len(games)))
            yield replace(reviewed[key], number=number)


def count_new(games: Sequence[OwnGame], judge: Judge, cache: StudyCache) -> int:
    """How many of the games are still to be judged."""
    fingerprint = judge.fingerprint()
    keys = {game_key(own.game, fingerprint, is_white=own.is_white) for own in games}
    return sum(not cache.holds(key) for key in keys)


def _judged(pool: Pool, judge: Judge, own: OwnGame) -> StudiedGame:
    with pool.borrow("judge", judge.oracle) as oracle:
        return review_game(own.game, is_white=own.is_white, oracle=oracle, judge=judge)
