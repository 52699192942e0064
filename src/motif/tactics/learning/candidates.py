"""Keep the learned rules that a coach would say to a pupil: TESTS names the tests that each of them must pass.

A test looks at the positions on which a search found the rule, at each half of their games, at the rule's sentence, or
at ordinary games, wherever the rule was found. A rule that only excludes a few moves that are certainly bad need not
pass the test on the positions where it was found.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np

from motif.runtime.files import DATA, read_text
from motif.runtime.parallel import Workers
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import fisher_exact, wilson, wilson_low
from motif.tactics.clauses import Literal
from motif.tactics.coverage import CoreRule, Numbers, RuleCounter, RuleTally, Totals, compiled
from motif.tactics.learning.levels import MOST_IN_A_DRAFT, FoundRule, Learner
from motif.tactics.rule import Rule
from motif.tactics.vocabulary import FULL
from motif.tactics.wording import FACTS

SHIPPED_STRUCK = DATA / "tactics_struck.tsv"
"""The sentences that the shipped list may not contain, with the reason."""

LEAST_GAIN, LEAST_RELATIVE_GAIN = 0.02, 0.1
"""How much precision each condition must add, absolutely and as a share of the precision without the condition."""

WARNING_FACTOR = 4
"""The moves that a warning keeps must be right at least this many times as often as those that it excludes."""

UNCOUNTED = ("legal_move", "make_move")
"""Relations that only introduce the move and do not count as conditions."""

NO_FORK = "allows_no_fork"
_WARNINGS = ("allows_no_mate", NO_FORK, "leaves_nothing_hanging", "nets_at_least")
"""Relations that only say what must not happen; `nets_at_least` only with 0 pawns: nothing is lost."""

_BAD_STATES = ("attacked", "undefended", "hanging", "pinned", "trapped", "overloaded")
_BAD_DEEDS = ("attacks", "threatens", "pins", "new_attack", "pins_to", "skewers")
"""No coach advises a move that puts the moved piece into such a state or lets the opponent do one of these to it."""

ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Struck:
    """Words that no rule's sentence may contain, unless it also contains the words in `unless`; and the reason."""

    words: str
    unless: str
    example: str
    """The conditions of a rule with such a sentence, in the variables P, F, T, N and X."""
    reason: str

    def matches(self, rule: Rule) -> bool:
        """Whether the sentence of a rule contains the words.

        >>> edge = Struck("the edge of the board", "knight", "", "the edge is a reason only for a knight")
        >>> away = Struck("Move … the edge", "", "", "an ellipsis matches any text")
        >>> body = "legal_move(F, T, P), kind(F, {}, P), edge(F, P)"
        >>> rook, knight = (Rule.parse(f"t(P, F, T) :- {body.format(piece)}.") for piece in ("rook", "knight"))
        >>> [edge.matches(rook), edge.matches(knight), away.matches(knight)]
        [True, False, True]
        """
        sentence = rule.sentence()
        words = ".*".join(map(re.escape, self.words.split(ELLIPSIS)))
        return re.search(words, sentence) is not None and not (self.unless and self.unless in sentence)


def read_struck(path: Path = SHIPPED_STRUCK) -> tuple[Struck, ...]:
    """Read a table of the words that a rule's sentence may not contain; by default the shipped one."""
    rows = csv.DictReader(io.StringIO(read_text(path)), delimiter="\t")
    return tuple(Struck(row["words"], row["unless"], row["example"], row["reason"]) for row in rows)


@dataclass(frozen=True, slots=True)
class Standards:
    """What the tests demand of a rule.

    words    the most words of its sentence
    low      its least precision where it was found, as Wilson's lower bound
    chance   the largest p-value of each of its conditions on ordinary games
    right    its least precision on ordinary games, as Wilson's lower bound
    struck   words that its sentence may not contain
    """

    words: int = 15
    low: float = 0.05
    chance: float = 0.05
    right: float = 0.0
    struck: tuple[Struck, ...] = ()


Form = TypeVar("Form")
"""A rule under search, as the numbers of its conditions, or a finished rule."""


@dataclass(frozen=True)
class Trial(Generic[Form]):
    """A rule, what it covers on some positions, and what it would cover there without each of its conditions."""

    form: Form
    spelled: Callable[[Form], Rule]
    tally: RuleTally
    shorter: tuple[RuleTally, ...] = ()

    @property
    def rule(self) -> Rule:
        return self.spelled(self.form)

    @property
    def best_without_one(self) -> float:
        """The highest precision that the rule reaches without one of its conditions."""
        return max(shorter.precision for shorter in self.shorter)


