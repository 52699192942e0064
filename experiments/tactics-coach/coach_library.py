"""The coach's library: candidates from games, puzzles and masters, the list they make, and its figures, in one run.

    .venv/bin/python experiments/tactics-coach/coach_library.py FOLDER --puzzles FILE [--masters FILE ...]

FOLDER holds train.csv and validation.csv as coach_evidence.py writes them; where they are there, the list is made of
more.csv too and chosen by seen.csv too, and valued.csv and weighed.csv, where every move was valued, have their say.
It does what `motif tactics learn` does, a step at a time: what a step leaves in FOLDER is not made again, so a run that
was interrupted goes on. What the list achieves on the validation positions is printed.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import chain
from pathlib import Path

import coach_masters
import numpy as np
from coach_goals import policies
from coach_puzzles import by_family, by_theme

from motif.evidence import Evidence, Reference, Split, puzzle_evidence, read_evidence, write_evidence
from motif.progress import Progress
from motif.store import write_atomically
from motif.tactics import FULL, Family, LearnSettings, Library, Listing, Rule, Tactic, find_bias
from motif.tactics.learning.candidates import needed, with_care, worth_saying
from motif.tactics.learning.levels import Learner, Search
from motif.tactics.learning.listing import CALCULATION, covered_in, filled, ground_of, improved, judged, skipped_with
from motif.tactics.learning.narrowing import Climb
from motif.tactics.learning.pipeline import Material, measure, name, weigh
from motif.tactics.library.decision import DECIDE_NOTE, VOTE

_BEGIN = time.perf_counter()

WEIGHT_OF_A_MOTIF = 0.003
CHANCE = 2e-7
"""So sure conditions are on 22,500 positions that on 5,000 most are sure too."""

SURE = 1.2
"""A rule must earn so many standard errors on the validation games."""

STRUCK_OUT = (
    "Attack an enemy piece next to your king that is safe.",
    "Attack an enemy piece next to your king that was safe before.",
    "Capture an enemy rook on a file without pawns of yours.",
    "Move an undeveloped piece, defending another, more valuable piece of yours.",
    "When you are in check, attack an enemy pawn.",
    "When your pawn defends one of your pieces in the opponent's half, move your pawn.",
    "When your king attacks an enemy piece, capture the attacked piece, reaching more squares.",
)
STRUCK_WORDS = ("being the only defender", "reply, attacking", "reply, now attacking")
RIM, DIM = "the edge of the board", "knight"
"""What nobody would tell a pupil, found when lists were read aloud. Of the edge: a knight stands badly there."""

MATE = Rule.parse("mate(Position, From, To) :- legal_move(From, To, Position), gives_mate(From, To, Position).", FULL)
"""What ends the game is said first, though whoever counts the captures to the end finds it too."""


def main() -> None:
    """Read the command line, search what is not there yet, make the list and write it."""
    options = _parser().parse_args()
    folder = options.folder
    searched_on, validation = read_evidence(folder / "train.csv"), read_evidence(folder / "validation.csv")
    train = with_others(searched_on, folder / "more.csv")
    # The list is made for all positions; those whose moves are all valued say besides what a mistake costs.
    parts = [Family("games", train, weight=1.0), *valued(folder / "valued.csv", options.valued)]
    listing = Listing(
        climb=Climb(60, options.steps, options.price, options.width),
        families=tuple(families(options.puzzles)),
        chance=CHANCE,
        sure=options.sure,
    )
    _say(f"{len(train):,} positions to learn from, {len(validation):,} to choose by")
    certain = kept(folder / "needed.pl", lambda: needed(found(options, searched_on), train, Reference.BEST, CHANCE))
    _say(f"{len(certain)} candidates whose every condition is needed in the games")
    sayable = [rule for rule in certain if is_sayable(rule.sentence())]
    _say(f"{len(sayable)} of them would be said aloud")
    climb = climbed(folder / options.called, sayable, [*parts, *listing.families], listing, options)
    _say(f"{len(climb)} rules climbed")
    judging = with_others(validation, folder / "seen.csv").with_a_choice()
    judges = [Family("validation", judging, weight=1.0), *valued(folder / "weighed.csv", options.valued)]
    found_good = chosen_by(climb, judges, listing)
    chosen = [MATE, *(rule for rule in found_good if rule.body != MATE.body)]
    settings = LearnSettings(
        find_bias("coach"), listing=listing, seed=options.seed, games="rapid games of Lichess, all ratings"
    )
    # Nothing that is measured on is looked at here: coach_figures.py puts the figures in.
    material = Material.of(Split(train, validation, validation, 0), settings)
    library = finished(chosen, material, settings)
    library.write(folder / options.called / "tactics.pl")
    _say(f"{len(chosen)} rules chosen: {folder / options.called / 'tactics.pl'}")
    for part in ("validation", "weighed"):
        if (folder / f"{part}.csv").exists():
            report(part, library, read_evidence(folder / f"{part}.csv"))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--puzzles", type=Path, required=True)
    parser.add_argument(
        "--masters", type=Path, nargs="*", default=[], help="games of masters, each file named after one"
    )
    parser.add_argument("--quiet", type=int, default=20_000, help="positions of masters, at most")
    parser.add_argument("--searched", type=int, default=30_000, help="training positions that are searched, at most")
    parser.add_argument("--steps", type=int, default=6_000, help="of each stage")
    parser.add_argument("--stages", type=int, default=4, help="each with a lot of its own, kept when it is done")
    parser.add_argument("--price", type=float, default=Climb().price, help="what a rule must be worth")
    parser.add_argument("--width", type=int, default=1, help="lists that are made longer at the start")
    parser.add_argument("--valued", type=float, default=0.0, help="weight of the positions with a value for every move")
    parser.add_argument("--sure", type=float, default=SURE, help="standard errors that a rule must earn")
    parser.add_argument("--called", default="list", help="folder of the stages and the list, in FOLDER")
    parser.add_argument("--seed", type=int, default=0)
    return parser


def is_sayable(sentence: str) -> bool:
    """Whether a sentence stood when lists were read aloud."""
    is_accident = RIM in sentence and DIM not in sentence
    return not is_accident and sentence not in STRUCK_OUT and not any(words in sentence for words in STRUCK_WORDS)


def with_others(evidence: Evidence, path: Path) -> Evidence:
    """Evidence, and more of its kind if that is there."""
    return Evidence.concatenate([evidence, read_evidence(path)]) if path.exists() else evidence


def valued(path: Path, weight: float) -> list[Family]:
    """Positions whose moves are all valued, if they are there and count."""
    return [Family(path.stem, read_evidence(path), weight=weight)] if weight > 0 and path.exists() else []


def climbed(
    folder: Path, candidates: list[Rule], parts: list[Family], listing: Listing, options: argparse.Namespace
) -> list[Rule]:
    """The list that the training games make of candidates, in stages each of which is kept."""
    folder.mkdir(exist_ok=True)
    rules = [CALCULATION, *candidates]
    paths = [folder / f"stage-{stage}.json" for stage in range(options.stages)]
    last = folder / f"filled-{options.stages}.json"
    order: list[int] = []
    if not last.exists():
        ground, covered = ground_of(parts), covered_in(rules, parts)
        for stage, path in enumerate(paths):
            if not path.exists():
                _say(f"stage {stage + 1} of {options.stages}")
                made = improved(ground, covered, listing, options.seed + stage, _tell, order)
                write_atomically(path, json.dumps(made))
            order = json.loads(path.read_text())
        _say("every other candidate at every place")
        write_atomically(last, json.dumps(filled(ground, covered, listing, order, _tell)))
    return [rules[number] for number in json.loads(last.read_text())]


def chosen_by(rules: list[Rule], judges: list[Family], listing: Listing) -> list[Rule]:
    """What is left of a list that validation games have judged, and those with values and the puzzles beside them."""
    return judged(rules, judges[0], replace(listing, families=(*judges[1:], *listing.families)))


def report(part: str, library: Library, evidence: Evidence) -> None:
    """What a list achieves on positions it was chosen by."""
    shipped = Library.shipped()
    for whose, which in (("this list", library), ("the shipped list", shipped)):
        for policy, figures in policies(which, evidence).items():
            told = ", ".join(
                f"{kind} {each['mean']:.4f} ± {each['error']:.4f}" for kind, each in figures.items() if "mean" in each
            )
            _say(f"{part}, {whose}, {policy}: {told} of {len(evidence):,}")


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


def found(options: argparse.Namespace, train: Evidence) -> list[Rule]:
    """The candidates of all kinds of positions, none twice."""
    folder = options.folder
    some = np.sort(np.random.default_rng(options.seed).permutation(len(train))[: options.searched])
    groups = [
        candidates(folder, "games", lambda: train.take(some), Reference.BEST),
        candidates(folder, "puzzles", lambda: _themed(options.puzzles), Reference.BEST),
    ]
    if options.masters:
        quiet_ones = quiet(folder / "quiet.csv", options)
        _say(f"{len(quiet_ones):,} quiet positions of masters")

        def of_theme(theme: str, evidence: Evidence, holds: Callable[[Rule], bool]) -> list[Rule]:
            called = theme.replace(" ", "-")
            return [rule for rule in candidates(folder, called, lambda: evidence, Reference.PLAYED) if holds(rule)]

        by_theme = coach_masters.learned(quiet_ones, of_theme)
        write_atomically(folder / "masters.md", coach_masters.told(by_theme, quiet_ones, train))
        groups += by_theme.values()
    rules: dict[str, Rule] = {}
    for rule in chain.from_iterable(groups):
        rules.setdefault(str(rule.canonical(FULL).named("")), rule)
    return [*rules.values(), *with_care(rules.values())]


def quiet(path: Path, options: argparse.Namespace) -> Evidence:
    """Quiet positions of masters, drawn once."""
    if not path.exists():
        write_evidence(coach_masters.quiet(options.masters, options.quiet), path)
    return read_evidence(path)


def candidates(folder: Path, called: str, read: Callable[[], Evidence], reference: Reference) -> list[Rule]:
    """What is worth saying about some evidence, searched once."""
    path = folder / f"candidates-{called}.pl"
    return kept(path, lambda: searched(path, read(), reference))


def searched(path: Path, evidence: Evidence, reference: Reference) -> list[Rule]:
    """What is worth saying about some evidence."""
    support = max(8, len(evidence) // 1_000)
    _say(f"{path.stem}: {len(evidence):,} positions")
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


def _say(text: str) -> None:
    print(f"{time.perf_counter() - _BEGIN:7.0f} s  {text}", flush=True)


if __name__ == "__main__":
    main()
