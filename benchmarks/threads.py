"""Compare two threads with one at the same search: the time to finish a depth, over positions of the games that ship.

Each position is searched by all settings in turns, so a busy moment of the machine does not slow only one of them, and
each time with an empty table. With two threads the search differs from run to run, so each figure is the median of
several. Times are wall-clock times, and two threads need two idle cores. Means over the positions are geometric, with
the 2.5th and 97.5th percentile of 2,000 resamples of the positions:

time = seconds on one thread / seconds on two; ceiling = 2 · seconds on one / seconds for two independent searches at
the same time, i.e. the worth of two cores of this machine; share = nodes on one / nodes of each of two, i.e. the value
of `time` if the ceiling were 2.
"""

from __future__ import annotations

import argparse
import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from typing import Any

import chess
import numpy as np
from harness import Answer, report, sized

from motif.board.games import read_games, sample_positions
from motif.runtime.files import SAMPLE_GAMES
from motif.search.evaluation import fine_weights
from motif.search.learning.measures import playable
from motif.search.settings import SearchSettings

POSITIONS = sized(40, 2)
DEPTH = sized(13, 5)
ROUNDS = sized(3, 1)
RESAMPLES = 2000
SEED = 1


def positions(count: int) -> list[chess.Board]:
    """Return one position of each game, without those that have only one legal move."""
    sample = sample_positions(read_games([str(SAMPLE_GAMES)]), 1, seed=SEED)
    return list(playable(list(sample.positions)))[:count]


def search(board: chess.Board, depth: int, threads: int) -> int:
    """Return the nodes until the depth is finished."""
    return SearchSettings(fine_weights(), threads=threads).searcher().search(board, depth=depth).nodes


def timed(work: Callable[[], Answer]) -> tuple[float, Answer]:
    """Return the wall-clock seconds and the answer."""
    begin = time.perf_counter()
    answer = work()
    return time.perf_counter() - begin, answer


def compare(board: chess.Board, depth: int, threads: int) -> dict[str, Any]:
    """Return one row: one thread, several together, and as many independent searches at once."""
    alone, together, apart = [], [], []
    with ThreadPoolExecutor(threads) as pool:
        for _ in range(ROUNDS):
            alone.append(timed(lambda: search(board, depth, 1)))
            together.append(timed(lambda: search(board, depth, threads)))
            apart.append(timed(lambda: list(pool.map(lambda _: search(board, depth, 1), range(threads)))))
    one, many, each = (median(seconds for seconds, _ in found) for found in (alone, together, apart))
    return {
        "position": board.fen(),
        "seconds on 1": one,
        f"seconds on {threads}": many,
        "time": one / many,
        "ceiling": threads * one / each,
        "share": threads * alone[0][1] / median(nodes for _, nodes in together),
    }


def interval(ratios: list[float]) -> tuple[float, float]:
    """Return the 95 % interval of the geometric mean, by resampling."""
    logs = np.log(ratios)
    drawn = np.random.default_rng(SEED).choice(logs, size=(RESAMPLES, len(logs)))
    low, high = np.exp(np.percentile(drawn.mean(axis=1), [2.5, 97.5]))
    return float(low), float(high)


def main() -> None:
    """Measure, compare and write the report."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--depth", type=int, default=DEPTH)
    parser.add_argument("--positions", type=int, default=POSITIONS)
    asked = parser.parse_args()
    rows = []
    for board in positions(asked.positions):
        rows.append(compare(board, asked.depth, asked.threads))
        print(f"{len(rows)} of {asked.positions}: {rows[-1]['time']:.2f}", flush=True)
    load = Path("/proc/loadavg").read_text().split()[0] if Path("/proc/loadavg").exists() else "unknown"
    what = f"{len(rows)} positions to depth {asked.depth}, {os.cpu_count()} cores, load {load}"
    figures = {name: [row[name] for row in rows] for name in ("time", "ceiling", "share")}
    means = {name: float(np.exp(np.mean(np.log(values)))) for name, values in figures.items()}
    ends = {name: interval(values) for name, values in figures.items()}
    blank = dict.fromkeys(rows[0], "")
    rows.append(blank | {"position": what} | means)
    rows.append(blank | {"position": "from"} | {name: low for name, (low, _) in ends.items()})
    rows.append(blank | {"position": "to"} | {name: high for name, (_, high) in ends.items()})
    report("threads", means["time"], rows)


if __name__ == "__main__":
    main()
