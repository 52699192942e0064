"""Whether two shares differ by more than chance, and how many of many such findings are false.

Fisher's exact test (1922): with k of n and l of m, the probability of a table as unlikely as this one or more so, all
four margins given. Benjamini and Hochberg (1995): of the findings with q <= 0.05 no more than one in twenty is expected
to be false, q(i) = min over j >= i of p(j) * count / j, the p in ascending order.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from motif.errors import BadArgument

TOLERANCE = 1e-7
"""Tables whose probabilities differ by less, relatively, are equally likely."""


def fisher(hits: int, count: int, other_hits: int, other_count: int) -> float:
    """The two-sided probability that so different shares come from one.

    >>> round(fisher(8, 10, 1, 6), 4)
    0.035
    >>> fisher(3, 10, 3, 10)
    1.0
    """
    if not (0 <= hits <= count and 0 <= other_hits <= other_count):
        raise BadArgument(f"{hits} of {count} and {other_hits} of {other_count} are no shares")
    logs = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1, count + other_count + 1)))])
    total = hits + other_hits
    tables = np.arange(max(0, total - other_count), min(count, total) + 1)

    def ways(of: int, some: np.ndarray) -> np.ndarray:
        return np.asarray(logs[of] - logs[some] - logs[of - some])

    likelihoods = ways(count, tables) + ways(other_count, total - tables)
    likelihoods -= ways(count + other_count, np.array([total]))
    chances = np.exp(likelihoods)
    here = chances[hits - tables[0]]
    return min(1.0, float(chances[chances <= here * (1 + TOLERANCE)].sum()))


def false_discovery_rates(probabilities: Sequence[float]) -> list[float]:
    """The q of each p: what share of all findings at least as sure as this one is expected to be false.

    >>> false_discovery_rates([0.01, 0.04, 0.03, 0.8])
    [0.04, 0.05333333333333334, 0.05333333333333334, 0.8]
    """
    count = len(probabilities)
    order = np.argsort(probabilities, kind="stable")
    scaled = np.asarray(probabilities, np.float64)[order] * count / np.arange(1, count + 1)
    rates = np.empty(count)
    rates[order] = np.minimum(1.0, np.minimum.accumulate(scaled[::-1])[::-1])
    return rates.tolist()
