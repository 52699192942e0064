"""Mates by chance: random placements around a sketch of the theme, and moves taken back at random from shorter mates.

The core looks at some hundred thousand a second and keeps what is sound; most of that shows another theme, and is
dropped. Where a mate in three cannot be hoped for around a sketch, a mate in one or two is looked for, which needs
neither a quiet key nor single answers yet, and is made longer: moves of both sides are taken back thousands of times,
with a man or two more, until one position is sound. Of what comes from one shorter mate only the best is kept, as a
reader would call the others the same puzzle.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import chess

from motif._core.puzzles import compose_around, lengthened, mate_keys
from motif.puzzles.batches import IsOver
from motif.puzzles.difficulty import estimate_line
from motif.puzzles.duplicates import Distinct
from motif.puzzles.finishing import draft
from motif.puzzles.puzzle import Puzzle, Stipulation
from motif.puzzles.quality import Duals, duals
from motif.puzzles.recipe import Men, Recipe, Replies
from motif.puzzles.sketches import sketch_of

FULL_BOARD = (8, 8)

OF_THE_KEY = frozenset({"king key", "zugzwang", "switchback", "queen sacrifice"})
"""Themes of the first moves: these are not asked of a shorter mate."""

OF_THE_LAST_REPLY = frozenset({"self-block"})
"""Themes that a mate in one cannot have, as Black has made no move."""

WAYS: dict[int, tuple[int, ...]] = {1: (1,), 2: (2, 1), 3: (1, 2), 4: (1, 2)}
"""By the length of the mate: how long the mates are that are looked for around sketches, turn by turn."""

WAYS_OF = {
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
"""The same where a theme does better another way; some mates are designed sooner than found."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much is tried for mates of one length: sketches and placements around each, or moves taken back in all."""

    sketches: int
    placements: int
    tries: int
    others: tuple[int, int]
    """The most men of White and of Black that are put on the board besides when moves are taken back."""


EFFORTS = {
    1: Effort(1_000, 20, 0, (0, 0)),
    2: Effort(500, 200, 100_000, (2, 3)),
    3: Effort(300, 40, 200_000, (1, 2)),
    4: Effort(100, 5, 40_000, (1, 2)),
}

AROUND_A_SKETCH = (3, 4)
"""The most men of White and of Black that are put around a sketch."""

MOST_ENDS = 80
"""Shorter mates that are made longer in one turn."""

MOST_BEFORE_AN_OFFER = 500
"""The same where a queen is to be offered before them, which few allow."""

MOST_TRIES = 12_000
"""Pairs of moves that are taken back from one of them, however few there are."""

EASILY_REFUTED = {
    ("back rank mate", 3): 5,
    ("queen sacrifice", 3): 12,
    ("switchback", 2): 3,
    ("switchback", 3): 3,
}
"""Themes for which a try costs a small part of what others do, so that so many times as many are made."""

ROOM = 3
"""Men that Black may have more in a shorter mate than in the puzzle; minimising takes some off."""

CHOICE = 4
"""So many longer mates that come from the same shorter one are compared."""


def may_be_found(recipe: Recipe) -> bool:
    """Whether chance can be of help: the core places men on the full board, and knows no rules of the user's.

    A few themes are designed sooner than found; for these it is not asked.
    """
    return recipe.board == FULL_BOARD and not any(theme.is_given for theme in recipe.themes) and bool(ways_of(recipe))


def ways_of(recipe: Recipe) -> tuple[int, ...]:
    """How long the mates are that are looked for around sketches, turn by turn."""
    length = recipe.stipulation.moves
    names = [theme.name for theme in recipe.themes]
    return next((WAYS_OF[name, length] for name in names if (name, length) in WAYS_OF), WAYS[length])


