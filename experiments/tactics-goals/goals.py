"""The goals of tactics on unseen players: learn from training positions, choose there, measure on test positions.

    .venv/bin/python experiments/tactics-goals/goals.py FOLDER [--library FILE]

FOLDER holds train.csv, validation.csv and test.csv as evidence.py writes them, and perhaps well_played.csv: more moves
of training players that cost them nothing. Searches leave their checkpoints there, so that a run goes on where it was
interrupted. Nothing is chosen by a look at the test positions, except that of two rules that suggest the same moves
there the second is left out of the library.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from motif._core.tactics import RuleTester
from motif.store import read_text, write_atomically
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
from motif.tactics.ranking import Tally, wilson
from motif.tactics.rule import Rule
from motif.tactics.suggestions import Examiner, compiled
from motif.tactics.vocabulary import FULL
from motif.tactics.votes import VOTE, Fit, Floats, choose_voters, fit_votes, vote

HERE = Path(__file__).parent

WIDE = Search(support=25, exhaustive=2, beam=1_200, most_kept=200_000)
NARROW = Search(support=6, floor=0.01, exhaustive=3, beam=1_500, most_kept=200_000)

NAMED_AT_ONCE = 500
"""Rules are named so many at a time, the most certain first, until one has the name that is looked for."""

SAFETY = ("legal_move", "make_move", "safe", "settles_most", "settles_at_least")
FAMILIES = {
    "fork": ("new_attack", "threatens", "worth_more", "undefended", "kind"),
    "absolute_pin": ("pins", "new_attack", "worth_more", "hanging", "kind"),
    "relative_pin": ("pins_to", "new_attack", "worth_more", "hanging", "kind"),
    "skewer": ("skewers", "new_attack", "worth_more", "kind"),
    "discovered_attack": ("discovers", "worth_more", "undefended", "hanging", "kind"),
    "hanging_piece": ("captures", "unattacked", "undefended", "hanging", "kind"),
}
"""The motifs of the goals, each with the relations that its search may use beside those of safety; in the rules that
are looked at the first of them must stand."""

FLOORS = (0.80, 0.78, 0.76, 0.74, 0.72, 0.70)
WIDE_ENOUGH = 0.22
"""The few rules of the first goal take the highest floor at which they answer this share of validation positions."""
PRECISE = 2_500

FREQUENT, LIKENESS = 150, 0.75
LEAST_PRECISION, LEAST_COVERAGE = 0.57, 0.013
"""Rules that are to keep a precision of .5 and a coverage of .01 need a little more where they are chosen."""

SHIPPED = 300
VOTING = Fit(penalty=10.0, rounds=50)
STAKES = {"best": 1.0, "played": 0.3, "well played": 0.4}
"""What a reference move counts where votes are weighed: the engine's best, the move played beside it, and the move
played where it cost nothing by the evaluations in the file. Chosen on the validation positions."""


@dataclass(frozen=True, slots=True)
class Learning:
    """All that is learned and chosen from."""

    train: Evidence
    validation: Evidence
    well_played: Evidence | None


def main() -> None:
    """Read the command line, learn, choose, measure and write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--library", type=Path, default=HERE / "tactics.pl")
    options = parser.parse_args()
    parts = {name: read_evidence(options.folder / f"{name}.csv") for name in ("train", "validation", "test")}
    more = options.folder / "well_played.csv"
    learning = Learning(
        parts["train"].with_a_choice(), parts["validation"], read_evidence(more) if more.exists() else None
    )
    begin = time.process_time()
    named = known_motifs(learning.train, options.folder)
    found = search(learning.train, wide_bias(), WIDE, options.folder / "wide.json")
    print(f"{len(found)} rules found in {time.process_time() - begin:.0f} s of processor time")
    result, library = goals(learning, parts["test"], found, named)
    library.write(options.library)
    (HERE / "result.json").write_text(json.dumps(result, indent=2) + "\n")
    print(json.dumps(result, indent=2))


def wide_bias() -> Bias:
    """The shipped bias with one condition more."""
    return replace(find_bias("full"), limits=Limits(clauses=1, variables=6, literals=4))


