"""Measure how often a filter keeps the move that was played, and draw that as curves.

A ranking gives a score to each legal move of each position; the curves are those of Figures 17 and 18 of
Finkelstein & Markovitch 1998 ("the paper"), with intervals. Positions from the training games can be left out, since
patterns may know them by heart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions
from motif.patterns.adviser import STEPS, Best, kept, places
from motif.patterns.library import Floats
from motif.runtime.files import new_figure, save_figure
from motif.statistics.examples import Evidence, Reference, rows_of_moves
from motif.statistics.intervals import Share


@dataclass(frozen=True, slots=True)
class Curve:
    """The share of played moves that each filter keeps, for one ranking of the moves."""

    name: str
    shares: Mapping[Best, Share]

    def to_json(self) -> dict[str, Any]:
        return {"name": self.name, "kept": {str(step): share.to_json() for step, share in self.shares.items()}}


def curve(name: str, scores: Floats, evidence: Evidence, steps: Sequence[Best] = STEPS, seed: int = 0) -> Curve:
    """Return how often each filter keeps the move that was played; the intervals treat a game's moves as dependent."""
    legal = evidence.positions.legal_moves()
    chosen = rows_of_moves(legal, evidence.moves(Reference.PLAYED))
    place = places(scores, legal.offsets, chosen, seed)
    moves = np.diff(legal.offsets)
    return Curve(name, {step: Share.of(kept(place, moves, step), evidence.games) for step in steps})


def no_preference(positions: Positions) -> Floats:
    """Return equal scores for all moves, so that a filter keeps some at random."""
    return np.zeros(len(positions.legal_moves().codes))


def by_victim(positions: Positions) -> Floats:
    """Score captures first, by the kind of the victim, queen to pawn, and then of the attacker, pawn to king."""
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


def unseen_positions(evidence: Evidence, training: Evidence) -> NDArray[np.int64]:
    """Return the indices of the positions that are not among the training positions."""
    known = set(training.positions.hashes().tolist())
    return np.flatnonzero([key not in known for key in evidence.positions.hashes().tolist()])


def draw_curves(curves: Sequence[Curve], path: Path) -> None:
    """Draw the curves of the paper's Figures 17 and 18 with their 95 % intervals."""
    figure = new_figure(9, 3.8)
    by_count, by_share = figure.subplots(1, 2, sharey=True)
    for drawn in curves:
        counts = sorted((step.count, share) for step, share in drawn.shares.items() if step.count)
        shares = sorted((step.share, share) for step, share in drawn.shares.items() if step.share)
        for axes, points in ((by_count, counts), (by_share, shares)):
            limits = [limit for limit, _ in points]
            axes.plot(limits, [share.value for _, share in points], marker=".", label=drawn.name)
            axes.fill_between(
                limits, [share.low for _, share in points], [share.high for _, share in points], alpha=0.15
            )
    by_count.set(xlabel="k moves kept", ylabel="the move played is among them", ylim=(0, 1))
    by_share.set(xlabel="share gamma of the moves kept")
    by_share.legend(fontsize=8)
    save_figure(figure, path)
