"""The table of peers: how often people of each rating miss and allow each motif, and where they err.

    python experiments/peers/peers_table.py lichess_rapid_main.pgn.zst --places 6000 --file 120 --fresh 120

    python experiments/peers/peers_table.py lichess_rapid_main.pgn.zst --places 0 --file 120 --fresh 40 --rules

With --rules nothing is counted but how often those rules of the coach's list were passed by that the table lacks, which
another list makes necessary; nothing need be explained for it. Judged games are kept, so a run that was stopped goes on
where it stood, and a larger one takes the smaller one in. With --cluster the work is done on a cluster. What is not
counted anew (0 games a band) stays in the table as it was.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from followed import judge_games
from places import count
from pydantic import TypeAdapter
from sampling import draw

from motif.board.games import Game
from motif.parallel import Workers, in_order
from motif.progress import Progress, Watch
from motif.study.batch import review_games
from motif.study.cache import StudyCache
from motif.study.counting import Key, Side, Subject, side_of, tally
from motif.study.following import follow, followed_rules
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.judge import Judge
from motif.study.peers import EVERYBODY, FRESH, FROM_FILE, band, load_peers, save_peers
from motif.study.values import Rate
from motif.tactics.library.library import Library

AT_ONCE = 100
"""Games that are counted and kept together."""

Table = dict[tuple[str, str], dict[Key, Rate]]


def main() -> None:
    """Draw, judge, count, and write the table and result.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=Path)
    parser.add_argument("--file", type=int, default=120, help="games a band, judged by the evaluations in the file")
    parser.add_argument("--fresh", type=int, default=120, help="games a band, judged by the built-in search")
    parser.add_argument("--places", type=int, default=6000, help="games a band, counted by their evaluations alone")
    parser.add_argument("--most", type=int, default=10, help="games of one player that --places counts")
    parser.add_argument("--rules", action="store_true", help="count nothing but the coach's rules that the table lacks")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster", help="the address of a Dask cluster")
    parser.add_argument("--kept", type=Path, default=Path("out/peers"), help="where judged games are kept")
    parser.add_argument("--out", type=Path, default=Path("src/motif/data/peers.tsv"))
    parser.add_argument("--result", type=Path, default=Path(__file__).with_name("result.json"))
    given = parser.parse_args()
    workers = Workers(given.workers, given.cluster)
    table = load_peers(given.out) if given.out.exists() else {}
    result: dict[str, object] = json.loads(given.result.read_text()) if given.result.exists() else {}
    result["seed"] = given.seed
    for name, per_band in ((FROM_FILE, given.file), (FRESH, given.fresh)):
        if not per_band:
            continue
        judge = Judge.find("search", fresh=name == FRESH)
        own = [OwnGame(game, is_white=True) for game in draw(given.games, per_band, given.seed)]
        review = judge_games if given.rules else review_games
        games = list(review(own, judge, StudyCache(given.kept), workers, report(name)))
        new = new_rules(table, name)
        for ratings, sides in by_band(games).items():
            rates = table.setdefault((name, ratings), {})
            # What nobody missed or allowed in these games must not stand there by the count of others.
            for key in [key for key in rates if not given.rules and key[0] in (Subject.MISSED, Subject.ALLOWED)]:
                del rates[key]
            # Places were counted in many more games.
            known = {key for key in rates if name == FROM_FILE and key[0] in (Subject.MISTAKES, Subject.PLACES)}
            rates.update(
                {
                    key: found.counted.rate
                    for key, found in tally(sides).items()
                    if key not in known and (not given.rules or (key[0] is Subject.RULES and key[1] in new))
                }
            )
            counted = {"sides": len(sides), "moves": sum(len(side.moves) for side in sides)}
            result[f"{name} {ratings}{', rules' if given.rules else ''}"] = counted
        result[f"{name}{', rules' if given.rules else ''}"] = {"games": len(games), "judge": str(judge)}
    if given.places:
        drawn = draw(given.games, given.places, given.seed, given.most)
        games_counted = places_of(drawn, workers, StudyCache(given.kept), table)
        result["places"] = {"games": games_counted, "judge": "evaluations in the file"}
    save_peers(given.out, table)
    given.result.write_text(json.dumps(result, indent=1) + "\n")


def new_rules(table: Table, judge: str) -> set[str]:
    """The rules that the rows of one judge lack; those that the list has no longer are taken out."""
    said = {rule.sentence() for rule in followed_rules(Library.shipped())}
    for (name, _), rates in table.items():
        for key in [key for key in rates if name == judge and key[0] is Subject.RULES and key[1] not in said]:
            del rates[key]
    known = {which for what, which in table.get((judge, EVERYBODY), {}) if what is Subject.RULES}
    return said - known


def places_of(games: list[Game], workers: Workers, cache: StudyCache, table: Table) -> int:
    """Count what needs no explanation, some games at a time, each kept when it is done; how many games there were."""
    chunks = [games[start : start + AT_ONCE] for start in range(0, len(games), AT_ONCE)]
    kind = TypeAdapter(list[tuple[str, str, str, int, int]])
    sums: dict[tuple[str, Key], list[int]] = defaultdict(lambda: [0, 0])
    with workers.executor() as executor:
        counted = iter(
            in_order(executor, count, [chunk for chunk in chunks if not cache.knows("places", _names(chunk))])
        )
        for done, chunk in enumerate(chunks, start=1):
            for ratings, what, which, hits, among in cache.recall("places", _names(chunk), kind, lambda: next(counted)):
                sums[ratings, (Subject(what), which)][0] += hits
                sums[ratings, (Subject(what), which)][1] += among
            report("places")(Progress(done * AT_ONCE, len(games)))
    for (ratings, key), (hits, among) in sorted(sums.items()):
        table.setdefault((FROM_FILE, ratings), {})[key] = Rate(hits, among)
    return len(games)


def _names(games: list[Game]) -> list[str]:
    return [game.tags.get("Site", str(game)) for game in games]


def by_band(games: list[StudiedGame]) -> dict[str, list[Side]]:
    """Each side of each game in the band of its rating, and all together."""
    sides: dict[str, list[Side]] = defaultdict(list)
    for game, followed in zip(games, follow(games), strict=True):
        for players, rating in ((True, game.rating), (False, game.opponent_rating)):
            side = side_of(game, followed, players=players)
            sides[band(rating)].append(side)
            sides[EVERYBODY].append(side)
    return dict(sorted(sides.items()))


def report(name: str) -> Watch:
    """Say now and then how far it is."""

    def watch(progress: Progress) -> None:
        if progress.done % 50 == 0:
            print(name, progress.done, progress.total, flush=True)

    return watch


if __name__ == "__main__":
    main()
