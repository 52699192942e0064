"""Many tactics as one policy: the first that applies speaks, and those after it choose among what it suggests.

Of all legal moves of a position the first rule that binds any keeps those it binds; the next rule that binds any of
these keeps those, and so on to the end of the list. What is left is equally likely. Where no rule applies the list
says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.tactics.metrics import Policy

Rows = NDArray[np.int64]
SILENT = -1


def ordered_list(name: str, covered: Sequence[Rows], offsets: Rows, seed: int = 0) -> Policy:
    """The policy of a list of rules, the best first, from the rows that each of them covers."""
    left, _ = narrowed(covered, offsets)
    return Policy.uniform(name, left, offsets, seed)


def narrowed(covered: Sequence[Rows], offsets: Rows) -> tuple[NDArray[np.bool_], Rows]:
    """The rows that are left at the end, and for each position the number of the rule that spoke first."""
    counts = np.diff(offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    left = np.ones(len(position), np.bool_)
    speaker = np.full(len(counts), SILENT, np.int64)
    for number, rows in enumerate(covered):
        bound = rows[left[rows]]
        spoken_to = np.zeros(len(counts), np.bool_)
        spoken_to[position[bound]] = True
        speaker[spoken_to & (speaker == SILENT)] = number
        kept = np.zeros(len(position), np.bool_)
        kept[bound] = True
        left &= kept | ~spoken_to[position]
    return left & (speaker[position] != SILENT), speaker
