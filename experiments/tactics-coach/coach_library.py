"""The coach's library: candidates from games, puzzles and masters, the list they make, and its figures.

    .venv/bin/python experiments/tactics-coach/coach_library.py FOLDER --puzzles FILE [--masters FILE]

FOLDER holds searched.csv, train.csv, validation.csv and test.csv as coach_evidence.py writes them. It does what `motif
tactics learn` does, a step at a time: what a step leaves in FOLDER is not made again, so a run that was interrupted
goes on.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import chain
from pathlib import Path

from coach_puzzles import by_family, by_theme

from motif.evidence import Evidence, Reference, Split, puzzle_evidence, read_evidence
from motif.progress import Progress
from motif.store import write_atomically
from motif.tactics import FULL, Family, LearnSettings, Library, Listing, Rule, Tactic, find_bias
from motif.tactics.learning.candidates import needed, worth_saying
from motif.tactics.learning.levels import Learner, Search
from motif.tactics.learning.listing import CALCULATION, covered_in, ground_of, improved, judged, skipped_with
from motif.tactics.learning.narrowing import Climb
from motif.tactics.learning.pipeline import Material, measure, name, weigh
from motif.tactics.library.decision import DECIDE_NOTE, VOTE

WEIGHT_OF_A_MOTIF = 0.003
CHANCE = 2e-7
"""So sure conditions are on 22,500 positions that on 5,000 most are sure too."""

SURE = 1.2
"""A rule must earn so many standard errors on the validation games."""

STRUCK_OUT = ("Attack an enemy piece next to your king that is safe.",)
"""What was struck out when the list was read aloud."""

STRUCK_OUT_LATER = (
    "Threaten to win a pinned enemy piece that was safe before.",
    "Capture a safe enemy piece with a trapped piece.",
    "Capture an enemy piece with a piece at the edge of the board.",
)
"""What earned next to nothing, or has a condition that is not needed, on positions that were measured on (`seen`)."""

STAGES = 4
"""The climb is made in so many stages, each with a lot of its own, so that an interrupted run goes on."""


def main() -> None:
    """Read the command line, search what is not there yet, make the list and write it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--puzzles", type=Path, required=True)
    parser.add_argument("--masters", type=Path, help="quiet positions of masters, fen,uci")
    parser.add_argument("--steps", type=int, default=2_000, help="of each of four stages")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    folder = options.folder
    train, validation = (read_evidence(folder / f"{part}.csv") for part in ("train", "validation"))
    training = Family("games", train, weight=1.0)
    listing = Listing(
        climb=Climb(60, options.steps), families=tuple(families(options.puzzles)), chance=CHANCE, sure=SURE
    )
    certain = kept(folder / "needed.pl", lambda: needed(found(options), train, Reference.BEST, CHANCE))
    climb = climbed(folder, certain, training, listing, options.seed)
    said = [rule for rule in climb if rule.sentence() not in STRUCK_OUT]
    found_good = judged(said, Family("validation", validation, weight=1.0), listing)
    chosen = [rule for rule in found_good if rule.sentence() not in STRUCK_OUT_LATER]
    settings = LearnSettings(
        find_bias("coach"), listing=listing, seed=options.seed, games="rapid games of Lichess, all ratings"
    )
    material = Material.of(Split(train, validation, read_evidence(folder / "test.csv"), 0), settings)
    finished(chosen, material, settings).write(folder / "tactics.pl")


def climbed(folder: Path, candidates: list[Rule], training: Family, listing: Listing, seed: int) -> list[Rule]:
    """The list that the training games make of candidates, in stages each of which is kept."""
    rules = [CALCULATION, *candidates]
    parts = [training, *listing.families]
    ground, covered = ground_of(parts), covered_in(rules, parts)
    order: list[int] = []
    for stage in range(STAGES):
        path = folder / f"stage-{stage}.json"
        if not path.exists():
            write_atomically(path, json.dumps(improved(ground, covered, listing, seed + stage, _tell, order)))
        order = json.loads(path.read_text())
    return [rules[number] for number in order]


def finished(rules: list[Rule], material: Material, settings: LearnSettings) -> Library:
    """The rules named, measured and weighed."""
    named, motifs = name(rules, material, settings)
    figures, votes = measure(named, material, settings), weigh(named, material, settings)
    tactics = (
        Tactic(rule, {**told, VOTE: float(vote)}, motif, other)
        for rule, told, vote, motif, other in zip(named, figures, votes, motifs, skipped_with(named), strict=True)
    )
    notes = {DECIDE_NOTE: str(settings.decide), **material.notes(settings)}
    return Library(settings.vocabulary, tuple(tactics), notes)


def found(options: argparse.Namespace) -> list[Rule]:
    """The candidates of all kinds of positions, none twice."""
    folder = options.folder
    groups = [
        candidates(folder, "games", lambda: read_evidence(folder / "searched.csv"), Reference.BEST),
        candidates(folder, "puzzles", lambda: _themed(options.puzzles), Reference.BEST),
    ]
    if options.masters:
        groups.append(candidates(folder, "masters", lambda: read_evidence(options.masters), Reference.PLAYED))
    rules: dict[str, Rule] = {}
    for rule in chain.from_iterable(groups):
        rules.setdefault(str(rule.canonical(FULL).named("")), rule)
    return list(rules.values())


def candidates(folder: Path, called: str, read: Callable[[], Evidence], reference: Reference) -> list[Rule]:
    """What is worth saying about some evidence, searched once."""
    path = folder / f"candidates-{called}.pl"
    return kept(path, lambda: searched(path, read(), reference))


def searched(path: Path, evidence: Evidence, reference: Reference) -> list[Rule]:
    """What is worth saying about some evidence."""
    support = max(8, len(evidence) // 1_000)
    search = Search(support=support, floor=0.02, exhaustive=3, most_kept=400_000)
    learner = Learner(evidence, find_bias("coach"), search, reference)
    learner.run(_tell, path.with_suffix(".json"))
    return [each.rule for each in worth_saying(learner, evidence, reference)]


def families(path: Path) -> list[Family]:
    """Puzzles of each motif to learn from."""
    return [
        Family(theme, puzzle_evidence(puzzles), weight=WEIGHT_OF_A_MOTIF)
        for theme, puzzles in by_family(path, is_apart=False, most=200).items()
    ]


def kept(path: Path, make: Callable[[], list[Rule]]) -> list[Rule]:
    """Rules from the file where an earlier run left them, or as they are made now."""
    if not path.exists():
        rules = [rule.named(f"tactic_{place}") for place, rule in enumerate(make(), start=1)]
        Library(FULL, tuple(Tactic(rule) for rule in rules)).write(path)
    return Library.read(path).rules


def _themed(path: Path) -> Evidence:
    return puzzle_evidence(by_theme(path, is_apart=False, most=500)).with_a_choice()


def _tell(state: Progress) -> None:
    print(f"  {state.done:,} of {state.total:,}: {state.words}", flush=True)


if __name__ == "__main__":
    main()
