"""Measure patterns: how often a filter keeps the move that was played, and which patterns are worth keeping.

A ranking gives a score to each legal move of each position; the curves are those of the paper's Figures 17 and 18, with
intervals. Positions from the training games can be left out, since patterns may know them by heart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.board.material import gain_at_once
from motif.patterns.learning.hierarchy import Hierarchies, Hierarchy, Number, passing
from motif.patterns.learning.paper_library import PaperLibrary, Usage, most_specific_fits
from motif.patterns.learning.surprises import SURPRISE_PAWNS, Lookahead
from motif.patterns.library import STEPS, Best, BestShare, Floats, Selection, kept, places
from motif.patterns.move_pattern import MovePattern
from motif.runtime.files import save_figure
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.statistics.examples import Evidence, Reference, rows_of_moves
from motif.statistics.intervals import Share


@dataclass(frozen=True, slots=True)
class Curve:
    """The share of played moves that each filter keeps, for one ranking of the moves."""

    name: str
    shares: Mapping[Selection, Share]

    def to_json(self) -> dict[str, Any]:
        """Return the curve as a JSON value."""
        return {"name": self.name, "kept": {str(step): share.to_json() for step, share in self.shares.items()}}


def curve(name: str, scores: Floats, evidence: Evidence, steps: Sequence[Selection] = STEPS, seed: int = 0) -> Curve:
    """Return how often each filter keeps the move that was played; the intervals treat a game's moves as dependent."""
    legal = evidence.positions.legal_moves()
    chosen = rows_of_moves(legal, evidence.moves(Reference.PLAYED))
    place = places(scores, legal.offsets, chosen, seed)
    moves = np.diff(legal.offsets)
    return Curve(name, {step: Share.of(kept(place, moves, step), evidence.games) for step in steps})


def at_random(positions: Positions) -> Floats:
    """Return equal scores for all moves."""
    return np.zeros(len(positions.legal_moves().codes))


def by_victim(positions: Positions) -> Floats:
    """Score captures first, by the most valuable victim and then the least valuable attacker; other moves are equal."""
    legal = positions.legal_moves()
    scores = np.zeros(len(legal.codes))
    row = 0
    for board, moves in zip(positions, legal, strict=True):
        for move in moves:
            victim = board.piece_type_at(move.to_square) or (1 if board.is_en_passant(move) else None)
            if victim:
                attacker = board.piece_type_at(move.from_square)
                scores[row] = 100 * victim - (attacker or 0)
            row += 1
    return scores


def absent(evidence: Evidence, training: Evidence) -> NDArray[np.int64]:
    """Return the indices of the positions that are not among the training positions."""
    known = set(training.positions.hashes().tolist())
    return np.flatnonzero([key not in known for key in evidence.positions.hashes().tolist()])


def draw_curves(curves: Sequence[Curve], path: Path) -> None:
    """Draw the curves of the paper's Figures 17 and 18 with their 95 % intervals."""
    from matplotlib.figure import Figure  # slow to load, and only pictures need it

    figure = Figure(figsize=(9, 3.8), layout="constrained")
    by_count, by_share = figure.subplots(1, 2, sharey=True)
    for curve in curves:
        counts = sorted((step.count, share) for step, share in curve.shares.items() if isinstance(step, Best))
        shares = sorted((step.share, share) for step, share in curve.shares.items() if isinstance(step, BestShare))
        for axes, points in ((by_count, counts), (by_share, shares)):
            places = [place for place, _ in points]
            axes.plot(places, [share.value for _, share in points], marker=".", label=curve.name)
            axes.fill_between(
                places, [share.low for _, share in points], [share.high for _, share in points], alpha=0.15
            )
    by_count.set(xlabel="k moves kept", ylabel="the move played is among them", ylim=(0, 1))
    by_share.set(xlabel="share gamma of the moves kept")
    by_share.legend(fontsize=8)
    save_figure(figure, path)


# The utility of a habit: how often it fits, times how much its weight differs from those of more general habits.


def retained(library: PaperLibrary, least: float) -> PaperLibrary:
    """Return the library without the habits whose utility is below `least`; habits at the top always stay."""
    habits = library.knowledge.habits
    kept = [number for number in range(len(habits)) if _utility(habits, library.usage, number) >= least]
    thinned = without(habits, set(range(len(habits))) - set(kept))
    known = library.knowledge
    notes = {**library.notes, "retained": f"{len(kept):,} of {len(habits):,} habits, utility from {least:g}"}
    usage = tuple(library.usage[number] for number in kept)
    return PaperLibrary(Hierarchies(known.moves, known.threats, thinned), usage, notes)


