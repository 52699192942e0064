"""The figures of a library measured anew, rule by rule, on positions that nobody has learned from or chosen by.

    .venv/bin/python experiments/tactics-coach/coach_figures.py FOLDER/test.csv --library FILE

Rules, names and votes stay as they are; the file is written in its place.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from motif.evidence import Reference, read_evidence
from motif.tactics import Library
from motif.tactics.library.decision import VOTE
from motif.tactics.library.measures import figures


def main() -> None:
    """Read the command line, measure, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("evidence", type=Path)
    parser.add_argument("--library", type=Path, required=True)
    options = parser.parse_args()
    library, evidence = Library.read(options.library), read_evidence(options.evidence)
    found = figures(library.rules, library.vocabulary, evidence, Reference.BEST)
    tactics = tuple(
        replace(tactic, figures=told | {VOTE: tactic.figures.get(VOTE, 0.0)})
        for tactic, told in zip(library.tactics, found, strict=True)
    )
    notes = {**library.notes, "measured on": f"{len(evidence):,} positions of other players"}
    Library(library.vocabulary, tactics, notes).write(options.library)


if __name__ == "__main__":
    main()
