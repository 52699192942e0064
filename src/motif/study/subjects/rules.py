"""Learned rules: which the player passes by, where they are right, more often than peers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from motif.study.counting import Subject, Tally
from motif.study.peers import Peers
from motif.study.profile import Claim, Example, Kind, RuleRecord
from motif.study.subjects.claims import compared, percent, share
from motif.study.subjects.motifs import Tallies, found_of
from motif.study.values import Rate
from motif.tactics.library.library import Library

MOSTLY_FOLLOWED = 1 / 3
"""Nobody is told that they pass by a rule which they follow in two of three cases."""

MOST_ALIKE = 0.5
"""Of the moments at which a rule was passed by, so many may be another's."""


def rule_records(tallies: Tallies, peers: Peers | None, opponents: Peers) -> tuple[RuleRecord, ...]:
    """Every rule that was on, the one first that was on most often."""
    records = [
        RuleRecord(rule, found_of(own.counted.rate), _found(peers, rule), _found(opponents, rule))
        for (subject, rule), own in tallies.items()
        if subject is Subject.RULES
    ]
    return tuple(sorted(records, key=lambda record: -record.found.count))


def _found(others: Peers | None, rule: str) -> Rate | None:
    rate = others.rate((Subject.RULES, rule)) if others else None
    return found_of(rate) if rate else None


def rule_claims(tallies: Tallies, moves: int, peers: Peers | None) -> list[Claim]:
    """A claim for each rule that peers had occasion to follow as well."""
    if peers is None:
        return []
    texts = {rule.sentence(): rule.text() for rule in Library.shipped().rules}
    own = {rule: each for (subject, rule), each in tallies.items() if subject is Subject.RULES}
    known = {rule: others for rule in own if (others := peers.rate((Subject.RULES, rule))) is not None}
    # Of rules passed by equally often the list that ships has the better one first.
    order = [*(rule for rule in texts if rule in known), *(rule for rule in known if rule not in texts)]
    return [
        replace(_claim(rule, own[rule], known[rule], moves), rule=texts.get(rule))
        for rule in _apart({rule: own[rule] for rule in order})
    ]


def _apart(own: dict[str, Tally]) -> Iterator[str]:
    """The rules, those that were passed by most often first; one that was passed by at the same moves is left out."""
    seen: list[set[Example]] = []
    for rule, each in sorted(own.items(), key=lambda pair: -len(pair[1].examples)):
        moments = set(each.examples)
        if all(len(moments & other) <= MOST_ALIKE * len(moments) for other in seen):
            seen.append(moments)
            yield rule


def _claim(rule: str, own: Tally, others: Rate, moves: int) -> Claim:
    rate = own.counted.rate
    said = rule.rstrip(".")
    words = (
        f"A rule that you pass by where it is right: {said}. You did so in {share(rate)} cases where it was right; "
        f"peers pass it by in {percent(others.value)} of theirs."
    )
    claim = compared(Kind.RULE, said, words, own, others, moves)
    # Who passes it by less often than peers may have had the easier positions: that is no strength.
    is_leak = rate.value > others.value and rate.value > MOSTLY_FOLLOWED
    return claim if is_leak else replace(claim, p=1.0)
