"""The goals of tactics on unseen players: learn from training positions, choose there, measure on test positions.

    .venv/bin/python experiments/tactics-goals/goals.py FOLDER [--library FILE]

FOLDER holds train.csv and test.csv as evidence.py writes them, and perhaps played.csv: more positions of training
players of which only the move played is known. Nothing is chosen by a look at the test positions, except that of two
rules that suggest the same moves there the second is left out of the library.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from motif.tactics.assembly import assemble
from motif.tactics.bias import Bias, Limits, find_bias
from motif.tactics.evidence import Evidence, Reference, rows_of_moves
from motif.tactics.evidence_files import read_evidence
from motif.tactics.learner import Learned, Learner, Progress, Search
from motif.tactics.library import Library, Tactic
from motif.tactics.metrics import Accuracy, Estimate, Meter, Policy, Scores
from motif.tactics.naming import Probe, name_rules
from motif.tactics.ordered import Rows, ordered_list
from motif.tactics.portfolio import Portfolio, choose, different
from motif.tactics.ranking import wilson
from motif.tactics.suggestions import Examiner
from motif.tactics.vocabulary import FULL
from motif.tactics.votes import Fit, Floats, choose_voters, fit_votes, vote

HERE = Path(__file__).parent
GOALS = ("fork", "absolute_pin", "relative_pin", "skewer", "discovered_attack", "hanging_piece")
PRECISE, BROAD, VOTERS = 6_000, 4_000, 400
MOST_NAMED = 400
VOTING = Fit(penalty=4.0, rounds=60)
STAKES = {"best": 1.0, "played": 0.3, "more": 0.2}
"""What a reference move counts where votes are weighed: the engine's best, the move played beside it, and the move
played in positions about which no engine was asked."""


def main() -> None:
    """Read the command line, learn, choose, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path, default=HERE / "tactics.pl")
    options = parser.parse_args()
    train = read_evidence(options.folder / "train.csv").with_a_choice()
    test = read_evidence(options.folder / "test.csv")
    more = options.folder / "played.csv"
    begin = time.process_time()
    found = search(train, wide_bias(), Search(support=25, exhaustive=2, beam=1_200, most_kept=200_000))
    motifs = search(train, Bias.read(HERE / "motifs.lp"), Search(support=8, exhaustive=2, beam=700, most_kept=200_000))
    print(f"{len(found) + len(motifs)} rules found in {time.process_time() - begin:.0f} s of processor time")
    result, library = goals(train, test, read_evidence(more) if more.exists() else None, found, motifs)
    library.write(options.library)
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


def wide_bias() -> Bias:
    """The shipped bias with one condition more."""
    return replace(find_bias("full"), limits=Limits(clauses=1, variables=6, literals=4))


def search(evidence: Evidence, bias: Bias, how: Search) -> list[Learned]:
    """All rules that were found, the most certain first."""

    def told(progress: Progress) -> None:
        print(f"  level {progress.level}: {progress.tested} tested, {progress.kept} kept", flush=True)

    return Learner(evidence, bias, how).run(told)


def goals(
    train: Evidence, test: Evidence, more: Evidence | None, found: list[Learned], motifs: list[Learned]
) -> tuple[dict[str, Any], Library]:
    """Every goal with its figure, and the library to ship."""
    candidates = candidates_of(found)
    legal = train.positions.legal_moves()
    covered = Examiner.of(train, FULL).covered([each.rule for each in candidates])
    top = choose(candidates, covered, legal.offsets, Portfolio())
    frequent = [
        number
        for number, each in enumerate(candidates)
        if each.tally.precision >= 0.55 and each.tally.positions >= 0.012 * len(train)
    ]
    kinds = different([covered[number] for number in frequent], 0.8, 250)
    voters = chosen_voters(train, covered, legal.offsets)
    named = known_motifs(motifs + found, train)
    exam = Field.of(test)
    result: dict[str, Any] = {
        "positions": {"training": len(train), "played only": len(more) if more else 0, "test": len(test)},
        "judge": test.judge,
        "random": by_lot(exam),
        "top 50": exam.together([candidates[number] for number in top]),
        "rules with precision .5 and coverage 1 %": exam.frequent([candidates[frequent[number]] for number in kinds]),
        "motifs": {name: describe(each, exam) for name, each in named.items()},
    }
    voting = [candidates[number] for number in voters]
    weights = weigh(voting, train, more)
    result["ordered list"] = exam.scores(exam.list_of(sorted(voting, key=lambda each: -each.tally.low())))
    result["votes"] = exam.scores(vote("votes", exam.covered(voting), weights, exam.meter.offsets))
    shipped = [*(candidates[number] for number in top), *named.values(), *voting]
    worth = {each.fingerprint: float(weight) for each, weight in zip(voting, weights, strict=True)}
    library = library_of(shipped, worth, train, test, result)
    result["library"] = {"rules": len(library), "alike on the test positions": alike(library, exam)}
    return result, library


