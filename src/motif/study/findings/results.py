"""Compare results with what ratings expect: with each colour, against stronger opponents, late in a row, by opening.

A kind of game is a weakness if it scores below expectation, and further below than the player's other games, since a
player who is getting worse scores too little everywhere. A game's score S differs from its expectation E by chance with
a variance of at most E(1 - E), less with draws, so z = (sum of E - S) / sqrt(sum of E(1 - E)) errs on the safe side.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import sqrt

from motif.board.wording import counted
from motif.study.findings.compare import RateComparison
from motif.study.games import UNNAMED, Rate, StudiedGame
from motif.study.profile import MOST_EXAMPLES, Example, Finding, Kind

FEWEST = 10
"""The fewest games of a kind, and of others, for a comparison."""

STRONGER_ELO = 50
"""An opponent rated this many points higher counts as stronger."""

LONGEST_BREAK = timedelta(hours=1)
"""Games that begin within this time of each other belong to one session."""

LATE_IN_A_ROW = 4

SPREAD = 0.06
"""How far players differ, as a standard deviation of the score, beyond what ratings expect (experiments/first-
screen)."""


@dataclass(frozen=True, slots=True)
class Shortfall:
    """How far games score below expectation, and the standard error of that."""

    value: float
    error: float

    @property
    def z(self) -> float:
        return self.value / self.error


@dataclass(frozen=True, slots=True)
class Scored:
    """Games that have a result, with the points scored and expected."""

    games: tuple[StudiedGame, ...]

    @classmethod
    def of(cls, games: Sequence[StudiedGame]) -> Scored:
        return cls(tuple(game for game in games if game.score is not None))

    @property
    def made(self) -> float:
        return sum(game.score or 0.0 for game in self.games)

    @property
    def expected(self) -> float:
        """The points that the ratings expect; half a point for a game without ratings."""
        return sum(map(_expected, self.games))

    @property
    def variance(self) -> float:
        """The largest possible variance of the points."""
        return sum(_expected(game) * (1 - _expected(game)) for game in self.games)

    def below(self, others: Scored | None = None) -> Shortfall:
        """How far these games score below expectation, per game; given `others`, how much further below than those."""
        if not self.games or (others is not None and not others.games):
            return Shortfall(0.0, 1.0)
        value = (self.expected - self.made) / len(self.games)
        error = sqrt(self.variance) / len(self.games)
        if others is not None:
            value -= (others.expected - others.made) / len(others.games)
            error = sqrt(error**2 + others.variance / len(others.games) ** 2)
        return Shortfall(value, error)

    def words(self, where: str) -> str:
        """The score as text: "38 % in 30 games with White (the ratings expect 45 %)"."""
        made = f"{100 * self.made / len(self.games):.0f} % in {counted(len(self.games), 'game')} {where}".rstrip()
        if any(game.expected is None for game in self.games):
            return made
        return f"{made} (the ratings expect {100 * self.expected / len(self.games):.0f} %)"


def _expected(game: StudiedGame) -> float:
    return 0.5 if game.expected is None else game.expected


@dataclass(frozen=True, slots=True)
class GamesOfAKind:
    """Some of the player's games, what they have in common, and the games with which their results are compared."""

    kind: Kind
    subject: str
    where: str
    """Follows "38 % in 30 games"."""
    weakness: str
    strength: str
    advice: str
    own: Scored
    others: Scored

    @property
    def name(self) -> tuple[Kind, str]:
        return self.kind, self.subject

    def finding(self, all_games: int) -> Finding | None:
        """What the results say; None if there are too few games of this kind, or too few others."""
        own, others = self.own, self.others
        if min(len(own.games), len(others.games)) < FEWEST:
            return None
        weaker = min(own.below(), own.below(others), key=lambda each: each.z)
        stronger = max(own.below(), own.below(others), key=lambda each: each.z)
        drawn = weaker if weaker.z > 0 else stronger if stronger.z < 0 else None
        comparison = RateComparison.of(drawn.value, drawn.error, SPREAD) if drawn else RateComparison(0.0, 0.5)
        lost = [game for game in own.games if game.score == 0.0 and game.moves]
        return Finding(
            self.kind,
            self.subject,
            self.strength if comparison.value < 0 else self.weakness,
            f"{own.words(self.where)}; {others.words('of other kinds')}.",
            self.advice,
            Rate.of_points(1 - (game.score or 0.0) for game in own.games),
            sum(game.score == 0.0 for game in own.games),
            max(0.0, own.expected - own.made) / all_games,
            None,
            0.0,
            None,
            comparison.value * len(own.games) / all_games,
            comparison.chance,
            tuple(Example(game.number, _worst(game)) for game in lost[:MOST_EXAMPLES]),
        )


