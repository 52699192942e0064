"""What a study says about the player: claims with their counts and intervals, and only those that hold.

A claim is `said` when it is significant among all that were tested with it (Benjamini and Hochberg); the others are
kept, so that a reader can see what was looked at and not found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from math import erfc, log, sqrt

import numpy as np
from numpy.typing import NDArray

from motif.board.phases import Phase
from motif.board.wording import percent
from motif.statistics.intervals import effective_count, false_discovery_rates, fisher_exact
from motif.study.causes import Share
from motif.study.games import Oversight, Rate

# Is a share different from another? Exact tests on counts, corrected for games and for how much was tested.

FALSE_DISCOVERIES = 0.05

COINS = 3_999
"""So often the sides are swapped: no p-value is below 1 in 4,000."""

SPREAD = 0.25
"""How far people differ from their opponents, as the logarithm of a rate (experiments/first-screen)."""

Numbers = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Counted:
    """What was counted, game by game: so many of so many in each."""

    hits: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def rate(self) -> Rate:
        """All games together."""
        return Rate(sum(self.hits), sum(self.counts))

    @property
    def effective(self) -> Rate:
        """The same share of as many independent moves as these count for.

        >>> Counted((4, 0, 0, 0), (4, 4, 4, 4)).effective
        Rate(hits=1, count=3)
        """
        rate = self.rate
        if not rate.count:
            return rate
        hits = np.concatenate(
            [np.arange(count) < hit for hit, count in zip(self.hits, self.counts, strict=True)], dtype=np.bool_
        )
        games = np.repeat(np.arange(len(self.counts)), self.counts)
        count = max(1, round(effective_count(hits, rate.value, games)))
        return Rate(round(rate.value * count), count)


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """What both sides of the same games did, game by game: hits, out of how many, and all their other mistakes."""

    own: Numbers
    own_counts: Numbers
    own_rest: Numbers
    theirs: Numbers
    their_counts: Numbers
    their_rest: Numbers


@dataclass(frozen=True, slots=True)
class Excess:
    """By how much one side's rate is the greater, as a logarithm; how far chance alone moves it; how likely it does."""

    value: float
    error: float
    p: float

    @property
    def z(self) -> float:
        """The value in errors."""
        return self.value / self.error if self.error else 0.0


def swapped(both: Both, *, is_place: bool) -> Excess:
    """By how much the player's rate is above the opponents', tested by swapping the sides of games (one-sided).

    A place (a phase, a stage) is held against the same player's other moves: who is the weaker everywhere has no weak
    place. A cause is held against the other mistakes only by who makes fewer of these than the opponents: what is left
    over among few mistakes is worth telling as well.
    """
    chosen = np.vstack([np.ones((1, len(both.own)), np.float32), _coins(len(both.own))])

    def summed(one: Numbers, other: Numbers) -> Numbers:
        first, second = one.astype(np.float32), other.astype(np.float32)
        return np.asarray(chosen @ (first - second), np.float64) + float(second.sum())

    def ratio(one: Numbers, other: Numbers, counts: Numbers, other_counts: Numbers) -> Numbers:
        hits, among = summed(one, other), summed(counts, other_counts)
        others, other_among = float((one + other).sum()) - hits, float((counts + other_counts).sum()) - among
        return np.log((hits + 0.5) / (among + 1)) - np.log((others + 0.5) / (other_among + 1))

    values = ratio(both.own, both.theirs, both.own_counts, both.their_counts)
    games = np.ones(len(both.own))
    level = ratio(both.own_rest, both.their_rest, games, games)
    values = values - (level if is_place else np.minimum(level, 0.0))
    value, chance = float(values[0]), values[1:]
    as_far = int((chance >= value - 1e-9).sum())
    return Excess(value, float(np.sqrt(np.mean(chance**2))), (1 + as_far) / (1 + len(chance)))


