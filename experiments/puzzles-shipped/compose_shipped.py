"""Compose the puzzles that ship: some of each theme, a few without any, all sound by two solvers.

    python experiments/puzzles-shipped/compose_shipped.py [FILE [SECONDS]]

writes FILE, by default src/motif/data/puzzles.txt, after each wish. Started again, it keeps the puzzles in the file,
tags them again and continues. The puzzles that ship were composed in several turns with other seeds, named in their
origins. There is no time limit: a wish ends when it has its puzzles or after a number of tasks.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path

from motif.puzzles.batches import PLACEMENTS, Distinct, Order
from motif.puzzles.composition import SKELETONS_PER_TASK, compose
from motif.puzzles.puzzle import Puzzle, load_puzzles, save_puzzles, theme_name
from motif.puzzles.quality import tags, unreachable_reasons
from motif.puzzles.recipe import Recipe
from motif.runtime.files import DATA

SHIPPED = DATA / "puzzles.txt"
SEED = 2026
SECONDS = float(sys.argv[2]) if len(sys.argv) > 2 else None
"""For a quick run: the CPU seconds after which a wish ends."""


@dataclass(frozen=True)
class Wish:
    """A number of puzzles of a recipe, and the tasks to spend; in bulk if random placement finds the theme."""

    count: int
    recipe: str
    tasks: int = 1_000
    bulk: bool = False


def in_bulk(count: int, recipe: str) -> Wish:
    """Return a wish that random placement fulfils."""
    return Wish(count, recipe, bulk=True)


WISHES = {
    "mate in 3": in_bulk(24, "goal: mate in 3"),
    "any": in_bulk(60, "goal: mate in 2\nwhite: 4-8\nblack: 3-9\nplay: rich"),
    "mate in 2": in_bulk(90, "goal: mate in 2\nwhite: 3-8\nblack: 2-8\nplay: rich"),
    "model mate": in_bulk(10, "themes: model mate\nwhite: 3-6\nplay: rich"),
    "zugzwang": in_bulk(14, "themes: zugzwang\nplay: rich"),
    "king key": in_bulk(6, "themes: king key"),
    "discovered mate": in_bulk(10, "themes: discovered mate"),
    "self-block": in_bulk(8, "themes: self-block"),
    "pin mate": in_bulk(4, "themes: pin mate"),
    "pawn mate": in_bulk(2, "themes: pawn mate"),
    "double check": in_bulk(6, "themes: double check"),
    "smothered mate": Wish(12, "themes: smothered mate\nwhite: 2-6 with N\nblack: 3-9", tasks=15),
    "back rank mate": Wish(8, "themes: back rank mate", tasks=12),
    "underpromotion": Wish(5, "themes: underpromotion", tasks=20),
    "epaulette mate": Wish(3, "themes: epaulette mate", tasks=10),
    "switchback": Wish(3, "themes: switchback", tasks=10),
    "queen sacrifice": Wish(15, "themes: queen sacrifice\nwhite: 2-6 with Q", tasks=20),
}


def wanted(name: str, wish: Wish) -> list[Puzzle]:
    """Compose the puzzles of one wish, and print their cost."""
    begin, found = time.process_time(), []
    in_a_task = PLACEMENTS if wish.bulk else SKELETONS_PER_TASK
    for step in compose(Recipe.parse(wish.recipe), Order(wish.count, SEED + list(WISHES).index(name), bulk=wish.bulk)):
        found += [step.puzzle] if step.puzzle else []
        over = SECONDS is not None and time.process_time() - begin > SECONDS
        if step.puzzle is None and (over or step.attempts >= wish.tasks * in_a_task):
            break
    seconds = time.process_time() - begin
    print(f"{name}: {len(found)} in {seconds:.0f} s, {60 * len(found) / seconds:.1f} a minute", flush=True)
    return found


def main() -> None:
    """Compose what is still missing."""
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else SHIPPED
    before = [_tagged(puzzle) for puzzle in load_puzzles(path) if is_still_wished(puzzle)] if path.exists() else []
    shipped, seen = [], Counter[str]()
    for puzzle in before:
        seen[_wish(puzzle)] += 1
        # If a wish now wants fewer puzzles, the first ones stay.
        shipped += [puzzle] if seen[_wish(puzzle)] <= WISHES[_wish(puzzle)].count else []
    save_puzzles(shipped, path)
    done = Counter(map(_wish, shipped))
    for name, wish in WISHES.items():
        missing = wish.count - done[name]
        if missing <= 0:
            continue
        shipped += [_marked(puzzle, name) for puzzle in wanted(name, replace(wish, count=missing))]
        distinct = Distinct()
        shipped = [puzzle for puzzle in shipped if distinct.admits(puzzle)]
        save_puzzles(shipped, path)


def is_still_wished(puzzle: Puzzle) -> bool:
    """Return whether a puzzle satisfies its current wish; a puzzle without a wish goes."""
    wish = WISHES.get(_wish(puzzle))
    if wish is None or unreachable_reasons(puzzle.position):
        return False
    recipe = Recipe.parse(wish.recipe)
    pieces = [sign for _, sign in puzzle.diagram.placed if sign.isupper()]
    return recipe.white.admits(pieces) and (not recipe.varied or recipe.play.admits(puzzle))


def _tagged(puzzle: Puzzle) -> Puzzle:
    """Return a puzzle with its themes by the current definitions, the theme of its wish first."""
    wish, shown = _wish(puzzle), tags(puzzle)
    return replace(puzzle, themes=tuple(sorted(shown, key=lambda theme: theme != wish)))


def _wish(puzzle: Puzzle) -> str:
    return theme_name(dict(puzzle.provenance.details)["wish"])


def _marked(puzzle: Puzzle, wish: str) -> Puzzle:
    details = (*puzzle.provenance.details, ("wish", wish))
    return replace(puzzle, provenance=replace(puzzle.provenance, details=details))


if __name__ == "__main__":
    main()
