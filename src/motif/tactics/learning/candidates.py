"""Rules that are worth saying: few words, and no condition that could be left out.

A condition is necessary where the rule is certainly more precise with it than without it:
wilson_low(rule) >= precision(rule without it) + max(MARGIN, SHARE * precision(rule without it)).
A rule is trusted when every condition also makes it more precise in each half of the training games alone. Where it
was found among other positions, puzzles say, it must show in the games too that it needs every condition (`needed`).
A warning ("Allow no mate in one.") suggests nearly every move, and says little of any of them: it is worth saying for
the few that it excludes, if these are certainly seldom right. Whatever tells more than what must not happen has to be
right often enough in the games themselves (`often_right`). And what is said in one condition may be said with the care
that it allows no fork (`with_care`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from motif.runtime.parallel import Workers
from motif.statistics.examples import Evidence, Reference
from motif.statistics.intervals import fisher, wilson, wilson_low
from motif.tactics.clauses import Literal
from motif.tactics.learning.conditions import Conditions
from motif.tactics.learning.levels import MOST_IN_A_DRAFT, FoundRule, Learner
from motif.tactics.rule import Counts, Coverage, Numbers, Rule, RuleCounter, Tally, Totals
from motif.tactics.vocabulary import FULL
from motif.tactics.wording import FACTS

MARGIN, SHARE = 0.02, 0.1
"""A condition must raise the precision by so much, and by such a share of what it was."""

WARNED = 4
"""What a warning excludes is certainly right so many times less often than what it keeps."""

UNCOUNTED = ("legal_move", "make_move")
"""What only says that there is a move, and is no condition."""

_FORBIDDEN = ("allows_no_mate", "allows_no_fork", "leaves_nothing_hanging", "nets_at_least")
"""What only says what must not happen; of what a move nets no more than that nothing is lost."""

_BAD_STATES = ("attacked", "undefended", "hanging", "pinned", "trapped", "overloaded")
_BAD_DEEDS = ("attacks", "threatens", "pins", "new_attack", "pins_to", "skewers")
"""What happens to a man after its move by accident, and never on anybody's advice."""


@dataclass(frozen=True, slots=True)
class Brevity:
    """How many words a rule's sentence may have, and how precise the rule must certainly be to be worth one."""

    words: int = 15
    low: float = 0.05


def worth_saying(
    learner: Learner, evidence: Evidence, reference: Reference, brevity: Brevity | None = None
) -> list[FoundRule]:
    """Of what a learner found on this evidence the rules that a coach would say, the most certain first.

    Of an interrupted search the most certain are not asked whether they need every condition: that takes long.
    """
    brevity = brevity or Brevity()
    conditions = learner.conditions
    rules, counts = learner.closed()
    lows = dict(zip(rules, wilson_low(counts[:, 2], counts[:, 0]).tolist(), strict=True))
    tallies = {rule: Tally(*tally) for rule, tally in zip(rules, counts.tolist(), strict=True)}
    certain = [rule for rule in rules if lows[rule] >= brevity.low]
    if learner.state.interrupted:
        kept = sorted(certain, key=lambda rule: -lows[rule])[:MOST_IN_A_DRAFT]
    else:
        kept = _necessary(certain, lows, _Tallies(conditions, learner.counter))
        warnings = (rule for rule in rules if _is_warning(rule, tallies[rule], learner.counter.totals))
        kept += [rule for rule in warnings if rule not in kept]
        for half in _halves(evidence):
            kept = _better_together(kept, _Tallies(conditions, RuleCounter(half, reference, Workers())))
        kept.sort(key=lambda rule: -lows[rule])
    sayable = (
        FoundRule(conditions.rule(rule, f"tactic_{place}"), tallies[rule]) for place, rule in enumerate(kept, start=1)
    )
    return [each for each in sayable if is_advice(each.rule) and _is_told_briefly(each.rule, brevity)]