@dataclass(frozen=True)
class Forms(Generic[Form]):
    """How to write a rule as a clause, how to translate it for the core, and how to drop each of its conditions."""

    spelled: Callable[[Form], Rule]
    core: Callable[[Form], CoreRule]
    shorter: Callable[[Form], list[Form]]

    def trials(
        self, rules: Sequence[Form], counter: RuleCounter, known: Mapping[Form, RuleTally] | None = None
    ) -> Iterator[Trial[Form]]:
        """Try rules on the positions of a counter, except those whose tally is known."""
        tallies = dict(known or {})
        wanted: dict[Form, None] = dict.fromkeys(part for rule in rules for part in (rule, *self.shorter(rule)))
        # A rule without conditions suggests every move.
        everything = RuleTally(counter.totals.rows, 0, counter.totals.positives)
        tallies |= {rule: everything for rule in wanted if not self.core(rule)}
        new = [rule for rule in wanted if rule not in tallies]
        with counter.open() as count_rules:
            counted = count_rules(map(self.core, new))
            tallies |= {rule: RuleTally(*counts) for rule, (counts, _) in zip(new, counted, strict=True)}
        for rule in rules:
            yield Trial(rule, self.spelled, tallies[rule], tuple(map(tallies.__getitem__, self.shorter(rule))))


