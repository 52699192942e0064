"""Longer mates from shorter ones: clingo puts the end on the board, and the core takes back a move of each side.

A skeleton of a mate in two costs clingo a hundred times what one of a mate in one does, and one of a mate in three ten
times as much again. But a mate with a move of Black's and one of White's taken back, often with the man that Black's
move took, is nearly a longer mate: some defences have no answer yet, some other moves mate as well. The core keeps
what lacks least, and reworks it until nothing is lacking. What it ends with, it still ends with; what should happen at
the key is looked for among the moves that were taken back.
"""

from __future__ import annotations

import random
from dataclasses import replace
from functools import cached_property

import chess

from motif._core.puzzles import prolonged, rework
from motif.board.motifs import Line
from motif.puzzles.batches import IsOver
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Stipulation
from motif.puzzles.recipe import Recipe, Replies
from motif.puzzles.skeletons import ROOM, Failure, Skeleton, Skeletons
from motif.puzzles.themes import Theme

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