def _is_warning(rule: Numbers, kept: Tally, all_moves: Totals) -> bool:
    """Whether one condition excludes moves that are certainly bad, and so few that it is not advice."""
    rows, positives = all_moves.rows - kept.rows, all_moves.positives - kept.positives
    is_single = len(rule) == 1 and 0 < rows < kept.rows
    return is_single and wilson(positives, rows)[1] * WARNED <= kept.precision


def _is_told_briefly(rule: Rule, brevity: Brevity) -> bool:
    """Whether the sentence is short and says all: some conditions have no place in some sentences."""
    sentence = rule.sentence()
    is_whole = all(shorter.sentence() != sentence for shorter in without_one(rule))
    return is_whole and len(sentence.split()) <= brevity.words


def without_one(rule: Rule) -> list[Rule]:
    """The rules that a rule becomes without one of its conditions; that there is a move is none.

    >>> rule = Rule.parse("t(P, F, T) :- legal_move(F, T, P), kind(F, pawn, P), captures(F, T, P).")
    >>> [shorter.sentence() for shorter in without_one(rule)]
    ['Capture an enemy piece.', 'Move a pawn.']
    """
    counted = [literal for literal in rule.body if literal.relation not in UNCOUNTED]
    return [
        Rule(rule.name, rule.head, tuple(other for other in rule.body if other is not literal)) for literal in counted
    ]


CARE = "allows_no_fork"


def with_care(rules: Iterable[Rule]) -> list[Rule]:
    """The rules of one condition once more, each with the care that no fork is allowed.

    >>> take = Rule.parse("t(P, F, T) :- legal_move(F, T, P), captures(F, T, P).")
    >>> [rule.sentence() for rule in with_care([take])]
    ['Capture an enemy piece, allowing no fork in reply.']
    """
    return [
        Rule(rule.name, rule.head, (*rule.body, Literal(CARE, (rule.head[1], rule.head[2], rule.head[0]))))
        for rule in rules
        if len(without_one(rule)) == 1 and all(literal.relation != CARE for literal in rule.body)
    ]


def needed(rules: Sequence[Rule], evidence: Evidence, reference: Reference, chance: float) -> list[Rule]:
    """The rules without a condition that could be left out: the moves that it keeps are better than those that it
    excludes, and so great a difference has at most this chance to come about by lot (Fisher).
    """
    coverage = Coverage.of(evidence, FULL)
    is_reference = evidence.targets({reference: 1.0}) > 0
    shorter = {each: None for rule in rules for each in without_one(rule.named(""))}
    tallies = {
        rule: (int(is_reference[rows].sum()), len(rows))
        for group in ([rule.named("") for rule in rules], list(shorter))
        for rule, rows in zip(group, coverage.rows(group), strict=True)
    }

    def is_needed(rule: Rule) -> bool:
        hits, count = tallies[rule]
        wider = (tallies[each] for each in without_one(rule))
        excluded = [(all_hits - hits, every - count) for all_hits, every in wider]
        return all(
            hits * others > other_hits * count and fisher(hits, count, other_hits, others) <= chance
            for other_hits, others in excluded
        )

    return [rule for rule in rules if is_needed(rule.named(""))]


def often_right(rules: Sequence[Rule], evidence: Evidence, reference: Reference, share: float) -> list[Rule]:
    """The rules that are certainly right in such a share of their suggestions (Wilson), and those that only warn."""
    if not share:
        return list(rules)
    is_reference = evidence.targets({reference: 1.0}) > 0
    covered = Coverage.of(evidence, FULL).rows(rules)
    return [
        rule
        for rule, rows in zip(rules, covered, strict=True)
        if only_warns(rule) or wilson(int(is_reference[rows].sum()), len(rows))[0] >= share
    ]


