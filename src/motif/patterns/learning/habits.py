"""Weigh habits by how often the teacher follows them, and drop patterns that break their promises.

The weight of a habit is its frequency, shrunk towards that of the more general habits:

    weight = (played - 1 + K p) / (seen - 1 + K),  p = the mean weight of the habits directly above

The one that is subtracted is the move that the habit was learned from, which it fits by construction. K is PRIOR_MOVES.

Patterns of material that are often wrong on other positions are dropped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

import chess
import numpy as np

from motif._core.board import Positions, encode_move
from motif._core.patterns import PatternIndex
from motif.board.material import gain_at_once
from motif.patterns.learning.hierarchy import Hierarchy, PatternKnowledge, PatternNumber
from motif.patterns.learning.logit import augment
from motif.patterns.learning.paper_library import PaperLibrary, Usage
from motif.patterns.learning.surprises import RIGHT_WITHIN_PAWNS, Lookahead
from motif.patterns.learning.weighing import most_specific_fits, passing
from motif.patterns.library import Library
from motif.patterns.move_pattern import MovePattern, to_core
from motif.runtime.parallel import Progress, Watch, unwatched
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
    """Fit the weights of the move patterns and habits by conditional logit; replies and threats are left out."""
    known = library.knowledge
    plain = {
        (pattern.context, pattern.special): replace(pattern, weight=0.0, replies=())
        for pattern in (*known.moves, *known.habits)
    }
    return augment(Library.of(plain.values(), {"weights": "logit", "teacher": name}), evidence_of(games, name))


def without(hierarchy: Hierarchy, dropped: set[PatternNumber]) -> Hierarchy:
    """Return a hierarchy without some patterns; the patterns below a dropped one are linked to those above it."""
    kept = [number for number in range(len(hierarchy)) if number not in dropped]
    places = {number: place for place, number in enumerate(kept)}
    return Hierarchy.linked(
        [hierarchy.patterns[number] for number in kept],
        [{places[above] for above in _nearest_kept(hierarchy, number, places)} for number in kept],
    )


def _nearest_kept(habits: Hierarchy, number: PatternNumber, kept: Iterable[PatternNumber]) -> set[PatternNumber]:
    """Return the nearest kept patterns above a pattern, leaving out those that are above another of them."""
    staying = set(kept)
    nearest: set[PatternNumber] = set()
    waiting = list(habits.parents[number])
    while waiting:
        parent = waiting.pop()
        if parent in staying:
            nearest.add(parent)
        else:
            waiting += habits.parents[parent]
    return {one for one in nearest if not any(one in habits.ancestors(other) for other in nearest)}


FEWEST_TRIALS = 5
"""A pattern with fewer trials stays, since they say too little."""


@dataclass(slots=True)
class PromiseRecord:
    """How often a pattern predicted the gain or loss of a move (`trials`), and how often it was right."""

    trials: int = 0
    right: int = 0

    @property
    def may_stay(self) -> bool:
        """Whether the pattern was right in at least half of its trials, or had too few of them."""
        return self.trials < FEWEST_TRIALS or 2 * self.right >= self.trials


def without_disproved(
    library: PaperLibrary, boards: Sequence[chess.Board], look: Lookahead, watch: Watch = unwatched
) -> PaperLibrary:
    """Return the library without the patterns of material and threats that are wrong too often on these boards."""
    known = library.knowledge
    passed_boards = [passed for board in boards if (passed := passing(board))]
    ours = _promise_records(
        known.moves, boards, look, lambda done: watch(Progress(done, len(boards) + len(passed_boards), "our moves"))
    )
    theirs = _promise_records(
        known.threats,
        passed_boards,
        look,
        lambda done: watch(Progress(len(boards) + done, len(boards) + len(passed_boards), "threats")),
    )
    moves = without(known.moves, _fallen(ours))
    threats = without(known.threats, _fallen(theirs))
    count = len(known.moves) + len(known.threats)
    notes = {**library.notes, "proved": f"{len(moves) + len(threats):,} of {count:,}, on {len(boards):,} positions"}
    return PaperLibrary(PatternKnowledge(moves, threats, known.habits), library.usage, notes)


def _promise_records(
    hierarchy: Hierarchy, boards: Sequence[chess.Board], look: Lookahead, report: Callable[[int], None]
) -> list[PromiseRecord]:
    """Count for each pattern how often it predicts a gain or loss on these boards, and how often that is right."""
    records = [PromiseRecord() for _ in range(len(hierarchy))]
    for done, (board, fits) in enumerate(most_specific_fits(hierarchy, boards), start=1):
        for move, numbers in fits.items():
            at_once = gain_at_once(board, move)
            promising = [number for number in numbers if _promises(hierarchy.patterns[number], at_once)]
            gain = look(board, move)[0] if promising else 0.0
            for number in promising:
                records[number].trials += 1
                records[number].right += _is_kept(hierarchy.patterns[number], gain)
        report(done)
    return records


def _promises(pattern: MovePattern, at_once: float) -> bool:
    """Whether a pattern predicts a loss, or a gain beyond the material that the move wins at once."""
    return bool(pattern.replies) or abs(pattern.weight) > at_once or pattern.weight < 0


def _is_kept(pattern: MovePattern, gain: float) -> bool:
    """Whether a gain agrees with a pattern: a pattern with replies promises a loss, any other promises its weight.

    The weight of a threat is what it costs us, and the gain is the opponent's, so only the size of the weight counts.
    """
    if pattern.replies:
        return gain < pattern.weight + min(reply.weight for reply in pattern.replies) + RIGHT_WITHIN_PAWNS
    return gain > abs(pattern.weight) - RIGHT_WITHIN_PAWNS


def _fallen(records: Iterable[PromiseRecord]) -> set[PatternNumber]:
    return {number for number, record in enumerate(records) if not record.may_stay}
