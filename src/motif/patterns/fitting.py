"""The weights of patterns by conditional logit: what each adds to the score of a move, above all that is more general.

p(a|s) = exp(v(s, a)) / sum over b of exp(v(s, b)), v(s, a) = sum of the weights of the patterns that fit the move. The
weights minimise -sum of log p(chosen) + penalty * sum of |w|. A weight is thus a child minus its parents: it is nought,
and the pattern superfluous, when the context that the child adds changes nothing. Some are drawn to another centre than
nought, and some may not fall below it: |w - centre| is what the penalty counts.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motif.evidence.descent import descend_to_few
from motif.progress import Watch, unwatched

Floats = NDArray[np.float64]
Chosen = NDArray[np.uint32]
Flags = NDArray[np.bool_]


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
    upwards: Flags | None = None,
    centres: Floats | None = None,
) -> Floats:
    """The weight of each pattern; `chosen` says for each position which of its rows was played.

    Patterns for which `upwards` is true weigh nought or more. Those of which little is known weigh what `centres` says.
    """
    begin = np.zeros(len(penalties)) if start is None else start
    middle = np.zeros(len(penalties)) if centres is None else centres
    least = None if upwards is None else np.where(upwards, -middle, -np.inf)
    apart = descend_to_few(
        lambda apart: rows.slope(middle + apart, chosen)[:2], penalties, begin - middle, rounds, watch, least
    )
    return middle + apart