def only_warns(rule: Rule) -> bool:
    """Whether a rule names no move that is good, only what must not happen.

    >>> careful = Rule.parse("t(P, F, T) :- legal_move(F, T, P), leaves_nothing_hanging(F, T, P).")
    >>> knight = Rule.parse("t(P, F, T) :- legal_move(F, T, P), leaves_nothing_hanging(F, T, P), kind(F, knight, P).")
    >>> only_warns(careful), only_warns(knight)
    (True, False)
    """
    said = [literal for literal in rule.body if literal.relation not in UNCOUNTED]
    return all(
        literal.relation in _FORBIDDEN and (literal.relation != "nets_at_least" or literal.arguments[2] == "0")
        for literal in said
    )


def is_advice(rule: Rule) -> bool:
    """Whether a rule says something a pupil could use: nothing bad of the man that moved, nobody met by the way.

    >>> is_advice(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), kind(F, pawn, P), defended(T, N)."))
    True
    >>> is_advice(Rule.parse("t(P, F, T) :- make_move(F, T, P, N), kind(F, pawn, P), hanging(T, N)."))
    False
    """
    position, origin, target = rule.head
    met: set[str] = set()
    for literal in rule.body:
        is_after = literal.arguments[-1] != position
        if is_after and literal.relation in _BAD_STATES and literal.arguments[0] == target:
            return False
        if is_after and literal.relation in _BAD_DEEDS and literal.arguments[1] == target:
            return False
        if literal.relation in FACTS and literal.relation != "worth_more":
            met |= set(literal.variables)
    return all(name in met or name in (origin, target) for name in _men(rule))


def _men(rule: Rule) -> set[str]:
    """The variables of further men."""
    after = {literal.arguments[-1] for literal in rule.body if literal.relation == "make_move"}
    return set(rule.existential) - after


class _Tallies:
    """What rules cover of some evidence, each counted once."""

    def __init__(self, conditions: Conditions, counter: RuleCounter) -> None:
        self._conditions = conditions
        self._counter = counter
        # Without any condition a rule suggests every move.
        self._known: dict[Numbers, Counts] = {(): (counter.totals.rows, 0, counter.totals.positives)}

    def count(self, rules: Iterable[Numbers]) -> None:
        """Count rules that are not known yet."""
        new = [rule for rule in dict.fromkeys(rules) if rule not in self._known]
        if not new:
            return
        with self._counter.open() as count_rules:
            for rule, tally, _ in count_rules(new, self._conditions.core):
                self._known[rule] = tally

    def precision(self, rule: Numbers) -> float:
        """How precise a rule is that was counted."""
        rows, _, hits = self._known[rule]
        return hits / rows if rows else 0.0

    def best_without_one(self, rule: Numbers) -> float:
        """How precise it is without that condition which it needs least."""
        return max(self.precision(shorter) for shorter in _shortened(rule))


def _necessary(rules: list[Numbers], lows: dict[Numbers, float], tallies: _Tallies) -> list[Numbers]:
    tallies.count(shorter for rule in rules for shorter in _shortened(rule))
    bars = {rule: tallies.best_without_one(rule) for rule in rules}
    return [rule for rule, bar in bars.items() if lows[rule] >= bar + max(MARGIN, SHARE * bar)]


def _better_together(rules: list[Numbers], tallies: _Tallies) -> list[Numbers]:
    tallies.count(part for rule in rules for part in (rule, *_shortened(rule)))
    return [rule for rule in rules if tallies.precision(rule) > tallies.best_without_one(rule)]


def _shortened(rule: Numbers) -> list[Numbers]:
    return [rule[:place] + rule[place + 1 :] for place in range(len(rule))]


def _halves(evidence: Evidence) -> list[Evidence]:
    """The games by turns, each with all its positions; nothing where one half would be empty."""
    is_odd = evidence.games % 2 == 1
    if is_odd.all() or not is_odd.any():
        return []
    return [evidence.take(np.flatnonzero(is_odd)), evidence.take(np.flatnonzero(~is_odd))]
