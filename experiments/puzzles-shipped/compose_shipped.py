"""Compose the puzzles that ship: some of each theme, a few without any, all sound by two solvers.

    python experiments/puzzles-shipped/compose_shipped.py

writes src/motif/data/puzzles.txt after each theme, and goes on from there when it is started again.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from motif.board.shipped import DATA
from motif.puzzles.composition import Order, compose
from motif.puzzles.duplicates import without_twins
from motif.puzzles.puzzle import Puzzle, load_puzzles, save_puzzles
from motif.puzzles.recipe import Recipe

SHIPPED = DATA / "puzzles.txt"
SEED = 2022


@dataclass(frozen=True)
class Wish:
    """So many puzzles of a recipe; in bulk where random placement finds the theme often enough."""

    count: int
    recipe: str
    bulk: bool = False


WISHES = {
    "discovered mate": Wish(10, "themes: discovered mate", bulk=True),
    "pin mate": Wish(14, "themes: pin mate", bulk=True),
    "self-block": Wish(10, "themes: self-block", bulk=True),
    "model mate": Wish(14, "themes: model mate\nwhite: 2-5 men", bulk=True),
    "zugzwang": Wish(12, "themes: zugzwang", bulk=True),
    "king key": Wish(14, "themes: king key", bulk=True),
    "back rank": Wish(15, "themes: back rank"),
    "queen sacrifice": Wish(16, "themes: queen sacrifice\nwhite: 2-6 men with Q"),
    "smothered": Wish(16, "themes: smothered\nwhite: 2-6 men with N\nblack: 3-9 men"),
    "zugzwang, more": Wish(8, "themes: zugzwang", bulk=True),
    "self-block, more": Wish(8, "themes: self-block", bulk=True),
    "discovered mate, more": Wish(8, "themes: discovered mate", bulk=True),
    "pin mate, more": Wish(6, "themes: pin mate", bulk=True),
    "model mate, more": Wish(6, "themes: model mate", bulk=True),
    "any": Wish(36, "goal: mate in 2", bulk=True),
    "any, more": Wish(20, "goal: mate in 2", bulk=True),
    "double check": Wish(16, "themes: double check", bulk=True),
    "switchback": Wish(16, "themes: switchback", bulk=True),
}


def wanted(name: str, wish: Wish) -> list[Puzzle]:
    """The puzzles of one wish, with what they cost."""
    begin, found = time.process_time(), []
    for step in compose(Recipe.parse(wish.recipe), Order(wish.count, SEED + list(WISHES).index(name), bulk=wish.bulk)):
        found += [step.puzzle] if step.puzzle else []
    seconds = time.process_time() - begin
    print(f"{name}: {len(found)} in {seconds:.0f} s, {60 * len(found) / seconds:.1f} a minute", flush=True)
    return found


def main() -> None:
    """Compose what is still missing."""
    shipped = load_puzzles(SHIPPED) if SHIPPED.exists() else []
    done = {detail for puzzle in shipped for name, detail in puzzle.provenance.details if name == "wish"}
    for name, wish in WISHES.items():
        if name in done:
            continue
        for puzzle in wanted(name, wish):
            shipped.append(_marked(puzzle, name))
        shipped = list(without_twins(shipped))
        save_puzzles(shipped, SHIPPED)


def _marked(puzzle: Puzzle, wish: str) -> Puzzle:
    details = (*puzzle.provenance.details, ("wish", wish))
    return replace(puzzle, provenance=replace(puzzle.provenance, details=details))


if __name__ == "__main__":
    main()
