"""Patterns that fit the moves of a position: the index in the core beside the plain walk down the hierarchy, one core.

The patterns are those that the sample games propose, so that no outside file is needed: 4,614 of them, as many as the
paper's system knew, and 100,000. The walk is timed on a few positions and must find the same patterns. The headline is
the walk's time a position over the index's, at 4,614 patterns.
"""

from __future__ import annotations

import os
import time
from itertools import islice

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import chess
import numpy as np
from common import best_of, report

from motif._core.patterns import PatternIndex, board_graph, propose_patterns, relation_counts
from motif.board.games import all_positions, read_games
from motif.board.positions import Positions
from motif.board.shipped import SAMPLE_GAMES
from motif.patterns.board_pattern import BoardPattern
from motif.patterns.core_form import from_core, to_core
from motif.patterns.hierarchy import Hierarchy
from motif.patterns.move_pattern import MovePattern

PAPER = 4_614
MANY = 100_000
WALKED = 3
TIMED = 1_000


def proposed(positions: Positions, count: int) -> list[MovePattern]:
    """The patterns that tell the moves of these games apart, the best first."""
    counts = np.diff(positions.legal_moves().offsets)
    residuals = np.repeat(-1.0 / np.maximum(counts, 1), counts).astype(np.float32)
    residuals[np.random.default_rng(0).integers(0, len(residuals), len(positions))] = 0.95
    found: list[MovePattern] = []
    for edges in (0, 1, 2):
        wanted = propose_patterns(positions, residuals, edges, 5, count, 0.02)
        found += [from_core(one[0]).canonical() for one in wanted[: count // (1 if edges == 2 else 4)]]
    return list(dict.fromkeys(found))[:count]


def each_time(index: PatternIndex, positions: Positions) -> list[float]:
    """Microseconds for each position, asked one at a time."""
    weights = np.ones(len(index))
    columns = [positions[place : place + 1] for place in range(len(positions))]
    times = []
    for column in columns:
        begin = time.process_time_ns()
        index.scores(column, weights)
        times.append((time.process_time_ns() - begin) / 1000)
    return times


def walked(hierarchy: Hierarchy, board: chess.Board) -> set[tuple[str, int]]:
    """What the plain walk finds: moves and numbers of patterns."""
    full = BoardPattern.full(board)
    return {(move.uci(), fit.number) for move in board.legal_moves for fit in hierarchy.retrieve(full, board, move)}


def main() -> None:
    """Time all of it."""
    games = list(islice(read_games([str(SAMPLE_GAMES)]), 400))
    positions = all_positions(games)
    asked = positions[:: max(1, len(positions) // TIMED)]
    patterns = proposed(positions[::2], MANY)
    rows = []
    microseconds = {}
    for count in (PAPER, MANY):
        index = PatternIndex([to_core(pattern) for pattern in patterns[:count]])
        times = sorted(each_time(index, asked))
        microseconds[count] = sum(times) / len(times)
        rows.append(
            {
                "what": f"index, {len(index):,} patterns",
                "positions": len(asked),
                "mean µs": microseconds[count],
                "p99 µs": times[int(len(times) * 0.99)],
            }
        )
    hierarchy = Hierarchy.of(patterns[:PAPER])
    index = PatternIndex([to_core(pattern) for pattern in hierarchy])
    boards = list(asked[:: len(asked) // WALKED])[:WALKED]
    found, seconds = best_of(1, lambda: [walked(hierarchy, board) for board in boards])
    for board, there in zip(boards, found, strict=True):
        column = Positions.from_boards([board])
        starts, numbers = index.design(column).matches()
        here = {
            (move.uci(), int(number))
            for row, move in enumerate(column.legal_moves()[0])
            for number in numbers[starts[row] : starts[row + 1]]
        }
        assert here == there, board.fen()
    walk = seconds / len(boards) * 1e6
    rows.append(
        {"what": f"walk, {len(hierarchy):,} patterns", "positions": len(boards), "mean µs": walk, "p99 µs": "–"}
    )
    counts, seconds = best_of(3, lambda: relation_counts(asked))
    rows.append({"what": "graph", "positions": len(asked), "mean µs": seconds / len(asked) * 1e6, "p99 µs": "–"})
    assert int(counts[0].sum()) == len(board_graph(asked[0]))
    report("patterns", walk / microseconds[PAPER], rows)


if __name__ == "__main__":
    main()
