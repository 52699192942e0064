"""The coach's library: candidates from games, puzzles and masters, the list they make, and its figures.

    .venv/bin/python experiments/tactics-coach/coach_library.py FOLDER --puzzles FILE [--masters FILE]

FOLDER holds train.csv, validation.csv and test.csv as coach_evidence.py writes them. It does what `motif tactics learn`
does, a step at a time: what a step leaves in FOLDER is not made again, so a run that was interrupted goes on.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
from coach_puzzles import by_family, by_theme

from motif.evidence import Evidence, Reference, Split, puzzle_evidence, read_evidence
from motif.progress import Progress
from motif.tactics import FULL, Family, LearnSettings, Library, Listing, Rule, Tactic, find_bias
from motif.tactics.learning.candidates import worth_saying
from motif.tactics.learning.levels import Learner, Search
from motif.tactics.learning.listing import make_list
from motif.tactics.learning.narrowing import Climb
from motif.tactics.learning.pipeline import Material, measure, name, weigh
from motif.tactics.library.decision import DECIDE_NOTE, VOTE

SEARCHED = 8_000
"""On so many training positions rules are looked for; the list is made on all of them."""

WEIGHT_OF_A_MOTIF = 0.01
WEIGHT_OF_VALUES = 0.3


def main() -> None:
    """Read the command line, search what is not there yet, make the list and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--puzzles", type=Path, required=True)
    parser.add_argument("--masters", type=Path, help="quiet positions of masters, fen,uci")
    parser.add_argument("--steps", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    folder = options.folder
    train, validation, test = (read_evidence(folder / f"{part}.csv") for part in ("train", "validation", "test"))
    some = train.take(np.arange(min(SEARCHED, len(train))))
    found = {
        "games": candidates(folder, "games", some, Reference.BEST),
        "puzzles": candidates(folder, "puzzles", _themed(options.puzzles), Reference.BEST),
    }
    if options.masters:
        found["masters"] = candidates(folder, "masters", read_evidence(options.masters), Reference.PLAYED)
    rules = {str(rule.canonical(FULL).named("")): rule for group in found.values() for rule in group}
    families = [
        Family(theme, puzzle_evidence(puzzles), weight=WEIGHT_OF_A_MOTIF)
        for theme, puzzles in by_family(options.puzzles, is_apart=False, most=400).items()
    ]
    if (folder / "valued.csv").exists():
        families.append(Family("valued", read_evidence(folder / "valued.csv"), weight=WEIGHT_OF_VALUES))
    listing = Listing(climb=Climb(60, options.steps), families=tuple(families))
    training = Family("games", train, weight=1.0)
    chosen = make_list(list(rules.values()), training, validation, listing, options.seed, _tell)
    settings = LearnSettings(
        find_bias("coach"), listing=listing, seed=options.seed, games="rapid games of Lichess, all ratings"
    )
    material = Material.of(Split(train, validation, test, 0), settings)
    finished(chosen, material, settings).write(folder / "tactics.pl")


def finished(rules: list[Rule], material: Material, settings: LearnSettings) -> Library:
    """The rules named, measured and weighed."""
    named, motifs = name(rules, material, settings)
    figures, votes = measure(named, material, settings), weigh(named, material, settings)
    tactics = (
        Tactic(rule, {**told, VOTE: float(vote)}, motif)
        for rule, told, vote, motif in zip(named, figures, votes, motifs, strict=True)
    )
    notes = {DECIDE_NOTE: str(settings.decide), **material.notes(settings)}
    return Library(settings.vocabulary, tuple(tactics), notes)


def candidates(folder: Path, called: str, evidence: Evidence, reference: Reference) -> list[Rule]:
    """What is worth saying about some evidence, from the file where an earlier run left it."""
    path = folder / f"candidates-{called}.pl"
    if not path.exists():
        support = max(8, len(evidence) // 1_000)
        search = Search(support=support, floor=0.02, exhaustive=3, most_kept=400_000)
        learner = Learner(evidence, find_bias("coach"), search, reference)
        learner.run(_tell, folder / f"search-{called}.json")
        found = worth_saying(learner, evidence, reference)
        Library(FULL, tuple(Tactic(each.rule) for each in found)).write(path)
    return Library.read(path).rules


def _themed(path: Path) -> Evidence:
    return puzzle_evidence(by_theme(path, is_apart=False, most=500)).with_a_choice()


def _tell(state: Progress) -> None:
    print(f"  {state.done:,} of {state.total:,}: {state.words}", flush=True)


if __name__ == "__main__":
    main()