def search(evidence: Evidence, bias: Bias, how: Search, checkpoint: Path) -> list[Learned]:
    """All rules that were found, the most certain first."""

    def told(progress: Progress) -> None:
        print(f"  level {progress.level}: {progress.tested} tested, {progress.kept} kept", flush=True)

    return Learner(evidence, bias, how).run(told, checkpoint)


def known_motifs(train: Evidence, folder: Path) -> dict[str, Learned]:
    """For each motif of the goals the most certain rule that plays it, by what the rules do."""
    bias = Bias.read(HERE / "motifs.lp")
    probe = Probe.of(train.take(np.arange(0, len(train), 3)))
    best = recalled(folder, train)
    for motif, words in FAMILIES.items():
        if motif in best:
            continue
        print(motif)
        narrow = replace(
            bias,
            predicates={name: bias.predicates[name] for name in (*SAFETY, *words)},
            program=f"{bias.program}\n% {motif}: {', '.join(words)}\n",
        )
        found = search(train, narrow, NARROW, folder / f"{motif}.json")
        about = [each for each in found if any(speaks_of(each.rule, words[0]))]
        for start in range(0, len(about), NAMED_AT_ONCE):
            some = about[start : start + NAMED_AT_ONCE]
            names = [name for _, name in name_rules([each.rule for each in some], FULL, probe)]
            if motif in names:
                best[motif] = some[names.index(motif)]
                write_atomically(folder / f"{motif}.pl", f"{best[motif].rule}\n")
                break
    return best


def recalled(folder: Path, train: Evidence) -> dict[str, Learned]:
    """The rules that an earlier run has found and named, counted anew."""
    kept = {motif: folder / f"{motif}.pl" for motif in FAMILIES}
    rules = {motif: Rule.parse(read_text(path), FULL) for motif, path in kept.items() if path.exists()}
    tester = RuleTester(train.positions, train.moves(Reference.BEST), train.captured_on)
    counts, prints = tester.test([compiled(rule, FULL) for rule in rules.values()])
    return {
        motif: Learned(rule, Tally(*map(int, count)), int(mark))
        for (motif, rule), count, mark in zip(rules.items(), counts, prints, strict=True)
    }


def speaks_of(rule: Rule, relation: str) -> list[bool]:
    """For each condition of this relation whether it is about the move or what the moved man does after it."""
    return [
        relation in ("discovers", "captures") or (literal.arguments[0] == "To" and "Next" in literal.arguments)
        for literal in rule.body
        if literal.relation == relation
    ]


def goals(
    learning: Learning, test: Evidence, found: list[Learned], named: dict[str, Learned]
) -> tuple[dict[str, Any], Library]:
    """Every goal with its figure, and the library to ship."""
    train, validation, exam = (Field(evidence) for evidence in (learning.train, learning.validation, test))
    floor, top = chosen_top(found, train, validation)
    frequent = chosen_frequent(found, train)
    shipped = chosen_voters(unique([*top, *frequent, *named.values()]), found, train)
    weights = weigh(shipped, learning)
    by_votes = {
        name: field.scores(vote("votes", field.covered(shipped), weights, field.meter.offsets))
        for name, field in (("validation", validation), ("test", exam))
    }
    ranked = sorted(shipped, key=lambda each: -each.tally.low())
    result: dict[str, Any] = {
        "positions": {
            "training": len(learning.train),
            "well played": len(learning.well_played) if learning.well_played else 0,
            "validation": len(learning.validation),
            "test": len(test),
        },
        "judge": test.judge,
        "random": exam.scores(ordered_list("random", [np.arange(exam.meter.rows)], exam.meter.offsets)),
        "top 50": {"floor": floor, "validation": validation.together(top), "test": exam.together(top)},
        "rules with precision .5 and coverage 1 %": exam.frequent(frequent),
        "all rules by votes": by_votes,
        "all rules in order": exam.scores(ordered_list("order", exam.covered(ranked), exam.meter.offsets)),
        "motifs": {name: describe(each, exam) for name, each in named.items()},
    }
    library = library_of(ranked, learning, test)
    votes = np.array([tactic.figures[VOTE] for tactic in library.tactics])
    covered = exam.covered_by(library.rules)
    result["library"] = {
        "rules": len(library),
        "alike on the test positions": len(covered) - len({rows.tobytes() for rows in covered}),
        "by votes": exam.scores(vote("votes", covered, votes, exam.meter.offsets)),
    }
    return result, library


