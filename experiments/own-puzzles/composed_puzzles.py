"""Check with Stockfish, which took no part in making them, whether puzzles composed for a leak are sound.

    python experiments/own-puzzles/composed_puzzles.py --count 12 --seed 3

The script composes puzzles for every motif that has its own rules. A puzzle is sound if Stockfish wins with the key
(200 centipawns or more, or mate) and with no other move; the finder has checked before that it shows its motif.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import chess.engine
from own_puzzles import asked

from motif.players.names import find_evaluator
from motif.puzzles.batches import Order
from motif.runtime.files import close
from motif.training.composing import ENCODED, compose_for

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, share_text, write_result


def main() -> None:
    """Compose puzzles, check each, and write composed.json."""
    given = read_options(
        __doc__, count=(12, "puzzles per motif"), seed=3, depth=18, stockfish="/usr/games/stockfish",
        out=Path(__file__).with_name("composed.json"),
    )  # fmt: skip
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
            "the same move is best": share_text(sum(each["same"] for each in own), len(own)),
            "wins, and no other move does": share_text(sum(each["only"] for each in own), len(own)),
        }
    result["contested"] = [each for each in answers if not each["only"]]
    write_result(given.out, result)


if __name__ == "__main__":
    main()
