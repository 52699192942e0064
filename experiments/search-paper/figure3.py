"""Repeat the paper's Figures 3 and 4: three games by rating, evaluated by base and by pruning that opens by cases.

    python experiments/search-paper/figure3.py GAMES.pgn.zst

For each pair of ratings the first game of the file with at least 30 moves is used. Both search in paper mode at depth
4. Writes figure3.svg, figure4.svg (the cost of each game) and figure3.json: the roughness and cost of each curve, and
how long the cases lasted.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from time import process_time
from typing import Any

from figure3_bands import LIMIT, players
from matplotlib.figure import Figure

from motif._core.board import Game
from motif.board.games import read_games
from motif.runtime.files import save_figure
from motif.search.learning.measures import ValueCurve, curves

HERE = Path(__file__).parent
BANDS = {"low": (0, 1000), "middle": (1450, 1600), "high": (2100, 4000)}
LEAST_PLIES = 60
PLAYERS = ("base", "openings+pruning")


def chosen(path: str, low: int, high: int) -> Game:
    """Return the first long game between two players of these ratings."""
    for game in read_games(path):
        ratings = [rating for rating in game.ratings if rating is not None]
        if len(game) >= LEAST_PLIES and len(ratings) == 2 and all(low <= rating < high for rating in ratings):
            return game
    raise SystemExit(f"no game of players rated {low} to {high}")


def main() -> None:
    """Evaluate the three games, draw and store the results."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    given = parser.parse_args()
    result = {}
    figure = Figure(figsize=(12, 6), layout="constrained")
    axes = figure.subplots(2, len(BANDS), sharex="col")
    for column, (name, band) in enumerate(BANDS.items()):
        game = chosen(given.path, *band)
        base, _, pruning = players()
        found = curves(game, [base, pruning], LIMIT, clock=process_time)
        result[name] = {
            "site": game.tags.get("Site", "?"),
            "ratings": game.ratings,
            "positions by cases": pruning.positions_in_book,
            **{curve.name: summary(curve) for curve in found},
        }
        print(name, result[name], flush=True)
        for curve in found:
            plies = range(1, len(curve.centipawns) + 1)
            axes[0][column].plot(plies, [value / 100 for value in curve.centipawns], label=curve.name)
            axes[1][column].plot(plies, curve.cumulative_seconds, label=curve.name)
        axes[0][column].set_title(f"{name}: {game.ratings[0]} and {game.ratings[1]}")
        axes[1][column].set_xlabel("half-moves")
    axes[0][0].set_ylabel("White's advantage in pawns")
    axes[1][0].set_ylabel("processor seconds so far")
    axes[0][0].legend()
    save_figure(figure, HERE / "figure3.svg")
    (HERE / "figure3.json").write_text(json.dumps(result, indent=1) + "\n")
    draw_times(result)


def draw_times(result: dict[str, dict[str, Any]]) -> None:
    """Draw Figure 4: the processor time and the nodes of a whole game, side by side."""
    figure = Figure(figsize=(9, 3.5), layout="constrained")
    for axes, what in zip(figure.subplots(1, 2), ("seconds", "nodes"), strict=True):
        for number, player in enumerate(PLAYERS):
            places = [place + 0.4 * number for place in range(len(result))]
            axes.bar(places, [row[player][what] for row in result.values()], 0.38, label=player)
        axes.set_xticks([place + 0.2 for place in range(len(result))], list(result))
        axes.set_ylabel("processor seconds a game" if what == "seconds" else "nodes a game")
    figure.axes[0].legend()
    save_figure(figure, HERE / "figure4.svg")


def summary(curve: ValueCurve) -> dict[str, float]:
    """Return the stored figures of a curve."""
    return {"roughness": round(curve.roughness, 1), "seconds": round(sum(curve.seconds), 2), "nodes": sum(curve.nodes)}


if __name__ == "__main__":
    main()
