"""The table of peers: how often people of each rating miss and allow each motif, and where they err.

    python experiments/peers/peers_table.py lichess_rapid_main.pgn.zst --file 120 --fresh 120

Judged games are kept, so a run that was stopped goes on where it stood, and a larger one takes the smaller one in.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from pathlib import Path

from sampling import draw

from motif.parallel import Workers
from motif.progress import Progress, Watch
from motif.study.batch import review_games
from motif.study.cache import StudyCache
from motif.study.counting import Key, Side, side_of, tally
from motif.study.following import follow
from motif.study.games import StudiedGame
from motif.study.gathering import OwnGame
from motif.study.judge import Judge
from motif.study.peers import EVERYBODY, FRESH, FROM_FILE, band, save_peers
from motif.study.values import Rate


def main() -> None:
    """Draw, judge, count, and write the table and result.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("games", type=Path)
    parser.add_argument("--file", type=int, default=120, help="games a band, judged by the evaluations in the file")
    parser.add_argument("--fresh", type=int, default=120, help="games a band, judged by the built-in search")
    parser.add_argument("--seed", type=int, default=15)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--kept", type=Path, default=Path("out/peers"), help="where judged games are kept")
    parser.add_argument("--out", type=Path, default=Path("src/motif/data/peers.tsv"))
    parser.add_argument("--result", type=Path, default=Path(__file__).with_name("result.json"))
    given = parser.parse_args()
    table: dict[tuple[str, str], dict[Key, Rate]] = {}
    result: dict[str, object] = {"seed": given.seed}
    for name, per_band in ((FROM_FILE, given.file), (FRESH, given.fresh)):
        if not per_band:
            continue
        judge = Judge.find("search", fresh=name == FRESH)
        own = [OwnGame(game, is_white=True) for game in draw(given.games, per_band, given.seed)]
        games = list(review_games(own, judge, StudyCache(given.kept), Workers(given.workers), report(name)))
        for ratings, sides in by_band(games).items():
            table[name, ratings] = {key: found.counted.rate for key, found in tally(sides).items()}
            result[f"{name} {ratings}"] = {"sides": len(sides), "moves": sum(len(side.moves) for side in sides)}
        result[name] = {"games": len(games), "judge": str(judge)}
    save_peers(given.out, table)
    given.result.write_text(json.dumps(result, indent=1) + "\n")


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
