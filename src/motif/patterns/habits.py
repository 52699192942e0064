"""How often a teacher follows each habit, and the weight that makes.

A habit was seen in every move it fitted where the teacher was to move, and played when he chose one of them. Its weight
is the frequency, drawn towards that of the habits above it:

    weight = (played - 1 + K p) / (seen - 1 + K),  p = the mean weight of the habits directly above.

The one that is left out is the example that the habit was made from, which it fits by construction. At the top p is the
share of a move among all legal ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import chess
import numpy as np

from motif._core.patterns import PatternIndex
from motif.board.positions import Positions, encode_move
from motif.evidence.examples import Evidence, rows_of_moves
from motif.patterns.core_form import to_core
from motif.patterns.hierarchy import Hierarchy, Knowledge, Number
from motif.patterns.learning import augment
from motif.patterns.library import Library
from motif.patterns.paper_library import PaperLibrary, Usage

Example = tuple[chess.Board, chess.Move]

TRUST = 8.0
"""K: of so many moves the word of the more general habits is worth. A guess: no other number was tried."""

USUAL = 1 / 30
"""How likely a move is of which nothing is known."""


def count_usage(habits: Hierarchy, examples: Sequence[Example]) -> list[Usage]:
    """How often each habit was seen, and how often it was followed."""
    if not examples or not len(habits):
        return [Usage()] * len(habits)
    positions = Positions.from_boards([board for board, _ in examples])
    codes = np.array([encode_move(move) for _, move in examples], np.uint16)
    chosen = rows_of_moves(positions.legal_moves(), codes)
    starts, numbers = PatternIndex([to_core(pattern) for pattern in habits]).design(positions).matches()
    seen = np.bincount(numbers, minlength=len(habits))
    followed = [numbers[starts[row] : starts[row + 1]] for row in chosen]
    played = np.bincount(np.concatenate(followed), minlength=len(habits))
    return [Usage(*pair) for pair in zip(played.tolist(), seen.tolist(), strict=True)]


def added(usage: Sequence[Usage], more: Sequence[Usage]) -> list[Usage]:
    """Two counts as one."""
    return [Usage(a.played + b.played, a.seen + b.seen) for a, b in zip(usage, more, strict=True)]


def weigh_habits(habits: Hierarchy, usage: Sequence[Usage]) -> None:
    """Give every habit the weight that its usage makes, those above before those below."""
    weights: dict[Number, float] = {}

    def weight_of(number: Number) -> float:
        if number not in weights:
            above = [weight_of(parent) for parent in sorted(habits.parents[number])]
            prior = sum(above) / len(above) if above else USUAL
            played, seen = max(0, usage[number].played - 1), max(0, usage[number].seen - 1)
            weights[number] = (played + TRUST * prior) / (seen + TRUST)
        return weights[number]

    for number, pattern in enumerate(habits.patterns):
        habits.patterns[number] = replace(pattern, weight=float(f"{weight_of(number):.4g}"))


def augment_habits(library: PaperLibrary, examples: Sequence[Example]) -> PaperLibrary:
    """The same patterns, with the moves of other games counted as well; nothing is added."""
    usage = added(library.usage, count_usage(library.knowledge.habits, examples))
    habits = library.knowledge.habits
    counted = Hierarchy.linked(habits.patterns, habits.parents)
    weigh_habits(counted, usage)
    known = library.knowledge
    notes = {**library.notes, "augmented by": f"{len(examples):,} moves"}
    return PaperLibrary(Knowledge(known.moves, known.threats, counted), tuple(usage), notes)


def evidence_of(games: Sequence[Sequence[Example]], name: str) -> Evidence:
    """A teacher's moves as evidence, for whoever weighs patterns in another way."""
    positions = Positions.from_boards([board for game in games for board, _ in game])
    played = np.array([encode_move(move) for game in games for _, move in game], np.uint16)
    owners = np.repeat(np.arange(len(games)), [len(game) for game in games])
    return Evidence(positions, played, owners, tuple((name, name) for _ in games))


def fitted(library: PaperLibrary, games: Sequence[Sequence[Example]], name: str) -> Library:
    """The patterns of our moves, weighed by conditional logit on a teacher's moves; no replies, no threats."""
    known = library.knowledge
    plain = {
        (pattern.context, pattern.special): replace(pattern, weight=0.0, replies=())
        for pattern in (*known.moves, *known.habits)
    }
    return augment(Library.of(plain.values(), {"weights": "logit", "teacher": name}), evidence_of(games, name))
