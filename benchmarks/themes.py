"""Count puzzles per minute for each theme as the command finds them: verified, forced, few duals, all different.

    python benchmarks/themes.py [MOVES SECONDS SEEDS [THEME …]]

Each theme is composed with several seeds, for the given seconds of CPU time each, grounding included. An attempt that
has begun is finished, so a little more time may pass. `none` means no theme.
"""

from __future__ import annotations

import os
import sys
import time
from unittest.mock import patch

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

from harness import sized

from motif.puzzles.batches import Order
from motif.puzzles.composition import compose
from motif.puzzles.recipe import Recipe
from motif.puzzles.themes import THEMES

FIRST_SEED = 900
NO_THEME = "none"


def found_in(recipe: Recipe, seconds: float, seed: int) -> tuple[int, float]:
    """Return how many puzzles were found, and the CPU time they took."""
    begin, found = time.process_time(), 0
    # The deadline is in processor time, so other work on the machine does not count.
    with patch("motif.puzzles.batches.time.time", time.process_time):
        for step in compose(recipe, Order(1_000_000, seed, seconds=seconds)):
            found = step.found
    return found, time.process_time() - begin


def main() -> None:
    """Measure and print, theme by theme."""
    moves, seconds, seeds, *names = sys.argv[1:] or sized(["2", "4", "8"], ["2", "0.1", "1", NO_THEME])
    for name in names or (*THEMES, NO_THEME):
        recipe = Recipe.parse(f"goal: mate in {moves}" + ("" if name == NO_THEME else f"\nthemes: {name}"))
        runs = [found_in(recipe, float(seconds), FIRST_SEED + seed) for seed in range(int(seeds))]
        found, spent = (sum(column) for column in zip(*runs, strict=True))
        rates = sorted(60 * count / cpu for count, cpu in runs)
        median = rates[len(rates) // 2]
        print(f"{name}: {found} in {spent:.0f} s, {60 * found / spent:.1f} a minute, median {median:.1f}", flush=True)


if __name__ == "__main__":
    main()
