"""Repeat Figures 6 and 7 of Ahmer & Huang 2022: how similar the plans of a model are, and a puzzle on a larger board.

    python experiments/puzzles-paper/speed_figures.py [--pieces 4] [--plans 10] [--seconds 120]

Figure 6: a number of dynamic mates in two on 4x4, in clingo's usual order and with recording and restarts. Plans are
different if their three moves differ, and sound if our solver confirms them. Figure 7: the first 5x5 mate in two in
which Black has one reply, by our rules.
"""

from __future__ import annotations

import argparse
import time
from itertools import islice

from motif.puzzles.batches import Order
from motif.puzzles.composition import compose
from motif.puzzles.paper import Encoding, PaperModel, is_sound
from motif.puzzles.recipe import PieceCount, Recipe, Replies


def main() -> None:
    """Print a row for each way, then the puzzle."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--pieces", "--men", type=int, default=4)
    parser.add_argument("--plans", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=120)
    asked = parser.parse_args()
    for encoding in (Encoding.BRUTE_FORCE, Encoding.DECLARATIVE):
        for record in (False, True):
            model = PaperModel(encoding, white=asked.pieces, black=asked.pieces, record=record)
            begin = time.process_time()
            plans = list(islice(model.plans(seconds=asked.seconds), asked.plans))
            seconds = time.process_time() - begin
            different = len({plan.line for plan in plans})
            sound = sum(is_sound(plan) for plan in plans)
            how = "record and restart" if record else "usual order"
            print(
                f"{encoding}, {how}: {len(plans)} plans, {different} different, {sound} sound, {seconds:.1f} s of CPU"
            )
    recipe = Recipe(board=(5, 5), white=PieceCount(1, 6), black=PieceCount(1, 6), replies=Replies.ONLY)
    begin = time.process_time()
    puzzle = next(step.puzzle for step in compose(recipe, Order(count=1, seed=1)) if step.puzzle)
    print(f"{puzzle.diagram.unicode_board()}\n{puzzle.line_text()}  {time.process_time() - begin:.1f} s of CPU")


if __name__ == "__main__":
    main()