@cache
def _coins(games: int) -> NDArray[np.float32]:
    return np.random.default_rng(29).integers(0, 2, (COINS, games)).astype(np.float32)


def beside_peers(own: Counted, others: Rate) -> Excess:
    """By how much the player's rate is above that of others, whose count is large; p as `difference` has it."""
    rate, effective = own.rate, own.effective
    if not rate.count or not others.count:
        return Excess(0.0, 1.0, 1.0)
    value = log((rate.hits + 0.5) / (rate.count + 1)) - log((others.hits + 0.5) / (others.count + 1))
    error = sqrt(1 / (effective.hits + 0.5) + 1 / (others.hits + 0.5))
    return Excess(value, error, difference(effective, others) if value > 0 else 1.0)


def chance_of_more(excess: Excess, spread: float = SPREAD) -> float:
    """How likely the player's true rate is above the others', given how far people differ.

    >>> round(chance_of_more(Excess(0.4, 0.3, 0.09)), 2), chance_of_more(Excess(0.0, 0.3, 0.5))
    (0.8, 0.5)
    """
    if not excess.error:
        return 0.5
    return 0.5 * erfc(-excess.z * spread / sqrt(spread**2 + excess.error**2) / sqrt(2))


def difference(first: Rate, second: Rate) -> float:
    """Return how likely chance alone makes two shares differ this much (Fisher's exact test, two-sided).

    >>> round(difference(Rate(9, 10), Rate(50, 100)), 3)
    0.019
    """
    return fisher_exact(first.hits, first.count, second.hits, second.count)


def significant(p_values: Sequence[float], share: float = FALSE_DISCOVERIES) -> list[bool]:
    """Which of many tests hold together (Benjamini and Hochberg).

    >>> significant([0.001, 0.2, 0.02, 0.04])
    [True, False, True, False]
    """
    return [rate <= share for rate in false_discovery_rates(p_values)]


MOST_IN_A_GAME = 10_000
"""Moves; no game has so many."""


@dataclass(frozen=True, slots=True)
class Example:
    """A place in the studied games: the number of a game, and a ply."""

    game: int
    ply: int


class Kind(StrEnum):
    """What a claim is about."""

    MISSED = "missed"
    """A motif that the player misses more often than peers, when it is there to be played."""
    ALLOWED = "allowed"
    """A motif that the player allows more often than peers, counted by their own moves."""
    OVERSIGHT = "oversight"
    """What the player's mistakes overlook more often than those of the opponents in the same games."""
    CONVERSION = "conversion"
    """Winning positions that were not won, beside the opponents' in the same games."""
    HABIT = "habit"
    """A kind of move that loses for this player, learned from their own games."""
    RULE = "rule"
    """What a learned rule tells, and the player passes by more often than peers where it is right."""
    PATTERN = "pattern"
    """A kind of move that strong players look at and this player passes by."""
    PHASE = "phase"
    STAGE = "stage"
    """Moves late in the game, while neither side is far ahead."""
    CLOCK = "clock"
    OPENING = "opening"
    ENDGAME = "endgame"
    RESULTS = "results"
    """Games of a kind that score less than the ratings expect: with a colour, against stronger ones, late in a row."""
    STRENGTH = "strength"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is said about the player, with what it rests on.

    `cost` is the winning chance that it takes in a hundred moves of the player beyond what it takes from peers: what
    costs most stands first among the things to work on. `theme` is the motif to train, where there is one.
    """

    kind: Kind
    subject: str
    words: str
    yours: Rate
    peers: Rate | None
    p: float
    said: bool
    cost: float
    examples: tuple[Example, ...]
    theme: str | None = None
    rule: str | None = None
    """The learned rule of a habit, or of the coach's list, as the house of tactics writes it."""
    beside: str = "peers"
    """Whose share `peers` is: that of peers, of the opponents in these games, or of the player's own other moves."""


