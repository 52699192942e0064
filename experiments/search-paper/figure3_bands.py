"""Repeat the paper's Figure 3 on many games: is the curve of the pruning player smoother, by rating and by weights?

    python experiments/search-paper/figure3_bands.py GAMES.pgn.zst --games 40

The paper shows one game for each band of the mean rating of its two players, 1000 to 1500, 1500 to 1900 and above, with
at least 15 moves and a definite end. Here the first games of the file are used for each band. Both players search in
paper mode at depth 4, with each of the paper's weights and with `tuned`, which is the default. The pruning player
searches everywhere in one curve, and opens by cases as in the paper in another. Writes figure3_bands.json in this
folder.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from motif._core.board import Game
from motif.board.games import read_games
from motif.engines.limits import Limit
from motif.openings.adviser import PAPER_STYLE, OpeningPlayer
from motif.openings.cases import shipped_cases
from motif.players.learned import EvaluatorAfterBook
from motif.players.sparring import RandomPlayer
from motif.search.evaluation import NAMED, Weights
from motif.search.learning.measures import curves
from motif.search.player import SearchEvaluator
from motif.search.settings import Mode, Pruning, SearchSettings
from motif.statistics.intervals import Share

HERE = Path(__file__).parent
BANDS = {"low": (1000, 1500), "middle": (1500, 1900), "high": (1900, 4000)}
LEAST_PLIES = 30
LIMIT = Limit(depth=4)


def games_of(path: str, low: int, high: int) -> Iterator[Game]:
    """Yield games of the band that were played to an end."""
    for game in read_games(path):
        ratings = [rating for rating in game.ratings if rating is not None]
        if (
            len(game) >= LEAST_PLIES
            and len(ratings) == 2
            and low <= sum(ratings) / 2 < high
            and game.tags.get("Result") in ("1-0", "0-1", "1/2-1/2")
            and "abandon" not in game.tags.get("Termination", "").lower()
        ):
            yield game


def players(weights: Weights | None = None) -> tuple[SearchEvaluator, SearchEvaluator, EvaluatorAfterBook]:
    """Return base, pruning, and pruning that opens by cases, all in paper mode."""
    base, pruning = (SearchSettings(weights, Mode.PAPER, each) for each in (None, Pruning()))
    cases = OpeningPlayer(shipped_cases(), RandomPlayer(), PAPER_STYLE)
    by_cases = EvaluatorAfterBook("openings+pruning", cases, SearchEvaluator("pruning", pruning))
    return SearchEvaluator("base", base), SearchEvaluator("pruning", pruning), by_cases


def row(measured: list[list[float]]) -> dict[str, Any]:
    """Return how many games are smoother with pruning, and the mean roughness of the curves."""
    table = np.array(measured)
    return {
        "games": len(table),
        "smoother with pruning": str(Share.of(table[:, 1] < table[:, 0])),
        "smoother with openings and pruning": str(Share.of(table[:, 2] < table[:, 0])),
        "mean roughness, base": round(float(table[:, 0].mean()), 1),
        "mean roughness, pruning": round(float(table[:, 1].mean()), 1),
        "mean roughness, openings and pruning": round(float(table[:, 2].mean()), 1),
    }


def main() -> None:
    """Evaluate the games of each band with all weights."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--weights", nargs="*", choices=list(NAMED), default=list(NAMED))
    parser.add_argument("--out", type=Path, default=HERE)
    given = parser.parse_args()
    chosen = {band: list(islice(games_of(given.path, *ends), given.games)) for band, ends in BANDS.items()}
    file = given.out / "figure3_bands.json"
    # Weights that are not measured this time keep their earlier results.
    result: dict[str, Any] = json.loads(file.read_text()) if file.exists() else {}
    for name in given.weights:
        measured = {
            band: [[curve.roughness for curve in curves(game, players(NAMED[name]), LIMIT)] for game in games]
            for band, games in chosen.items()
        }
        result[name] = {band: row(rows) for band, rows in measured.items() if rows}
        result[name]["all"] = row([each for rows in measured.values() for each in rows])
        print(name, json.dumps(result[name]["all"]), flush=True)
        file.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