def unique(some: Sequence[Learned]) -> list[Learned]:
    """The first of all that cover the same."""
    first: dict[int, Learned] = {}
    for each in some:
        first.setdefault(each.fingerprint, each)
    return list(first.values())


def chosen_top(found: list[Learned], train: Field, validation: Field) -> tuple[float, list[Learned]]:
    """Fifty rules that are precise on average and together answer much, with the floor that validation asks for."""
    fitting = [each for each in found if each.tally.precision >= FLOORS[-1]]
    wide = sorted(fitting, key=lambda each: -each.tally.positives)[:PRECISE]
    precise = sorted(unique([*fitting[:PRECISE], *wide]), key=lambda each: -each.tally.low())
    covered = train.covered(precise)
    for floor in FLOORS:
        chosen = choose(precise, covered, train.hits, train.meter.offsets, Portfolio(floor=floor))
        top = [precise[number] for number in chosen]
        measured = validation.together(top)
        print(f"  floor {floor}: {measured}", flush=True)
        if measured["positions answered"][0] >= WIDE_ENOUGH:
            break
    return floor, top


def chosen_frequent(found: list[Learned], train: Field) -> list[Learned]:
    """Rules that are right more often than not in more than a hundredth of the positions, none much like another."""
    frequent = [
        each
        for each in found
        if each.tally.precision >= LEAST_PRECISION and each.tally.positions >= LEAST_COVERAGE * len(train.evidence)
    ][:PRECISE]
    return [frequent[number] for number in different(train.covered(frequent), LIKENESS, FREQUENT)]


def chosen_voters(fixed: list[Learned], found: list[Learned], train: Field) -> list[Learned]:
    """Those that are chosen, and the short and frequent rules that they miss most, by a third of the positions."""
    short = [each for each in found if conditions(each.rule) <= 2 and each.tally.positives >= 100]
    pool = unique([*fixed, *short])
    third = Field(train.evidence.take(np.arange(0, len(train.evidence), 3)))
    wanted = targets(third.evidence, {Reference.BEST: STAKES["best"], Reference.PLAYED: STAKES["played"]})
    chosen = choose_voters(third.covered(pool), third.meter.offsets, wanted, SHIPPED, VOTING, range(len(fixed)))
    return [pool[number] for number in chosen]


def conditions(rule: Rule) -> int:
    """How many conditions a rule has."""
    return sum(literal.relation not in ("legal_move", "make_move") for literal in rule.body)


def targets(evidence: Evidence, stakes: dict[Reference, float]) -> Floats:
    """What each row counts as a reference move."""
    legal = evidence.positions.legal_moves()
    found = np.zeros(len(legal.codes))
    for reference, stake in stakes.items():
        found[rows_of_moves(legal, evidence.moves(reference))] += stake
    return found


def weigh(voting: list[Learned], learning: Learning) -> Floats:
    """The weight of each voter, fitted to all training positions and to the moves that were well played."""
    parts = [(learning.train, {Reference.BEST: STAKES["best"], Reference.PLAYED: STAKES["played"]})]
    if learning.well_played:
        parts.append((learning.well_played, {Reference.PLAYED: STAKES["well played"]}))
    covered: list[list[Rows]] = [[] for _ in voting]
    offsets = [np.zeros(1, np.int64)]
    for evidence, _ in parts:
        start = int(offsets[-1][-1])
        suggested = Examiner.of(evidence, FULL).covered([each.rule for each in voting])
        for rows, all_rows in zip(suggested, covered, strict=True):
            all_rows.append(rows + start)
        offsets.append(evidence.positions.legal_moves().offsets[1:] + start)
    wanted = np.concatenate([targets(evidence, stakes) for evidence, stakes in parts])
    return fit_votes([np.concatenate(rows) for rows in covered], np.concatenate(offsets), wanted, VOTING)


