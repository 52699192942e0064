"""Check that SWI-Prolog and the core suggest the same moves for every tactic of a library, on a thousand positions.

python experiments/tactics-paper/prolog_agreement.py GAMES.pgn.zst --library shipped
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from itertools import islice
from pathlib import Path

import numpy as np

from motif._core.board import decode_move
from motif.board.games import read_games
from motif.cli.lab.tactics import find_library
from motif.runtime.files import write_atomically
from motif.statistics.examples import Evidence
from motif.tactics.coverage import Coverage
from motif.tactics.learning import prolog
from motif.tactics.library import TacticsLibrary

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options

HERE = Path(__file__).parent
AT_ONCE = 100
"""Positions in one Prolog program: their ground facts must fit into memory."""


def main() -> None:
    """Compare, and write the counts to prolog_agreement.json."""
    arguments = read_options(__doc__, {"games": str}, library="shipped", positions=1_000, seed=0)
    library = find_library(arguments.library)
    games = islice(read_games(arguments.games), 2 * arguments.positions)
    evidence = Evidence.of_games(games, 1, 12, arguments.seed)
    evidence = evidence.take(np.arange(min(arguments.positions, len(evidence))))
    suggestions, started = 0, time.monotonic()
    for start in range(0, len(evidence), AT_ONCE):
        some = evidence.take(np.arange(start, min(start + AT_ONCE, len(evidence))))
        suggestions += compare(library, some)
        done = f"{start + len(some)} positions, {suggestions} suggestions"
        print(f"{done}, {time.monotonic() - started:.0f} s", flush=True)
    result = {"rules": len(library), "positions": len(evidence), "suggestions": suggestions, "differences": 0}
    write_atomically(HERE / "prolog_agreement.json", json.dumps(result) + "\n")


def compare(library: TacticsLibrary, evidence: Evidence) -> int:
    """Return how many moves both suggest; a move that only one suggests is an error."""
    boards, captured_on = list(evidence.positions), evidence.squares_of_captures()
    files = prolog.export(library.rules, boards, library.vocabulary, captured_on)
    with tempfile.TemporaryDirectory() as folder:
        found_by_prolog = prolog.run(files, Path(folder), timeout=7_200)
    legal = evidence.positions.legal_moves()
    position_of = np.repeat(np.arange(len(boards)), np.diff(legal.offsets))
    moves = [decode_move(int(code)).uci() for code in legal.codes]
    count = 0
    for which, rows in enumerate(Coverage.of(evidence, library.vocabulary).rows(library.rules)):
        found: dict[int, set[tuple[str, str]]] = {}
        for row in rows.tolist():
            found.setdefault(int(position_of[row]), set()).add((moves[row][:2], moves[row][2:4]))
        for number, board in enumerate(boards):
            if found_by_prolog.get((which, number), frozenset()) != found.get(number, set()):
                raise SystemExit(f"SWI-Prolog differs on {library.rules[which]} in {board.fen()}")
        count += len(rows)
    return count


if __name__ == "__main__":
    main()
