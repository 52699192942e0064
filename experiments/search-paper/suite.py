"""How many positions of an EPD suite the full search solves: the best move after so much thinking is one of `bm`.

python experiments/search-paper/suite.py win_at_chess_test.epd --seconds 1

Seconds are of CPU time, so that a busy machine does not change the answer much.
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

import chess

from motif.search import SearchSettings

HERE = Path(__file__).parent


def main() -> None:
    """Try every position, each as if it were the first, and keep the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--each", type=int, default=1, help="try every so-manieth position only")
    chosen = parser.parse_args()
    searcher = SearchSettings().searcher()
    tried, missed = 0, []
    for line in chosen.suite.read_text().splitlines()[:: chosen.each]:
        board = chess.Board()
        operations = board.set_epd(line)
        searcher.new_game()
        found = searcher.search(board, seconds=chosen.seconds, clock=time.process_time).lines[0].moves[0]
        tried += 1
        if found not in operations["bm"]:  # type: ignore[operator]  # python-chess reads bm as a list of moves
            missed.append(str(operations["id"]))
    result = {"suite": chosen.suite.name, "seconds": chosen.seconds, "tried": tried, "solved": tried - len(missed)}
    text = json.dumps(result | {"missed": missed}, indent=2)
    (HERE / f"{chosen.suite.stem}.json").write_text(text + "\n")
    print(text)


if __name__ == "__main__":
    main()
