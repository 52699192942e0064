"""What the moves before have to do with a move: named terms of the people's model, for many boards at once.

Where a man hangs, it matters whether the last move made it so: what has begun to hang is seen sooner than what has hung
for a while. A board that knows no moves before says nothing of this.
"""

from __future__ import annotations

from collections.abc import Iterator

import chess
import numpy as np

from motif.arena.glances import NOWHERE, WORTH, Bools, Floats, Glance, Ints, holds, steps

Term = tuple[str, Floats | Bools | Ints]

OPENING_MOVES = 12
"""Move by move until here, a position belongs less to the opening."""


def opening(glance: Glance) -> Floats:
    """For each row how much its position belongs to the opening, 1 at the first move."""
    numbers = np.array([board.fullmove_number for board in glance.boards], np.float64)
    share: Floats = np.clip(1 - (numbers - 1) / OPENING_MOVES, 0.0, 1.0)[glance.owner]
    return share


def recent(glance: Glance) -> Iterator[Term]:
    """What the last moves have to do with it."""
    _, theirs, took, own_start, own, earlier = glance.last[glance.owner].T
    moves_same = (glance.start == own) & (own != NOWHERE)
    taken_back = (glance.target == theirs) & (glance.taken > 0)
    near = np.where(theirs == NOWHERE, 8, steps(glance.target, np.maximum(theirs, 0)))
    enemy = glance.positions.attacks()[glance.owner, np.maximum(theirs, 0)]
    attacked = holds(enemy, glance.start) & (theirs != NOWHERE)
    yield "takes back", taken_back & (took == 1)
    yield "takes back with a pawn", taken_back & (took == 1) & (glance.moved == chess.PAWN)
    yield "takes the man that just moved", taken_back & (took == 0)
    yield "does not take back", ~taken_back & (took == 1) & _any(taken_back, glance)
    yield "goes next to the last move", near <= 1
    yield "goes near the last move", near == 2
    yield "attacks the man that just moved", holds(glance.attacked_after, theirs)
    yield "moves a man that was just attacked", attacked
    yield (
        "moves a man that was just attacked by less",
        attacked & (WORTH[glance.kinds[glance.owner, np.maximum(theirs, 0)]] < WORTH[glance.moved]),
    )
    yield "moves the same man again", moves_same
    yield "moves the same man again, in the opening", moves_same * opening(glance)
    yield "goes back to where it came from", moves_same & (glance.target == own_start)
    yield "goes back and forth once more", moves_same & (glance.target == own_start) & (earlier == own)
    yield "goes to where the last move began", (glance.target == glance.last[glance.owner, 0]) & (theirs != NOWHERE)
    yield (
        "goes near the own last move",
        (own != NOWHERE) & (steps(glance.target, np.maximum(own, 0)) <= 1) & ~moves_same,
    )
    yield "moves the same man again and takes", moves_same & (glance.taken > 0)
    yield from _begun(glance)


def _begun(glance: Glance) -> Iterator[Term]:
    """What has begun to hang with the last move, and what hung before."""
    before, now = glance.hanging_before[glance.owner], glance.hanging[glance.owner]
    known = glance.last[glance.owner, 0] != NOWHERE
    own, after = glance.own[glance.owner], np.asarray(glance.hanging_after, np.int64)
    begun, old = own & (now > 0) & (before == 0), own & (now > 0) & (before > 0)
    still = glance.own_after & (after > 0)
    here, there = (glance.rows, glance.start), (glance.rows, glance.target)
    taken = glance.taken > 0
    yield "moves a man that has begun to hang", known & begun[here]
    yield "leaves a man that has begun to hang", known * np.log1p((now * (begun & still)).max(1) / 100)
    yield "leaves a man that hung before", known * np.log1p((now * (old & still)).max(1) / 100)
    yield "takes a man that has begun to hang", known & taken & (now[there] > 0) & (before[there] == 0)
    yield "takes a man that hung before", known & taken & (now[there] > 0) & (before[there] > 0)


def _any(true: Bools, glance: Glance) -> Bools:
    """Whether it is true of any move of the position."""
    return np.repeat(np.logical_or.reduceat(true, glance.offsets[:-1]), np.diff(glance.offsets))
