"""From a sound position to a puzzle: what the recipe asks of it, its main line, and the word of the second solver.

A *draft* is what a position shows by the solver and by the themes' tests, which is quick. It is *finished* when the
rules of the themes allow its main line too, the second solver agrees, and it is named and rated.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import chess

from motif._core.puzzles import Line as SolvedLine
from motif._core.puzzles import line_after, minimise, prolonged, rework, solve
from motif.motifs.motif import Line
from motif.puzzles.batches import IsOver
from motif.puzzles.diagram import Diagram
from motif.puzzles.difficulty import estimate, estimate_line
from motif.puzzles.puzzle import Branch, Difficulty, Puzzle, Stipulation
from motif.puzzles.quality import forced_line, is_game_like, tags
from motif.puzzles.recipe import Recipe, Replies
from motif.puzzles.retro_analysis import unreachable_reasons
from motif.puzzles.skeletons import ROOM, Failure, Skeleton, Skeletons
from motif.puzzles.themes import Theme
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
    if unreachable_reasons(position, recipe.promoted):
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


# Longer mates from shorter ones: clingo puts the end on the board, and the core takes back a move of each side.

LEFT_TO_CLINGO = frozenset({"queen sacrifice"})
"""Themes for which taking moves back seldom leads anywhere: of forty tries none became sound."""

OF_THE_KEY = frozenset({"king key", "zugzwang", "switchback"})
"""Themes of the first moves: these are not asked of the shorter mate."""

OF_THE_LAST_REPLY = frozenset({"self-block"})
"""Themes that a mate in one cannot have, as Black has made no move."""

ONLY_WHEN_SOUND = frozenset({"zugzwang"})
"""Themes that are not looked for before everything is answered."""

TRIES = {2: 300, 3: 600, 4: 60}
"""Pairs of moves that are taken back from one shorter mate, by the length of the longer one."""

KEPT = 3
"""Skeletons that one shorter mate may give."""

LOOKED_AT = 40
"""Longer mates among which a theme of the key is looked for."""

CHANGES = 3_000
"""Changes by which a shorter mate is made sound."""

FRUITLESS = 20
"""So many shorter mates without a longer one, and it is left to clingo."""


class Prolonging:
    """Skeletons of a recipe like those of `Skeletons`, made of shorter ones where that can be."""

    def __init__(self, recipe: Recipe, seed: int = 0) -> None:
        self.recipe = recipe
        self._seed = seed
        self._draw = random.Random(seed)
        self._fruitless = 0
        self._shorter: Skeletons | Prolonging | None = skeletons_of(_shorter(recipe), seed)
        self._asked = [
            theme.holds
            for theme in recipe.themes
            if theme.holds and _is_of_the_beginning(theme, recipe) and theme.name not in ONLY_WHEN_SOUND
        ]

    @cached_property
    def _whole(self) -> Skeletons:
        """The rules of the whole mate, for when shorter ones lead nowhere."""
        return Skeletons(self.recipe, self._seed)

    def find(self, is_over: IsOver = lambda: False) -> Skeleton | Failure:
        """Another skeleton; IMPOSSIBLE only when clingo has proved it for the whole mate."""
        while self._shorter and not is_over():
            end = self._shorter.find(is_over=is_over)
            if isinstance(end, Failure):
                self._fruitless += FRUITLESS if end is Failure.IMPOSSIBLE else 1
            else:
                self._shorter.forbid(end)
                self._fruitless += 1
                if longest := [longer for sound in self._sound(end) for longer in self._prolong(sound)]:
                    self._fruitless = 0
                    return replace(longest[0], others=tuple(longest[1:]))
            if self._fruitless >= FRUITLESS:
                self._shorter = None
        return self._whole.find(is_over=is_over)

    def forbid(self, skeleton: Skeleton) -> None:
        """Never again find its key together with its last move, where clingo finds them."""
        if self._shorter is None:
            self._whole.forbid(skeleton)

    def _sound(self, end: Skeleton) -> list[Skeleton]:
        """The shorter mate with its line proved, so that nothing is lacking but what the moves before it need."""
        if len(end.line) == 1:
            return [end]
        ends = [end, *end.others]
        reworked = rework(
            [str(each.diagram) for each in ends],
            [[chess.Move.from_uci(move) for move in each.line] for each in ends],
            _shorter(self.recipe).criteria,
            most=(self.recipe.white.most, self.recipe.black.most + ROOM),
            promoted=self.recipe.promoted,
            same_mate=bool(self.recipe.themes),
            changes=CHANGES,
            seed=self._draw.getrandbits(62),
        )
        return [
            Skeleton(Diagram.parse(position), each.line)
            for position, each in zip(reworked, ends, strict=True)
            if position
        ]

    def _prolong(self, end: Skeleton) -> list[Skeleton]:
        line = [chess.Move.from_uci(move) for move in end.line]
        names = {theme.name for theme in self.recipe.themes}
        longer_ones = []
        for position, moves in prolonged(
            str(end.diagram),
            line,
            self.recipe.criteria,
            most=self.recipe.white.most,
            key=chess.Move(line[-1].to_square, line[-1].from_square) if "switchback" in names else None,
            tries=TRIES[self.recipe.stipulation.moves],
            wanted=LOOKED_AT if self._asked else KEPT,
            seed=self._draw.getrandbits(62),
        ):
            longer = Skeleton(Diagram.parse(position), (*(move.uci() for move in moves), *end.line))
            played = Line.of(chess.Board(position), longer.line)
            if all(holds(played) for holds in self._asked):
                longer_ones.append(longer)
        return longer_ones[:KEPT]


def skeletons_of(recipe: Recipe, seed: int) -> Skeletons | Prolonging:
    """Where the skeletons of a recipe come from."""
    return Prolonging(recipe, seed) if can_be_prolonged(recipe) else Skeletons(recipe, seed)


def can_be_prolonged(recipe: Recipe) -> bool:
    """Whether a shorter mate says enough about the whole: no rules of the user's, which speak of the key."""
    left = any(theme.is_given or theme.name in LEFT_TO_CLINGO for theme in recipe.themes)
    return recipe.stipulation.moves >= 2 and recipe.board == (8, 8) and not left


def _shorter(recipe: Recipe) -> Recipe:
    """The end of the recipe's mate, which may begin with anything."""
    return replace(
        recipe,
        stipulation=Stipulation(recipe.stipulation.goal, recipe.stipulation.moves - 1),
        themes=tuple(theme for theme in recipe.themes if not _is_of_the_beginning(theme, recipe)),
        replies=Replies.ANY,
        key_may=("check", "capture", "promotion"),
    )


def _is_of_the_beginning(theme: Theme, recipe: Recipe) -> bool:
    return theme.name in OF_THE_KEY or (theme.name in OF_THE_LAST_REPLY and recipe.stipulation.moves == 2)
