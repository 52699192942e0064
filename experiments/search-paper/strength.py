"""Measure the worth of pruning: hard pruning as an ablation, soft pruning one ply deeper, all games in the core.

python experiments/search-paper/strength.py pruning --games 200
python experiments/search-paper/strength.py soft --games 300

Both colours from each start; the nodes are counted for each move. Writes a JSON file in this folder.
"""

from __future__ import annotations

import json
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import chess

from motif.arena.match import MatchStanding
from motif.arena.start_positions import starts
from motif.search.evaluation import NAMED
from motif.search.learning.evolution import Contest, Contestant, Pairing, play_contests
from motif.search.settings import Mode, Pruning, PruningMode, PruningRule, SearchSettings
from motif.statistics.elo import Sprt

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

HERE = Path(__file__).parent
WINNING = NAMED["winning"]


def duel(first: Contestant, second: Contestant, games: int, seed: int, skip: int = 0) -> dict[str, Any]:
    """Play a match in pairs; return the standing of the first player and its nodes per move relative to the second.

    The first 64 starts are the same for every seed except for their order; `skip` leaves them out.
    """
    pairings = []
    for start in islice(starts(seed), skip, skip + games // 2):
        pairings += [Pairing(0, 1, start), Pairing(1, 0, start)]
    contests = play_contests([first, second], pairings)
    standing = _standing(contests)
    nodes = _nodes_a_move(contests)
    state = Sprt(0, 10).state(standing.pairs)
    row = {
        "first": f"{first.name}, depth {first.depth}",
        "second": f"{second.name}, depth {second.depth}",
        "standing": str(standing),
        "nodes a move, first over second": round(nodes[0] / nodes[1], 3),
        "sprt 0 to 10": str(state),
    }
    print(json.dumps(row, indent=2), flush=True)
    return row


def pruning(games: int, seed: int) -> list[dict[str, Any]]:
    """Play in paper mode: hard pruning at equal depth and a ply deeper, frontier at equal depth, soft a ply deeper."""
    base = SearchSettings(WINNING, Mode.PAPER)
    hard = SearchSettings(WINNING, Mode.PAPER, Pruning())
    frontier = SearchSettings(WINNING, Mode.PAPER, Pruning(PruningMode.FRONTIER))
    soft = SearchSettings(WINNING, Mode.PAPER, Pruning(PruningMode.SOFT))
    softer = SearchSettings(WINNING, Mode.PAPER, Pruning(PruningMode.SOFT, other=tuple(PruningRule), reduction=3))
    pairs = [("hard", hard, 4), ("hard", hard, 5), ("frontier", frontier, 4), ("soft", soft, 5)]
    pairs.append(("soft, all rules for both sides, three plies", softer, 5))
    opponent = Contestant("base", base, 4)
    return [duel(Contestant(name, settings, depth), opponent, games, seed) for name, settings, depth in pairs]


def soft(games: int, seed: int) -> list[dict[str, Any]]:
    """Play soft pruning a ply deeper than base, with enough games for the sequential test."""
    base = Contestant("base", SearchSettings(WINNING, Mode.PAPER), 4)
    rules = SearchSettings(WINNING, Mode.PAPER, Pruning(PruningMode.SOFT))
    return [duel(Contestant("soft", rules, 5), base, games, seed)]


def _standing(contests: list[Contest]) -> MatchStanding:
    pairs = [0] * 5
    points: list[float] = []
    for one, two in zip(contests[::2], contests[1::2], strict=True):
        both = (one.result.points(chess.WHITE), two.result.points(chess.BLACK))
        pairs[round(2 * sum(both))] += 1
        points += both
    return MatchStanding(points.count(1.0), points.count(0.5), points.count(0.0), tuple(pairs))


def _nodes_a_move(contests: list[Contest]) -> list[float]:
    nodes, moves = [0, 0], [0, 0]
    for contest in contests:
        count = len(contest.record.moves)
        white_begins = contest.record.start.board().turn == chess.WHITE
        made = [(count + white_begins) // 2, (count + 1 - white_begins) // 2]
        for colour, player in enumerate((contest.pairing.white, contest.pairing.black)):
            nodes[player] += contest.nodes[colour]
            moves[player] += made[colour]
    return [count / max(1, made) for count, made in zip(nodes, moves, strict=True)]


def main() -> None:
    """Run one comparison and store its result."""
    chosen = read_options(__doc__, {"what": {"choices": ["pruning", "soft"]}}, games=100, seed=1)
    rows = {"pruning": pruning, "soft": soft}[chosen.what](chosen.games, chosen.seed)
    result = {"games each": chosen.games, "seed": chosen.seed, "rows": rows}
    write_result(HERE / f"strength-{chosen.what}.json", result)


if __name__ == "__main__":
    main()
