"""New puzzles for what a player misses: the motif as an answer set program, and whoever disagrees is heard.

Clingo puts an instance of the motif on the board (encodings/*.lp, or a composer's theme for a mate). Then the position
must be sound, and the finder of the motif must see it on the solution: what it was made for, it shows.
"""

from __future__ import annotations

import random
from collections.abc import Generator, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import chess

from motif import __version__
from motif.board.oracles import Oracle
from motif.errors import ImpossibleRecipe
from motif.progress import Progress, Watch, unwatched
from motif.puzzles.batches import Batch, CompositionStep, Deadline, Order, attempt, gather
from motif.puzzles.composition import compose
from motif.puzzles.mining import Mining, only_winning_move
from motif.puzzles.puzzle import Origin, Provenance, Puzzle
from motif.puzzles.recipe import Recipe
from motif.puzzles.skeletons import Skeleton, Skeletons
from motif.puzzles.themes import Theme, find_theme
from motif.reasons import explain
from motif.study.training.exercise import Exercise, Source
from motif.study.training.soundness import NEW, sound_puzzle

ENCODINGS = Path(__file__).parent / "encodings"

ENCODED = {
    "fork": ("nothing_hangs", "only_the_king", "fork"),
    "pin": ("nothing_hangs", "pin"),
    "skewer": ("nothing_hangs", "only_the_king", "skewer"),
    "discovered attack": ("nothing_hangs", "only_the_king", "discovered_attack"),
    "hanging piece": ("hanging_piece",),
}
"""The motifs that win material, and the files that make up each besides what all share."""

SHARED = ("safety", "as_in_a_game")

MATES = {
    "back rank mate": "back rank",
    "smothered mate": "smothered",
    "epaulette mate": "epaulette",
    "double check": "double check",
    "underpromotion": "underpromotion",
}
"""The motifs that composers of mates have a theme for."""

MATES_IN = {"mate": 2, "mate in 1": 1, "mate in 2": 2, "mate in 3": 3}

_READ_AS = {
    "fork": ("king fork",),
    "pin": ("relative pin",),
    "discovered attack": ("discovered check",),
    "hanging piece": ("winning capture",),
}
"""Motifs with names of their own that a reader takes for the same."""

ATTEMPTS = 25
"""Skeletons for which the rules are grounded once."""


def can_compose(motif: str) -> bool:
    """Whether there are rules for a motif."""
    return motif in ENCODED or motif in MATES or motif in MATES_IN


def compose_for(motif: str, oracle: Oracle, order: Order, watch: Watch = unwatched) -> Iterator[Exercise]:
    """New exercises that show a motif, until there are enough or the time is over; nothing where no rules are known."""
    steps = _wins(motif, oracle, order) if motif in ENCODED else _mates(motif, oracle, order)
    for step in steps:
        watch(Progress(step.found, order.count, f"composing for {motif}: {step.found}"))
        if step.puzzle is not None:
            yield composed_exercise(step.puzzle, motif, oracle, "composed for you")


def composed_exercise(puzzle: Puzzle, motif: str, oracle: Oracle, story: str) -> Exercise:
    """A made puzzle as an exercise, with its reason."""
    sentence = explain(puzzle.board(), chess.Move.from_uci(puzzle.key), oracle).sentence
    return Exercise.of_puzzle(Source.COMPOSED, puzzle, motif, sentence, story)


def shown(
    board: chess.Board, key: chess.Move | None, motif: str, oracle: Oracle, settings: Mining = NEW
) -> Puzzle | str:
    """The sound puzzle of a board that shows a motif, by this key where one is asked for; or why there is none."""
    if not board.is_valid() or board.is_game_over():
        return "not a legal position"
    puzzle = sound_puzzle(board, oracle, settings, may_win_slowly=True)
    if isinstance(puzzle, str):
        return puzzle
    if key is not None and (puzzle.key != key.uci() or only_winning_move(board, settings, oracle) != key):
        return "another move wins"
    return puzzle if motif in puzzle.themes else "the motif is not on the solution"


def reads_as(puzzle: Puzzle, motif: str, oracle: Oracle) -> bool:
    """Whether the sentence that is told with a puzzle speaks of its motif: a fork that reads otherwise teaches none."""
    cause = explain(puzzle.board(), chess.Move.from_uci(puzzle.key), oracle).cause
    return cause is not None and cause.witness.motif in (motif, *_READ_AS.get(motif, ()))


def recipe_for(motif: str) -> Recipe:
    """The recipe of a motif that wins material."""
    text = "\n".join((ENCODINGS / f"{name}.lp").read_text(encoding="utf-8") for name in (*SHARED, *ENCODED[motif]))
    recipe = Recipe.parse("goal: win in 1\nkey may: check, capture\nwhite: 5-7 men without Q\nblack: 5-7 men")
    # `Theme.from_asp` tries a stranger's rules out first, in a process of their own; these are ours and tested.
    return replace(recipe, themes=(Theme(motif, "the key is an instance of the given rule", text.strip()),))


def _wins(motif: str, oracle: Oracle, order: Order) -> Generator[CompositionStep, None, None]:
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
                made = shown(board, key, motif, oracle)
                if isinstance(made, Puzzle) and not reads_as(made, motif, oracle):
                    made = "its reason is another motif"
                return made if isinstance(made, str) else _signed(made, motif, order, task, number)

            yield attempt(Skeletons(recipe, seed), ATTEMPTS, order.count, deadline, make)

    return gather(batches(), order, deadline, impossible)


def _mates(motif: str, oracle: Oracle, order: Order) -> Iterator[CompositionStep]:
    recipe = Recipe.parse(f"goal: mate in {MATES_IN.get(motif, 2)}\nkey may: check, capture, promotion")
    if motif in MATES:
        recipe = replace(recipe, themes=(find_theme(MATES[motif]),))
    else:
        # Without a theme random placement and the solver are far quicker than clingo.
        order = replace(order, bulk=True)
    for step in compose(recipe, order):
        made = None if step.puzzle is None else shown(step.puzzle.board(), None, motif, oracle)
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
