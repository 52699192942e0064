"""Proof of optimality: no puzzle of a recipe has less white value, and among those none has more black value.

    minimise sum of White's values, then maximise sum of Black's (the soft constraints of Ahmer & Huang 2022)

Clingo proves the optimum over all skeletons and lists every board that reaches it; the solver says which are sound.
Both modes of the paper can be asked for: both sides move, or White alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from motif._core.puzzles import solve
from motif.errors import ImpossibleRecipe, NothingFound
from motif.progress import Progress, Watch, unwatched
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.static import static_mates


@dataclass(frozen=True, slots=True)
class Optimum:
    """The best values that can be reached, and every skeleton that reaches them."""

    white: int
    black: int
    skeletons: tuple[Skeleton, ...]
    is_static: bool = False

    def sound(self) -> list[Skeleton]:
        """Those with one key, or for White alone with one solution, and no shorter mate."""
        judge = _is_sound_static if self.is_static else _is_sound
        return [skeleton for skeleton in self.skeletons if judge(skeleton)]


def prove_optimum(
    recipe: Recipe,
    seed: int = 0,
    watch: Watch = unwatched,
    static: bool = False,
    seconds: float | None = None,
) -> Optimum:
    """Find and prove the optimum; `watch` is told each better pair of values on the way.

    Raises NothingFound when the proof would take longer than so many seconds, and tells the best values so far.
    """
    rules = Skeletons(recipe, seed, preferring=True, mode="static" if static else "")
    best: dict[tuple[int, int], list[Skeleton]] = {}
    so_far = "no board was found"

    def told(news: Progress) -> None:
        nonlocal so_far
        so_far = f"the best so far: {news.words}"
        watch(news)

    for model in rules.optimal(told, seconds):
        if model is None:
            raise NothingFound(
                f"no proof within {seconds:g} seconds; {so_far}", hint="give it more --seconds, or a smaller board"
            )
        white, black = model[0]
        best.setdefault((white, black), []).append(model[1])
    if not best:
        raise ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
    (white, black), skeletons = next(iter(best.items()))
    return Optimum(white, black, tuple(skeletons), static)


def _is_sound(skeleton: Skeleton) -> bool:
    solution = solve(str(skeleton.diagram), f"#{(len(skeleton.line) + 1) // 2}")
    return solution is not None and solution.is_sound


def _is_sound_static(skeleton: Skeleton) -> bool:
    return static_mates(str(skeleton.diagram), len(skeleton.line)) == [skeleton.line]
