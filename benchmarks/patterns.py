"""Compare the core's pattern index with a plain walk through the paper's hierarchy, on one core.

The 4,614 patterns (the paper's number) are those with the largest weights that ship. The 100,000 are learned here from
the 340 games that ship, with a penalty small enough to keep that many: fit for measuring speed, not for playing. Each
position is matched alone, and the shortest of five CPU times counts; p99 is the 99th percentile over positions. Index
and walk must find the same patterns for every move. The headline is the walk's time divided by the index's, for 4,614
patterns.
"""

from __future__ import annotations

import os
import runpy
import time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import numpy as np
from harness import best_of, report, sized
from numpy.typing import NDArray
from plain_patterns import PlainHierarchy

from motif._core.board import Positions
from motif._core.patterns import relation_counts
from motif.board.games import read_games
from motif.patterns.learning.logit import LearnSettings, learn
from motif.patterns.library import Library
from motif.runtime.files import SAMPLE_GAMES
from motif.statistics.examples import Evidence

EVALUATOR = Path(__file__).parent.parent / "tests" / "patterns" / "plain_graph.py"
"""The relations computed by their definitions, on python-chess boards."""

PAPER = sized(4_614, 100)
MANY = 100_000
MANY_SETTINGS = LearnSettings(
    singles=sized(20_000, 500),
    pairs=sized(160_000, 1_000),
    support=6,
    penalty=0.3,
    pair_penalty=0.25,
    rounds=sized(20, 1),
    likely=0.01,
)
POSITIONS = sized(1_000, 20)
WALKED = sized(40, 2)
GAMES = sized(100, 2)
READ = sized(10**6, 4)
"""Games that the 100,000 patterns are learned from."""


def heaviest(library: Library, count: int) -> Library:
    """Return the first `count` patterns of a library."""
    numbers = np.argsort(-np.abs(library.weights), kind="stable")[:count]
    return Library.of([library.pattern(number) for number in numbers.tolist()])


def times_of(library: Library, columns: list[Positions]) -> NDArray[np.float64]:
    """Return the shortest of five CPU times for each position, in microseconds."""
    shortest = np.full(len(columns), np.inf)
    library.scores(columns[0])
    for _ in range(5):
        for place, column in enumerate(columns):
            begin = time.process_time_ns()
            library.scores(column)
            shortest[place] = min(shortest[place], (time.process_time_ns() - begin) / 1e3)
    return shortest


def check_against_the_walk(library: Library, walk: PlainHierarchy, asked: Positions) -> None:
    """Check that index and walk find the same patterns for each move."""
    starts, numbers = library.index.design(asked).matches()
    row = 0
    for board, moves in zip(asked, asked.legal_moves(), strict=True):
        plain = walk.fitting(board)
        for move in moves:
            assert set(numbers[starts[row] : starts[row + 1]].tolist()) == plain[move], (board.fen(), move)
            row += 1


def main() -> None:
    """Learn, match, compare and write the report."""
    evidence = Evidence.of_games(islice(read_games([str(SAMPLE_GAMES)]), READ), 1_000, 1, 1)
    drawn = np.sort(np.random.default_rng(1).permutation(len(evidence))[:POSITIONS]).astype(np.int64)
    asked = evidence.positions.take(drawn)
    columns = [asked[place : place + 1] for place in range(len(asked))]

    shipped, loading = best_of(5, Library.shipped)
    paper = heaviest(shipped, PAPER)
    walk = PlainHierarchy(paper.patterns)
    walked = asked[:WALKED]
    check_against_the_walk(paper, walk, walked)
    _, walk_seconds = best_of(2, lambda: [walk.fitting(board) for board in walked])
    theirs = 1e6 * walk_seconds / WALKED
    many = heaviest(learn(evidence, MANY_SETTINGS), MANY)

    rows: list[dict[str, Any]] = []
    for name, library in (("the paper's number", paper), ("all that ship", shipped), ("learned here", many)):
        spent = times_of(library, columns)
        mean = float(spent.mean())
        rows.append(
            {
                "what": f"match, {name}",
                "patterns": len(library),
                "ours": mean,
                "unit": "µs a position",
                "p99": float(np.quantile(spent, 0.99)),
                "plain Python": theirs if library is paper else "",
                "over plain": theirs / mean if library is paper else "",
            }
        )
    counts, seconds = best_of(5, partial(relation_counts, asked))
    boards = list(asked[:WALKED])
    plain_graph = runpy.run_path(str(EVALUATOR))["plain_graph"]
    graphs, plain_seconds = best_of(2, lambda: [plain_graph(board) for board in boards])
    assert [len(graph) for graph in graphs] == counts[:WALKED].sum(axis=1).tolist()
    speed, plain_speed = counts.sum() / seconds, sum(map(len, graphs)) / plain_seconds
    rows.append(
        {
            "what": "graph",
            "patterns": "",
            "ours": speed / 1e6,
            "unit": "million edges a second",
            "p99": "",
            "plain Python": plain_speed / 1e6,
            "over plain": speed / plain_speed,
        }
    )
    hundred = evidence.take(np.flatnonzero(evidence.games < GAMES))
    library, learning = best_of(1, partial(learn, hundred))
    for what, count, spent_, unit in (
        (f"learn {len(hundred):,} moves of {GAMES} games", len(library), learning, "s"),
        ("load all that ship", len(shipped), 1e3 * loading, "ms"),
    ):
        rows.append(
            {
                "what": what,
                "patterns": count,
                "ours": spent_,
                "unit": unit,
                "p99": "",
                "plain Python": "",
                "over plain": "",
            }
        )
    report("patterns", rows[0]["over plain"], rows)


if __name__ == "__main__":
    main()
