"""Fit the worth of a book move: gain = a + b * share, by least squares.

    python experiments/opening-advice/book_worth.py GAMES.pgn.zst --count 400 --depth 6

In one early book position of each game, the built-in search evaluates every legal move. The gain of a move is its value
minus the mean of all legal moves, each clipped to ±1000 centipawns. Moves with less than one in a hundred of the games
are left out, as in the adviser. Every other position is used for fitting, the rest measure the error. Writes
book_worth.json.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import numpy as np

from motif.board.games import read_games
from motif.engines.evaluator import value_moves
from motif.engines.limits import Limit
from motif.openings.adviser import LEAST_SHARE
from motif.openings.book import shipped_book
from motif.players.names import find_evaluator

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

LAST_PLY = 20
LARGEST = 1000


def main() -> None:
    """Evaluate, fit, print and store."""
    given = read_options(__doc__, {"path": str}, count=400, depth=6, seed=1)
    rng, book, evaluator, limit = Random(given.seed), shipped_book(), find_evaluator("search"), Limit(depth=given.depth)
    rows: list[tuple[float, float, float]] = []
    positions = 0
    for game in read_games(given.path):
        board = game.board(rng.randrange(min(LAST_PLY, len(game)))).copy(stack=False)
        played = [move for move in book.moves(board) if move.share >= LEAST_SHARE]
        if not played:
            continue
        (found,) = value_moves([board], evaluator, limit)
        values = {move: max(-LARGEST, min(LARGEST, each.centipawns)) for move, each in found.items()}
        mean = float(np.mean(list(values.values())))
        rows += [(positions % 2, move.share, values[move.move] - mean) for move in played]
        positions += 1
        if positions == given.count:
            break
    table = np.array(rows)
    features, gains = np.column_stack([np.ones(len(table)), table[:, 1]]), table[:, 2]
    fitting = table[:, 0] == 0
    weights, *_ = np.linalg.lstsq(features[fitting], gains[fitting], rcond=None)
    held_out = gains[~fitting]
    result = {
        "positions": positions,
        "moves": len(table),
        "depth": given.depth,
        "weights": dict(zip(("played", "of share"), weights.round(1).tolist(), strict=True)),
        "held-out mean error": round(float(np.mean(np.abs(held_out - features[~fitting] @ weights))), 1),
        "held-out mean error of one constant": round(float(np.mean(np.abs(held_out - gains[fitting].mean()))), 1),
    }
    write_result(Path(__file__).with_name("book_worth.json"), result, show=True)


if __name__ == "__main__":
    main()
