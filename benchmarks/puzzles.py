"""Time the composition of puzzles by answer set programming: the paper's two encodings and ours, in CPU time.

The headline is the time to the first 4x4 model, grounding included: the paper's declarative encoding divided by ours.
The paper's encoding knows no pawns and no promotion; ours knows both. The other rows check our goals: the full board,
sound puzzles per minute with and without a theme, mates in bulk, diversity, the proof of the 4x4 optimum, a printed
sheet, and how many composed puzzles the second solver refuted. The first argument sets the number of those puzzles.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import replace
from itertools import islice
from typing import Any

os.environ["RAYON_NUM_THREADS"] = "1"  # before the core starts its threads

import clingo
from harness import IS_SMALL, best_of, report, sized

from motif._core.puzzles import compose_at_random
from motif.puzzles.batches import Order
from motif.puzzles.composition import compose
from motif.puzzles.files import SHIPPED_PUZZLES, sheet
from motif.puzzles.paper import Optimum, prove_optimum
from motif.puzzles.puzzle import load_puzzles
from motif.puzzles.recipe import Criteria, PieceCount, Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.themes import ENCODINGS, Theme

PAPER = ENCODINGS / "paper"
SIX_A_SIDE = Recipe(white=PieceCount(1, 6), black=PieceCount(1, 6))
SEED = 2022

FORK = Theme.from_asp(
    "hits(T,Man) :- at(1,white,knight,T), attacks(1,T,X), at(1,black,Man,X)."
    "tactic(S,T) :- key(S,T), hits(T,queen), hits(T,rook).",
    name="fork",
)
PIN = Theme.from_asp(
    "officer(B) :- at(1,black,Man,B), Man != pawn."
    "tactic(S,T) :- key(S,T), at(1,black,king,K), attacks(1,T,B), between(T,K,B), officer(B).",
    name="pin",
)
SEVERAL = sized(8, 1)
"""Tasks that are measured for recipes where a single task may well find nothing."""

FORKERS = Recipe.parse("white: 2-6 with N\nblack: 3-9 with QR")
TO_ORDER = {
    "sound mates in 2 with a quiet key": (Recipe(), 3, ">= 15"),
    "smothered mates": (Recipe.parse("themes: smothered\nwhite: 2-6 with N\nblack: 3-9"), 1, ">= 5"),
    "underpromotions": (Recipe.parse("themes: underpromotion"), SEVERAL, ">= 5"),
    "back-rank mates": (Recipe.parse("themes: back rank"), SEVERAL, ">= 5"),
    "queen sacrifices": (Recipe.parse("themes: queen sacrifice\nwhite: 2-6 with Q"), 3, ">= 5"),
    "model mates": (Recipe.parse("themes: model mate"), 1, ">= 5"),
    "double checks": (Recipe.parse("themes: double check"), 1, ">= 5"),
    "discovered mates": (Recipe.parse("themes: discovered mate"), SEVERAL, ">= 5"),
    "keys that pin an officer, a rule of the user's": (Recipe(themes=(PIN,)), 1, ">= 5"),
    "quiet keys that fork queen and rook, likewise": (replace(FORKERS, themes=(FORK,)), 1, ">= 5"),
    "mates in 3": (Recipe.parse("goal: mate in 3"), 1, "4.8 when measured before"),
}
"""The recipe, its number of tasks, and the goal in puzzles per minute."""

Row = dict[str, Any]


def row(what: str, value: float, unit: str, goal: str) -> Row:
    """Return one row of the table and print it at once: the whole takes about 15 minutes and may be interrupted."""
    print(f"{what}: {value:.4g} {unit}", flush=True)
    return {"what": what, "measured": value, "unit": unit, "goal": goal}


def paper_model(encoding: str) -> None:
    """Ground the paper's encoding on 4x4, at most six pieces a side, and find a dynamic mate in two."""
    control = clingo.Control(["-cn=4", "-ck=4", "-cw=6", "-cb=6", "--warn=none"])
    for path in (f"{encoding}/planner", f"{encoding}/dynamic", "declarative/pieces", "declarative/linear"):
        control.load(str(PAPER / f"{path}.lp"))
    # Grounding alone takes half a minute.
    if IS_SMALL:
        return
    control.ground([("base", [])])
    with control.solve(yield_=True) as handle:
        assert handle.model() is not None


