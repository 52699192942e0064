"""Games judged and not explained: enough to count which rules of the coach's list were followed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from motif.board.games import Game
from motif.parallel import Pool, Workers, in_order
from motif.progress import Progress, Watch
from motif.study.cache import StudyCache, game_key
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.judge import Judge
from motif.study.review import _studied as studied
from motif.study.review import judge_moves


def judge_games(
    games: Sequence[OwnGame], judge: Judge, cache: StudyCache, workers: Workers, watch: Watch
) -> Iterator[StudiedGame]:
    """The games of White in their order, each kept when it is judged."""
    # What nobody explained must not pass for a game that was.
    keys = [game_key(own.game, f"{judge.fingerprint()}, not explained", is_white=True) for own in games]
    known = {key: game for key in keys if (game := cache.get(key)) is not None}
    with workers.pooled() as (executor, pool):
        new = [own.game for own, key in zip(games, keys, strict=True) if key not in known]
        judged = iter(in_order(executor, partial(_judged, pool, judge), new))
        for number, key in enumerate(keys, start=1):
            if key not in known:
                known[key] = next(judged)
                cache.put(key, known[key])
            watch(Progress(number, len(games)))
            yield known[key]


def _judged(pool: Pool, judge: Judge, game: Game) -> StudiedGame:
    with pool.borrow("judge", judge.oracle) as oracle:
        return studied(game, judge_moves(game, oracle, judge), (), (), is_white=True, judge=judge)
