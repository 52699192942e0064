"""How much surer than the fitted model people are, so that a level loses what its people lose.

    python experiments/human-levels/sharpness.py GAMES.pgn.zst --count 120 --seed 5

A level draws a move with a likelihood of p(a)^t / sum of p(b)^t. On positions of the players learned from, the mean
loss of that draw by the word of a search of six plies, exact over all legal moves, is set beside what the people lost,
for several t. A line through what fits the levels is `Level.sharpness` of motif/arena/people.py. Writes sharpness.json,
or with `--apart`, on players who were not learned from, sharpness-test.json.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
from fit import drawn
from levels import DEPTH, LARGEST

from motif.arena.people import LEVELS, Habits, People
from motif.board.limits import Limit
from motif.board.valuation import value_moves
from motif.players.people import liking, sight
from motif.search import SearchOracle, SearchSettings

STEPS = (1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.0)


def main() -> None:
    """Print and keep a table: by level and for all, people's loss and that of each step."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path")
    parser.add_argument("--count", type=int, default=120)
    parser.add_argument("--seed", type=int, default=5)
    parser.add_argument("--apart", action="store_true", help="test on players who were not learned from")
    given = parser.parse_args()
    judge = SearchOracle("search", SearchSettings(hash_megabytes=1))
    train, test = (0, given.count) if given.apart else (given.count, 0)
    choices = [choice for choice in drawn(given.path, train, test, given.seed) if choice.kept_apart is given.apart]
    rows: list[dict[str, Any]] = []
    for level in LEVELS:
        own = [choice for choice in choices if choice.level == level]
        boards = [choice.board for choice in own]
        policies = People(level.number, Habits.read(), sight(), liking(), sharpness=1.0).policies(boards)
        steps = {*STEPS, level.sharpness}
        people, drawn_losses = [], {step: list[float]() for step in steps}
        for choice, policy, values in zip(own, policies, value_moves(boards, judge, Limit(depth=DEPTH)), strict=True):
            clipped = {move: max(-LARGEST, min(LARGEST, value.centipawns)) for move, value in values.items()}
            best = max(clipped.values())
            people.append(float(best - clipped[choice.move]))
            loss = np.array([best - clipped[move] for move in policy], np.float64)
            likely = np.array(list(policy.values()))
            for step in steps:
                share = likely**step
                drawn_losses[step].append(float(loss @ share / share.sum()))
        row = {
            "level": level.number,
            "positions": len(own),
            "people lose": round(float(np.mean(people)), 1),
            "standard error": round(float(np.std(people) / len(own) ** 0.5), 1),
            "the level loses": round(float(np.mean(drawn_losses[level.sharpness])), 1),
            **{str(step): round(float(np.mean(drawn_losses[step])), 1) for step in STEPS},
        }
        rows.append(row)
        print(json.dumps(row), flush=True)
    means = {
        key: round(float(np.mean([row[key] for row in rows])), 1)
        for key in ("people lose", "the level loses", *map(str, STEPS))
    }
    print(json.dumps(means))
    name = "sharpness-test.json" if given.apart else "sharpness.json"
    result = {"depth": DEPTH, "seed": given.seed, "rows": rows, "all levels": means}
    Path(__file__).with_name(name).write_text(json.dumps(result, indent=2) + "\n")


if __name__ == "__main__":
    main()
