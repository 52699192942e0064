"""Find mates by random search: place pieces around a sketch of the theme, or extend a shorter mate backwards.

A sketch (`sketches`) is a few pieces, placed at random where a theme needs them. The core places others around them,
tries tens of thousands of positions a second and keeps the sound ones; positions without the theme are dropped. Longer
mates rarely turn up around a sketch. For those we first look for a mate in one or two with any key. We then try
thousands of ways to take back a move of each side and add a piece or two, until a position is sound. Results from the
same shorter mate look like the same puzzle, so only the best of them is kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import chess

from motif._core.puzzles import compose_around, lengthened, mate_keys
from motif.puzzles.batches import Distinct, IsOver
from motif.puzzles.difficulty import estimate
from motif.puzzles.finishing import KEY_THEMES, LAST_REPLY_THEMES, draft
from motif.puzzles.puzzle import Puzzle, Stipulation
from motif.puzzles.quality import Duals, duals
from motif.puzzles.recipe import PieceCount, Recipe, Replies
from motif.puzzles.skeletons import EXTRA_BLACK_PIECES
from motif.puzzles.sketches import sketch_of

FULL_BOARD = (8, 8)

START_LENGTHS: dict[int, tuple[int, ...]] = {1: (1,), 2: (2, 1), 3: (1, 2), 4: (1, 2)}
"""For each length of the final mate: the lengths to look for around sketches; turns alternate between them."""

THEME_START_LENGTHS = {
    ("queen sacrifice", 2): (2,),
    ("king key", 2): (1,),
    ("switchback", 2): (2, 1),
    ("epaulette mate", 2): (),
    ("back rank mate", 2): (),
    ("queen sacrifice", 3): (2,),
    ("switchback", 3): (1,),
    ("back rank mate", 3): (2,),
    ("epaulette mate", 3): (1,),
}
"""Exceptions, by theme and length of the final mate; empty where skeletons are quicker than random search."""


@dataclass(frozen=True, slots=True)
class Effort:
    """The work of one turn: sketches, placements around each sketch, and pairs of moves taken back in all."""

    sketches: int
    placements: int
    tries: int
    added: tuple[int, int]
    """The maximum number of white and of black pieces added when moves are taken back."""


EFFORTS = {
    1: Effort(1_000, 20, 0, (0, 0)),
    2: Effort(500, 200, 100_000, (2, 3)),
    3: Effort(300, 40, 200_000, (1, 2)),
    4: Effort(100, 5, 40_000, (1, 2)),
}

ADDED_TO_SKETCH = (3, 4)
"""The maximum number of white and of black pieces placed around a sketch."""

MOST_ENDS = 80
"""The maximum number of shorter mates that one turn extends."""

MOST_ENDS_FOR_QUEEN_SACRIFICE = 500
"""A higher limit, since a queen sacrifice can precede only few of the shorter mates."""

MOST_TRIES_PER_END = 12_000
"""The maximum number of pairs of moves taken back from one shorter mate."""

TRIES_FACTORS = {
    ("back rank mate", 3): 5,
    ("queen sacrifice", 3): 12,
    ("switchback", 2): 3,
    ("switchback", 3): 3,
}
"""Factors that multiply the tries where a try is cheap, by theme and length of the mate."""

CANDIDATES_PER_END = 4
"""The number of longer mates from one shorter mate that are compared; the best of them is kept."""


def is_random_search_possible(recipe: Recipe) -> bool:
    """Whether to try random search: on the full board, without a user's rules, unless skeletons are quicker."""
    is_given = any(theme.is_given for theme in recipe.themes)
    return recipe.board == FULL_BOARD and not is_given and bool(start_lengths(recipe))


def start_lengths(recipe: Recipe) -> tuple[int, ...]:
    """Return the lengths of mates to look for around sketches; turns alternate between them."""
    length = recipe.stipulation.moves
    special = (THEME_START_LENGTHS.get((theme.name, length)) for theme in recipe.themes)
    return next((lengths for lengths in special if lengths is not None), START_LENGTHS[length])


