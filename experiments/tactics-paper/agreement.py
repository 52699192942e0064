"""SWI-Prolog and the core must suggest the same moves for every tactic of a library, on a thousand positions of games.

python experiments/tactics-paper/agreement.py GAMES.pgn.zst --library shipped
"""

from __future__ import annotations

import argparse
import json
import tempfile
import time
from itertools import islice
from pathlib import Path

from motif.board.games import read_games
from motif.interfaces.cli.tactics.libraries import find_library
from motif.store import write_atomically
from motif.tactics import prolog
from motif.tactics.evidence import Evidence
from motif.tactics.suggestions import suggested_moves

HERE = Path(__file__).parent
AT_ONCE = 100
"""Positions in one Prolog program: their ground facts should fit into memory."""


def main() -> None:
    """Compare, and write what was compared to agreement.json."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("games")
    parser.add_argument("--library", default="shipped")
    parser.add_argument("--positions", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    library = find_library(arguments.library)
    games = islice(read_games(arguments.games), 2 * arguments.positions)
    boards = list(Evidence.of_games(games, 1, 12, arguments.seed).positions)[: arguments.positions]
    suggestions, started = 0, time.monotonic()
    for start in range(0, len(boards), AT_ONCE):
        some = boards[start : start + AT_ONCE]
        with tempfile.TemporaryDirectory() as folder:
            told = prolog.run(prolog.export(library.rules, some, library.vocabulary), Path(folder), timeout=7_200)
        for number, board in enumerate(some):
            for which, found in enumerate(suggested_moves(library.rules, library.vocabulary, board)):
                names = {(move.uci()[:2], move.uci()[2:4]) for move in found}
                if told.get((which, number), frozenset()) != names:
                    raise SystemExit(f"SWI-Prolog differs on {library.rules[which]} in {board.fen()}")
                suggestions += len(names)
        print(
            f"{start + len(some)} positions, {suggestions} suggestions, {time.monotonic() - started:.0f} s", flush=True
        )
    result = {"rules": len(library), "positions": len(boards), "suggestions": suggestions, "differences": 0}
    write_atomically(HERE / "agreement.json", json.dumps(result) + "\n")


if __name__ == "__main__":
    main()
