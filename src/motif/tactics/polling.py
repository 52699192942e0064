"""Every tactic of a library is given its vote: what its word adds to that of the others on the training games."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motif.tactics.evidence import Evidence, Reference, rows_of_moves
from motif.tactics.library import Library
from motif.tactics.suggestions import Examiner
from motif.tactics.votes import VOTE, Fit, fit_votes


def with_votes(library: Library, evidence: Evidence, reference: Reference, fit: Fit | None = None) -> Library:
    """The library with a vote among the figures of each tactic, fitted to the reference moves of the evidence."""
    legal = evidence.positions.legal_moves()
    targets = np.zeros(len(legal.codes))
    targets[rows_of_moves(legal, evidence.moves(reference))] = 1
    covered = Examiner.of(evidence, library.vocabulary).covered(library.rules)
    votes = fit_votes(covered, legal.offsets, targets, fit)
    tactics = (
        replace(tactic, figures={**tactic.figures, VOTE: float(vote)})
        for tactic, vote in zip(library.tactics, votes, strict=True)
    )
    return Library(library.vocabulary, tuple(tactics), library.notes)
