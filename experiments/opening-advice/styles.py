"""Compare the paper's three ways of retrieving cases: one nearest, all equally near, all within two squares.

    python experiments/opening-advice/styles.py GAMES.pgn.zst --count 1000 --seed 1

For one early position of each game: how often a retrieved case has a legal next move, how often that is the move
played, and what it loses against the best move by the built-in search. As in the paper, cases are followed at any
distance and for either side to move; a second version follows only cases with the same side to move on their own board,
as this program plays. Writes styles.json.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from motif.board.games import read_games
from motif.engines.limits import Limit
from motif.engines.valuation import after
from motif.openings.adviser import Breadth, retrieve
from motif.openings.cases import shipped_cases
from motif.players.find import find_evaluator
from motif.statistics.intervals import wilson

LAST_PLY = 24
LARGEST = 1000
DEPTH = 7


def main() -> None:
    """Measure, print and store."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, base, evaluator, limit = Random(given.seed), shipped_cases(), find_evaluator("search"), Limit(depth=DEPTH)
    games = [game for game in islice(read_games(given.path), given.count) if len(game) > 2]
    positions = [(game, rng.randrange(2, min(LAST_PLY, len(game)))) for game in games]
    boards = [game.board(ply).copy(stack=False) for game, ply in positions]
    best = evaluator.evaluate(boards, limit)
    result: dict[str, Any] = {"positions": len(boards), "seed": given.seed, "depth": DEPTH}
    for strict in (False, True):
        for breadth in Breadth:
            found = []
            for place, (board, (game, ply)) in enumerate(zip(boards, positions, strict=True)):
                retrieval = replace(retrieve(base, board, breadth=breadth), turn_counts=strict)
                first = retrieval.first()
                if first and (not strict or first[1].distance == 0):
                    found.append((place, first[0], first[0] == game.moves[ply]))
            replies = evaluator.evaluate([after(boards[place], move) for place, move, _ in found], limit)
            losses = [
                min(LARGEST, max(0, best[place].centipawns - reply.before(move).centipawns))
                for (place, move, _), reply in zip(found, replies, strict=True)
            ]
            name = f"{breadth}, own boards only" if strict else str(breadth)
            result[name] = {
                "a legal move": _share(len(found), len(boards)),
                "the move played": _share(sum(same for *_, same in found), len(found)),
                "loses": f"{np.mean(losses):.0f} ± {1.96 * np.std(losses) / max(1, len(losses)) ** 0.5:.0f}",
            }
            print(name, result[name], flush=True)
    Path(__file__).with_name("styles.json").write_text(json.dumps(result, indent=1) + "\n")


def _share(some: int, of: int) -> str:
    low, high = wilson(some, of)
    return f"{some} of {of} ({some / max(1, of):.3f}, {low:.3f} to {high:.3f})"


if __name__ == "__main__":
    main()
