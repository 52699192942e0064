"""From games to a library, in five steps: search, choose, name, measure, weigh. Each is one function of this file.

search   rules that find the reference move more often than chance, on training games
choose   a few of them that differ, the most certain first: one after another the rule that is certain to be most
         precise, by the lower end of Wilson's interval, on the positions that no chosen rule answers yet, as long as it
         finds enough reference moves there; then the best of the rest. A rule that shares too many of its suggestions
         with a chosen one, |A and B| / |A or B|, is passed over
name     each after the motif that it plays, by what it does on training games
measure  its figures, on games of players who were set aside
weigh    its vote: what its word adds to that of the others on training games

Only the best rules are looked at when a library is chosen, but the best of the rare and the best of the frequent ones
alike: precise rules are mostly rare, and a list of those alone would leave most positions unanswered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import log
from pathlib import Path

import numpy as np

from motif.errors import BadArgument, NothingFound
from motif.evidence.examples import Evidence, Reference, Rows, Shares, Split, split
from motif.evidence.intervals import Floats, wilson_low
from motif.evidence.logit import Design, Fit, fit_weights
from motif.parallel import Workers
from motif.progress import Watch, unwatched
from motif.tactics.language.coverage import Coverage, Tally
from motif.tactics.language.rule import Rule
from motif.tactics.language.vocabulary import PAPER, Vocabulary
from motif.tactics.learning.bias import Bias
from motif.tactics.learning.levels import FoundRule, Learner, Search
from motif.tactics.learning.paper import exhaust
from motif.tactics.library.decision import VOTE
from motif.tactics.library.library import Library, Tactic
from motif.tactics.library.measures import figures
from motif.tactics.library.naming import Probe, name_rules

PROBED = 10_000
"""On so many positions rules show what they do before they are named; a rare motif needs many."""

BAND = 3
"""Rules are about as frequent when the one applies to less than three times as many positions as the other."""

SEARCH_NOTE = "search"
"""The note of a library on how its search went, where there is anything to say."""


@dataclass(frozen=True, slots=True)
class Choice:
    """How many rules to choose, how alike two may be, and how many of the best are looked at.

    `fresh` is the fewest reference moves that a rule must find where the rules chosen before it say nothing.
    """

    count: int = 50
    likeness: float = 0.8
    candidates: int = 3_000
    fresh: int = 5

    def __post_init__(self) -> None:
        if min(self.count, self.candidates, self.fresh) < 1 or not 0 < self.likeness <= 1:
            raise BadArgument(f"cannot choose by {self}: counts begin at 1 and likeness lies above 0, at most at 1")


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """What is learned, and how; a bias of the paper's vocabulary means the paper's learner.

    Without a reference the best moves are to be found if an engine named them, otherwise those that were played.
    """

    bias: Bias
    reference: Reference | None = None
    shares: Shares = field(default_factory=lambda: Shares(validation=0.0))
    search: Search = field(default_factory=Search)
    choice: Choice = field(default_factory=Choice)
    fit: Fit = field(default_factory=Fit)
    seed: int = 0
    games: str = ""
    """What the library says of where its games come from."""

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of the rules."""
        return self.bias.vocabulary


@dataclass(frozen=True, slots=True, eq=False)
class Material:
    """Evidence as it is learned from: cut by player, without the training positions that leave no choice."""

    parts: Split
    reference: Reference

    @classmethod
    def of(cls, evidence: Evidence | Split, settings: LearnSettings) -> Material:
        """Cut evidence as the settings say; what is cut already stays as it is."""
        parts = evidence
        if isinstance(parts, Evidence):
            parts = split(parts.with_a_choice(), settings.shares, settings.seed)
        known = Reference.BEST if parts.training.best is not None else Reference.PLAYED
        found = cls(parts, settings.reference or known)
        found.training.moves(found.reference)
        if not len(found.training):
            raise NothingFound("no position is left to learn from", hint="give more games, or a smaller --test-share")
        return found

    @property
    def training(self) -> Evidence:
        """What is learned from."""
        return self.parts.training

    @property
    def measured(self) -> Evidence:
        """What figures come from: games of other players, or the training games where nobody was set aside."""
        return self.parts.test if len(self.parts.test) else self.parts.training

    def notes(self, settings: LearnSettings) -> dict[str, str]:
        """What a library says of where it comes from."""
        judge = f" ({self.training.judge})" if self.reference is Reference.BEST else ""
        others = " of other players" if len(self.parts.test) else ", the same ones"
        return {
            **({"games": settings.games} if settings.games else {}),
            "reference": f"{self.reference} move{judge}",
            "learned from": _counted(len(self.training), "position"),
            "measured on": _counted(len(self.measured), "position") + others,
            "seed": str(settings.seed),
        }


