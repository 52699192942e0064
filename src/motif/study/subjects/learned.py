"""What is learned from the games themselves: it takes seconds, depends on nothing else, and can be kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif.study.following import Followed, follow
from motif.study.games import StudiedGame
from motif.study.profile import Claim
from motif.study.subjects.habits import habit_claims
from motif.study.subjects.patterns import pattern_claims


@dataclass(frozen=True, slots=True)
class Learned:
    """Claims that are not decided yet, and what could not be said for want of games."""

    claims: tuple[Claim, ...]
    too_few: tuple[str, ...]
    followed: Followed = ()
    """Game by game the occasions to follow a rule of the coach's list."""


def learn(games: Sequence[StudiedGame]) -> Learned:
    """The habits of the player, what strong players would look at and this one passes by, and where rules were on."""
    habits, too_few = habit_claims(games)
    return Learned((*habits, *pattern_claims(games)), tuple(too_few), follow(games))