class Where(Enum):
    """What a test examines: the rule's sentence, or the rule on some positions."""

    FOUND = "the positions on which the rule was found"
    HALVES = "each half of the games of these positions"
    SENTENCE = "the rule's sentence"
    GAMES = "ordinary games"


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test that a rule must pass."""

    name: str
    where: Where
    passes: Callable[[Trial[Any], Standards], bool]


def _is_clearly_better_with_each(trial: Trial[Any], standards: Standards) -> bool:
    bar = trial.best_without_one
    return trial.tally.low() >= bar + max(LEAST_GAIN, LEAST_RELATIVE_GAIN * bar)


def _mentions_each_condition(trial: Trial[Any], standards: Standards) -> bool:
    # Some conditions do not fit into some sentences.
    sentence = trial.rule.sentence()
    return all(shorter.sentence() != sentence for shorter in shorter_rules(trial.rule))


def _needs_each_condition(trial: Trial[Any], standards: Standards) -> bool:
    """Whether the moves that each condition keeps are right more often than those it excludes (Fisher's exact test)."""
    hits, count = trial.tally.positives, trial.tally.rows
    excluded = [(shorter.positives - hits, shorter.rows - count) for shorter in trial.shorter]
    return all(
        hits * others > other_hits * count and fisher_exact(hits, count, other_hits, others) <= standards.chance
        for other_hits, others in excluded
    )


def _is_right_or_a_warning(trial: Trial[Any], standards: Standards) -> bool:
    return not standards.right or is_warning(trial.rule) or trial.tally.low() >= standards.right


TESTS = (
    NamedTest("each condition adds clearly to its precision", Where.FOUND, _is_clearly_better_with_each),
    NamedTest(
        "each condition adds to its precision",
        Where.HALVES,
        lambda trial, _: trial.tally.precision > trial.best_without_one,
    ),
    NamedTest("it is advice", Where.SENTENCE, lambda trial, _: is_advice(trial.rule)),
    NamedTest("its sentence mentions each condition", Where.SENTENCE, _mentions_each_condition),
    NamedTest(
        "its sentence is short",
        Where.SENTENCE,
        lambda trial, standards: len(trial.rule.sentence().split()) <= standards.words,
    ),
    NamedTest("no condition can be left out", Where.GAMES, _needs_each_condition),
    NamedTest(
        "a coach would say it",
        Where.GAMES,
        lambda trial, standards: not any(struck.matches(trial.rule) for struck in standards.struck),
    ),
    NamedTest("it is often right, or only a warning", Where.GAMES, _is_right_or_a_warning),
)


def passing(trials: Iterable[Trial[Form]], where: Where, standards: Standards) -> list[Form]:
    """Return the rules that pass every test of this kind (`where`)."""
    tests = [test.passes for test in TESTS if test.where is where]
    return [trial.form for trial in trials if all(passes(trial, standards) for passes in tests)]


def candidate_rules(
    learner: Learner, evidence: Evidence, reference: Reference, standards: Standards | None = None
) -> list[FoundRule]:
    """Return those rules of a search that pass every test of good advice, the most certainly precise first.

    After an interrupted search the conditions are not tested one by one, since that takes long.
    """
    standards = standards or Standards()
    rules, counts = learner.found()
    lows = dict(zip(rules, wilson_low(counts[:, 2], counts[:, 0]).tolist(), strict=True))
    tallies = {rule: RuleTally(*tally) for rule, tally in zip(rules, counts.tolist(), strict=True)}
    certain = [rule for rule in rules if lows[rule] >= standards.low]
    forms = Forms[Numbers](lambda rule: learner.conditions.rule(rule, "tactic"), learner.conditions.core, _without_one)
    if learner.state.interrupted:
        kept = sorted(certain, key=lambda rule: -lows[rule])[:MOST_IN_A_DRAFT]
    else:
        kept = passing(forms.trials(certain, learner.counter, tallies), Where.FOUND, standards)
        kept += [
            rule for rule in rules if _excludes_bad_moves(rule, tallies[rule], learner.totals) and rule not in kept
        ]
        for half in _halves(evidence):
            kept = passing(forms.trials(kept, RuleCounter(half, reference, Workers())), Where.HALVES, standards)
        kept.sort(key=lambda rule: -lows[rule])
    said = passing((Trial(rule, forms.spelled, tallies[rule]) for rule in kept), Where.SENTENCE, standards)
    return [FoundRule(forms.spelled(rule), tallies[rule]) for rule in said]


def _without_one(rule: Numbers) -> list[Numbers]:
    return [rule[:place] + rule[place + 1 :] for place in range(len(rule))]


def _excludes_bad_moves(rule: Numbers, kept: RuleTally, all_moves: Totals) -> bool:
    """Whether a one-condition rule excludes fewer than half of all moves, and those are certainly bad."""
    rows, positives = all_moves.rows - kept.rows, all_moves.positives - kept.positives
    is_single = len(rule) == 1 and 0 < rows < kept.rows
    return is_single and wilson(positives, rows)[1] * WARNING_FACTOR <= kept.precision


def keep_useful(rules: Sequence[Rule], evidence: Evidence, reference: Reference, standards: Standards) -> list[Rule]:
    """Return the rules that pass the tests on ordinary games."""
    return passing(FINISHED.trials(rules, RuleCounter(evidence, reference, Workers())), Where.GAMES, standards)


def shorter_rules(rule: Rule) -> list[Rule]:
    """Return copies of the rule, each without one of its conditions.

    >>> rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P), kind(F, pawn, P), captures(F, T, P).")
    >>> [shorter.sentence() for shorter in shorter_rules(rule)]
    ['Capture an enemy piece.', 'Move a pawn.']
    """
    counted = [literal for literal in rule.body if literal.relation not in UNCOUNTED]
    return [
        Rule(rule.name, rule.head, tuple(other for other in rule.body if other is not literal)) for literal in counted
    ]


FINISHED = Forms[Rule](lambda rule: rule, lambda rule: compiled(rule, FULL), shorter_rules)


def fork_safe_variants(rules: Iterable[Rule]) -> list[Rule]:
    """Return each one-condition rule with a second condition: the move allows no fork.

    >>> take = Rule.parse("t(P, F, T) :- legal_move(F, T, P), captures(F, T, P).")
    >>> [rule.sentence() for rule in fork_safe_variants([take])]
    ['Capture an enemy piece, allowing no fork in reply.']
    """
    return [
        Rule(rule.name, rule.head, (*rule.body, Literal(NO_FORK, (rule.head[1], rule.head[2], rule.head[0]))))
        for rule in rules
        if len(shorter_rules(rule)) == 1 and all(literal.relation != NO_FORK for literal in rule.body)
    ]


def is_warning(rule: Rule) -> bool:
    """Whether a rule only says what must not happen, and recommends nothing.

    >>> careful = Rule.parse("t(P, F, T) :- legal_move(F, T, P), leaves_nothing_hanging(F, T, P).")
    >>> knight = Rule.parse("t(P, F, T) :- legal_move(F, T, P), leaves_nothing_hanging(F, T, P), kind(F, knight, P).")
    >>> is_warning(careful), is_warning(knight)
    (True, False)
    """
    return all(
        literal.relation in _WARNINGS and (literal.relation != "nets_at_least" or literal.arguments[2] == "0")
        for literal in rule.body
        if literal.relation not in UNCOUNTED
    )


def is_advice(rule: Rule) -> bool:
    """Whether a rule is useful advice to a pupil.

    Nothing bad may happen to the moved piece, and every other piece must act on another one or be acted on.

    >>> is_advice(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), kind(F, pawn, P), defended(T, N)."))
    True
    >>> is_advice(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), kind(F, pawn, P), hanging(T, N)."))
    False
    """
    position, origin, target = rule.head
    related: set[str] = set()
    for literal in rule.body:
        is_after = literal.arguments[-1] != position
        if is_after and literal.relation in _BAD_STATES and literal.arguments[0] == target:
            return False
        if is_after and literal.relation in _BAD_DEEDS and literal.arguments[1] == target:
            return False
        if literal.relation in FACTS and literal.relation != "worth_more":
            related |= set(literal.variables)
    after = {literal.arguments[-1] for literal in rule.body if literal.relation == "make_move"}
    return set(rule.existential) - after <= related | {origin, target}


def _halves(evidence: Evidence) -> list[Evidence]:
    """Split the games into those with odd and even numbers; return [] if one half would be empty."""
    is_odd = evidence.games % 2 == 1
    if is_odd.all() or not is_odd.any():
        return []
    return [evidence.take(np.flatnonzero(is_odd)), evidence.take(np.flatnonzero(~is_odd))]
