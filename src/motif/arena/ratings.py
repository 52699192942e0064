"""Ratings of a whole pool from the pairs its players played, whoever met whom.

Bradley-Terry: player i scores 1 / (1 + exp(r_j - r_i)) against j, draws being half points, and the ratings r
are those that make the results likeliest (Bradley & Terry 1952; found by Newton's method). Each player brings
one virtual draw, shared among its opponents as its real games are, so that a perfect score stays finite.

The errors are those of pairs, not of games: with L the information matrix and u the residual of a pair,
cov(r) = L^+ (sum u u^T) L^+ (the sandwich of Huber 1967 and White 1980).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from motif.arena.records import PairRecord
from motif.errors import UnknownName


@dataclass(frozen=True, slots=True)
class Anchor:
    """The player whose rating is given, so that all others are measured from it."""

    name: str
    elo: float = 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo, half the width of its 95 % interval, and what it rests on."""

    name: str
    elo: float
    error: float
    points: float
    games: int

    def __str__(self) -> str:
        return f"{self.name} {self.elo:.0f} ± {self.error:.0f} ({self.points:g} / {self.games})"


def rate(pairs: Iterable[PairRecord], anchor: Anchor | None = None) -> list[Rating]:
    """The ratings, best first, from the pairs in which nobody failed; without an anchor their mean is zero."""
    pairs = [pair for pair in pairs if pair.was_played]
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    if anchor and anchor.name not in names:
        raise UnknownName(f"the anchor {anchor.name!r} played no game", hint=f"one of: {', '.join(names)}")
    if not names:
        return []
    # Only who rates waits for NumPy; whoever plays a match or asks for its help page does not.
    from motif.arena.strengths import strengths_of

    fixed = names.index(anchor.name) if anchor else None
    begin = anchor.elo if anchor else 0.0
    strengths = zip(names, strengths_of(pairs, names, fixed), strict=True)
    ratings = [Rating(name, begin + elo, error, points, games) for name, (elo, error, points, games) in strengths]
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.name))
