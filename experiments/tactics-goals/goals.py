"""The goals of tactics on unseen players: learn as `motif tactics learn` does, and measure.

    .venv/bin/python experiments/tactics-goals/goals.py FOLDER [--count 300] [--literals 4]

FOLDER holds train.csv, validation.csv and test.csv as evidence.py writes them. The library, the figures (result.json)
and the checkpoint of the search are left there, so that a run goes on where it was interrupted. Nothing is chosen by a
look at the test positions.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np

from motif.evidence.baselines import simple_baselines
from motif.evidence.examples import Evidence, Reference, Split
from motif.evidence.files import read_evidence
from motif.evidence.intervals import Estimate, Share
from motif.evidence.metrics import Accuracy, Scores
from motif.store import write_atomically
from motif.tactics.language.coverage import Coverage
from motif.tactics.learning.bias import find_bias
from motif.tactics.learning.levels import Search
from motif.tactics.learning.pipeline import LearnSettings, learn
from motif.tactics.learning.selection import Choice, likeness
from motif.tactics.library.decision import Decide
from motif.tactics.library.library import Library, Tactic
from motif.tactics.library.measures import measure

PRECISE, FREQUENT, ALIKE = 0.5, 0.01, 0.8
"""A goal counts rules with this precision and coverage, of which no two share so many of their suggestions."""


def main() -> None:
    """Read the command line, learn, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--literals", type=int, default=4)
    parser.add_argument("--support", type=int, default=25)
    options = parser.parse_args()
    train, validation, test = (
        read_evidence(options.folder / f"{name}.csv") for name in ("train", "validation", "test")
    )
    settings = LearnSettings(
        find_bias("full").with_literals(options.literals),
        search=Search(support=options.support),
        decide=Decide.VOTES,
        choice=Choice(options.count),
        games="rapid games of Lichess",
    )
    library = learn(
        Split(train.with_a_choice(), validation, test, 0),
        settings,
        checkpoint=options.folder / "search.json",
        watch=lambda state: print(f"  {state.words}", flush=True),
    )
    library.write(options.folder / "tactics.pl")
    result = goals(library, test)
    write_atomically(options.folder / "result.json", json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


def goals(library: Library, test: Evidence) -> dict[str, Any]:
    """Every goal with its figure."""
    measured = measure(library, test, simple_baselines(test))
    return {
        "rules": len(library),
        "positions": len(test),
        "judge": test.judge,
        "policies": {scores.name: spelled(scores) for scores in measured.summary},
        "first fifty": together(library, library.tactics[:50], test),
        f"different rules with precision {PRECISE} and coverage {FREQUENT}": frequent(library, test),
        "motifs": sorted({tactic.motif for tactic in library.tactics if tactic.motif}),
        "rules that suggest what another does": measured.alike,
    }


def together(library: Library, some: tuple[Tactic, ...], test: Evidence) -> dict[str, Any]:
    """How often the suggestions of some tactics are right, and how many positions they answer."""
    coverage = Coverage.of(test, library.vocabulary)
    rows = np.concatenate(coverage.rows([tactic.rule for tactic in some]))
    right = test.targets({Reference.BEST: 1.0}) > 0
    distinct = np.unique(rows)
    answered = np.add.reduceat(np.isin(np.arange(len(right)), distinct).astype(int), coverage.offsets[:-1]) > 0
    return {
        "precision": Share.of(right[rows]).to_json(),
        "precision of distinct suggestions": Share.of(right[distinct]).to_json(),
        "positions answered": Share.of(answered).to_json(),
    }


def frequent(library: Library, test: Evidence) -> int:
    """How many rules, none much like another, are right often enough in enough positions."""
    good = [
        tactic.rule
        for tactic in library.tactics
        if tactic.figures.get("precision", 0.0) >= PRECISE and tactic.figures["coverage"] >= FREQUENT
    ]
    kept: list[Any] = []
    for rows in Coverage.of(test, library.vocabulary).rows(good):
        if all(likeness(rows, other) < ALIKE for other in kept):
            kept.append(rows)
    return len(kept)


def spelled(scores: Scores) -> dict[str, list[float] | None]:
    """What a policy achieves, with intervals."""
    return {
        "coverage": _ends(scores.coverage),
        "human match": _ends(scores.accuracies[Reference.PLAYED][Accuracy.FIRST_CHOICE]),
        "best-move match": _ends(scores.accuracies[Reference.BEST][Accuracy.FIRST_CHOICE]),
        "divergence": _ends(scores.divergence),
        "regret": _ends(scores.regret),
    }


def _ends(estimate: Estimate | None) -> list[float] | None:
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)] if estimate else None


if __name__ == "__main__":
    main()