class Certainty(StrEnum):
    """How sure it is that something costs the player more than others."""

    PROVEN = "proven"
    """Significant among all that was tested: of what is called so, one in twenty may be chance."""
    LIKELY = "likely"
    """Nine to one that it costs the player more, given how far people of a rating differ."""
    WATCH = "watch"
    """It costs much; whether more than it costs others cannot be said."""


@dataclass(frozen=True, slots=True)
class Leak:
    """One of the things that cost the player most, in points: the winning chance that moves gave away.

    `points` are lost in a hundred games, with the 95 % interval; `opponents` is what the opponents lose in this way in
    the same games, None where they are not who it is compared with, and `points` then what is lost beyond those.
    """

    kind: Kind
    subject: str
    title: str
    words: str
    standing: Certainty
    points: float
    interval: tuple[float, float] | None
    opponents: float | None
    cases: int
    examples: tuple[Example, ...]
    theme: str | None = None
    rule: str | None = None
    beside: str = ""
    """Who carries it where it is proven or likely: peers, the opponents, or the player's own other games."""


@dataclass(frozen=True, slots=True)
class OversightRecord:
    """Of the blunders that were made, how many overlooked one kind of thing; the opponents in the same games."""

    oversight: Oversight | None
    """None for the blunders of which nobody could say it."""
    yours: Rate
    opponents: Rate


@dataclass(frozen=True, slots=True)
class MotifRecord:
    """How often a motif was found where it was on, and how often it was allowed, beside peers of the rating."""

    motif: str
    found: Rate
    allowed: Rate
    peers_found: Rate | None
    peers_allowed: Rate | None
    opponents_found: Rate | None = None
    opponents_allowed: Rate | None = None
    """The opponents in the same games: judged alike, whoever the peers are."""


@dataclass(frozen=True, slots=True)
class RuleRecord:
    """How often a learned rule was followed where it was right, beside peers of the rating and the opponents."""

    rule: str
    found: Rate
    peers_found: Rate | None
    opponents_found: Rate | None


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """How the player does in a phase: moves, mistakes among them, and the mean chance lost by a move."""

    phase: Phase
    mistakes: Rate
    mean_lost: float
    peers: Rate | None


@dataclass(frozen=True, slots=True)
class OpeningRecord:
    """An opening of the player: its case, how often, how it scored, where the player left what is known."""

    name: str
    eco: str
    is_white: bool
    games: int
    score: float
    mean_advantage: float
    """The player's when the opening was left, in centipawns."""
    left_first: Rate
    """How often the player was the first to leave what is known."""
    examples: tuple[Example, ...]


class SavedBy(StrEnum):
    """Who knows the line that keeps what an ending was worth."""

    TABLE = "exact, by a table"
    PROGRAM = "an evolved program, and the judge agrees"
    JUDGE = "the judge"


@dataclass(frozen=True, slots=True)
class SavingLine:
    """What should have been played where an ending was thrown away: the line, who says so, and a program's reason."""

    example: Example
    line: str
    by: SavedBy
    because: str = ""


@dataclass(frozen=True, slots=True)
class EndgameRecord:
    """A kind of ending that arose: how often, what was thrown away, and where tables say so exactly."""

    name: str
    games: int
    held: Rate
    """Games in which the better result that was there when the ending began was kept."""
    is_exact: bool
    examples: tuple[Example, ...]
    words: str
    kept: tuple[SavingLine, ...] = ()
    """For some of the examples the line that would have kept the result."""


@dataclass(frozen=True, slots=True)
class ClockRecord:
    """Mistakes by the time a move took or the time that was left."""

    name: str
    mistakes: Rate