class RandomSearch:
    """A random search for positions that fulfil one recipe; the seed determines the results."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.rejected: Counter[str] = Counter()
        self._draw = Random(seed)
        self._names = [theme.name for theme in recipe.themes]

    def turn(self, number: int, is_over: IsOver = lambda: False) -> Iterator[tuple[str, chess.Move]]:
        """Run one turn of the search: yield distinct positions that fulfil the recipe, with their keys."""
        length, lengths = self.recipe.stipulation.moves, start_lengths(self.recipe)
        if not lengths:
            return
        first = lengths[number % len(lengths)]
        positions = self._around_sketches(first)
        for moves in range(first + 1, length + 1):
            if is_over():
                return
            positions = self._longer(positions, moves)
        distinct = Distinct(by_picture=True)
        for puzzle in positions:
            if distinct.admits(puzzle):
                yield puzzle.position, chess.Move.from_uci(puzzle.key)
            else:
                self.rejected["twin of an earlier puzzle"] += 1

    def _seed(self) -> int:
        return self._draw.getrandbits(62)

    def _around_sketches(self, moves: int) -> list[Puzzle]:
        """Find mates of this length around sketches of the themes."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        needed = self.recipe.white.needed + self.recipe.black.needed.lower()
        is_end = moves < self.recipe.stipulation.moves >= 3
        sketches = [sketch_of(self._names, self._draw, needed, is_end) for _ in range(effort.sketches)]
        positions = compose_around(
            sketches,
            recipe.criteria,
            attempts=effort.placements,
            seed=self._seed(),
            others=(min(ADDED_TO_SKETCH[0], recipe.white.most - 1), min(ADDED_TO_SKETCH[1], recipe.black.most - 1)),
            promoted=recipe.promoted,
        )
        keys = mate_keys(positions, moves)
        drafts = (self._draft(recipe, position, key) for position, (key, *_) in zip(positions, keys, strict=True))
        return [puzzle for puzzle in drafts if puzzle]

    def _longer(self, ends: Sequence[Puzzle], moves: int) -> list[Puzzle]:
        """Extend these mates backwards by a move of each side, and return the best longer mate from each."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        is_last = moves == self.recipe.stipulation.moves
        # Mates with few duals come first, since longer mates inherit duals.
        ends = sorted(ends, key=_share_of_duals)
        if "queen sacrifice" in self._names and not self.recipe.promoted:
            # In the shorter mate the queen is already gone.
            ends = [end for end in ends if "Q" not in end.position]
        ends, key_options = self._key_options(ends) if is_last else (ends[:MOST_ENDS], {})
        if not ends:
            return []
        factor = max((TRIES_FACTORS.get((name, moves), 1) for name in self._names), default=1) if is_last else 1
        longer = lengthened(
            [end.position for end in ends],
            recipe.criteria,
            tries=factor * min(MOST_TRIES_PER_END, effort.tries // len(ends)),
            seed=self._seed(),
            others=effort.added,
            most=recipe.white.most,
            promoted=recipe.promoted,
            **key_options,
        )
        from_each: dict[int, list[Puzzle]] = {}
        for end, position, key in longer:
            candidates = from_each.setdefault(end, [])
            if len(candidates) < CANDIDATES_PER_END and (puzzle := self._draft(recipe, position, key)):
                candidates.append(puzzle)
        return [max(candidates, key=_merit) for candidates in from_each.values() if candidates]

    def _key_options(self, ends: Sequence[Puzzle]) -> tuple[Sequence[Puzzle], dict[str, Any]]:
        """Return the shorter mates that suit the themes of the key, and the core's options for that key."""
        if "queen sacrifice" in self._names:
            return ends[:MOST_ENDS_FOR_QUEEN_SACRIFICE], {"key_by": "Q", "is_offer": True}
        if "switchback" in self._names:
            pairs = [(end, key) for end in ends if (key := _switchback_key(end))][:MOST_ENDS]
            return [end for end, _ in pairs], {"keys": [key for _, key in pairs]}
        if "king key" in self._names:
            return ends[:MOST_ENDS], {"key_by": "K"}
        return ends[:MOST_ENDS], {}

    def _recipe_of(self, moves: int) -> Recipe:
        """Return the recipe itself or, for a shorter mate, a looser one that admits any key and any duals."""
        if moves == self.recipe.stipulation.moves:
            return self.recipe
        later = KEY_THEMES | {"queen sacrifice"} | (LAST_REPLY_THEMES if moves == 1 else set())
        return replace(
            self.recipe,
            stipulation=Stipulation(self.recipe.stipulation.goal, moves),
            themes=tuple(theme for theme in self.recipe.themes if theme.name not in later),
            white=PieceCount(1, self.recipe.white.most),
            black=PieceCount(1, self.recipe.black.most + EXTRA_BLACK_PIECES),
            replies=Replies.ANY,
            key_may=("check", "capture", "promotion"),
            duals=Duals.ANY,
            game_like=False,
        )

    def _draft(self, recipe: Recipe, position: str, key: chess.Move) -> Puzzle | None:
        """Return the puzzle if the position fulfils the recipe; reject a bare king unless the recipe demands it."""
        is_bare = sum(sign.islower() for sign in position.partition(" ")[0]) == 1
        made = "a bare king" if is_bare and recipe.black.most > 1 else draft(recipe, position, key)
        if isinstance(made, Puzzle):
            return made
        if recipe is self.recipe:
            self.rejected[made] += 1
        return None


def _merit(puzzle: Puzzle) -> tuple[float, float]:
    """Return a sort key: the best puzzle has the fewest duals and, on ties, the highest difficulty."""
    return -_share_of_duals(puzzle), estimate(puzzle).total


def _share_of_duals(puzzle: Puzzle) -> float:
    several, defences = duals(puzzle)
    return several / max(defences, 1)


def _switchback_key(puzzle: Puzzle) -> chess.Move | None:
    """Return the key before this mate that makes it a switchback, the mating move reversed; None if there is none."""
    *before, last = [chess.Move.from_uci(move) for move in puzzle.main_line]
    # If the mating piece has moved earlier in the line, or promotes, its last move cannot undo the key.
    has_moved = any(move.to_square == last.from_square for move in before[::2])
    return None if has_moved or last.promotion else chess.Move(last.to_square, last.from_square)
