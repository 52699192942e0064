"""Weigh habits by how often the teacher follows them.

The weight of a habit is its frequency, shrunk towards that of the more general habits:

    weight = (played - 1 + K p) / (seen - 1 + K),  p = the mean weight of the habits directly above

The one that is subtracted is the move that the habit was learned from, which it fits by construction. K is PRIOR_MOVES.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.patterns import PatternIndex
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge, PatternNumber
from motif.patterns.learning.logit import augment
from motif.patterns.learning.paper_library import PaperLibrary, Usage
from motif.patterns.library import Library
from motif.patterns.move_pattern import to_core
from motif.statistics.examples import Evidence, rows_of_moves

Example = tuple[chess.Board, chess.Move]
"""A position, and the move that the teacher played there."""

PRIOR_MOVES = 8.0
"""The weight of the more general habits, as a number of moves (the paper's K). We guessed it and tried no others."""

PRIOR_SHARE = 1 / 30
"""The probability of a move that no habit fits: about one legal move among thirty."""


def count_usage(habits: Hierarchy, examples: Sequence[Example]) -> list[Usage]:
    """Return how many moves each habit fitted, and how many of them were played."""
    if not examples or not len(habits):
        return [Usage()] * len(habits)
    positions = Positions.from_boards([board for board, _ in examples])
    codes = np.array([encode_move(move) for _, move in examples], np.uint16)
    chosen = rows_of_moves(positions.legal_moves(), codes)
    starts, numbers = PatternIndex([to_core(pattern) for pattern in habits]).design(positions).matches()
    seen = np.bincount(numbers, minlength=len(habits))
    followed = [numbers[starts[row] : starts[row + 1]] for row in chosen]
    played = np.bincount(np.concatenate(followed), minlength=len(habits))
    return [Usage(*counts) for counts in zip(played.tolist(), seen.tolist(), strict=True)]


def sum_of_usage(usage: Sequence[Usage], more: Sequence[Usage]) -> list[Usage]:
    """Return the counts of two lists, added habit by habit."""
    return [Usage(a.played + b.played, a.seen + b.seen) for a, b in zip(usage, more, strict=True)]


def weigh_habits(habits: Hierarchy, usage: Sequence[Usage]) -> None:
    """Set the weight of every habit from its usage, shrunk towards the weights of the more general habits."""
    weights: dict[PatternNumber, float] = {}

    def weight_of(number: PatternNumber) -> float:
        if number not in weights:
            above = [weight_of(parent) for parent in sorted(habits.parents[number])]
            prior = sum(above) / len(above) if above else PRIOR_SHARE
            played, seen = max(0, usage[number].played - 1), max(0, usage[number].seen - 1)
            weights[number] = (played + PRIOR_MOVES * prior) / (seen + PRIOR_MOVES)
        return weights[number]

    for number, pattern in enumerate(habits.patterns):
        habits.patterns[number] = replace(pattern, weight=float(f"{weight_of(number):.4g}"))


def augment_habits(library: PaperLibrary, examples: Sequence[Example]) -> PaperLibrary:
    """Return the library with its habits weighed again, counting other games as well; no patterns are added."""
    usage = sum_of_usage(library.usage, count_usage(library.knowledge.habits, examples))
    habits = library.knowledge.habits
    weighed = Hierarchy.linked(habits.patterns, habits.parents)
    weigh_habits(weighed, usage)
    known = library.knowledge
    notes = {**library.notes, "augmented by": f"{len(examples):,} moves"}
    return PaperLibrary(PatternKnowledge(known.moves, known.threats, weighed), tuple(usage), notes)


def evidence_of(games: Sequence[Sequence[Example]], name: str) -> Evidence:
    """Return a teacher's moves as examples, for other methods that fit weights."""
    positions = Positions.from_boards([board for game in games for board, _ in game])
    played = np.array([encode_move(move) for game in games for _, move in game], np.uint16)
    owners = np.repeat(np.arange(len(games)), [len(game) for game in games])
    return Evidence(positions, played, owners, tuple((name, name) for _ in games))


def fitted(library: PaperLibrary, games: Sequence[Sequence[Example]], name: str) -> Library:
    """Return the patterns of our moves, without replies and threats, with weights fitted by conditional logit."""
    known = library.knowledge
    plain = {
        (pattern.context, pattern.special): replace(pattern, weight=0.0, replies=())
        for pattern in (*known.moves, *known.habits)
    }
    return augment(Library.of(plain.values(), {"weights": "logit", "teacher": name}), evidence_of(games, name))
