"""Compose new puzzles for motifs that a player misses, and check that each really shows its motif.

Clingo places the pieces of a motif on the board (encodings/*.lp, or a composer's theme for a mate). The position must
then be sound, and its solution must show the motif.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import chess

from motif import __version__
from motif.engines.evaluator import Evaluator
from motif.errors import ImpossibleRecipe
from motif.explain.moves import explain
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.composition import compose
from motif.puzzles.mining import NEW_EXERCISE, only_winning_move, sound_puzzle
from motif.puzzles.puzzle import Origin, Provenance, Puzzle
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.themes import Theme, find_theme
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.training.exercise import Exercise, Source

ENCODINGS = Path(__file__).parent / "encodings"

ENCODED = {
    "fork": ("nothing_hangs", "only_the_king", "fork"),
    "pin": ("nothing_hangs", "pin"),
    "skewer": ("nothing_hangs", "only_the_king", "skewer"),
    "discovered attack": ("nothing_hangs", "only_the_king", "discovered_attack"),
    "hanging piece": ("hanging_piece",),
}
"""The rule files of each motif that wins material, besides those that all share."""

SHARED = ("safety", "as_in_a_game")

MATES = {
    "back rank mate": "back rank",
    "smothered mate": "smothered",
    "epaulette mate": "epaulette",
    "double check": "double check",
    "underpromotion": "underpromotion",
}
"""The theme for each motif that is a kind of mate."""

MATES_IN = {"mate": 2, "mate in 1": 1, "mate in 2": 2, "mate in 3": 3}

_READ_AS = {
    "fork": ("king fork",),
    "pin": ("relative pin",),
    "discovered attack": ("discovered check",),
    "hanging piece": ("winning capture",),
}
"""Motifs with different names that a reader would call the same."""

ATTEMPTS = 25
"""How many skeletons clingo makes before the rules are grounded again."""


def can_compose(motif: str) -> bool:
    """Whether Motif has rules to compose puzzles for a motif."""
    return motif in ENCODED or motif in MATES or motif in MATES_IN


def compose_for(motif: str, evaluator: Evaluator, order: Order, watch: Watch = unwatched) -> Iterator[Exercise]:
    """Yield new exercises for a motif until there are enough or time is up; none if there are no rules for it."""
    for puzzle in compose_puzzles_for(motif, evaluator, order, watch):
        yield composed_exercise(puzzle, motif, evaluator, "composed for you")


def compose_puzzles_for(motif: str, evaluator: Evaluator, order: Order, watch: Watch = unwatched) -> Iterator[Puzzle]:
    """Yield new puzzles for a motif until there are enough or time is up."""
    steps = _wins(motif, evaluator, order) if motif in ENCODED else _mates(motif, evaluator, order)
    for step in steps:
        watch(Progress(step.found, order.count, f"composing for {motif}: {step.found}"))
        if step.puzzle is not None:
            yield step.puzzle


def composed_exercise(puzzle: Puzzle, motif: str, evaluator: Evaluator, story: str) -> Exercise:
    """Make an exercise from a composed puzzle, with its explanation."""
    sentence = explain(puzzle.board(), chess.Move.from_uci(puzzle.key), evaluator).sentence
    return Exercise.of_puzzle(Source.COMPOSED, puzzle, motif, sentence, story)


def shown(board: chess.Board, key: chess.Move | None, motif: str, evaluator: Evaluator) -> Puzzle | str:
    """The sound puzzle of a board that shows a motif, with the given key if any; else text that says why there is
    none."""
    if not board.is_valid() or board.is_game_over():
        return "not a legal position"
    puzzle = sound_puzzle(board, evaluator, NEW_EXERCISE, may_win_slowly=True)
    if isinstance(puzzle, str):
        return puzzle
    if key is not None and (puzzle.key != key.uci() or only_winning_move(board, NEW_EXERCISE, evaluator) != key):
        return "another move wins"
    return puzzle if motif in puzzle.themes else "the motif is not on the solution"


def reads_as(puzzle: Puzzle, motif: str, evaluator: Evaluator) -> bool:
    """Whether the sentence shown with a puzzle names its motif; otherwise it would not teach the motif."""
    cause = explain(puzzle.board(), chess.Move.from_uci(puzzle.key), evaluator).cause
    return cause is not None and cause.witness.motif in (motif, *_READ_AS.get(motif, ()))


def recipe_for(motif: str) -> Recipe:
    """The recipe of a motif that wins material."""
    text = "\n".join((ENCODINGS / f"{name}.lp").read_text(encoding="utf-8") for name in (*SHARED, *ENCODED[motif]))
    recipe = Recipe.parse("goal: win in 1\nkey may: check, capture\nwhite: 5-7 men without Q\nblack: 5-7 men")
    # `Theme.from_asp` would first test a user's rules in a separate process; these rules are tested already.
    return replace(recipe, themes=(Theme(motif, "the key is an instance of the given rule", text.strip()),))


def _wins(motif: str, evaluator: Evaluator, order: Order) -> Generator[CompositionStep, None, None]:
    recipe, deadline = recipe_for(motif), Deadline.of(order)
    impossible = ImpossibleRecipe(f"no position shows a {motif} under these rules, as was proved")

    def batches() -> Iterator[Batch]:
        for task in count():
            seed = order.seed_of_task(task)
            draw = random.Random(seed)

            def make(skeleton: Skeleton, number: int, task: int = task, draw: random.Random = draw) -> Puzzle | str:
                board, key = chess.Board(str(skeleton.diagram)), chess.Move.from_uci(skeleton.key)
                if draw.random() < 0.5:
                    board, key = board.mirror(), _mirrored(key)
                made = shown(board, key, motif, evaluator)
                if isinstance(made, Puzzle) and not reads_as(made, motif, evaluator):
                    made = "its reason is another motif"
                return made if isinstance(made, str) else _signed(made, motif, order, task, number)

            yield attempt(Skeletons(recipe, seed), ATTEMPTS, order.count, deadline, make)

    return gather(batches(), order, deadline, impossible)


def _mates(motif: str, evaluator: Evaluator, order: Order) -> Iterator[CompositionStep]:
    recipe = Recipe.parse(f"goal: mate in {MATES_IN.get(motif, 2)}\nkey may: check, capture, promotion")
    if motif in MATES:
        recipe = replace(recipe, themes=(find_theme(MATES[motif]),))
    else:
        # Without a theme random placement and the solver are far quicker than clingo.
        order = replace(order, bulk=True)
    for step in compose(recipe, order):
        made = None if step.puzzle is None else shown(step.puzzle.board(), None, motif, evaluator)
        if isinstance(made, Puzzle) and step.puzzle is not None:
            yield replace(step, puzzle=replace(made, provenance=step.puzzle.provenance))
        else:
            yield replace(step, puzzle=None)


def _mirrored(move: chess.Move) -> chess.Move:
    return chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion)


def _signed(puzzle: Puzzle, motif: str, order: Order, task: int, number: int) -> Puzzle:
    by = f"motif {__version__}"
    origin = Provenance.of(Origin.COMPOSED, by=by, seed=order.seed, task=task, number=number, motif=motif)
    return replace(puzzle, provenance=origin)
