"""Make the table of peers: how often people of each rating miss and allow each motif, and where they make mistakes.

    python experiments/peers/peers_table.py lichess_rapid_main.pgn.zst --places 6000 --file 500 --fresh 60

Counts are kept, so an interrupted run continues. With --cluster the work is done on a cluster. Rows that are not
counted again (0 games per band) stay in the table as they were.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import places
import stretches
from pydantic import TypeAdapter
from sampling import draw
from stretches import Count, summed

from motif._core.board import Game
from motif.runtime.parallel import Pool, Workers, in_order
from motif.study.engine import StudyCache, StudyEngine
from motif.study.peers import EVERYBODY, FRESH, FROM_FILE, Subject, load_peers, save_peers

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

AT_ONCE = 100
"""Games that are counted and stored together."""

FROM_PLACES = frozenset({Subject.MISTAKES, Subject.PLACES})
"""The counts of --places, in whole games."""

Part = TypeVar("Part")


def main() -> None:
    """Draw, evaluate, count, and write the table and result.json."""
    given = read_options(
        __doc__, {"games": Path}, file=(500, "games' worth per band, with the file's evaluations"),
        fresh=(60, "games' worth per band, with the built-in search"),
        places=(6000, "games per band, counted by their evaluations alone"),
        drawn=(6000, "games per band that stretches are taken from"), most=(10, "games of one player at most"),
        seed=15, workers=1, cluster=(str, "the address of a Dask cluster"),
        kept=(Path("out/peers"), "where counts are kept"), out=Path("src/motif/data/peers.tsv"),
        result=Path(__file__).with_name("result.json"),
    )  # fmt: skip
    workers, cache = Workers(given.workers, given.cluster), StudyCache(given.kept)
    table = load_peers(given.out) if given.out.exists() else {}
    result: dict[str, object] = json.loads(given.result.read_text()) if given.result.exists() else {}
    result["seed"] = given.seed
    for name, per_band in ((FROM_FILE, given.file), (FRESH, given.fresh)):
        if not per_band:
            continue
        engine = StudyEngine.find("search", fresh=name == FRESH)
        drawn = stretches.stretches(draw(given.games, given.drawn, given.seed, given.most), per_band, given.seed)
        counts = counted(name, drawn, partial(_explained, engine), [each.game for each in drawn], workers, cache)
        for ratings, rates in summed(counts).items():
            # Places were counted in many more moves.
            known = table.get((name, ratings), {}).items()
            kept = {key: rate for key, rate in known if name == FROM_FILE and key[0] in FROM_PLACES}
            table[name, ratings] = {**rates, **kept}
            result[f"{name} {ratings}"] = {"moves": rates[Subject.BLUNDERS, EVERYBODY].count}
        result[name] = {"games": len(drawn), "games' worth a band": per_band, "engine": str(engine)}
    if given.places:
        games = draw(given.games, given.places, given.seed, given.most)
        for ratings, rates in summed(counted("places", games, _placed, _names(games), workers, cache)).items():
            table.setdefault((FROM_FILE, ratings), {}).update(rates)
        result["places"] = {"games": len(games), "engine": "evaluations in the file"}
    save_peers(given.out, table)
    write_result(given.result, result)


def counted(
    name: str,
    parts: Sequence[Part],
    count: Callable[[Pool, Sequence[Part]], list[Count]],
    keys: Sequence[str],
    workers: Workers,
    cache: StudyCache,
) -> Iterator[Count]:
    """Count some games at a time, and store each result."""
    kind = TypeAdapter(list[Count])
    starts = range(0, len(parts), AT_ONCE)
    chunks = [(parts[start : start + AT_ONCE], keys[start : start + AT_ONCE]) for start in starts]
    with workers.pooled() as (executor, pool):
        new = [chunk for chunk, known_as in chunks if not cache.knows(name, known_as)]
        counts = iter(in_order(executor, partial(count, pool), new))
        for done, (_, known_as) in enumerate(chunks, start=1):
            yield from cache.recall(name, known_as, kind, lambda: next(counts))
            print(name, min(done * AT_ONCE, len(parts)), len(parts), flush=True)


def _explained(engine: StudyEngine, pool: Pool, some: Sequence[stretches.Stretch]) -> list[Count]:
    return stretches.count(pool, engine, some)


def _placed(pool: Pool, some: Sequence[Game]) -> list[Count]:
    del pool
    return places.count(some)


def _names(games: Sequence[Game]) -> list[str]:
    return [game.tags.get("Site", str(game)) for game in games]


if __name__ == "__main__":
    main()
