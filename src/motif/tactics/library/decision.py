"""Many tactics as one policy: which moves they choose together, in the order of the library or by vote.

In order: of all legal moves of a position the first rule that binds any keeps those it binds; the next rule that binds
any of these keeps those, and so on to the end of the list. A rule that takes moves away has decided against them; one
that is skipped with another (`Tactic.skipped_with`) is not read beside it. By vote: every rule adds its weight to the
moves it suggests, and the highest sum decides; the weights are those of a conditional logit (`motif.evidence.logit`),
so a vote tells what the rule's word adds to that of the others. What is left is equally likely. Where no rule applies
nothing is said.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from motif.evidence.examples import Rows
from motif.evidence.intervals import Floats
from motif.evidence.logit import Design
from motif.evidence.metrics import Policy
from motif.tactics.library.library import Library

DECIDE_NOTE = "decide"
"""The note of a library on how its tactics decide together."""

EQUAL = 1e-9
"""Sums that differ by less are equal."""

VOTE = "vote"
"""The figure of a tactic that holds its weight."""


class Decide(StrEnum):
    """How the tactics of a library decide together."""

    LIST = "list"
    VOTES = "votes"


def decided_by(library: Library) -> Decide:
    """How a library decides: as it says itself, and otherwise by votes where it has any."""
    by_figures = Decide.LIST if votes_of(library) is None else Decide.VOTES
    said = library.notes.get(DECIDE_NOTE)
    return Decide(said) if said in set(Decide) else by_figures


def together(library: Library, covered: Sequence[Rows], offsets: Rows) -> NDArray[np.bool_]:
    """The rows that all tactics of a library choose, in their order or by their votes, as the library decides.

    `covered` are the rows that each tactic suggests.
    """
    weights = votes_of(library)
    if weights is None or decided_by(library) is Decide.LIST:
        return narrowed(read_of(library, covered), offsets)
    return elected(covered, weights, offsets)


def read_of(library: Library, covered: Sequence[Rows]) -> list[Rows]:
    """Of what each tactic of a library suggests, that of those which a list reads."""
    return [rows for rows, is_read in zip(covered, library.is_read, strict=True) if is_read]


def deciders(bits: Sequence[bool], others: Sequence[Sequence[bool]]) -> list[int]:
    """The places of the rules of a list that decide for one move against others that are no better by the list.

    A move goes by its bits, for each rule whether it suggests the move.

    >>> deciders([True, True, False], [[True, False, True], [False, True, True]])
    [0, 1]
    """
    left = list(others)
    places = []
    for place, suggested in enumerate(bits):
        kept = [other for other in left if other[place]] if suggested else left
        if len(kept) < len(left):
            places.append(place)
        left = kept
    return places


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
