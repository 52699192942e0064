"""Whose tactics? Which rules one player follows and another does not, each counted where it has something to say.

A rule speaks in a position where it suggests some of the legal moves and not all; it is followed there when the move
played is one of those. followed(rule) = positions where it is followed / positions where it speaks. Two players differ
in a rule when Fisher's test says so after the correction of Benjamini and Hochberg over all rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from motif.evidence.examples import Evidence, rows_of_moves
from motif.evidence.intervals import Share
from motif.evidence.significance import false_discovery_rates, fisher
from motif.tactics.language.coverage import Coverage
from motif.tactics.library.library import Library, Tactic

SURE = 0.05
"""The share of false findings that is put up with."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A tactic, how often each of two players follows it where it speaks, and how sure it is that they differ."""

    tactic: Tactic
    first: Share
    second: Share
    probability: float
    rate: float
    """The share of false findings among all that are at least as sure."""

    @property
    def more(self) -> float:
        """How much more often the first follows it; less than nought where the second does."""
        return self.first.value - self.second.value

    @property
    def is_sure(self) -> bool:
        """Whether the difference is more than chance, among so many."""
        return self.rate <= SURE


def compare(library: Library, first: Evidence, second: Evidence) -> list[Difference]:
    """How two players follow the tactics of a library, by the moves they played; the surest difference first."""
    followed = [_followed(library, evidence) for evidence in (first, second)]
    pairs = list(zip(*followed, strict=True))
    probabilities = [fisher(one.hits, one.count, two.hits, two.count) for one, two in pairs]
    rates = false_discovery_rates(probabilities)
    differences = [
        Difference(tactic, one, two, probability, rate)
        for tactic, (one, two), probability, rate in zip(library.tactics, pairs, probabilities, rates, strict=True)
        if one.count and two.count
    ]
    return sorted(differences, key=lambda difference: (difference.rate, difference.probability, -abs(difference.more)))


def _followed(library: Library, evidence: Evidence) -> Sequence[Share]:
    legal = evidence.positions.legal_moves()
    counts = np.diff(legal.offsets)
    position = np.repeat(np.arange(len(counts)), counts)
    is_played = np.zeros(len(legal.codes), np.bool_)
    is_played[rows_of_moves(legal, evidence.played)] = True
    shares = []
    for rows in Coverage.of(evidence, library.vocabulary).rows(library.rules):
        suggested = np.bincount(position[rows], minlength=len(counts))
        hit = np.bincount(position[rows], weights=is_played[rows], minlength=len(counts)) > 0
        speaks = (suggested > 0) & (suggested < counts)
        shares.append(Share.of(hit[speaks], evidence.games[speaks]))
    return shares
