"""Down to the lowest point of a convex function of many weights, whose height and gradient are known everywhere.

The limited-memory method of Broyden, Fletcher, Goldfarb and Shanno; where weights that matter little are to vanish, the
orthant-wise form of Andrew and Gao (2007), which minimises height + sum of penalty * |w|.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import numpy as np

from motif.evidence.intervals import Floats
from motif.progress import Progress, Watch, unwatched

Slope = Callable[[Floats], tuple[float, Floats]]
"""The height at a point, and the gradient there."""

REMEMBERED = 8
"""How many past steps shape the next one."""

NEVER_LESS = 1e-4
"""The share of the promised gain that a step must bring."""


def descend(slope: Slope, start: Floats, rounds: int) -> Floats:
    """The lowest point of a smooth function."""
    here, (height, gradient) = start, slope(start)
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for _ in range(rounds):
        way = _direction(gradient, past)
        promise = float(gradient @ way)
        if promise > -1e-9:
            break
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(gradient).max()))
        while True:
            there = here + length * way
            height_there, gradient_there = slope(there)
            if height_there <= height + NEVER_LESS * length * promise or length < 1e-6:
                break
            length /= 2
        if (gradient_there - gradient) @ (there - here) > 1e-12:
            past.append((there - here, gradient_there - gradient))
        here, height, gradient = there, height_there, gradient_there
    return here


def descend_to_few(
    slope: Slope,
    penalties: Floats,
    start: Floats,
    rounds: int,
    watch: Watch = unwatched,
    least: Floats | None = None,
) -> Floats:
    """The lowest point with a penalty on the size of each weight, at which most weights are nought.

    No weight falls below its `least`, which lies at nought or below.
    """
    floor = np.full(len(start), -np.inf) if least is None else least
    here = np.maximum(start, floor)
    misfit, gradient = slope(here)
    height = misfit + float(penalties @ np.abs(here))
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for done in range(rounds):
        steepest = _steepest(here, gradient, penalties, floor)
        way = _direction(steepest, past)
        # A step may not turn against the slope, nor carry a weight through nought to the other side.
        way = np.where(way * steepest < 0, way, 0.0)
        promise = float(steepest @ way)
        if promise > -1e-6 * max(1.0, abs(height)):
            break
        side = np.where(here != 0, np.sign(here), -np.sign(steepest))
        length = 1.0 if past else 1.0 / max(1.0, float(np.abs(steepest).max()))
        while True:
            there = here + length * way
            there = np.maximum(np.where(there * side > 0, there, 0.0), floor)
            misfit, gradient_there = slope(there)
            height_there = misfit + float(penalties @ np.abs(there))
            if height_there <= height + NEVER_LESS * float(steepest @ (there - here)) or length < 1e-6:
                break
            length /= 2
        step, bend = there - here, gradient_there - gradient
        if step @ bend > 1e-12:
            past.append((step, bend))
        here, height, gradient = there, height_there, gradient_there
        watch(Progress(done + 1, rounds, f"misfit {height:,.1f}"))
    return here


def _steepest(here: Floats, gradient: Floats, penalties: Floats, floor: Floats) -> Floats:
    """The slope with the penalty in it; at nought the side that leads down, if one does. None leads below the floor."""
    up, down = gradient + penalties, gradient - penalties
    at_nought = np.where(up < 0, up, np.where(down > 0, down, 0.0))
    steepest = np.where(here > 0, up, np.where(here < 0, down, at_nought))
    return np.where((here <= floor) & (steepest > 0), 0.0, steepest)


def _direction(gradient: Floats, past: deque[tuple[Floats, Floats]]) -> Floats:
    way = -gradient
    factors = []
    for step, bend in reversed(past):
        factor = (step @ way) / (step @ bend)
        way = way - factor * bend
        factors.append(factor)
    if past:
        step, bend = past[-1]
        way = way * ((step @ bend) / (bend @ bend))
    for (step, bend), factor in zip(past, reversed(factors), strict=True):
        way = way + (factor - (bend @ way) / (step @ bend)) * step
    return way
