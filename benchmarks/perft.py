"""Count legal move paths on one core with Motif, python-chess and bare shakmaty; the last ply is counted in bulk.

All three count the same tree from the same positions and must find the same number. The headline is our speed divided
by python-chess's; the ratio to bare shakmaty shows the cost of packed positions and of the call from Python.
"""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import chess
from harness import IS_SMALL, best_of, report, sized

from motif._core.board import Positions

START = chess.STARTING_FEN
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
# The position, the depth, and the repeats for the fast programs.
CASES = sized([(START, 4, 50), (KIWIPETE, 3, 100)], [(START, 2, 2), (KIWIPETE, 2, 2)])
CORE = Path(__file__).parents[1] / "core" / "Cargo.toml"


def python_chess_perft(board: chess.Board, depth: int) -> int:
    """Count with python-chess as fast as possible: bulk counting, one board, push and pop."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += python_chess_perft(board, depth - 1)
        board.pop()
    return nodes


def bare_shakmaty(fen: str, depth: int, repeats: int) -> tuple[int, float]:
    """Return the nodes and the best time in seconds of several runs of `bare_perft` in core/src/chess/perft.rs."""
    command = ["cargo", "test", "--quiet", "--release", "--manifest-path", str(CORE), "--lib", "bare_perft"]
    task = os.environ | {"BARE_PERFT": f"{repeats} {depth} {fen}"}
    runs = []
    for _ in range(5):
        printed = subprocess.run(
            [*command, "--", "--ignored", "--nocapture"], env=task, check=True, capture_output=True, text=True
        ).stdout
        found = re.search(r"^(\d+) ([\d.e-]+)$", printed, re.MULTILINE)
        assert found, printed
        runs.append((int(found[1]), float(found[2])))
    return runs[0][0], min(seconds for _, seconds in runs)


def measure(fen: str, depth: int, repeats: int) -> dict[str, Any]:
    """Return one row: the three speeds on one position, all counting the same nodes."""
    batch = Positions([fen] * repeats)
    nodes, seconds = best_of(5, lambda: int(batch.perft(depth).sum()))
    # Cargo would take longer to build this test than all small forms together.
    bare_nodes, bare_seconds = (nodes, seconds) if IS_SMALL else bare_shakmaty(fen, depth, repeats)
    plain_nodes, plain_seconds = best_of(3, lambda: python_chess_perft(chess.Board(fen), depth))
    assert nodes == bare_nodes == repeats * plain_nodes, (nodes, bare_nodes, plain_nodes)
    ours, bare, plain = nodes / seconds, nodes / bare_seconds, plain_nodes / plain_seconds
    return {
        "position": "start" if fen == START else "Kiwipete",
        "depth": depth,
        "nodes": plain_nodes,
        "ours, Mnps": ours / 1e6,
        "bare shakmaty, Mnps": bare / 1e6,
        "python-chess, Mnps": plain / 1e6,
        "over python-chess": ours / plain,
        "over shakmaty": ours / bare,
    }


def main() -> None:
    """Measure, compare and write the report."""
    rows = [measure(*case) for case in CASES]
    report("perft", min(row["over python-chess"] for row in rows), rows)


if __name__ == "__main__":
    main()
