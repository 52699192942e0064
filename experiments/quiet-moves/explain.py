"""Explain the drawn moves, each next to the engine's lines, for reading, and measure the cost of an explanation.

python experiments/quiet-moves/explain.py drawn.jsonl > sentences.txt
"""

from __future__ import annotations

import json
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import chess
import numpy as np

from motif.engines.evaluator import winning_chance
from motif.engines.game_review import Judgement
from motif.explain.explanation import Explanation
from motif.players.coaches import find_coach

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options
from stored_lines import board_of, print_lines


def kind_of(explained: Explanation) -> str:
    """Name the parts of a sentence in a word or two."""
    return ", ".join(f"{point.side} {point.motif or point.kind}" for point in explained.points) or "nothing"


def disagreement(row: dict[str, Any], explained: Explanation) -> str:
    """Say where our engine calls a mistake what the reference engine does not, or the other way round."""
    if not row["after"]:
        return ""
    lost = winning_chance(row["best"][0]["score"]) - winning_chance(-row["after"][0]["score"])
    is_good = Judgement.of(max(0.0, lost)) in (Judgement.GOOD, Judgement.INACCURACY)
    if explained.is_mistake:
        return f" SEARCH: a mistake, the engine loses {lost:.2f}" if is_good else ""
    return "" if is_good else f" SEARCH: none, the engine loses {lost:.2f}"


def main() -> None:
    """Explain every move of a file, and print it with the engine's lines."""
    options = read_options(
        __doc__, {"drawn": Path}, kind={"choices": ["all", "blunder", "quiet", "ending"], "default": "all"}, first=0,
        count=10_000,
    )  # fmt: skip
    seconds: dict[str, list[float]] = {}
    kinds: dict[str, Counter[str]] = {}
    rows = [json.loads(line) for line in options.drawn.read_text(encoding="utf-8").splitlines()]
    rows = [row for row in rows if options.kind in ("all", row["kind"])]
    for number, row in list(enumerate(rows))[options.first : options.first + options.count]:
        board = board_of(row)
        # A new coach for each move, so that no answer is cached.
        with find_coach(advisers=()) as coach:
            start = time.process_time()
            explained = coach.explain(board, chess.Move.from_uci(row["played"]))
            seconds.setdefault(row["kind"], []).append(time.process_time() - start)
        kinds.setdefault(row["kind"], Counter())[kind_of(explained)] += 1
        apart = disagreement(row, explained)
        print(f"{number} {row['kind']} {row['fen']} {row['san']} [{kind_of(explained)}]{apart}")
        print(f"   {explained.sentence}")
        print_lines(row)
    for kind, spent in seconds.items():
        median, p99 = 1000 * np.median(spent), 1000 * np.quantile(spent, 0.99)
        print(f"{kind}: {len(spent)}, median {median:.0f} ms, p99 {p99:.0f} ms", file=sys.stderr)
        print(kinds[kind].most_common(), file=sys.stderr)


if __name__ == "__main__":
    main()
