"""Check with Stockfish, which took no part in making them, whether puzzles composed for a leak are sound.

    python experiments/own-puzzles/composed_puzzles.py --count 12 --seed 3

The script composes puzzles for every motif that has its own rules. A puzzle is sound if Stockfish wins with the key
(200 centipawns or more, or mate) and with no other move; the finder has checked before that it shows its motif.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import chess.engine
from own_puzzles import asked, share

from motif.players.find import find_evaluator
from motif.puzzles.batches import Order
from motif.runtime.closing import close
from motif.training.composing import ENCODED, compose_for


def main() -> None:
    """Compose puzzles, check each, and write composed.json."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=12, help="puzzles per motif")
    parser.add_argument("--seed", type=int, default=3)
    parser.add_argument("--depth", type=int, default=18)
    parser.add_argument("--stockfish", default="/usr/games/stockfish")
    parser.add_argument("--out", type=Path, default=Path(__file__).with_name("composed.json"))
    given = parser.parse_args()
    evaluator = find_evaluator("search")
    answers: list[dict[str, Any]] = []
    with chess.engine.SimpleEngine.popen_uci(given.stockfish) as stockfish:
        for motif in ENCODED:
            for exercise in compose_for(motif, evaluator, Order(given.count, given.seed)):
                assert exercise.puzzle is not None
                answers.append({"motif": motif, **asked(exercise.puzzle, stockfish, given.depth)})
                print(answers[-1], flush=True)
    close(evaluator)
    result: dict[str, Any] = {"seed": given.seed, "stockfish": f"depth {given.depth}"}
    for name in ("all", *ENCODED):
        own = [each for each in answers if name in ("all", each["motif"])]
        result[name] = {
            "the same move is best": share([each["same"] for each in own]),
            "wins, and no other move does": share([each["only"] for each in own]),
        }
    result["contested"] = [each for each in answers if not each["only"]]
    given.out.write_text(json.dumps(result, indent=1) + "\n")


if __name__ == "__main__":
    main()
