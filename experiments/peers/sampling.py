"""Draw games of many different people by a seed, equally many in each band of ratings."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from pathlib import Path

from motif._core.board import Game
from motif.board.games import read_games
from motif.study.peers import band

FEWEST_PLIES = 20


def draw(path: Path, per_band: int, seed: int, most: int = 2) -> list[Game]:
    """Draw at most `per_band` games per band (White's rating), the bands in turn, at most `most` of one player."""
    described = [
        (game.players, band(game.ratings[0]))
        for game in read_games(path)
        if len(game) >= FEWEST_PLIES and None not in game.ratings and any(game.evals)
    ]
    order = list(range(len(described)))
    random.Random(seed).shuffle(order)
    played: Counter[str] = Counter()
    chosen: dict[str, list[int]] = defaultdict(list)
    for place in order:
        players, ratings = described[place]
        if len(chosen[ratings]) < per_band and max(played[name] for name in players) < most:
            chosen[ratings].append(place)
            played.update(players)
    wanted = {place for places in chosen.values() for place in places}
    turn = {place: number for places in chosen.values() for number, place in enumerate(places)}
    games = {}
    seen = 0
    for game in read_games(path):
        if len(game) >= FEWEST_PLIES and None not in game.ratings and any(game.evals):
            if seen in wanted:
                games[seen] = game
            seen += 1
    return [games[place] for place in sorted(wanted, key=lambda place: (turn[place], described[place][1]))]