class RandomSearch:
    """Puzzles of a recipe that turn up in one turn of drawing sketches and taking moves back; the seed decides."""

    def __init__(self, recipe: Recipe, seed: int) -> None:
        self.recipe = recipe
        self.rejected: Counter[str] = Counter()
        self._draw = Random(seed)
        self._names = [theme.name for theme in recipe.themes]

    def turn(self, number: int, is_over: IsOver = lambda: False) -> Iterator[tuple[str, chess.Move]]:
        """Positions that show what the recipe asks for, no two of them alike, and their keys."""
        length, ways = self.recipe.stipulation.moves, ways_of(self.recipe)
        if not ways:
            return
        first = ways[number % len(ways)]
        positions = self._around_sketches(first)
        for moves in range(first + 1, length + 1):
            if is_over():
                return
            positions = self._longer(positions, moves)
        distinct = Distinct(by_look=True)
        for end in positions:
            if distinct.admits(end):
                yield end.position, chess.Move.from_uci(end.key)
            else:
                self.rejected["twin of an earlier puzzle"] += 1

    def _seed(self) -> int:
        return self._draw.getrandbits(62)

    def _around_sketches(self, moves: int) -> list[Puzzle]:
        """Mates of this length around sketches of the themes."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        needed = self.recipe.white.needed + self.recipe.black.needed.lower()
        is_early = moves < self.recipe.stipulation.moves >= 3
        sketches = [sketch_of(self._names, self._draw, needed, is_early) for _ in range(effort.sketches)]
        positions = compose_around(
            sketches,
            recipe.criteria,
            attempts=effort.placements,
            seed=self._seed(),
            others=(min(AROUND_A_SKETCH[0], recipe.white.most - 1), min(AROUND_A_SKETCH[1], recipe.black.most - 1)),
            promoted=recipe.promoted,
        )
        keys = mate_keys(positions, moves)
        drafts = (self._draft(recipe, position, key) for position, (key, *_) in zip(positions, keys, strict=True))
        return [puzzle for puzzle in drafts if puzzle]

    def _longer(self, ends: Sequence[Puzzle], moves: int) -> list[Puzzle]:
        """Mates a move longer, the best one from each."""
        recipe, effort = self._recipe_of(moves), EFFORTS[moves]
        is_last = moves == self.recipe.stipulation.moves
        # What has duals passes them on.
        ends = sorted(ends, key=_share_of_duals)
        if "queen sacrifice" in self._names and not self.recipe.promoted:
            # She has been taken.
            ends = [end for end in ends if "Q" not in end.position]
        ends, asked = self._beginnings(ends) if is_last else (ends[:MOST_ENDS], {})
        if not ends:
            return []
        more = max((EASILY_REFUTED.get((name, moves), 1) for name in self._names), default=1) if is_last else 1
        longer = lengthened(
            [end.position for end in ends],
            recipe.criteria,
            tries=more * min(MOST_TRIES, effort.tries // len(ends)),
            seed=self._seed(),
            others=effort.others,
            most=recipe.white.most,
            promoted=recipe.promoted,
            **asked,
        )
        from_each: dict[int, list[Puzzle]] = {}
        for end, position, key in longer:
            siblings = from_each.setdefault(end, [])
            if len(siblings) < CHOICE and (puzzle := self._draft(recipe, position, key)):
                siblings.append(puzzle)
        return [max(siblings, key=_merit) for siblings in from_each.values() if siblings]

    def _beginnings(self, ends: Sequence[Puzzle]) -> tuple[Sequence[Puzzle], dict[str, Any]]:
        """The mates that can begin as the themes of the key want it, and what the core is asked for."""
        if "queen sacrifice" in self._names:
            return ends[:MOST_BEFORE_AN_OFFER], {"key_by": "Q", "is_offer": True}
        if "switchback" in self._names:
            pairs = [(end, back) for end in ends if (back := _way_back(end))][:MOST_ENDS]
            return [end for end, _ in pairs], {"keys": [back for _, back in pairs]}
        if "king key" in self._names:
            return ends[:MOST_ENDS], {"key_by": "K"}
        return ends[:MOST_ENDS], {}

    def _recipe_of(self, moves: int) -> Recipe:
        """The recipe itself, or that of a shorter mate, where any key and any answers will do."""
        if moves == self.recipe.stipulation.moves:
            return self.recipe
        late = OF_THE_KEY | (OF_THE_LAST_REPLY if moves == 1 else frozenset())
        return replace(
            self.recipe,
            stipulation=Stipulation(self.recipe.stipulation.goal, moves),
            themes=tuple(theme for theme in self.recipe.themes if theme.name not in late),
            white=Men(1, self.recipe.white.most),
            black=Men(1, self.recipe.black.most + ROOM),
            replies=Replies.ANY,
            key_may=("check", "capture", "promotion"),
            duals=Duals.ANY,
            game_like=False,
        )

    def _draft(self, recipe: Recipe, position: str, key: chess.Move) -> Puzzle | None:
        """What a position shows, if it is what a recipe asks for; a bare king is not what somebody orders."""
        is_bare = sum(sign.islower() for sign in position.partition(" ")[0]) == 1
        if is_bare and recipe.black.most > 1:
            made: Puzzle | str = "a bare king"
        else:
            made = draft(recipe, position, key)
        if isinstance(made, Puzzle):
            return made
        if recipe is self.recipe:
            self.rejected[made] += 1
        return None


def _merit(puzzle: Puzzle) -> tuple[float, float]:
    """The fewer duals and the harder, the better."""
    return -_share_of_duals(puzzle), estimate_line(puzzle).total


def _share_of_duals(puzzle: Puzzle) -> float:
    several, defences = duals(puzzle)
    return several / max(defences, 1)


def _way_back(puzzle: Puzzle) -> chess.Move | None:
    """The key of a switchback before this mate: the man that mates comes from where it goes to in the end."""
    *before, last = [chess.Move.from_uci(move) for move in puzzle.main_line]
    has_moved = any(move.to_square == last.from_square for move in before[::2])
    return None if has_moved or last.promotion else chess.Move(last.to_square, last.from_square)
