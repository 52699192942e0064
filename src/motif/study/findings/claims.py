"""Claims while they are made: what was counted beside what it is compared with, and the words for it.

Costs are winning chance in a hundred moves of the player: what the hits beyond the others' share have lost.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motif.study.games import Rate
from motif.study.peers import Tally
from motif.study.profile import FALSE_DISCOVERIES, Claim, Kind, difference, significant

MOST_EXAMPLES = 6
MOST_TO_WORK_ON = 3

FEWEST = 5
"""Fewer than so many cases say nothing, whatever the test says."""

FEWEST_GAMES = 10
"""With fewer games there are examples, but no claims worth their name."""

OPPONENTS = "your opponents"
"""Whom a share is compared with, where these are no peers."""

ASKED_IN_VAIN = 0.99
"""The p-value of a question that says nothing against the player: it counts among the tests."""

LEARNED = frozenset({Kind.HABIT, Kind.RULE, Kind.PATTERN})
CAUSES = frozenset({Kind.MISSED, Kind.ALLOWED, Kind.OVERSIGHT})


def rank(kind: Kind) -> int:
    """A cause stands before a mere place, and what a program learned stands behind both.

    A phase or a clock says where the mistakes are, and has all that a leak of the player costs in its own sum: by cost
    alone it would stand before the cause (experiments/leaks).
    """
    return 0 if kind in CAUSES else 2 if kind in LEARNED else 1


def compared(kind: Kind, subject: str, words: str, own: Tally, others: Rate, moves: int) -> Claim:
    """A claim that the player's share differs from the others'; whether it is said is decided among all."""
    rate = own.counted.rate
    # Where the player does better, what counts is how often it should have happened.
    cases = rate.hits if rate.value > others.value else others.value * rate.count
    p = difference(own.counted.effective, others) if cases >= FEWEST else 1.0
    beyond = (rate.value - others.value) * rate.count
    cost = 100 * beyond * own.mean_lost / max(1, moves)
    return Claim(kind, subject, words, rate, others, p, said=False, cost=cost, examples=own.examples[:MOST_EXAMPLES])


def decided(claims: Sequence[Claim], share: float = FALSE_DISCOVERIES, *, enough: bool = True) -> list[Claim]:
    """The claims with those said that hold among all that were tested; none where there are not games enough."""
    tested = [claim for claim in claims if claim.p < 1 and enough]
    holds = dict(zip(map(id, tested), significant([claim.p for claim in tested], share), strict=True)) if tested else {}
    return [replace(claim, said=holds.get(id(claim), False)) for claim in claims]


def in_order(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """What is said first, then by cost."""
    return tuple(sorted(claims, key=lambda claim: (not claim.said, -claim.cost, claim.kind, claim.subject)))


def strengths(claims: Sequence[Claim]) -> list[Claim]:
    """Those in which the player does better."""
    return [claim for claim in claims if claim.kind is Kind.STRENGTH]


def to_work_on(claims: Sequence[Claim]) -> tuple[Claim, ...]:
    """What costs most, at most three, and no motif twice; causes first, then places, then what was learned."""
    chosen: dict[str, Claim] = {}
    for claim in sorted(claims, key=lambda claim: (rank(claim.kind), -claim.cost)):
        if claim.said and claim.kind is not Kind.STRENGTH and claim.cost > 0:
            chosen.setdefault(claim.theme or f"{claim.kind} {claim.subject}", claim)
    return tuple(chosen.values())[:MOST_TO_WORK_ON]