@dataclass(frozen=True, slots=True)
class Findings:
    """Rules that were found, the most certain first, and a remark on how that went, if there is one."""

    rules: Sequence[FoundRule]
    remark: str = ""


def learn(
    evidence: Evidence | Split,
    settings: LearnSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> Library:
    """A library of tactics from evidence; the same settings give the same library on any number of workers.

    The search leaves its state in the checkpoint and goes on from it; Ctrl-C ends it and keeps the best so far.
    """
    material = Material.of(evidence, settings)
    found = search(material, settings, workers, checkpoint, watch)
    rules, motifs = name(choose(found, material, settings), material, settings)
    known = measure(rules, material, settings)
    votes = weigh(rules, material, settings)
    tactics = (
        Tactic(rule, {**told, VOTE: float(vote)}, motif)
        for rule, told, vote, motif in zip(rules, known, votes, motifs, strict=True)
    )
    remark = {SEARCH_NOTE: found.remark} if found.remark else {}
    return Library(settings.vocabulary, tuple(tactics), material.notes(settings) | remark)


def search(
    material: Material,
    settings: LearnSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
    watch: Watch = unwatched,
) -> Findings:
    """Rules that match training positions; refused when there is none."""
    if settings.vocabulary is PAPER:
        found = _paper_search(material, settings, watch)
    else:
        learner = Learner(material.training, settings.bias, settings.search, material.reference, workers)
        rules = learner.run(watch, checkpoint)
        found = Findings(rules, "stopped; the best so far are kept" if learner.state.interrupted else "")
    if not found.rules:
        support = _counted(settings.search.support, "reference move")
        raise NothingFound(
            f"no tactic finds {support} in {_counted(len(material.training), 'position')}",
            hint="give more games, or a smaller --support",
        )
    return found


def _paper_search(material: Material, settings: LearnSettings, watch: Watch) -> Findings:
    """Every distinct behaviour that the paper's learner finds, the most precise first."""
    training = material.training
    run = exhaust(settings.bias, Coverage(training.positions, PAPER), watch=watch)
    is_reference = training.targets({material.reference: 1.0}) > 0
    position = np.repeat(np.arange(len(training)), np.diff(training.positions.legal_moves().offsets))
    found = []
    for rule in run.distinct:
        rows = run.rows(rule)
        tally = Tally(len(rows), len(np.unique(position[rows])), int(is_reference[rows].sum()))
        found.append(FoundRule(rule, tally))
    return Findings(
        sorted(found, key=lambda each: -each.tally.precision),
        f"{run.models:,} models, {run.clauses:,} clauses, {len(run.rules):,} match a position, "
        f"{len(run.distinct):,} behave differently",
    )


def choose(found: Findings, material: Material, settings: LearnSettings) -> list[Rule]:
    """The rules of the library, the best first."""
    if settings.vocabulary is PAPER:
        return [each.rule for each in found.rules[: settings.choice.count]]
    chosen = select(found.rules, material.training, settings.vocabulary, material.reference, settings.choice)
    return [each.rule for each in chosen]


def select(
    found: Sequence[FoundRule],
    evidence: Evidence,
    vocabulary: Vocabulary,
    reference: Reference,
    choice: Choice | None = None,
) -> list[FoundRule]:
    """The rules of a library, by what they cover of the evidence they were found on; `found` has the best first."""
    choice = choice or Choice()
    candidates = _best_of_all_frequencies(found, choice.candidates)
    field = _Field(evidence, reference, Coverage.of(evidence, vocabulary).rows([each.rule for each in candidates]))
    chosen: list[int] = []
    passed_over: set[int] = set()
    while len(chosen) < choice.count and (number := field.best(passed_over, choice.fresh)) is not None:
        if field.differs(number, chosen, choice.likeness):
            chosen.append(number)
            field.answer(number)
        passed_over.add(number)
    for number in range(len(candidates)):
        if len(chosen) < choice.count and number not in passed_over and field.differs(number, chosen, choice.likeness):
            chosen.append(number)
    return [candidates[number] for number in sorted(chosen, key=lambda number: -candidates[number].tally.low())]


def _best_of_all_frequencies(found: Sequence[FoundRule], count: int) -> list[FoundRule]:
    """The best rules of each order of frequency, an equal number of each as far as there are so many, best first."""
    bands: dict[int, list[int]] = {}
    for number, learned in enumerate(found):
        bands.setdefault(int(log(max(1, learned.tally.positions), BAND)), []).append(number)
    share = max(1, count // max(1, len(bands)))
    kept = sorted(number for band in bands.values() for number in band[:share])
    return [found[number] for number in kept]


class _Field:
    """What candidates cover, in one array, and which positions are still open."""

    def __init__(self, evidence: Evidence, reference: Reference, covered: list[Rows]) -> None:
        counts = np.diff(evidence.positions.legal_moves().offsets)
        hits = evidence.targets({reference: 1.0}) > 0
        self._covered = covered
        # Every candidate gets a row of no position, so that none is empty where sums are taken.
        flat = [np.append(rows, len(hits)) for rows in covered]
        self._starts = np.cumsum([0, *(len(rows) for rows in flat)])[:-1]
        rows = np.concatenate(flat) if flat else np.empty(0, np.int64)
        self._position_of_row = np.repeat(np.arange(len(evidence)), counts)
        self._hits = np.append(hits, False)[rows]
        self._position = np.append(self._position_of_row, len(evidence))[rows]
        self._open = np.append(np.ones(len(evidence), np.bool_), False)

    def best(self, passed_over: set[int], fresh: int) -> int | None:
        """The candidate with the highest certain precision on open positions; None when no one finds enough there."""
        if not self._covered:
            return None
        is_open = self._open[self._position]
        suggestions = np.add.reduceat(is_open.astype(np.int64), self._starts)
        hits = np.add.reduceat((is_open & self._hits).astype(np.int64), self._starts)
        low = np.where(hits >= fresh, wilson_low(hits, suggestions), -1.0)
        low[list(passed_over)] = -1.0
        number = int(low.argmax())
        return number if low[number] >= 0 else None

    def answer(self, number: int) -> None:
        """Close the positions that a candidate says something about."""
        self._open[self._position_of_row[self._covered[number]]] = False

    def differs(self, number: int, chosen: Sequence[int], limit: float) -> bool:
        """Whether a candidate is less like each of the chosen ones than the limit."""
        return all(likeness(self._covered[number], self._covered[other]) < limit for other in chosen)


def likeness(first: Rows, second: Rows) -> float:
    """The share of the suggestions of either rule that both make (Jaccard); two that suggest nothing are alike."""
    both = len(np.intersect1d(first, second, assume_unique=True))
    either = len(first) + len(second) - both
    return both / either if either else 1.0


def name(rules: Sequence[Rule], material: Material, settings: LearnSettings) -> tuple[list[Rule], list[str]]:
    """The rules under names of their own, and the motif that each plays ("" for none)."""
    training = material.training
    spread = np.linspace(0, len(training) - 1, min(PROBED, len(training))).astype(np.int64)
    named = name_rules(rules, settings.vocabulary, Probe.of(training.take(spread)))
    return [rule for rule, _ in named], [motif for _, motif in named]


def measure(rules: Sequence[Rule], material: Material, settings: LearnSettings) -> list[dict[str, float]]:
    """What each rule achieves on the games that figures come from."""
    return figures(rules, settings.vocabulary, material.measured, material.reference)


def weigh(rules: Sequence[Rule], material: Material, settings: LearnSettings) -> Floats:
    """The vote of each rule, fitted to the reference moves of the training games."""
    coverage = Coverage.of(material.training, settings.vocabulary)
    design = Design(coverage.rows(rules), coverage.offsets)
    return fit_weights(design, material.training.targets({material.reference: 1.0}), settings.fit)


def _counted(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
