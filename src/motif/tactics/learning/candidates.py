"""Filter learned rules down to those that a coach would say: short, precise, and without superfluous conditions.

`candidate_rules` filters what a search found. A rule passes if

* every condition makes it clearly more precise:
  wilson_low(rule) >= precision(without it) + max(LEAST_GAIN, LEAST_RELATIVE_GAIN * precision(without it)),
  and more precise in each half of the training games as well (a rule also passes if its only condition excludes a few
  moves that are certainly bad);
* `is_advice`: it names no unrelated piece, and nothing bad happens to the moved piece;
* its sentence is short and mentions every condition.

A list is then built (`lists.make_list`) from rules that also pass two tests on ordinary games, wherever
they were found: `keep_necessary` (no condition can be left out, Fisher's exact test) and `keep_precise` (the rule is
often right, or is only a warning such as "Allow no mate in one."). `fork_safe_variants` adds a second version of each
one-condition rule, with the condition that the move allows no fork.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from motif.runtime.parallel import Workers
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import fisher_exact, wilson, wilson_low
from motif.tactics.clauses import Literal
from motif.tactics.learning.levels import MOST_IN_A_DRAFT, FoundRule, Learner, RuleConditions
from motif.tactics.rule import Counts, Coverage, Numbers, Rule, RuleCounter, RuleTally, Totals
from motif.tactics.vocabulary import FULL
from motif.tactics.wording import FACTS

LEAST_GAIN, LEAST_RELATIVE_GAIN = 0.02, 0.1
"""How much precision each condition must add, absolutely and as a share of the precision without the condition."""

WARNING_FACTOR = 4
"""The moves that a warning keeps must be right at least this many times as often as those that it excludes."""

UNCOUNTED = ("legal_move", "make_move")
"""Relations that only introduce the move and do not count as conditions."""

_WARNINGS = ("allows_no_mate", "allows_no_fork", "leaves_nothing_hanging", "nets_at_least")
"""Relations that only say what must not happen; `nets_at_least` only with 0 pawns: nothing is lost."""

_BAD_STATES = ("attacked", "undefended", "hanging", "pinned", "trapped", "overloaded")
_BAD_DEEDS = ("attacks", "threatens", "pins", "new_attack", "pins_to", "skewers")
"""No coach advises a move that puts the moved piece into such a state or lets the opponent do one of these to it."""


@dataclass(frozen=True, slots=True)
class Brevity:
    """Which rules are short and precise enough: the most words, and the least Wilson bound of the precision."""

    words: int = 15
    low: float = 0.05


def candidate_rules(
    learner: Learner, evidence: Evidence, reference: Reference, brevity: Brevity | None = None
) -> list[FoundRule]:
    """Return the rules of a search that a coach would say, the most certainly precise first.

    After an interrupted search the conditions are not tested one by one, since that takes long.
    """
    brevity = brevity or Brevity()
    conditions = learner.conditions
    rules, counts = learner.found()
    lows = dict(zip(rules, wilson_low(counts[:, 2], counts[:, 0]).tolist(), strict=True))
    tallies = {rule: RuleTally(*tally) for rule, tally in zip(rules, counts.tolist(), strict=True)}
    certain = [rule for rule in rules if lows[rule] >= brevity.low]
    if learner.state.interrupted:
        kept = sorted(certain, key=lambda rule: -lows[rule])[:MOST_IN_A_DRAFT]
    else:
        kept = _clearly_better_with_each(certain, lows, _Tallies(conditions, learner.counter))
        warnings = (rule for rule in rules if _excludes_bad_moves(rule, tallies[rule], learner.counter.totals))
        kept += [rule for rule in warnings if rule not in kept]
        for half in _halves(evidence):
            kept = _better_with_each(kept, _Tallies(conditions, RuleCounter(half, reference, Workers())))
        kept.sort(key=lambda rule: -lows[rule])
    sayable = (
        FoundRule(conditions.rule(rule, f"tactic_{place}"), tallies[rule]) for place, rule in enumerate(kept, start=1)
    )
    return [each for each in sayable if is_advice(each.rule) and _is_short_and_complete(each.rule, brevity)]


def _excludes_bad_moves(rule: Numbers, kept: RuleTally, all_moves: Totals) -> bool:
    """Whether a one-condition rule excludes fewer than half of all moves, and those are certainly bad."""
    rows, positives = all_moves.rows - kept.rows, all_moves.positives - kept.positives
    is_single = len(rule) == 1 and 0 < rows < kept.rows
    return is_single and wilson(positives, rows)[1] * WARNING_FACTOR <= kept.precision


def _is_short_and_complete(rule: Rule, brevity: Brevity) -> bool:
    """Whether the sentence is short and mentions every condition; some conditions do not fit into some sentences."""
    sentence = rule.sentence()
    is_complete = all(shorter.sentence() != sentence for shorter in shorter_rules(rule))
    return is_complete and len(sentence.split()) <= brevity.words


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


_NO_FORK = "allows_no_fork"


def fork_safe_variants(rules: Iterable[Rule]) -> list[Rule]:
    """Return each one-condition rule with a second condition: the move allows no fork.

    >>> take = Rule.parse("t(P, F, T) :- legal_move(F, T, P), captures(F, T, P).")
    >>> [rule.sentence() for rule in fork_safe_variants([take])]
    ['Capture an enemy piece, allowing no fork in reply.']
    """
    return [
        Rule(rule.name, rule.head, (*rule.body, Literal(_NO_FORK, (rule.head[1], rule.head[2], rule.head[0]))))
        for rule in rules
        if len(shorter_rules(rule)) == 1 and all(literal.relation != _NO_FORK for literal in rule.body)
    ]


def keep_necessary(rules: Sequence[Rule], evidence: Evidence, reference: Reference, chance: float) -> list[Rule]:
    """Return the rules in which every condition is necessary.

    A condition is necessary if the moves it keeps are right more often than those it excludes, and the p-value of this
    difference is at most `chance` (Fisher's exact test).
    """
    coverage = Coverage.of(evidence, FULL)
    is_reference = evidence.targets({reference: 1.0}) > 0
    shorter = {each: None for rule in rules for each in shorter_rules(rule.named(""))}
    tallies = {
        rule: (int(is_reference[rows].sum()), len(rows))
        for group in ([rule.named("") for rule in rules], list(shorter))
        for rule, rows in zip(group, coverage.rows(group), strict=True)
    }

    def is_necessary(rule: Rule) -> bool:
        hits, count = tallies[rule]
        wider = (tallies[each] for each in shorter_rules(rule))
        excluded = [(all_hits - hits, every - count) for all_hits, every in wider]
        return all(
            hits * others > other_hits * count and fisher_exact(hits, count, other_hits, others) <= chance
            for other_hits, others in excluded
        )

    return [rule for rule in rules if is_necessary(rule.named(""))]


def keep_precise(rules: Sequence[Rule], evidence: Evidence, reference: Reference, least: float) -> list[Rule]:
    """Return the rules whose precision is at least this by Wilson's lower bound, and all warnings."""
    if not least:
        return list(rules)
    is_reference = evidence.targets({reference: 1.0}) > 0
    covered = Coverage.of(evidence, FULL).rows(rules)
    return [
        rule
        for rule, rows in zip(rules, covered, strict=True)
        if is_warning(rule) or wilson(int(is_reference[rows].sum()), len(rows))[0] >= least
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


class _Tallies:
    """Counts what rules cover in some evidence, each rule once."""

    def __init__(self, conditions: RuleConditions, counter: RuleCounter) -> None:
        self._conditions = conditions
        self._counter = counter
        # A rule without conditions suggests every move.
        self._known: dict[Numbers, Counts] = {(): (counter.totals.rows, 0, counter.totals.positives)}

    def count(self, rules: Iterable[Numbers]) -> None:
        """Count those rules that are not counted yet."""
        new = [rule for rule in dict.fromkeys(rules) if rule not in self._known]
        if not new:
            return
        with self._counter.open() as count_rules:
            for rule, tally, _ in count_rules(new, self._conditions.core):
                self._known[rule] = tally

    def precision(self, rule: Numbers) -> float:
        rows, _, hits = self._known[rule]
        return hits / rows if rows else 0.0

    def best_without_one(self, rule: Numbers) -> float:
        """Return the highest precision that the rule reaches without one of its conditions."""
        return max(self.precision(shorter) for shorter in _shorter(rule))


def _clearly_better_with_each(rules: list[Numbers], lows: dict[Numbers, float], tallies: _Tallies) -> list[Numbers]:
    tallies.count(shorter for rule in rules for shorter in _shorter(rule))
    bars = {rule: tallies.best_without_one(rule) for rule in rules}
    return [rule for rule, bar in bars.items() if lows[rule] >= bar + max(LEAST_GAIN, LEAST_RELATIVE_GAIN * bar)]


def _better_with_each(rules: list[Numbers], tallies: _Tallies) -> list[Numbers]:
    tallies.count(part for rule in rules for part in (rule, *_shorter(rule)))
    return [rule for rule in rules if tallies.precision(rule) > tallies.best_without_one(rule)]


def _shorter(rule: Numbers) -> list[Numbers]:
    return [rule[:place] + rule[place + 1 :] for place in range(len(rule))]


def _halves(evidence: Evidence) -> list[Evidence]:
    """Split the games into those with odd and even numbers; return [] if one half would be empty."""
    is_odd = evidence.games % 2 == 1
    if is_odd.all() or not is_odd.any():
        return []
    return [evidence.take(np.flatnonzero(is_odd)), evidence.take(np.flatnonzero(~is_odd))]
