"""What is said of a whole class holds over the whole class: thirty pupils are thirty times as many chances to err.

A claim stays *said*, and a leak *proven*, only if it is significant among all that was tested of all pupils as well
(Benjamini and Hochberg); so no page says more than it would alone. What is *likely* is so by the odds for one pupil,
whatever is asked of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motif.study.comparing import significant
from motif.study.profile import Certainty, Claim, Kind, Leak, Profile
from motif.study.study import Study
from motif.study.subjects.claims import FEWEST_GAMES, to_work_on

Name = tuple[Kind, str]


def hold_together(studies: Sequence[Study]) -> list[Study]:
    """The studies with only that said which holds among all of them."""
    tests = [
        (place, _name(claim), claim.p)
        for place, study in enumerate(studies)
        for claim in study.profile.claims
        if claim.p < 1 and study.profile.games >= FEWEST_GAMES
    ]
    held = significant([p for _, _, p in tests]) if tests else []
    said = {(place, name) for (place, name, _), holds in zip(tests, held, strict=True) if holds}
    return [
        Study(_weighed(study.profile, {name for where, name in said if where == place}), study.games)
        for place, study in enumerate(studies)
    ]


def _weighed(profile: Profile, said: set[Name]) -> Profile:
    marked = [replace(claim, said=claim.said and _name(claim) in said) for claim in profile.claims]
    claims = tuple(sorted(marked, key=lambda claim: (not claim.said, -claim.cost, claim.kind, claim.subject)))
    order = list(Certainty)
    leaks = [replace(leak, standing=_standing(leak, said)) for leak in profile.leaks]
    return replace(
        profile,
        claims=claims,
        work_on=to_work_on(claims),
        leaks=tuple(sorted(leaks, key=lambda leak: order.index(leak.standing))),
    )


def _standing(leak: Leak, said: set[Name]) -> Certainty:
    is_demoted = leak.standing is Certainty.PROVEN and _name(leak) not in said
    return Certainty.LIKELY if is_demoted else leak.standing


def _name(claim: Claim | Leak) -> Name:
    return claim.kind, claim.theme or claim.subject
