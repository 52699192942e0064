"""Find skeletons of longer mates: clingo composes a shorter mate, and the core puts a move of each side before it."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace
from functools import cached_property

import chess

from motif._core.puzzles import prolonged, rework
from motif.motifs.motif import Line
from motif.puzzles.diagram import Diagram
from motif.puzzles.puzzle import Stipulation
from motif.puzzles.recipe import Recipe, Replies
from motif.puzzles.skeletons import EXTRA_BLACK_PIECES, Failure, Skeleton, Skeletons
from motif.puzzles.themes import Theme

NOT_PROLONGED = frozenset({"queen sacrifice"})
"""Themes for which clingo composes the whole mate: of forty prolonged mates, none became sound."""

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
