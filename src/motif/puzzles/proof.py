"""Proof of optimality: no puzzle of a recipe has less white value, and among those none has more black value.

    minimise sum of White's values, then maximise sum of Black's (the soft constraints of Ahmer & Huang 2022)

Clingo proves the optimum over all skeletons and lists every board that reaches it; the solver says which are sound.
"""

from __future__ import annotations

from dataclasses import dataclass

from motif._core.puzzles import solve
from motif.errors import ImpossibleRecipe
from motif.progress import Watch, unwatched
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best values that can be reached, and every skeleton that reaches them."""

    white: int
    black: int
    skeletons: tuple[Skeleton, ...]

    def sound(self) -> list[Skeleton]:
        """Those with one key and no shorter mate."""
        return [skeleton for skeleton in self.skeletons if _is_sound(skeleton)]


def prove_optimum(recipe: Recipe, seed: int = 0, watch: Watch = unwatched) -> Optimum:
    """Find and prove the optimum; `watch` is told each better pair of values on the way."""
    rules = Skeletons(recipe, seed, preferring=True)
    best: dict[tuple[int, int], list[Skeleton]] = {}
    for model in rules.optimal(watch):
        white, black = model[0]
        best.setdefault((white, black), []).append(model[1])
    if not best:
        raise ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
    (white, black), skeletons = next(iter(best.items()))
    return Optimum(white, black, tuple(skeletons))


def _is_sound(skeleton: Skeleton) -> bool:
    solution = solve(str(skeleton.diagram), f"#{(len(skeleton.line) + 1) // 2}")
    return solution is not None and solution.is_sound
