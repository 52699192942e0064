"""Turn skeletons and sound positions into finished puzzles, or say which part of the recipe one does not fulfil.

A skeleton of a longer mate comes from a shorter one: clingo composes the shorter mate, and the core puts a move of each
side before it. `draft` is quick: it checks the recipe with the core's solver and the themes' tests. `finish` then runs
the second solver, names the themes and estimates the difficulty. The reasons for rejection are keys in JSON output and
must not change.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import chess

from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import line_after, minimise, prolonged, rework
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate
from motif.puzzles.puzzle import Branch, Puzzle, Stipulation
from motif.puzzles.quality import forced_line, is_game_like, tags, unreachable_reasons
from motif.puzzles.recipe import Recipe, Replies
from motif.puzzles.skeletons import EXTRA_BLACK_PIECES, Failure, Skeleton, Skeletons
from motif.puzzles.themes import Theme
from motif.puzzles.verify import objections

NOT_PROLONGED = frozenset({"queen sacrifice"})
"""Themes whose mate clingo composes whole: of forty shorter mates that were made longer, none became sound."""

KEY_THEMES = frozenset({"king key", "zugzwang", "switchback"})
"""Themes of the first moves, which the shorter mate need not show."""

LAST_REPLY_THEMES = frozenset({"self-block"})
"""Themes that a mate in one cannot show, as Black has not moved yet."""

SOUND_ONLY_THEMES = frozenset({"zugzwang"})
"""Themes that can be tested only once every defence has its answer."""

TRIES_PER_MATE = {2: 300, 3: 600, 4: 60}
"""How many pairs of moves are tried before one shorter mate, by the length of the longer mate; recipes end at four."""

KEPT_PER_MATE = 3
"""The maximum number of skeletons kept from one shorter mate."""

CANDIDATES_PER_MATE = 40
"""The number of longer mates to test if the key must show a theme."""

CHANGES_PER_MATE = 3_000
"""The maximum number of changes that the core tries in order to make a shorter mate sound."""

MOST_FRUITLESS_MATES = 20
"""If this many shorter mates in a row cannot be prolonged, clingo composes the whole mate."""

MINIMISING_ORDERS = 6
"""The number of orders in which to try removing pieces until the theme survives."""


class ProlongedSkeletons:
    """A search for skeletons of mates in two or more, made by prolonging shorter mates."""

    def __init__(self, recipe: Recipe, seed: int = 0) -> None:
        self.recipe = recipe
        self._seed = seed
        self._draw = random.Random(seed)
        self._fruitless = 0
        self._shorter: Skeletons | ProlongedSkeletons | None = skeleton_source(_shorter_recipe(recipe), seed)
        self._key_tests = [
            theme.holds
            for theme in recipe.themes
            if theme.holds and _concerns_first_moves(theme, recipe) and theme.name not in SOUND_ONLY_THEMES
        ]

    @cached_property
    def _whole(self) -> Skeletons:
        """Clingo's search for the whole mate, used when shorter mates lead nowhere."""
        return Skeletons(self.recipe, self._seed)

    def find(self, is_over: Callable[[], bool] = lambda: False) -> Skeleton | Failure:
        """Find another skeleton; IMPOSSIBLE only if clingo has proved that there is none for the whole mate."""
        while self._shorter and not is_over():
            shorter = self._shorter.find(is_over=is_over)
            if isinstance(shorter, Failure):
                self._fruitless += MOST_FRUITLESS_MATES if shorter is Failure.IMPOSSIBLE else 1
            else:
                self._shorter.forbid(shorter)
                self._fruitless += 1
                if longer := [skeleton for sound in self._sound(shorter) for skeleton in self._prolong(sound)]:
                    self._fruitless = 0
                    return replace(longer[0], others=tuple(longer[1:]))
            if self._fruitless >= MOST_FRUITLESS_MATES:
                self._shorter = None
        return self._whole.find(is_over=is_over)

    def forbid(self, skeleton: Skeleton) -> None:
        """Exclude skeletons with the same key and last move, if clingo composes the whole mate."""
        if self._shorter is None:
            self._whole.forbid(skeleton)

    def _sound(self, shorter: Skeleton) -> list[Skeleton]:
        """Rework a shorter mate and its alternatives, and return those that become sound."""
        if len(shorter.line) == 1:
            return [shorter]
        mates = [shorter, *shorter.others]
        reworked = rework(
            [str(each.diagram) for each in mates],
            [[chess.Move.from_uci(move) for move in each.line] for each in mates],
            _shorter_recipe(self.recipe).criteria,
            most=(self.recipe.white.most, self.recipe.black.most + EXTRA_BLACK_PIECES),
            promoted=self.recipe.promoted,
            same_mate=bool(self.recipe.themes),
            changes=CHANGES_PER_MATE,
            seed=self._draw.getrandbits(62),
        )
        return [
            Skeleton(Diagram.parse(position), each.line)
            for position, each in zip(reworked, mates, strict=True)
            if position
        ]

    def _prolong(self, shorter: Skeleton) -> list[Skeleton]:
        """Put a move of each side before a shorter mate, and return the results that show the themes of the key."""
        line = [chess.Move.from_uci(move) for move in shorter.line]
        is_switchback = any(theme.name == "switchback" for theme in self.recipe.themes)
        skeletons = []
        for position, moves in prolonged(
            str(shorter.diagram),
            line,
            self.recipe.criteria,
            most=self.recipe.white.most,
            key=chess.Move(line[-1].to_square, line[-1].from_square) if is_switchback else None,
            tries=TRIES_PER_MATE[self.recipe.stipulation.moves],
            wanted=CANDIDATES_PER_MATE if self._key_tests else KEPT_PER_MATE,
            seed=self._draw.getrandbits(62),
        ):
            skeleton = Skeleton(Diagram.parse(position), (*(move.uci() for move in moves), *shorter.line))
            played = Line.of(chess.Board(position), skeleton.line)
            if all(holds(played) for holds in self._key_tests):
                skeletons.append(skeleton)
        return skeletons[:KEPT_PER_MATE]


def skeleton_source(recipe: Recipe, seed: int) -> Skeletons | ProlongedSkeletons:
    """Return the search for skeletons that suits a recipe."""
    return ProlongedSkeletons(recipe, seed) if can_be_prolonged(recipe) else Skeletons(recipe, seed)


def can_be_prolonged(recipe: Recipe) -> bool:
    """Whether mates of this recipe can be made by prolonging shorter ones; with a user's rules they cannot."""
    excluded = any(theme.is_given or theme.name in NOT_PROLONGED for theme in recipe.themes)
    return recipe.stipulation.moves >= 2 and recipe.board == (8, 8) and not excluded


def _shorter_recipe(recipe: Recipe) -> Recipe:
    """Return the recipe of a mate one move shorter, with any kind of key."""
    return replace(
        recipe,
        stipulation=Stipulation(recipe.stipulation.goal, recipe.stipulation.moves - 1),
        themes=tuple(theme for theme in recipe.themes if not _concerns_first_moves(theme, recipe)),
        replies=Replies.ANY,
        key_may=("check", "capture", "promotion"),
    )


def _concerns_first_moves(theme: Theme, recipe: Recipe) -> bool:
    return theme.name in KEY_THEMES or (theme.name in LAST_REPLY_THEMES and recipe.stipulation.moves == 2)


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
    return replace(made, themes=tuple(dict.fromkeys(themes)), difficulty=estimate(made))


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
