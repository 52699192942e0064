"""Turn a sound position into a finished puzzle, or say which part of the recipe it does not fulfil.

`draft` is quick: it checks the recipe with the core's solver and the themes' tests. `finish` then runs the second
solver, names the themes and estimates the difficulty. The reasons for rejection are keys in JSON output and must not
change.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import chess

from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import line_after, minimise, solve
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate_line, estimate_small
from motif.puzzles.puzzle import Branch, Difficulty, Puzzle
from motif.puzzles.quality import forced_line, is_game_like, tags
from motif.puzzles.recipe import Recipe
from motif.puzzles.retro_analysis import unreachable_reasons
from motif.puzzles.skeletons import Skeletons
from motif.puzzles.verify import objections

MINIMISING_ORDERS = 6
"""The number of orders in which to try removing pieces until the theme survives."""


def finish_minimised(recipe: Recipe, rules: Skeletons, position: str, key: chess.Move, seed: int) -> Puzzle | str:
    """Remove the pieces that a sound position does not need and return the puzzle, or the reason why that fails."""
    reason, seen = "too few men left", set()
    for order in range(MINIMISING_ORDERS):
        minimal = minimise([position], recipe.criteria, seed=seed + order)[0]
        if minimal is None:
            reason = "no last move"
        elif minimal not in seen:
            seen.add(minimal)
            made = finish(recipe, rules, minimal, key)
            if isinstance(made, Puzzle):
                return made
            reason = made
    return reason


def finish(recipe: Recipe, rules: Skeletons | None, position: str, key: chess.Move) -> Puzzle | str:
    """Make a puzzle from a sound and minimal position, or return the reason why it is rejected."""
    made = draft(recipe, position, key, rules)
    if isinstance(made, str):
        return made
    if objections(made):
        return "refuted by the second solver"
    themes = [*(theme.name for theme in recipe.themes), *tags(made)]
    return replace(made, themes=tuple(dict.fromkeys(themes)), difficulty=_estimate(made))


def _estimate(puzzle: Puzzle) -> Difficulty:
    if puzzle.diagram.is_full_size:
        return estimate_line(puzzle)
    solution = solve(puzzle.position, puzzle.stipulation.symbol)
    assert solution is not None, "nothing limits this search"
    return estimate_small(puzzle, solution)


def draft(recipe: Recipe, position: str, key: chess.Move, rules: Skeletons | None = None) -> Puzzle | str:
    """Return a sound position with its solution, main line first, or the reason why it does not fulfil the recipe."""
    diagram = Diagram.parse(position)
    for white, pieces in ((True, recipe.white), (False, recipe.black)):
        if not pieces.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return "other men than asked for"
    if unreachable_reasons(position, recipe.promoted):
        return "no game leads there"
    if recipe.game_like and not is_game_like(diagram):
        return "not as in a game"
    tree = line_after(position, key, recipe.stipulation.moves)
    if tree is None:
        return "no mate"
    if not recipe.replies.admits(len(tree.replies)):
        return "other replies than asked for"
    puzzle = Puzzle(position, recipe.stipulation, (_branch(tree),))
    line = forced_line(puzzle, _theme_test(recipe, rules, puzzle))
    if line is None:
        return "theme lost" if recipe.themes else "no full line"
    puzzle = replace(puzzle, solution=(_with_first(puzzle.solution[0], line),))
    if not recipe.duals.admits(puzzle):
        return "duals"
    if recipe.varied and not recipe.play.admits(puzzle):
        return "one mate for everything, or no try"
    return puzzle


def _branch(line: SolvedLine) -> Branch:
    return Branch(line.move.uci(), tuple(_branch(reply) for reply in line.replies))


def _theme_test(recipe: Recipe, rules: Skeletons | None, puzzle: Puzzle) -> Callable[[tuple[str, ...]], bool]:
    """Return a function that tests a line for all themes, with their Python tests and their ASP rules."""
    tests = [theme.holds for theme in recipe.themes if theme.holds and puzzle.diagram.is_full_size]

    def shows(line: tuple[str, ...]) -> bool:
        if tests:
            played = Line.of(puzzle.board(), line)
            if not all(holds(played) for holds in tests):
                return False
        return not recipe.themes or rules is None or rules.allows(puzzle.diagram, line)

    return shows


def _with_first(tree: Branch, line: tuple[str, ...]) -> Branch:
    """Reorder the tree so that this line comes first and is the main line."""
    if len(line) == 1:
        return tree
    ordered = sorted(tree.answers, key=lambda answer: answer.move != line[1])
    return Branch(tree.move, (_with_first(ordered[0], line[1:]), *ordered[1:]))
