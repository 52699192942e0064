"""Wins of material: clingo puts a tactic on the board, and the oracle says whether it wins, and nothing else does.

gain(move) = value after the move - value after the best other move, both by the oracle at a fixed limit, from the
side to move. A puzzle has gain >= GAP and value >= WON. That is no proof, and its text does not claim one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from dataclasses import replace
from itertools import count
from math import log2

import chess

from motif import __version__
from motif.board.limits import Limit
from motif.board.oracles import Oracle
from motif.errors import BadArgument, ImpossibleRecipe
from motif.puzzles.composition import Order, Progress
from motif.puzzles.duplicates import Distinct
from motif.puzzles.puzzle import Branch, Difficulty, Goal, Origin, Provenance, Puzzle
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Failure, Skeletons

GAP = 200
"""How much better the key must be than every other move, in centipawns."""

WON = 200
"""What the position must be worth after the key, in centipawns."""

ATTEMPTS = 200
"""Skeletons that are tried for one puzzle before the search gives up, unless it is limited in time."""


def compose_wins(recipe: Recipe, oracle: Oracle, limit: Limit, order: Order) -> Generator[Progress, None, None]:
    """Compose puzzles in which one move wins material, as the oracle judges at this limit."""
    if recipe.stipulation.goal is not Goal.WIN or recipe.board != (8, 8):
        raise BadArgument(f"an oracle judges wins on the full board, not a {recipe.stipulation}")
    rules = Skeletons(recipe, order.seed)
    distinct, rejected = Distinct(), Counter[str]()
    found = 0
    for attempt in count():
        if attempt == ATTEMPTS * order.count:
            return
        skeleton = rules.find()
        if skeleton is Failure.IMPOSSIBLE and attempt == 0:
            raise ImpossibleRecipe(f"no position fulfils the recipe, as was proved\n{recipe}")
        if skeleton is Failure.IMPOSSIBLE:
            return
        puzzle: Puzzle | str = "no skeleton within the limit"
        if not isinstance(skeleton, Failure):
            rules.forbid(skeleton)
            puzzle = judged(str(skeleton.diagram), skeleton.key, oracle, limit)
        if isinstance(puzzle, Puzzle) and not distinct.admits(puzzle):
            puzzle = "twin of an earlier puzzle"
        if isinstance(puzzle, str):
            rejected[puzzle] += 1
            yield Progress(None, found, rejected.copy(), attempt + 1)
            continue
        found += 1
        origin = Provenance.of(
            Origin.COMPOSED, by=f"motif {__version__}", seed=order.seed, number=attempt, judge=oracle.name, limit=limit
        )
        named = tuple(theme.name for theme in recipe.themes)
        yield Progress(replace(puzzle, themes=named, provenance=origin), found, rejected.copy(), attempt + 1)
        if found == order.count:
            return


def judged(position: str, key: str, oracle: Oracle, limit: Limit) -> Puzzle | str:
    """The puzzle if the key alone wins, or why not."""
    board = chess.Board(position)
    if not board.is_valid():
        return "not a legal position"
    moves = list(board.legal_moves)
    after = []
    for move in moves:
        board.push(move)
        after.append(board.copy(stack=False))
        board.pop()
    evaluations = oracle.evaluate(after, limit)
    values = {move.uci(): -evaluation.centipawns for move, evaluation in zip(moves, evaluations, strict=True)}
    best_other = max((value for move, value in values.items() if move != key), default=-GAP)
    if values[key] < WON:
        return "the key does not win"
    if values[key] - best_other < GAP:
        return "another move wins as well"
    line = next(evaluation.line for move, evaluation in zip(moves, evaluations, strict=True) if move.uci() == key)
    tree: tuple[Branch, ...] = ()
    for move in reversed(line[:2]):
        tree = (Branch(move.uci(), tree),)
    difficulty = Difficulty.of([("first moves", log2(len(moves)) / 2)])
    return Puzzle(position, _WIN, (Branch(key, tree),), difficulty=difficulty)


_WIN = Recipe.parse("goal: win in 1").stipulation
