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


def ordered_list(name: str, covered: Sequence[Rows], offsets: Rows, seed: int = 0) -> Policy:
    """The policy of a list of rules, the best first, from the rows that each of them covers."""
    return Policy.uniform(name, narrowed(covered, offsets), offsets, seed)


def narrowed(covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that are left at the end."""
    counts = np.diff(offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    left = np.ones(len(position), np.bool_)
    answered = np.zeros(len(counts), np.bool_)
    for rows in covered:
        bound = rows[left[rows]]
        spoken_to = np.zeros(len(counts), np.bool_)
        spoken_to[position[bound]] = True
        answered |= spoken_to
        kept = np.zeros(len(position), np.bool_)
        kept[bound] = True
        left &= kept | ~spoken_to[position]
    return left & answered[position]
