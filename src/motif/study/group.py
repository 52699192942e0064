"""Summarize a class: a line for each pupil, shared weaknesses, and who makes fewer mistakes than before.

Improvement is measured by the moves that lost 10 % or more, in the older and the newer half of a pupil's games, and
tested over the whole class.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean

from motif.study.findings.progress import FALSE_DISCOVERIES, FEWEST_GAMES, significant
from motif.study.games import Rate, StudiedGame
from motif.study.profile import Counted, Finding, Kind, Profile, difference
from motif.study.review import MISTAKE
from motif.study.study import Study


class Course(StrEnum):
    """How a pupil's newer games compare with the older ones."""

    BETTER = "better"
    WORSE = "worse"
    UNKNOWN = "cannot be said"


@dataclass(frozen=True, slots=True)
class Pupil:
    """A player of a class, with the share of mistakes in the older and the newer half of the games."""

    profile: Profile
    before: Rate
    now: Rate
    course: Course

    @property
    def since(self) -> str:
        """What became of the previous study's findings, as in "1 fixed, 2 not yet"; empty if there was none."""
        changes = [each.change for each in self.profile.progress.findings]
        return ", ".join(f"{changes.count(change)} {change}" for change in dict.fromkeys(changes))


@dataclass(frozen=True, slots=True)
class Shared:
    """A weakness that several pupils share: who, and its mean cost in points per game."""

    title: str
    pupils: tuple[str, ...]
    cost: float


@dataclass(frozen=True, slots=True)
class Group:
    """The summary of a class."""

    pupils: tuple[Pupil, ...]
    shared: tuple[Shared, ...]


def group_of(studies: Sequence[Study]) -> Group:
    """Summarize the studies of a class."""
    halves = [_halves(study.games) for study in studies]
    chances = [
        difference(before.effective, now.effective) if len(study.games) >= FEWEST_GAMES else 1.0
        for study, (before, now) in zip(studies, halves, strict=True)
    ]
    holds = significant(chances, FALSE_DISCOVERIES) if chances else []
    pupils = (
        Pupil(study.profile, before.rate, now.rate, _course(before.rate, now.rate, held=held))
        for study, (before, now), held in zip(studies, halves, holds, strict=True)
    )
    return Group(tuple(pupils), tuple(_shared([study.profile for study in studies])))


def _halves(games: Sequence[StudiedGame]) -> tuple[Counted, Counted]:
    """Mistakes game by game in the older and the newer half; without dates, in the order of the file."""
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


def _shared(profiles: Sequence[Profile]) -> list[Shared]:
    """The weaknesses of two or more pupils; first those of most pupils, then the costliest."""
    by_name: dict[tuple[Kind, str], list[tuple[str, Finding]]] = defaultdict(list)
    for profile in profiles:
        for finding in profile.work_on:
            by_name[finding.name].append((profile.player, finding))
    shared = [
        Shared(some[0][1].title, tuple(player for player, _ in some), fmean(finding.cost for _, finding in some))
        for some in by_name.values()
        if len(some) > 1
    ]
    return sorted(shared, key=lambda each: (-len(each.pupils), -each.cost))
