"""How often a filter keeps the move that was played: the curves of the paper's Figures 17 and 18, with intervals.

A ranking gives every row (position, legal move) a score. Positions that also stand among those learned from are told
apart, since to know them by heart is no merit of patterns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif.board.positions import Positions
from motif.evidence.examples import Evidence, Reference, rows_of_moves
from motif.evidence.intervals import Share
from motif.patterns.selection import STEPS, Floats, Selection, kept, places


@dataclass(frozen=True, slots=True)
class Curve:
    """What a ranking keeps at each step."""

    name: str
    shares: Mapping[Selection, Share]

    def to_json(self) -> dict[str, Any]:
        """The curve as a JSON value."""
        return {"name": self.name, "kept": {str(step): share.to_json() for step, share in self.shares.items()}}


def curve(name: str, scores: Floats, evidence: Evidence, steps: Sequence[Selection] = STEPS, seed: int = 0) -> Curve:
    """How often a ranking keeps the move that was played; the intervals know which positions share a game."""
    legal = evidence.positions.legal_moves()
    chosen = rows_of_moves(legal, evidence.moves(Reference.PLAYED))
    place = places(scores, legal.offsets, chosen, seed)
    moves = np.diff(legal.offsets)
    return Curve(name, {step: Share.of(kept(place, moves, step), evidence.games) for step in steps})


def at_random(positions: Positions) -> Floats:
    """No move is better than another."""
    return np.zeros(len(positions.legal_moves().codes))


def by_victim(positions: Positions) -> Floats:
    """Captures first, the most valuable victim and then the least valuable attacker; all other moves are equal."""
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
    """The places of positions that do not stand among those learned from."""
    known = set(training.positions.hashes().tolist())
    return np.flatnonzero([key not in known for key in evidence.positions.hashes().tolist()])