def _worst(game: StudiedGame) -> int:
    return max(game.plies(), key=lambda ply: game.moves[ply].lost, default=0)


def findings_of_results(games: Sequence[StudiedGame]) -> Iterator[Finding]:
    """Findings about kinds of games that score less or more than the ratings expect and than the player's others."""
    for each in kinds_of_games(games):
        if (finding := each.finding(len(games))) is not None:
            yield finding


def kinds_of_games(all_games: Sequence[StudiedGame]) -> Iterator[GamesOfAKind]:
    """Yield every kind of game that is compared."""
    games = Scored.of(all_games).games
    for is_white, colour in ((True, "White"), (False, "Black")):
        yield GamesOfAKind(
            Kind.RESULTS,
            f"with {colour}",
            f"with {colour}",
            f"You score too little with {colour}",
            f"You score well with {colour}",
            f"Look at your last ten games with {colour}: where did each begin to go wrong?",
            *_parted(games, [game.is_white == is_white for game in games]),
        )
    for sign, who, side in ((1, "stronger", "above"), (-1, "weaker", "below")):
        gaps = [sign * ((game.opponent_rating or 0) - (game.rating or 0)) for game in games]
        yield GamesOfAKind(
            Kind.RESULTS,
            f"against {who} players",
            f"against players rated {STRONGER_ELO} points or more {side} you",
            f"You score too little against {who} players",
            f"You score well against {who} players",
            "Play the position, not the rating: the same checks before every move against everybody.",
            *_parted(games, [gap >= STRONGER_ELO for gap in gaps]),
        )
    if places := places_in_session(games):
        yield GamesOfAKind(
            Kind.RESULTS,
            "late in a row",
            f"from the {LATE_IN_A_ROW}th in a row on",
            "You play on when you are tired",
            "You play well in long sessions",
            f"Stop after {LATE_IN_A_ROW - 1} games, or after a loss.",
            *_parted(games, [places.get(game.number, 1) >= LATE_IN_A_ROW for game in games]),
        )
    for (family, is_white), number in sorted(Counter((game.family, game.is_white) for game in games).items()):
        if family == UNNAMED or number < FEWEST:
            continue
        name = f"{family} with {'White' if is_white else 'Black'}"
        alike = [game for game in games if game.is_white == is_white]
        yield GamesOfAKind(
            Kind.OPENING,
            name,
            f"in the {name}",
            f"Your {name} scores too little",
            f"Your {name} scores well",
            "Look up where your games in it left the book, and learn one better move for each.",
            *_parted(alike, [game.family == family for game in alike]),
        )


def _parted(games: Sequence[StudiedGame], holds: Sequence[bool]) -> tuple[Scored, Scored]:
    own, others = (
        Scored(tuple(game for game, each in zip(games, holds, strict=True) if each is wanted))
        for wanted in (True, False)
    )
    return own, others


def places_in_session(games: Sequence[StudiedGame]) -> dict[int, int]:
    """The place of each game in its session, from dates and times if the file has them."""
    begun = []
    for game in games:
        try:
            begun.append((datetime.strptime(f"{game.date} {game.time}", "%Y.%m.%d %H:%M:%S"), game.number))
        except ValueError:
            continue
    places: dict[int, int] = {}
    previous, place = None, 0
    for when, number in sorted(begun):
        place = place + 1 if previous is not None and when - previous <= LONGEST_BREAK else 1
        places[number], previous = place, when
    return places
