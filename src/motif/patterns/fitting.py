"""The weights of patterns by conditional logit: what each adds to the score of a move, above all that is more general.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the weights of the patterns that fit the move. The
weights minimise -sum of log p(chosen) + penalty * sum of |w|. A weight is thus a child minus its parents: it is nought,
and the pattern superfluous, when the context that the child adds changes nothing. The minimum is sought by the
orthant-wise method of Andrew and Gao (2007).
"""

from __future__ import annotations

from collections import deque
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motif.progress import Progress, Watch, unwatched

Floats = NDArray[np.float64]
Chosen = NDArray[np.uint32]

REMEMBERED = 8
"""How many past steps shape the next one."""

NEVER_LESS = 1e-4
"""The share of the promised gain that a step must bring."""


class Slope(Protocol):
    """Rows with patterns, as `PatternIndex.design` gives them."""

    def slope(self, weights: Floats, chosen: Chosen, /) -> tuple[float, Floats, Floats]:
        """The misfit, its gradient and its curvature."""
        ...


def fit_weights(
    rows: Slope,
    chosen: Chosen,
    penalties: Floats,
    rounds: int = 60,
    start: Floats | None = None,
    watch: Watch = unwatched,
) -> Floats:
    """The weight of each pattern; `chosen` says for each position which of its rows was played."""
    here = np.zeros(len(penalties)) if start is None else start.copy()
    misfit, gradient, _ = rows.slope(here, chosen)
    height = misfit + float(penalties @ np.abs(here))
    past: deque[tuple[Floats, Floats]] = deque(maxlen=REMEMBERED)
    for done in range(rounds):
        steepest = _steepest(here, gradient, penalties)
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
            there = np.where(there * side > 0, there, 0.0)
            misfit, gradient_there, _ = rows.slope(there, chosen)
            height_there = misfit + float(penalties @ np.abs(there))
            if height_there <= height + NEVER_LESS * float(steepest @ (there - here)) or length < 1e-6:
                break
            length /= 2
        step, bend = there - here, gradient_there - gradient
        if step @ bend > 1e-12:
            past.append((step, bend))
        here, height, gradient = there, height_there, gradient_there
        watch(Progress(done + 1, rounds, f"misfit {height / len(chosen):.4f}"))
    return here


def _steepest(here: Floats, gradient: Floats, penalties: Floats) -> Floats:
    """The slope with the penalty in it; at nought the side that leads down, if one does."""
    up, down = gradient + penalties, gradient - penalties
    at_nought = np.where(up < 0, up, np.where(down > 0, down, 0.0))
    return np.where(here > 0, up, np.where(here < 0, down, at_nought))


def _direction(slope: Floats, past: deque[tuple[Floats, Floats]]) -> Floats:
    way = -slope
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
