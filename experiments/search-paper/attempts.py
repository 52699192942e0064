"""The paper's three attempts at pruning beside each other: what each leaves out, what it saves, what it costs.

    python experiments/search-paper/attempts.py GAMES.pgn.zst --positions 1000 --games 200

On one position of each game: the share of moves left out, how often the best move of a deeper search was among them,
and what that costs in centipawns. Then nodes and CPU seconds of the paper's search to depth 4, over those of base, and
a match against base at depth 4. Intervals of means and ratios come from 2,000 resamples of the positions. Writes
attempts.json.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import replace
from itertools import islice
from pathlib import Path
from time import process_time
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray
from strength import WINNING, duel

from motif._core.board import Positions
from motif.board.games import read_games, sample_positions
from motif.search.learning.measures import Contestant, examine, judge, playable
from motif.search.settings import CasePruning, Divisible, HierarchyPruning, Mode, Pruning, SearchSettings, Situation

HERE = Path(__file__).parent
BASE = SearchSettings(WINNING, Mode.PAPER)
DEPTH = 4
ROUNDS = 5
WAYS: dict[str, Divisible] = {
    "cases": CasePruning(),
    "cases without adaptations": CasePruning(adaptations=()),
    "hierarchy without the catch-all": HierarchyPruning().without(Situation.CATCH_ALL),
    "hierarchy": HierarchyPruning(),
    "rules for the own side alone": Pruning(other=()),
    "rules": Pruning(),
}


def judged(positions: Positions, depth: int) -> dict[str, dict[str, Any]]:
    """What each way leaves out at the root."""
    judgements = judge(positions, SearchSettings(hash_megabytes=4), depth)
    found = {}
    for name, way in WAYS.items():
        whole = examine(positions, judgements, way)
        each = [
            examine(Positions.from_boards([board]), [info], way).total_regret
            for board, info in zip(positions, judgements, strict=True)
        ]
        found[name] = {
            "left out": str(whole.share_pruned),
            "best move lost": str(whole.best_lost),
            "best moves lost": f"{whole.best_lost.hits} of {whole.best_lost.count}",
            "regret in centipawns": _mean(np.array(each)),
        }
    return found


def costs(positions: list[chess.Board]) -> dict[str, dict[str, Any]]:
    """Nodes and CPU seconds over base's, the best time of several for each position."""
    settings = {"base": BASE} | {name: replace(BASE, pruning=way) for name, way in WAYS.items()}
    searchers = {name: each.searcher() for name, each in settings.items()}
    nodes = {name: np.zeros(len(positions)) for name in settings}
    seconds = {name: np.full(len(positions), np.inf) for name in settings}
    for place, board in enumerate(positions):
        for _ in range(ROUNDS):
            for name, searcher in searchers.items():
                begin = process_time()
                nodes[name][place] = searcher.search(board, depth=DEPTH).nodes
                seconds[name][place] = min(seconds[name][place], process_time() - begin)
    return {
        name: {
            "nodes over base's": _ratio(nodes[name], nodes["base"]),
            "seconds over base's": _ratio(seconds[name], seconds["base"]),
            "microseconds a node": round(1e6 * float(seconds[name].sum() / nodes[name].sum()), 3),
        }
        for name in settings
    }


def _mean(values: NDArray[np.float64]) -> str:
    drawn = np.random.default_rng(1).choice(values, size=(2000, len(values))).mean(axis=1)
    return f"{values.mean():.1f} ({np.percentile(drawn, 2.5):.1f} to {np.percentile(drawn, 97.5):.1f})"


def _ratio(values: NDArray[np.float64], others: NDArray[np.float64]) -> str:
    rows = np.random.default_rng(1).integers(len(values), size=(2000, len(values)))
    drawn = values[rows].sum(axis=1) / others[rows].sum(axis=1)
    low, high = np.percentile(drawn, [2.5, 97.5])
    return f"{values.sum() / others.sum():.3f} ({low:.3f} to {high:.3f})"


def main() -> None:
    """Measure, and keep what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games_file", metavar="GAMES")
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--depth", type=int, default=6, help="how deep the judge looks at every move")
    parser.add_argument("--timed", type=int, default=200, help="positions for nodes and seconds")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    games = islice(read_games([asked.games_file]), 2 * asked.positions)
    boards = list(playable(list(sample_positions(games, 1, seed=asked.seed).positions)))[: asked.positions]
    found = judged(Positions.from_boards(boards), asked.depth)
    print(json.dumps(found, indent=2), flush=True)
    for name, cost in costs(boards[: asked.timed]).items():
        found[name] = found.get(name, {}) | cost
    print(json.dumps(found, indent=2), flush=True)
    opponent = Contestant("base", BASE, DEPTH)
    for name, way in WAYS.items():
        player = Contestant(name, replace(BASE, pruning=way), DEPTH)
        found[name] |= duel(player, opponent, asked.games, asked.seed)
    result = {"positions": len(boards), "judge's depth": asked.depth, "timed": asked.timed, "games": asked.games}
    (HERE / "attempts.json").write_text(json.dumps(result | {"ways": found}, indent=2) + "\n")


if __name__ == "__main__":
    main()
