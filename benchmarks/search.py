"""Compare the search with plain python-chess, one core each: the same algorithm and the same nodes, which is asserted.

Other rows time a whole depth-4 game and the whole evolution, which took the paper hours and days, and show how deep the
full search gets and how well it keeps to its time. Times are CPU times unless a row says otherwise, since the machine
may be shared; both sides of a ratio are the best of several runs.

Earlier versions of the ratio: 87 to 122 with a legal move list, a queue and a full evaluation for every node; 137 to
252 without memory allocation at a node; no more with a preallocated table. Then came a survey of each node, from which
moves are generated one by one and the last ply is evaluated without being made: about 420 to 570 with the reach of
every piece kept (against the peer's times of an earlier run), 530 to 740 with that of sliders alone and one sum for
material and positioning. The rest came from leaving the table's memory to the next search. A survey updated in place
was no faster.
"""

from __future__ import annotations

import time
from typing import Any

import chess
import numpy as np
from harness import best_of, report, sized
from plain_search import PlainSearch, PublicSearch

from motif.arena.start_positions import StartPosition
from motif.search.evaluation import NAMED
from motif.search.learning.evolution import Contestant, Pairing, WeightEvolutionSettings, evolve, play_contests
from motif.search.settings import Mode, Pruning, SearchSettings

WINNING = NAMED["winning"]
MIDDLEGAMES = [
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r2q1rk1/pb1nbppp/1p2pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 10",
    "r1b2rk1/2q1bppp/p1nppn2/1p6/3NPP2/1BN1B3/PPP3PP/R2Q1RK1 w - - 0 11",
    "2r2rk1/1bqnbppp/pp1ppn2/8/2PNP3/1PN1BP2/P2QB1PP/2RR2K1 w - - 0 14",
]
DEPTH = sized(4, 2)
TURNS = sized(4, 1)
SECONDS_OF_A_MOVE = 0.05
PUNCTUAL_SEARCHES = sized(200, 4)


def against_python_chess(fen: str, peer: type[PlainSearch] = PlainSearch) -> dict[str, Any]:
    """Return one row: a depth-4 search in the core and in plain Python."""
    searcher = SearchSettings(WINNING, Mode.PAPER).searcher()
    plain = peer(WINNING)
    board = chess.Board(fen)
    seconds = plain_seconds = float("inf")
    # In turns, so that a busy moment of the machine does not slow only one of them.
    for _ in range(TURNS):
        ours, spent = best_of(50, lambda: searcher.search(board, depth=DEPTH))
        seconds = min(seconds, spent)
        (_, value), spent = best_of(1, lambda: plain.search(board, DEPTH))
        plain_seconds = min(plain_seconds, spent)
    assert (ours.nodes, ours.hits, ours.lines[0].value) == (plain.nodes, plain.hits, value)
    return _row(
        f"depth {DEPTH}, {ours.nodes:,} nodes, {peer.__name__}", seconds, plain_seconds, plain_seconds / seconds
    )


def whole_game() -> dict[str, Any]:
    """Time a depth-4 game, pruning against pruning, from the initial position; the paper took 15 minutes."""
    player = Contestant("pruning", SearchSettings(WINNING, Mode.PAPER, Pruning()), DEPTH)
    game, seconds = best_of(
        3, lambda: play_contests([player], [Pairing(0, 0, StartPosition("initial position"))], threads=1)[0]
    )
    return _row(f"depth-4 game of {len(game.record.moves)} plies", seconds, 15 * 60, 15 * 60 / seconds)


def whole_evolution() -> dict[str, Any]:
    """Time 250 games in ten generations on two threads, by the wall clock; the paper took two and a half days."""
    settings = sized(WeightEvolutionSettings(), WeightEvolutionSettings(generations=1, depth=1))
    begin, busy = time.perf_counter(), time.process_time()
    assert len(list(evolve(settings, seed=1, threads=2))) == settings.generations
    seconds, busy = time.perf_counter() - begin, time.process_time() - busy
    what = f"evolution, {settings.games} games, 2 threads, wall ({busy:.0f} s of CPU time)"
    return _row(what, seconds, 2.5 * 86400, 2.5 * 86400 / seconds)


def depth_in_a_second(fen: str) -> dict[str, Any]:
    """Return how deep the full search gets in a second of CPU time."""
    info = SearchSettings().searcher().search(chess.Board(fen), seconds=sized(1.0, 0.05), clock=time.process_time)
    return _row(f"depth {info.depth} in one second, {info.nodes:,} nodes", info.seconds, None, None)


def punctuality() -> dict[str, Any]:
    """Return the 99th percentile of the seconds by which a search exceeds its time, by the wall clock."""
    searcher = SearchSettings().searcher()
    late = []
    for number in range(PUNCTUAL_SEARCHES):
        begin = time.perf_counter()
        searcher.search(chess.Board(MIDDLEGAMES[number % len(MIDDLEGAMES)]), seconds=SECONDS_OF_A_MOVE)
        late.append(time.perf_counter() - begin - SECONDS_OF_A_MOVE)
    return _row(f"overrun of {PUNCTUAL_SEARCHES} searches, p99, wall", float(np.percentile(late, 99)), None, None)


def _row(what: str, seconds: float, peer: float | None, ratio: float | None) -> dict[str, Any]:
    return {"what": what, "seconds": seconds, "peer's seconds": peer or "", "ratio": ratio or ""}


def main() -> None:
    """Measure, compare and write the report."""
    rows = [against_python_chess(fen) for fen in MIDDLEGAMES[:3]]
    headline = min(row["ratio"] for row in rows)
    rows.append(against_python_chess(MIDDLEGAMES[0], PublicSearch))
    rows += [whole_game(), whole_evolution(), *map(depth_in_a_second, MIDDLEGAMES), punctuality()]
    report("search", headline, rows)


if __name__ == "__main__":
    main()
