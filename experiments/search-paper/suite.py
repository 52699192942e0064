"""Score the full search in an EPD suite: a point where the best move after the given time is one of `bm`.

python experiments/search-paper/suite.py win_at_chess_test.epd --seconds 1

In suites that give points to several moves, such as the Strategic Test Suite (`c8` the points of the moves in `c9`), a
move scores its share of the most points. Seconds are of CPU time, so a busy machine hardly changes the answer.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from pathlib import Path
from typing import Any

import chess

from motif.players.engines import PLAY_SETTINGS
from motif.search.settings import SearchSettings

HERE = Path(__file__).parent


def worth(board: chess.Board, operations: dict[str, Any]) -> dict[chess.Move, float]:
    """Return the score of each move, up to 1."""
    if "c9" in operations:
        points = [float(each) for each in str(operations["c8"]).split()]
        moves = [chess.Move.from_uci(each) for each in str(operations["c9"]).split()]
        return {move: each / max(points) for move, each in zip(moves, points, strict=True)}
    if "bm" in operations:
        return dict.fromkeys(operations["bm"], 1.0)
    return {move: 1.0 for move in board.legal_moves if move not in operations["am"]}


def main() -> None:
    """Try every position with an empty table, and store the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--nodes", type=int, help="nodes per position instead of seconds")
    parser.add_argument("--each", type=int, default=1, help="try every n-th position only")
    parser.add_argument("--motif", action="store_true", help="the search of the player motif instead of base's")
    chosen = parser.parse_args()
    searcher = (PLAY_SETTINGS if chosen.motif else SearchSettings()).searcher()
    scores, missed = [], []
    for line in chosen.suite.read_text().splitlines()[:: chosen.each]:
        board = chess.Board()
        operations = board.set_epd(line)
        searcher.new_game()
        if chosen.nodes:
            info = searcher.search(board, nodes=chosen.nodes)
        else:
            info = searcher.search(board, seconds=chosen.seconds, clock=time.process_time)
        scores.append(worth(board, dict(operations)).get(info.lines[0].moves[0], 0.0))
        if scores[-1] < 1:
            missed.append(str(operations["id"]))
    limit = {"nodes": chosen.nodes} if chosen.nodes else {"seconds": chosen.seconds}
    mean = sum(scores) / len(scores)
    error = 1.96 * math.sqrt(sum((score - mean) ** 2 for score in scores)) / len(scores)
    result = {"suite": chosen.suite.name, "search": "motif" if chosen.motif else "base"} | limit
    result |= {
        "tried": len(scores),
        "solved": len(scores) - len(missed),
        "share": round(mean, 3),
        "error": round(error, 3),
    }
    text = json.dumps(result | {"missed": missed}, indent=2)
    name = f"{chosen.suite.stem}-motif" if chosen.motif else chosen.suite.stem
    (HERE / f"{name}.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
