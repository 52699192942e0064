"""From a sound position to a puzzle: what the recipe asks of it, its main line, and the word of the second solver.

A *draft* is what a position shows by the solver and by the themes' tests, which is quick. It is *finished* when the
rules of the themes allow its main line too, the second solver agrees, and it is named and rated.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import chess

from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import line_after, minimise, solve
from motif.board.motifs import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate, estimate_line
from motif.puzzles.puzzle import Branch, Difficulty, Puzzle
from motif.puzzles.quality import forced_line, is_game_like
from motif.puzzles.recipe import Recipe
from motif.puzzles.retro_analysis import faults
from motif.puzzles.skeletons import Skeletons
from motif.puzzles.tags import tags
from motif.puzzles.verify import objections

WAYS_TO_MINIMISE = 6
"""Orders of taking men off that are tried until one leaves the theme alone."""

Shows = Callable[[tuple[str, ...]], bool]


def least(recipe: Recipe, rules: Skeletons, position: str, key: chess.Move, seed: int) -> Puzzle | str:
    """The puzzle of a sound position without its unneeded men, taken off in one order or another, or why not."""
    reason, seen = "too few men left", set()
    for way in range(WAYS_TO_MINIMISE):
        bare = minimise([position], recipe.criteria, seed=seed + way)[0]
        if bare is None:
            reason = "no last move"
        elif bare not in seen:
            seen.add(bare)
            made = finish(recipe, rules, bare, key)
            if isinstance(made, Puzzle):
                return made
            reason = made
    return reason


def finish(recipe: Recipe, rules: Skeletons | None, position: str, key: chess.Move) -> Puzzle | str:
    """The puzzle of a sound and minimal position, or what of the recipe it does not fulfil."""
    made = draft(recipe, position, key, rules)
    if isinstance(made, str):
        return made
    if objections(made):
        return "refuted by the second solver"
    named = [theme.name for theme in recipe.themes]
    return replace(made, themes=tuple(dict.fromkeys([*named, *tags(made)])), difficulty=_estimate(made))


def _estimate(puzzle: Puzzle) -> Difficulty:
    if puzzle.diagram.is_full_size:
        return estimate_line(puzzle)
    solution = solve(puzzle.position, puzzle.stipulation.symbol)
    assert solution is not None, "nothing limits this search"
    return estimate(puzzle, solution)


def draft(
    recipe: Recipe, position: str, key: chess.Move, rules: Skeletons | None = None, may_have_duals: bool = False
) -> Puzzle | str:
    """What a sound position shows, not yet proved twice, or what of the recipe it does not fulfil."""
    diagram = Diagram.parse(position)
    for white, men in ((True, recipe.white), (False, recipe.black)):
        if not men.admits([sign.upper() for _, sign in diagram.placed if sign.isupper() == white]):
            return "other men than asked for"
    if faults(position, recipe.promoted):
        return "no game leads there"
    if recipe.game_like and not is_game_like(diagram):
        return "not as in a game"
    tree = line_after(position, key, recipe.stipulation.moves)
    if tree is None:
        return "no mate"
    if not recipe.replies.admits(len(tree.replies)):
        return "other replies than asked for"
    puzzle = Puzzle(position, recipe.stipulation, (branch(tree),))
    line = forced_line(puzzle, _shows(recipe, rules, puzzle))
    if line is None:
        return "theme lost" if recipe.themes else "no full line"
    puzzle = replace(puzzle, solution=(_leading(puzzle.solution[0], line),))
    if not (may_have_duals or recipe.duals.admits(puzzle)):
        return "duals"
    if recipe.varied and not recipe.play.admits(puzzle):
        return "one mate for everything, or no try"
    return puzzle


def branch(line: SolvedLine) -> Branch:
    """A line of the solver's as the tree of a puzzle."""
    return Branch(line.move.uci(), tuple(branch(reply) for reply in line.replies))


def _shows(recipe: Recipe, rules: Skeletons | None, puzzle: Puzzle) -> Shows:
    """Whether all themes hold on a line, by their tests and by their rules."""
    tests = [theme.holds for theme in recipe.themes if theme.holds and puzzle.diagram.is_full_size]

    def shows(line: tuple[str, ...]) -> bool:
        if tests:
            played = Line.of(puzzle.board(), line)
            if not all(holds(played) for holds in tests):
                return False
        return not recipe.themes or rules is None or rules.allow(puzzle.diagram, line)

    return shows


def _leading(tree: Branch, line: tuple[str, ...]) -> Branch:
    """The tree with the moves of a line first among their siblings, so that it is the main line."""
    if len(line) == 1:
        return tree
    ordered = sorted(tree.answers, key=lambda answer: answer.move != line[1])
    return Branch(tree.move, (_leading(ordered[0], line[1:]), *ordered[1:]))