def our_model(board: tuple[int, int]) -> tuple[float, float]:
    """Return the seconds to ground our rules and the seconds to the first model."""
    begin = time.process_time()
    rules = Skeletons(replace(SIX_A_SIDE, board=board))
    grounded = time.process_time()
    assert isinstance(rules.find_anywhere(), Skeleton)
    return grounded - begin, time.process_time() - grounded


def first_models() -> tuple[float, list[Row]]:
    """Return the headline and the rows about the first models."""
    (ground, solve), seconds = best_of(3, lambda: our_model((4, 4)))
    rows = [row("4x4 first model, ours, all pieces", seconds, "s", "")]
    _, declarative = best_of(1, lambda: paper_model("declarative"))
    _, brute_force = best_of(1, lambda: paper_model("brute_force"))
    rows.append(row("4x4 first model, paper, declarative", declarative, "s", "about 60 when measured before"))
    rows.append(row("4x4 first model, paper, brute force", brute_force, "s", "the paper: slower than the declarative"))
    rows.append(row("4x4 first model, paper over ours", declarative / seconds, "times", ">= 100"))
    ground, solve = min(our_model(sized((8, 8), (5, 5))) for _ in range(sized(3, 1)))
    rows.append(row("8x8 grounding", ground, "s", "<= 2"))
    rows.append(row("8x8 first model after it", solve, "s", "<= 5"))
    return declarative / seconds, rows


def a_minute(name: str, recipe: Recipe, tasks: int, goal: str) -> Row:
    """Count sound puzzles per minute of CPU time, everything included, over whole tasks."""
    begin = time.process_time()
    found = 0
    for step in compose(recipe, Order(1_000_000, SEED)):
        found = step.found
        tasks -= step.puzzle is None or bool(IS_SMALL and found)
        if not tasks:
            break
    seconds = time.process_time() - begin
    print(f"{name}: {found} in {seconds:.1f} s", flush=True)
    return row(f"{name}, to order", 60 * found / seconds, "a minute", goal)


def in_bulk(moves: int, placements: int, goal: str) -> Row:
    """Count minimal mates with a quiet key per minute, found by random placement in the core."""
    found, seconds = best_of(1, lambda: compose_at_random(Criteria(moves), placements, SEED))
    return row(f"mates in {moves}, in bulk", 60 * len(found) / seconds, "a minute", goal)


def diversity() -> Row:
    """Count the different solutions among a hundred models."""
    rules = Skeletons(Recipe(board=sized((8, 8), (5, 5))), SEED)
    solutions = set()
    for _ in range(sized(100, 2)):
        skeleton = rules.find()
        assert isinstance(skeleton, Skeleton)
        rules.forbid(skeleton)
        solutions.add(skeleton.line)
    return row("different solutions in 100 models", float(len(solutions)), "", ">= 95")


def proof() -> Row:
    """Time the proof of the 4x4 optimum with the paper's soft constraints."""
    optimum, seconds = best_of(1, lambda: prove_optimum(replace(SIX_A_SIDE, board=(4, 4))))
    assert isinstance(optimum, Optimum)
    assert (optimum.white, optimum.black) == (1, 21)
    return row("4x4 optimum, White 1, Black 21, proved", seconds, "s", "<= 300")


def printed() -> Row:
    """Time a sheet of 96 diagrams."""
    puzzles = load_puzzles(SHIPPED_PUZZLES)[: sized(96, 6)]
    pdf, seconds = best_of(2, lambda: sheet(puzzles))
    assert pdf.startswith(b"%PDF")
    return row(f"{len(puzzles)} diagrams as PDF", seconds, "s", "<= 5")


def verified(count: int) -> Row:
    """Count the composed puzzles that the second solver refuted."""
    found = refuted = 0
    for step in compose(Recipe(), Order(count, SEED, bulk=True)):
        found, refuted = step.found, step.rejected["refuted by the second solver"]
    assert found == count
    return row(f"refuted of {count} composed puzzles", float(refuted), "", "0")


def main() -> None:
    """Measure, compare and write the report."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else sized(100, 2)
    ordered = dict(islice(TO_ORDER.items(), sized(None, 1)))
    ratio, rows = first_models()
    rows += [a_minute(name, recipe, tasks, goal) for name, (recipe, tasks, goal) in ordered.items()]
    rows += [
        in_bulk(2, sized(200_000, 2_000), ">= 1000"),
        in_bulk(3, sized(20_000, 200), ">= 150"),
        diversity(),
        *([] if IS_SMALL else [proof()]),
        printed(),
        verified(count),
    ]
    report("puzzles", ratio, rows)


if __name__ == "__main__":
    main()
