"""Compare the paper's three ways of retrieving cases: one nearest, all equally near, all within two squares.

    python experiments/opening-advice/styles.py GAMES.pgn.zst --count 1000 --seed 1

For one early position of each game: how often a retrieved case has a legal next move, how often that is the move
played, and what it loses against the best move by the built-in search. As in the paper, cases are followed at any
distance and for either side to move; a second version follows only cases with the same side to move on their own board,
as this program plays. Writes styles.json.
"""

from __future__ import annotations

import sys
from dataclasses import replace
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from motif.board.games import read_games
from motif.engines.evaluator import after
from motif.engines.limits import Limit
from motif.openings.cases import shipped_cases
from motif.openings.retrieval import Breadth, retrieve
from motif.players.names import find_evaluator

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share_text, write_result

LAST_PLY = 24
LARGEST = 1000
DEPTH = 7


def main() -> None:
    """Measure, print and store."""
    given = read_options(__doc__, {"path": str}, count=1000, seed=1)
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
                "a legal move": share_text(len(found), len(boards)),
                "the move played": share_text(sum(same for *_, same in found), len(found)),
                "loses": f"{np.mean(losses):.0f} ± {1.96 * np.std(losses) / max(1, len(losses)) ** 0.5:.0f}",
            }
            print(name, result[name], flush=True)
    write_result(Path(__file__).with_name("styles.json"), result)


if __name__ == "__main__":
    main()