@dataclass(frozen=True, slots=True)
class Period:
    """Some games in a row, by their dates where they have them, and a share in them."""

    games: int
    first: str
    last: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class Trend:
    """A share over time: period by period, and the earlier half of the games beside the later one."""

    title: str
    periods: tuple[Period, ...]
    earlier: Rate
    later: Rate
    p: float
    said: bool
    """Whether the change is more than chance among all trends."""

    def __str__(self) -> str:
        change = "less" if self.later.value < self.earlier.value else "more"
        sure = f"{change} often, and more than chance" if self.said else "the difference may be chance"
        earlier, later = (
            f"{half.hits} of {half.count:,} ({percent(half.value, 1)})" for half in (self.earlier, self.later)
        )
        return f"{earlier} in the earlier half of the games, {later} in the later: {sure}."


class Verdict(StrEnum):
    """Whether what an earlier study named is fixed."""

    BETTER = "better"
    """It happens less often since, by more than chance among all that was asked."""
    NOT_YET = "not yet"
    """Had it become half as frequent, that would have been seen; it was not."""
    TOO_FEW = "too few to say"
    """Had it become half as frequent, that could not be told from chance yet."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What an earlier study named, asked again of the games after it."""

    kind: Kind
    subject: str
    title: str
    since: str
    """The date of the last game of the study that named it; empty where no game has one."""
    before: Counted
    """Game by game until then."""
    after: Counted
    """Game by game since."""
    others: Rate | None
    """Whom it was compared with, then."""
    verdict: Verdict
    p: float
    words: str
    times: int = 1
    """How often it was asked."""
    rule: str | None = None

    def __post_init__(self) -> None:
        # A file may hold anything, and whoever counts on goes through every move of a game.
        for counted in (self.before, self.after):
            if len(counted.hits) != len(counted.counts) or min((*counted.hits, *counted.counts, 0)) < 0:
                raise ValueError("game by game there must be as many hits as counts, none below 0")
            if max(counted.counts, default=0) > MOST_IN_A_GAME or sum(counted.hits) > sum(counted.counts):
                raise ValueError(f"{sum(counted.hits)} of {sum(counted.counts)} in {len(counted.counts)} games")


@dataclass(frozen=True, slots=True)
class Progress:
    """What has changed: within the games, and since an earlier study of the same player."""

    trends: tuple[Trend, ...] = ()
    asked: tuple[Asked, ...] = ()
    new_games: int = 0
    """Games that came after the earlier study."""
    seen: tuple[str, ...] = ()
    """Games of earlier studies that are not in this one, each by its fingerprint."""


@dataclass(frozen=True, slots=True)
class PowerRecord:
    """How often something comes up in a game of the opponents, and in how many games a doubled rate would be proven."""

    kind: Kind
    title: str
    rate: float
    games: int


@dataclass(frozen=True, slots=True)
class Profile:
    """All that is said about one player."""

    player: str
    games: int
    moves: int
    rating: int | None
    peers: str
    """Whom the player is compared with, in words; empty where there is nobody."""
    score: float
    accuracy: float
    blunders: Rate
    work_on: tuple[Claim, ...]
    """At most three, the costliest first; empty when there is too little to say."""
    claims: tuple[Claim, ...]
    """Everything that was tested, said or not."""
    motifs: tuple[MotifRecord, ...]
    phases: tuple[PhaseRecord, ...]
    openings: tuple[OpeningRecord, ...]
    endgames: tuple[EndgameRecord, ...]
    clocks: tuple[ClockRecord, ...]
    too_few: tuple[str, ...]
    """What could not be said for want of games, in words."""
    rules: tuple[RuleRecord, ...] = ()
    """The coach's rules, as far as they were on."""
    leaks: tuple[Leak, ...] = ()
    """The first screen: what costs most, at most three."""
    oversights: tuple[OversightRecord, ...] = ()
    """What the player's blunders overlooked, and the opponents'."""
    progress: Progress = Progress()
    """What has changed over time, and since the study before."""
    power: tuple[PowerRecord, ...] = ()
    """What can be seen with how many games."""
    shares: tuple[Share, ...] = ()
    """Where the points go: what each cause costs."""
