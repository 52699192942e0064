"""From rules that were found to a library that can be read: names by behaviour, and figures from unseen positions.

A rule is named after the motif that it plays. Its figures are those of positions it was not learned from, where there
are any: coverage, precision with its interval, recall, lift over a move drawn by lot, and with an engine divergence and
regret.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from motif.tactics.evidence import Evidence, Reference
from motif.tactics.library import Library, Tactic
from motif.tactics.metrics import Accuracy, Meter, Policy, Scores
from motif.tactics.naming import Probe, name_rules
from motif.tactics.rule import Rule
from motif.tactics.suggestions import Examiner
from motif.tactics.vocabulary import Vocabulary

PROBED = 10_000
"""On so many positions rules show what they do before they are named; a rare motif needs many."""


def assemble(
    rules: Sequence[Rule],
    vocabulary: Vocabulary,
    probed: Evidence,
    measured: Evidence,
    reference: Reference,
    notes: Mapping[str, str] | None = None,
) -> Library:
    """A library of rules in their order, named on some positions and measured on others."""
    spread = np.linspace(0, len(probed) - 1, min(PROBED, len(probed))).astype(np.int64)
    named = name_rules(rules, vocabulary, Probe.of(probed.take(spread)))
    found = figures([rule for rule, _ in named], vocabulary, measured, reference)
    tactics = (Tactic(rule, known, motif) for (rule, motif), known in zip(named, found, strict=True))
    return Library(vocabulary, tuple(tactics), notes or {})


def figures(
    rules: Sequence[Rule], vocabulary: Vocabulary, evidence: Evidence, reference: Reference, seed: int = 0
) -> list[dict[str, float]]:
    """What each rule achieves on evidence."""
    meter = Meter(evidence, seed)
    found = []
    for rule, rows in zip(rules, Examiner.of(evidence, vocabulary).covered(rules), strict=True):
        suggested = np.zeros(meter.rows, np.bool_)
        suggested[rows] = True
        scores = meter.measure(Policy.uniform(rule.name, suggested, meter.offsets, seed))
        found.append(_figures(scores, reference, hits_by_lot=len(evidence) / meter.rows))
    return found


def _figures(scores: Scores, reference: Reference, hits_by_lot: float) -> dict[str, float]:
    found = {"coverage": scores.coverage.value}
    precision = scores.accuracies[reference][Accuracy.PER_SUGGESTION]
    any_hit = scores.accuracies[reference][Accuracy.ANY_HIT]
    if precision and any_hit:
        found |= {"precision": precision.value, "low": precision.low, "high": precision.high}
        found |= {"recall": any_hit.value * scores.coverage.value, "lift": precision.value / hits_by_lot}
    for name, estimate in (("divergence", scores.divergence), ("regret", scores.regret)):
        if estimate:
            found[name] = estimate.value
    return found
