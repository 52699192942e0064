"""What is said of a whole class holds over the whole class: thirty pupils are thirty times as many chances to err.

A claim stays *said* only if it is significant among all that was tested of all pupils as well (Benjamini and
Hochberg), and so for what is *likely* with one in five; so no page says more than it would alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from motif.study.comparing import significant
from motif.study.counting import sides_of
from motif.study.profile import Certainty, Claim, Kind, Leak, Profile
from motif.study.study import Study
from motif.study.subjects.claims import FEWEST, FEWEST_GAMES, to_work_on
from motif.study.subjects.leaks import MAY_BE_CHANCE, PLACES, spent_by

Name = tuple[Kind, str]


def hold_together(studies: Sequence[Study]) -> list[Study]:
    """The studies with only that said which holds among all of them."""
    tests = [
        (place, _name(claim), claim.p)
        for place, study in enumerate(studies)
        for claim in study.profile.claims
        if claim.p < 1 and study.profile.games >= FEWEST_GAMES
    ]
    spending = [(place, name, p) for place, study in enumerate(studies) for name, p in _spending(study).items()]
    said = _held(tests)
    likely = _held(tests, MAY_BE_CHANCE) | _held(spending, MAY_BE_CHANCE)
    return [
        Study(
            _weighed(
                study.profile,
                {name for where, name in said if where == place},
                {name for where, name in likely if where == place},
            ),
            study.games,
        )
        for place, study in enumerate(studies)
    ]


def _held(tests: Sequence[tuple[int, Name, float]], share: float = 0.05) -> set[tuple[int, Name]]:
    held = significant([p for _, _, p in tests], share) if tests else []
    return {(place, name) for (place, name, _), holds in zip(tests, held, strict=True) if holds}


def _spending(study: Study) -> dict[Name, float]:
    """How likely each thing costs the player more than the opponents by chance alone."""
    if len(study.games) < FEWEST_GAMES:
        return {}
    numbers = [game.number for game in study.games]
    spent = spent_by(sides_of(study.games), sides_of(study.games, players=False), study.games)
    return {
        name: each.p(numbers) for name, each in spent.items() if len(each.cases) >= FEWEST and name[0] not in PLACES
    }


def _weighed(profile: Profile, said: set[Name], likely: set[Name]) -> Profile:
    marked = [replace(claim, said=claim.said and _name(claim) in said) for claim in profile.claims]
    claims = tuple(sorted(marked, key=lambda claim: (not claim.said, -claim.cost, claim.kind, claim.subject)))
    order = list(Certainty)
    leaks = [replace(leak, standing=_standing(leak, said, likely)) for leak in profile.leaks]
    return replace(
        profile,
        claims=claims,
        work_on=to_work_on(claims),
        leaks=tuple(sorted(leaks, key=lambda leak: order.index(leak.standing))),
    )


def _standing(leak: Leak, said: set[Name], likely: set[Name]) -> Certainty:
    if leak.standing is Certainty.PROVEN and _name(leak) in said:
        return Certainty.PROVEN
    return Certainty.LIKELY if leak.standing is not Certainty.WATCH and _name(leak) in likely else Certainty.WATCH


def _name(told: Claim | Leak) -> Name:
    return told.kind, told.theme or told.subject
