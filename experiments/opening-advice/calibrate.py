"""Fit the worth of advice from the nearest opening case: weight = a - b * distance + c * agreement, by least squares.

An engine evaluates every legal move in positions of real games. The gain of an advised move is its value minus the mean
of all legal moves, each clipped to ±1000 centipawns; its loss is the best move's value minus its own. Half of the games
fit the three numbers, the other half measure their error. Games and engine are arguments:

    python experiments/opening-advice/calibrate.py GAMES.pgn.zst --oracle stockfish --nodes 1000
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import NamedTuple

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game
from motif.board.games import read_games
from motif.engines.evaluator import Evaluator, value_moves
from motif.engines.limits import Limit
from motif.openings.cases import shipped_cases
from motif.openings.retrieval import Match, Retrieval, retrieve
from motif.players.names import find_evaluator

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

RESULT = Path(__file__).with_name("result.json")
LAST_PLY = 24
FARTHEST = 16
LARGEST_WEIGHT = 1000
BANDS = ((0, 0), (1, 2), (3, 4), (5, 6), (7, 9), (10, 16))


class Row(NamedTuple):
    """One advised move: its half, its distance and agreement, and its gain and loss."""

    is_training: bool
    is_first: bool
    distance: int
    agreement: float
    gain: float
    loss: float


def rows(games: Sequence[Game], evaluator: Evaluator, limit: Limit, rng: Random) -> Iterator[Row]:
    """Yield the advised moves of one random early position per game."""
    base = shipped_cases()
    for number, game in enumerate(games):
        board = game.board(rng.randrange(2, min(LAST_PLY, len(game)))).copy(stack=False)
        retrieval = retrieve(base, board)
        if retrieval.first() is None or (retrieval.distance or 0) > FARTHEST:
            continue
        (found,) = value_moves([board], evaluator, limit)
        values = {
            move: float(np.clip(each.centipawns, -LARGEST_WEIGHT, LARGEST_WEIGHT)) for move, each in found.items()
        }
        yield from rows_of(retrieval, values, is_training=number % 2 == 0)


def rows_of(retrieval: Retrieval[Match], values: dict[chess.Move, float], is_training: bool) -> Iterator[Row]:
    """Yield the rows of one position."""
    legal = list(retrieval.legal())
    mean, best = sum(values.values()) / len(values), max(values.values())
    for place, move in enumerate(dict.fromkeys(move for move, _ in legal)):
        votes = [match.distance for advised, match in legal if advised == move]
        gain, loss = values[move] - mean, best - values[move]
        yield Row(is_training, place == 0, min(votes), len(votes) / len(legal), gain, loss)


def fit(found: Sequence[Row]) -> NDArray[np.float64]:
    """Return the three numbers, fitted by least squares."""
    features = np.array([[1.0, -row.distance, row.agreement] for row in found])
    solution, *_ = np.linalg.lstsq(features, np.array([row.gain for row in found]), rcond=None)
    return np.asarray(solution)


def main() -> None:
    """Fit on one half, measure on the other, write the result."""
    arguments = read_options(
        __doc__, {"games": str}, oracle="stockfish", nodes=1000, count=(1000, "number of games"), furthest=6, seed=1
    )
    games = list(islice((game for game in read_games(arguments.games) if len(game) > 4), arguments.count))
    found = list(rows(games, find_evaluator(arguments.oracle), Limit(nodes=arguments.nodes), Random(arguments.seed)))
    near = [row for row in found if row.distance <= arguments.furthest]
    weights = fit([row for row in near if row.is_training])
    held_out = [row for row in near if not row.is_training]
    errors = [abs(weights @ np.array([1.0, -row.distance, row.agreement]) - row.gain) for row in held_out]
    flat = float(np.mean([row.gain for row in near if row.is_training]))
    result = {
        "oracle": f"{arguments.oracle}, {arguments.nodes} nodes a move",
        "games": len(games),
        "advised moves": len(near),
        "weights": dict(zip(("at hand", "per square", "of agreement"), weights.round(1).tolist(), strict=True)),
        "held-out mean error": round(float(np.mean(errors)), 1),
        "held-out mean error of one constant": round(float(np.mean([abs(flat - row.gain) for row in held_out])), 1),
        "by distance": [by_distance(found, low, high) for low, high in BANDS],
    }
    write_result(RESULT, result, show=True)


def by_distance(found: Sequence[Row], low: int, high: int) -> dict[str, object]:
    """Return mean gain and loss of the move that the player would play, where the nearest case is this far."""
    there = [row for row in found if row.is_first and low <= row.distance <= high]
    if not there:
        return {"squares": f"{low} to {high}", "positions": 0}
    return {
        "squares": f"{low} to {high}",
        "positions": len(there),
        "gain": round(float(np.mean([row.gain for row in there])), 1),
        "loss": round(float(np.mean([row.loss for row in there])), 1),
        "loss above 100": round(float(np.mean([row.loss > 100 for row in there])), 3),
    }


if __name__ == "__main__":
    main()