def without(hierarchy: Hierarchy, dropped: set[Number]) -> Hierarchy:
    """Return a hierarchy without some patterns; the patterns below a dropped one are linked to those above it."""
    kept = [number for number in range(len(hierarchy)) if number not in dropped]
    places = {number: place for place, number in enumerate(kept)}
    return Hierarchy.linked(
        [hierarchy.patterns[number] for number in kept],
        [{places[above] for above in _nearest_kept(hierarchy, number, places)} for number in kept],
    )


def _utility(habits: Hierarchy, usage: tuple[Usage, ...], number: Number) -> float:
    above = [habits.patterns[parent].weight for parent in habits.parents[number]]
    if not above:
        return float("inf")
    return usage[number].seen * abs(habits.patterns[number].weight - sum(above) / len(above))


def _nearest_kept(habits: Hierarchy, number: Number, kept: Iterable[Number]) -> set[Number]:
    """Return the nearest kept habits above a habit, without those that are above another of them."""
    staying = set(kept)
    nearest: set[Number] = set()
    waiting = list(habits.parents[number])
    while waiting:
        parent = waiting.pop()
        if parent in staying:
            nearest.add(parent)
        else:
            waiting += habits.parents[parent]
    return {one for one in nearest if not any(one in habits.ancestors(other) for other in nearest)}


# Check whether patterns of material keep their promises on moves from other games.

FEWEST_TRIALS = 5
"""A pattern with fewer trials is kept."""


@dataclass(slots=True)
class KeptPromises:
    """How often a pattern decided a move, and how often it was right."""

    trials: int = 0
    right: int = 0

    @property
    def is_enough(self) -> bool:
        """Whether the pattern was right in at least half of its trials, or had too few of them."""
        return self.trials < FEWEST_TRIALS or 2 * self.right >= self.trials


def proved(
    library: PaperLibrary, boards: Sequence[chess.Board], look: Lookahead, watch: Watch = unwatched
) -> PaperLibrary:
    """Return the library without the patterns of material and threats that are wrong too often on these boards."""
    known = library.knowledge
    away = [passed for board in boards if (passed := passing(board))]
    ours = _proofs(known.moves, boards, look, lambda done: watch(Progress(done, len(boards) + len(away), "our moves")))
    theirs = _proofs(
        known.threats, away, look, lambda done: watch(Progress(len(boards) + done, len(boards) + len(away), "threats"))
    )
    moves = without(known.moves, _fallen(ours))
    threats = without(known.threats, _fallen(theirs))
    count = len(known.moves) + len(known.threats)
    notes = {**library.notes, "proved": f"{len(moves) + len(threats):,} of {count:,}, on {len(boards):,} positions"}
    return PaperLibrary(Hierarchies(moves, threats, known.habits), library.usage, notes)


def _proofs(
    hierarchy: Hierarchy, boards: Sequence[chess.Board], look: Lookahead, report: Callable[[int], None]
) -> list[KeptPromises]:
    """Return how often each pattern keeps its promise."""
    proofs = [KeptPromises() for _ in range(len(hierarchy))]
    for done, (board, fits) in enumerate(most_specific_fits(hierarchy, boards), start=1):
        for move, numbers in fits.items():
            at_once = gain_at_once(board, move)
            promising = [number for number in numbers if _promises(hierarchy.patterns[number], at_once)]
            gain = look(board, move)[0] if promising else 0.0
            for number in promising:
                proofs[number].trials += 1
                proofs[number].right += _is_kept(hierarchy.patterns[number], gain)
        report(done)
    return proofs


def _promises(pattern: MovePattern, at_once: float) -> bool:
    """Whether a pattern says more about a move than the material that it wins at once."""
    return bool(pattern.replies) or abs(pattern.weight) > at_once or pattern.weight < 0


def _is_kept(pattern: MovePattern, gain: float) -> bool:
    if pattern.replies:
        return gain < pattern.weight + min(reply.weight for reply in pattern.replies) + SURPRISE_PAWNS / 2
    return gain > abs(pattern.weight) - SURPRISE_PAWNS / 2


def _fallen(proofs: Iterable[KeptPromises]) -> set[Number]:
    return {number for number, proof in enumerate(proofs) if not proof.is_enough}