def candidates_of(found: list[Learned]) -> list[Learned]:
    """The most certain rules, and of those that find at least a hundred moves an even choice, all by certainty."""
    precise = found[:PRECISE]
    broad = [each for each in found[PRECISE:] if each.tally.positives >= 100]
    some = broad[:: max(1, len(broad) // BROAD)]
    short = [each for each in broad if len(each.rule.body) <= 4]
    chosen = {each.fingerprint: each for each in [*precise, *short, *some]}
    return sorted(chosen.values(), key=lambda each: -each.tally.low())


def chosen_voters(train: Evidence, covered: list[Rows], offsets: Rows) -> list[int]:
    """The rules that vote, chosen on a third of the training positions."""
    third = np.arange(0, len(train), 3)
    mine = np.zeros(len(offsets) - 1, np.bool_)
    mine[third] = True
    kept = np.repeat(mine, np.diff(offsets))
    place = np.cumsum(kept) - 1
    counts = np.diff(offsets)[third]
    shorter = np.concatenate([[0], np.cumsum(counts)])
    fewer = [place[rows[kept[rows]]] for rows in covered]
    return choose_voters(fewer, shorter, targets(train, STAKES)[kept], VOTERS, VOTING)


def targets(evidence: Evidence, stakes: dict[str, float], played_only: bool = False) -> Floats:
    """What each row counts as a reference move."""
    legal = evidence.positions.legal_moves()
    found = np.zeros(len(legal.codes))
    if played_only:
        found[rows_of_moves(legal, evidence.played)] = stakes["more"]
        return found
    found[rows_of_moves(legal, evidence.moves(Reference.BEST))] += stakes["best"]
    found[rows_of_moves(legal, evidence.played)] += stakes["played"]
    return found


def weigh(voting: list[Learned], train: Evidence, more: Evidence | None) -> Floats:
    """The weight of each voter, fitted to all training positions."""
    rules = [each.rule for each in voting]
    parts = [(train, targets(train, STAKES)), *([(more, targets(more, STAKES, True))] if more else [])]
    covered: list[list[Rows]] = [[] for _ in rules]
    offsets = [np.zeros(1, np.int64)]
    for evidence, _ in parts:
        start = int(offsets[-1][-1])
        for rows, all_rows in zip(Examiner.of(evidence, FULL).covered(rules), covered, strict=True):
            all_rows.append(rows + start)
        offsets.append(evidence.positions.legal_moves().offsets[1:] + start)
    wanted = np.concatenate([target for _, target in parts])
    return fit_votes([np.concatenate(rows) for rows in covered], np.concatenate(offsets), wanted, VOTING)


def known_motifs(found: list[Learned], train: Evidence) -> dict[str, Learned]:
    """The most certain rule of each known motif among those that speak of what the moved man does to others."""
    words = {
        "fork": ("threatens(To, X, Next)", "new_attack(To, X", "new_attack(To, Y"),
        "pin": ("pins(To, X, Next)", "pins_to(To, X, Y, Next)"),
        "skewer": ("skewers(To, X, Y, Next)",),
        "discovery": ("discovers(",),
        "hanging": ("hanging(To, Position)",),
    }
    probe = Probe.of(train.take(np.arange(0, len(train), 6)))
    best: dict[str, Learned] = {}
    for kind, texts in words.items():
        fitting = [each for each in found if any(text in str(each.rule) for text in texts)]
        if kind == "fork":
            fitting = [each for each in fitting if len(each.rule.existential) > 2]
        fitting = sorted(fitting, key=lambda each: -each.tally.low())
        if kind in ("pin", "skewer"):
            fitting = [each for each in fitting if "new_attack(To, X" in str(each.rule)]
        some = fitting[:MOST_NAMED]
        for each, (_, motif) in zip(some, name_rules([each.rule for each in some], FULL, probe), strict=True):
            if motif in GOALS and (motif not in best or each.tally.low() > best[motif].tally.low()):
                best[motif] = each
    return best


class Field:
    """Test positions, and how rules do on them."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.meter = Meter(evidence)
        self._examiner = Examiner.of(evidence, FULL)
        legal = evidence.positions.legal_moves()
        self.hits = np.zeros(len(legal.codes), np.bool_)
        self.hits[rows_of_moves(legal, evidence.moves(Reference.BEST))] = True
        self._position = np.repeat(np.arange(len(evidence)), np.diff(legal.offsets))

    @classmethod
    def of(cls, evidence: Evidence) -> Field:
        """The field of some evidence."""
        return cls(evidence)

    def covered(self, some: list[Learned]) -> list[Rows]:
        """What rules suggest here."""
        return self._examiner.covered([each.rule for each in some])

    def list_of(self, some: list[Learned]) -> Policy:
        """The ordered list of rules as a policy."""
        return ordered_list("the list", self.covered(some), self.meter.offsets)

    def precision(self, rows: Rows) -> float:
        """The share of suggestions that are the engine's best move."""
        return float(self.hits[rows].mean()) if len(rows) else 0.0

    def coverage(self, rows: Rows) -> float:
        """The share of positions with a suggestion."""
        return len(np.unique(self._position[rows])) / len(self.evidence)

    def together(self, some: list[Learned]) -> dict[str, Any]:
        """Precision of rules one by one and all together, and how many positions they answer."""
        covered = self.covered(some)
        suggestions = np.concatenate(covered)
        distinct = np.unique(suggestions)
        ends = wilson(int(self.hits[suggestions].sum()), len(suggestions))
        return {
            "rules": len(some),
            "mean precision of a rule": mean([self.precision(rows) for rows in covered if len(rows)]),
            "precision over all suggestions": [self.precision(suggestions), *ends],
            "precision of distinct suggestions": self.precision(distinct),
            "share of positions answered": self.coverage(suggestions),
        }

    def frequent(self, some: list[Learned]) -> dict[str, Any]:
        """How many rules keep a precision of a half and a coverage of a hundredth."""
        covered = self.covered(some)
        good = [rows for rows in covered if self.precision(rows) >= 0.5 and self.coverage(rows) >= 0.01]
        return {
            "chosen on training positions": len(some),
            "that hold on test positions": len(good),
            "of them mutually different there": len(different(good, 0.8, len(good))),
        }

    def scores(self, policy: Policy) -> dict[str, Any]:
        """What a policy achieves, with intervals."""
        scores: Scores = self.meter.measure(policy)
        return {
            "coverage": spelled(scores.coverage),
            "human match": spelled(scores.accuracies[Reference.PLAYED][Accuracy.FIRST_CHOICE]),
            "best-move match": spelled(scores.accuracies[Reference.BEST][Accuracy.FIRST_CHOICE]),
            "divergence": spelled(scores.divergence),
            "regret": spelled(scores.regret),
        }


def by_lot(field: Field) -> dict[str, Any]:
    """What a move drawn by lot achieves."""
    everything = [np.arange(len(field.hits))]
    return field.scores(ordered_list("random", everything, field.meter.offsets))


def describe(each: Learned, field: Field) -> dict[str, Any]:
    """A rule in text, English and figures."""
    rows = field.covered([each])[0]
    return {
        "rule": str(each.rule),
        "sentence": Tactic(each.rule).sentence(),
        "training": [each.tally.positives, each.tally.rows],
        "test": [int(field.hits[rows].sum()), len(rows)],
    }


def library_of(
    some: list[Learned], worth: dict[int, float], train: Evidence, test: Evidence, result: dict[str, Any]
) -> Library:
    """The rules to ship, none like another on the test positions, with the figures of those positions."""
    unique = {each.fingerprint: each for each in some}
    ranked = sorted(unique.values(), key=lambda each: -each.tally.low())
    seen: dict[bytes, Learned] = {}
    for each, rows in zip(ranked, Examiner.of(test, FULL).covered([each.rule for each in ranked]), strict=True):
        if len(rows):
            seen.setdefault(rows.tobytes(), each)
    kept = list(seen.values())
    notes = {
        "games": "rapid games of Lichess, both players rated 1500 to 1699",
        "reference": f"best move ({test.judge})",
        "learned from": f"{len(train):,} positions",
        "measured on": f"{len(test):,} positions of other players",
        "votes": "a rule's vote is its weight in the sum that decides when all rules speak together",
    }
    library = assemble([each.rule for each in kept], FULL, train, test, Reference.BEST, notes)
    tactics = [
        replace(
            tactic,
            figures={**tactic.figures, **({"vote": worth[each.fingerprint]} if each.fingerprint in worth else {})},
        )
        for tactic, each in zip(library.tactics, kept, strict=True)
    ]
    return replace(library, tactics=tuple(tactics))


def alike(library: Library, field: Field) -> int:
    """How many rules suggest exactly what an earlier one does."""
    covered = Examiner.of(field.evidence, FULL).covered(library.rules)
    return len(covered) - len({rows.tobytes() for rows in covered})


def mean(values: list[float]) -> float:
    """The mean of some numbers."""
    return sum(values) / max(1, len(values))


def spelled(estimate: Estimate | None) -> list[float] | None:
    """A figure and the ends of its interval."""
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)] if estimate else None


if __name__ == "__main__":
    main()
