"""The weights of patterns by conditional logit: what each adds to the score of a move, above all that is more general.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the weights of the patterns that fit the move. The
weights minimise -sum of log p(chosen) + penalty * sum of |w|. A weight is thus a child minus its parents: it is nought,
and the pattern superfluous, when the context that the child adds changes nothing.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motif.evidence.descent import descend_to_few
from motif.progress import Watch, unwatched

Floats = NDArray[np.float64]
Chosen = NDArray[np.uint32]


class Rows(Protocol):
    """Rows with patterns, as `PatternIndex.design` gives them."""

    def slope(self, weights: Floats, chosen: Chosen, /) -> tuple[float, Floats, Floats]:
        """The misfit, its gradient and its curvature."""
        ...


def fit_weights(
    rows: Rows,
    chosen: Chosen,
    penalties: Floats,
    rounds: int = 60,
    start: Floats | None = None,
    watch: Watch = unwatched,
) -> Floats:
    """The weight of each pattern; `chosen` says for each position which of its rows was played."""
    begin = np.zeros(len(penalties)) if start is None else start
    return descend_to_few(lambda weights: rows.slope(weights, chosen)[:2], penalties, begin, rounds, watch)
