"""The drawn moves explained, each sentence beside what the engine says, for reading; and what an explanation costs.

python experiments/quiet-moves/explain.py drawn.jsonl > sentences.txt
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from pathlib import Path

import chess
import numpy as np

from motif.board.cached_oracle import CachedOracle
from motif.board.limits import Limit
from motif.reasons import Explanation, Mistake, explain, explain_mistake
from motif.search import SearchOracle, SearchSettings


def kind_of(explained: Explanation | Mistake) -> str:
    """What a sentence is made of, in a word or two."""
    if isinstance(explained, Explanation):
        if explained.purpose:
            return explained.purpose.kind.name
        return "gain" if explained.gain.is_something else "nothing"
    if explained.sides:
        first = explained.sides[0]
        cause = first.cause.witness.motif if first.cause else "no cause"
        if first is explained.missed:
            return f"missed, {cause}"
        return f"{explained.slip.kind.name if explained.slip else 'allowed, no slip'}, {cause}"
    return "quiet reply" if explained.quiet_reply else "quiet best" if explained.quiet_best else "nothing"


def main() -> None:
    """Explain every move of a file, and print it beside the engine's lines."""
    options = _options()
    limit = Limit(depth=options.depth)
    seconds: dict[str, list[float]] = {}
    kinds: dict[str, Counter[str]] = {}
    rows = [json.loads(line) for line in options.drawn.read_text(encoding="utf-8").splitlines()]
    for number, row in enumerate(rows):
        if options.kind not in ("all", row["kind"]):
            continue
        board = chess.Board(row["before"])
        board.push_uci(row["lead"])
        move = chess.Move.from_uci(row["played"])
        oracle = CachedOracle(SearchOracle("search", SearchSettings()))
        start = time.process_time()
        explained = (explain_mistake if row["kind"] == "blunder" else explain)(board, move, oracle, limit)
        seconds.setdefault(row["kind"], []).append(time.process_time() - start)
        kinds.setdefault(row["kind"], Counter())[kind_of(explained)] += 1
        print(f"{number} {row['kind']} {row['fen']} {row['san']} [{kind_of(explained)}]")
        print(f"   {explained.sentence}")
        for best in row["best"]:
            print(f"   best  {best['score']:+} {best['line']}")
        for after in row["after"]:
            print(f"   after {-after['score']:+} {after['line']}")
    for kind, spent in seconds.items():
        median, p99 = 1000 * np.median(spent), 1000 * np.quantile(spent, 0.99)
        print(f"{kind}: {len(spent)}, median {median:.0f} ms, p99 {p99:.0f} ms", file=sys.stderr)
        print(kinds[kind].most_common(), file=sys.stderr)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("drawn", type=Path)
    parser.add_argument("--kind", choices=["all", "blunder", "quiet"], default="all")
    parser.add_argument("--depth", type=int, default=8)
    return parser.parse_args()


if __name__ == "__main__":
    main()
