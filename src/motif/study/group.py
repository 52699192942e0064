"""A class: its pupils, the leaks that several of them share, and who makes fewer mistakes than before.

Who improves is asked of the moves that lost .10 or more, in the older half of a pupil's games and in the newer one, and
held over the whole class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from statistics import fmean

from motif.study.findings.claims import FEWEST_GAMES, to_work_on
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Certainty, Claim, Counted, Kind, Leak, Profile, difference, significant
from motif.study.review import MISTAKE
from motif.study.study import Study


class Course(StrEnum):
    """How a pupil's newer games compare with the older ones."""

    BETTER = "better"
    WORSE = "worse"
    UNKNOWN = "cannot be said"


@dataclass(frozen=True, slots=True)
class Pupil:
    """One player of a class, and mistakes by their own moves: in the older half of the games, in the newer half."""

    profile: Profile
    before: Rate
    now: Rate
    course: Course


@dataclass(frozen=True, slots=True)
class SharedLeak:
    """A leak on the first screens of several pupils, and how sure it is of each of them."""

    title: str
    pupils: tuple[tuple[str, Certainty], ...]
    points: float
    """What it costs them in a hundred games, on average."""


@dataclass(frozen=True, slots=True)
class Group:
    """All that is said of a class."""

    pupils: tuple[Pupil, ...]
    shared: tuple[SharedLeak, ...]


def group_of(studies: Sequence[Study]) -> Group:
    """What the studies of a class say together."""
    halves = [_halves(study.games) for study in studies]
    chances = [
        difference(before.effective, now.effective) if len(study.games) >= FEWEST_GAMES else 1.0
        for study, (before, now) in zip(studies, halves, strict=True)
    ]
    holds = significant(chances) if chances else []
    pupils = (
        Pupil(study.profile, before.rate, now.rate, _course(before.rate, now.rate, held=held))
        for study, (before, now), held in zip(studies, halves, holds, strict=True)
    )
    return Group(tuple(pupils), tuple(_shared([study.profile for study in studies])))


def _halves(games: Sequence[StudiedGame]) -> tuple[Counted, Counted]:
    """Mistakes game by game in the older and in the newer half; where dates are missing, the order is the file's."""
    ordered = sorted(games, key=lambda game: (game.date, game.number))
    middle = len(ordered) // 2
    return _mistakes(ordered[:middle]), _mistakes(ordered[middle:])


def _mistakes(games: Sequence[StudiedGame]) -> Counted:
    moves = [[move for ply, move in enumerate(game.moves) if game.is_players(ply)] for game in games]
    hits = (sum(move.lost >= MISTAKE for move in own) for own in moves)
    return Counted(tuple(hits), tuple(map(len, moves)))


def _course(before: Rate, now: Rate, *, held: bool) -> Course:
    if not held:
        return Course.UNKNOWN
    return Course.BETTER if now.value < before.value else Course.WORSE


def _shared(profiles: Sequence[Profile]) -> list[SharedLeak]:
    """What stands on two first screens or more; what most of them share comes first, then what costs most."""
    by_name: dict[tuple[Kind, str], list[tuple[str, Leak]]] = defaultdict(list)
    for profile in profiles:
        for leak in profile.leaks:
            by_name[leak.kind, leak.theme or leak.subject].append((profile.player, leak))
    shared = [
        SharedLeak(
            some[0][1].title,
            tuple((player, leak.standing) for player, leak in some),
            fmean(leak.points for _, leak in some),
        )
        for some in by_name.values()
        if len(some) > 1
    ]
    return sorted(shared, key=lambda leak: (-len(leak.pupils), -leak.points))


# What is said of a whole class holds over the whole class: thirty pupils are thirty times as many chances to err.

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