class Field:
    """Positions, and how rules do on them."""

    def __init__(self, evidence: Evidence) -> None:
        self.evidence = evidence
        self.meter = Meter(evidence)
        self._examiner = Examiner.of(evidence, FULL)
        legal = evidence.positions.legal_moves()
        self.hits = np.zeros(len(legal.codes), np.bool_)
        self.hits[rows_of_moves(legal, evidence.moves(Reference.BEST))] = True
        self._position = np.repeat(np.arange(len(evidence)), np.diff(legal.offsets))

    def covered(self, some: list[Learned]) -> list[Rows]:
        """What learned rules suggest here."""
        return self.covered_by([each.rule for each in some])

    def covered_by(self, rules: Sequence[Rule]) -> list[Rows]:
        """What rules suggest here."""
        return self._examiner.covered(rules)

    def precision(self, rows: Rows) -> float:
        """The share of suggestions that are the engine's best move."""
        return float(self.hits[rows].mean()) if len(rows) else 0.0

    def coverage(self, rows: Rows) -> float:
        """The share of positions with a suggestion."""
        return len(np.unique(self._position[rows])) / len(self.evidence)

    def together(self, some: list[Learned]) -> dict[str, Any]:
        """Precision of rules one by one and all together, and how many positions they answer, with Wilson intervals."""
        covered = self.covered(some)
        suggestions = np.concatenate(covered)
        distinct = np.unique(suggestions)
        answered = len(np.unique(self._position[distinct]))
        single = [self.precision(rows) for rows in covered if len(rows)]
        return {
            "rules": len(some),
            "mean precision of a rule": round(sum(single) / max(1, len(single)), 4),
            "precision": share(int(self.hits[suggestions].sum()), len(suggestions)),
            "precision of distinct suggestions": share(int(self.hits[distinct].sum()), len(distinct)),
            "positions answered": share(answered, len(self.evidence)),
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


def describe(each: Learned, field: Field) -> dict[str, Any]:
    """A rule in text, English and figures."""
    rows = field.covered([each])[0]
    return {
        "rule": str(each.rule),
        "sentence": Tactic(each.rule).sentence(),
        "training": share(each.tally.positives, each.tally.rows),
        "suggestions in training": each.tally.rows,
        "test": share(int(field.hits[rows].sum()), len(rows)),
        "suggestions on test positions": len(rows),
    }


def library_of(ranked: list[Learned], learning: Learning, test: Evidence) -> Library:
    """The rules to ship, none like another on the test positions, with the figures of those positions.

    Those that are left are weighed anew: the others' votes would be missing.
    """
    seen: dict[bytes, Learned] = {}
    for each, rows in zip(ranked, Examiner.of(test, FULL).covered([each.rule for each in ranked]), strict=True):
        if len(rows):
            seen.setdefault(rows.tobytes(), each)
    kept = list(seen.values())
    notes = {
        "games": "rapid games of Lichess, both players rated 1500 to 1699",
        "reference": f"best move ({test.judge})",
        "learned from": f"{len(learning.train):,} positions",
        "measured on": f"{len(test):,} positions of other players",
        "votes": "a rule's vote is its weight in the sum that decides when all rules speak together",
    }
    library = assemble([each.rule for each in kept], FULL, learning.train, test, Reference.BEST, notes)
    tactics = [
        replace(tactic, figures={**tactic.figures, VOTE: float(weight)})
        for tactic, weight in zip(library.tactics, weigh(kept, learning), strict=True)
    ]
    return replace(library, tactics=tuple(tactics))


def share(hits: int, count: int) -> list[float]:
    """A share and the ends of its interval."""
    return [round(number, 4) for number in (hits / max(1, count), *wilson(hits, count))]


def spelled(estimate: Estimate | None) -> list[float] | None:
    """A figure and the ends of its interval."""
    return [round(number, 4) for number in (estimate.value, estimate.low, estimate.high)] if estimate else None


if __name__ == "__main__":
    main()
