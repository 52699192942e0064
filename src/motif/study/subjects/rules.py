"""Learned rules: which the player passes by, where they are right, more often than peers."""

from __future__ import annotations

from dataclasses import replace

from motif.study.counting import Subject, Tally
from motif.study.peers import Peers
from motif.study.profile import Claim, Kind, RuleRecord
from motif.study.subjects.claims import compared, percent, share
from motif.study.subjects.motifs import Tallies, found_of
from motif.study.values import Rate


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
    return [
        _claim(rule, own, others, moves)
        for (subject, rule), own in sorted(tallies.items())
        if subject is Subject.RULES and (others := peers.rate((subject, rule))) is not None
    ]


def _claim(rule: str, own: Tally, others: Rate, moves: int) -> Claim:
    rate = own.counted.rate
    said = rule.rstrip(".")
    words = (
        f"A rule that you pass by where it is right: {said}. You did so in {share(rate)} cases where it was right; "
        f"peers pass it by in {percent(others.value)} of theirs."
    )
    claim = compared(Kind.RULE, said, words, own, others, moves)
    # Who passes it by less often than peers may have had the easier positions: that is no strength.
    return claim if rate.value > others.value else replace(claim, p=1.0)
