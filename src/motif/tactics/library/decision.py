"""Many tactics as one policy: which moves they choose together, in the order of the library or by vote.

In order: of all legal moves of a position the first rule that binds any keeps those it binds; the next rule that binds
any of these keeps those, and so on to the end of the list. By vote: every rule adds its weight to the moves it
suggests, and the highest sum decides; the weights are those of a conditional logit (`motif.evidence.logit`), so a vote
tells what the rule's word adds to that of the others. What is left is equally likely. Where no rule applies nothing is
said.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motif.evidence.examples import Rows
from motif.evidence.intervals import Floats
from motif.evidence.logit import Design
from motif.evidence.metrics import Policy
from motif.tactics.library.library import Library

EQUAL = 1e-9
"""Sums that differ by less are equal."""

VOTE = "vote"
"""The figure of a tactic that holds its weight."""


def together(library: Library, covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that all tactics of a library choose, by their votes if it has any, otherwise in their order.

    `covered` are the rows that each tactic suggests.
    """
    weights = votes_of(library)
    return narrowed(covered, offsets) if weights is None else elected(covered, weights, offsets)


def votes_of(library: Library) -> Floats | None:
    """The vote of each tactic of a library, nought where it has none; None for a library without votes."""
    votes = [tactic.figures.get(VOTE) for tactic in library.tactics]
    return None if all(vote is None for vote in votes) else np.array([vote or 0.0 for vote in votes])


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


def vote(name: str, covered: Sequence[Rows], weights: Floats, offsets: Rows, seed: int = 0) -> Policy:
    """The policy of the moves with the most votes, where at least one rule speaks."""
    return Policy.uniform(name, elected(covered, weights, offsets), offsets, seed)


def elected(covered: Sequence[Rows], weights: Floats, offsets: Rows) -> NDArray[np.bool_]:
    """The rows with the most votes among those that some rule suggests."""
    suggested = np.zeros(int(offsets[-1]), np.bool_)
    for rows in covered:
        suggested[rows] = True
    # A move that nobody suggests is not elected, even where all others are voted against.
    sums = np.where(suggested, Design(covered, offsets).scores(weights), -np.inf)
    counts = np.diff(offsets)
    return suggested & (sums >= np.repeat(np.maximum.reduceat(sums, offsets[:-1]), counts) - EQUAL)
