"""What a study says about the player: findings, the first screen chosen from them, and the tables behind them.

A finding is one event that was counted for both sides of the player's games: how often it happened out of how many
chances, and its cost. A cost is the winning chance lost per game, in points: a point is a win.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from motif.board.drawing import Drawing, card
from motif.board.material import Phase
from motif.board.wording import percent
from motif.explain.explanation import DrawnArrow
from motif.statistics.intervals import effective_count, fisher_exact
from motif.study.causes import CauseShare
from motif.study.games import Move, Rate


@dataclass(frozen=True, slots=True)
class Counted:
    """Hits and counts, game by game."""

    hits: tuple[int, ...]
    counts: tuple[int, ...]

    @property
    def rate(self) -> Rate:
        return Rate(sum(self.hits), sum(self.counts))

    @property
    def effective(self) -> Rate:
        """The rate with its count reduced to the equivalent number of independent moves.

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


def difference(first: Rate, second: Rate) -> float:
    """Return how likely chance alone makes two shares differ this much (Fisher's exact test, two-sided).

    >>> round(difference(Rate(9, 10), Rate(50, 100)), 3)
    0.019
    """
    return fisher_exact(first.hits, first.count, second.hits, second.count)


MOST_EXAMPLES = 6
"""How many examples an opening, an ending or a kind of result has at most."""

MOST_IN_A_GAME = 10_000
"""The most moves of a game; no real game has as many."""


@dataclass(frozen=True, slots=True)
class Example:
    """A place in the studied games: the number of a game and a ply."""

    game: int
    ply: int


class Kind(StrEnum):
    """What a finding is about."""

    CAUSE = "cause"
    """Why mistakes were made: each mistake has one cause."""
    MISSED = "missed"
    """A motif that the player could play and did not."""
    ALLOWED = "allowed"
    """A motif that the player's moves gave to the opponent."""
    CONVERSION = "conversion"
    """Winning positions that were not won."""
    HABIT = "habit"
    """A kind of move that loses for this player, learned from their own games."""
    PHASE = "phase"
    STAGE = "stage"
    """Moves late in the game, while neither side is far ahead."""
    CLOCK = "clock"
    OPENING = "opening"
    ENDGAME = "endgame"
    RESULTS = "results"
    """Games of a kind that score less than the ratings expect: with a colour, against stronger opponents, late in a
    session."""


class Certainty(StrEnum):
    """How certain it is that the player loses more in this way, or less, than others."""

    CLEAR = "clear"
    LIKELY = "likely"
    WATCH = "worth watching"

    @classmethod
    def of(cls, chance: float) -> Certainty:
        """The certainty for a probability that the player differs in the observed direction.

        >>> [Certainty.of(chance).value for chance in (0.995, 0.93, 0.6)]
        ['clear', 'likely', 'worth watching']
        """
        return cls.CLEAR if chance >= CLEAR else cls.LIKELY if chance >= LIKELY else cls.WATCH


CLEAR, LIKELY = 0.98, 0.90
"""The least probabilities of these certainties. Of 128 players whose sides were swapped at random none had something
clear, 15 something likely or clear, 9 a strength (experiments/first-screen)."""


@dataclass(frozen=True, slots=True)
class MasterMove:
    """A move of a master game that does what a finding asks for, explained by Motif."""

    fen: str
    """The board before the move."""
    move: Move
    san: str
    players: str
    """White and Black by their family names: "Capablanca–Tartakower"."""
    year: int
    sentence: str
    arrows: tuple[DrawnArrow, ...]

    def __str__(self) -> str:
        return f"{self.players}, {self.year}: {self.sentence}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that the player does more or less often than opponents and players of the same rating."""

    kind: Kind
    subject: str
    title: str
    """What the player does, as a coach would say it."""
    words: str
    """How often it happens, out of how many chances, and its cost."""
    advice: str
    """What to do about it."""
    own: Rate
    """Cases out of chances."""
    games: int
    """The number of games with a case."""
    cost: float
    """The cost in points per game."""
    opponents: Rate | None
    opponents_cost: float
    """The opponents' cost in the same games."""
    peers: Rate | None
    """The rate of players of the same rating, if known."""
    excess: float
    """How many points per game the player is expected to lose beyond others; negative if less."""
    chance: float
    """The probability that the player really loses more in this way than others."""
    examples: tuple[Example, ...]
    """Every case: first the one to show, then the costliest."""
    motif: str | None = None
    rule: str | None = None
    """The learned rule of a habit, as `motif.tactics` writes it."""
    done_well: tuple[MasterMove, ...] = ()
    """Moves of masters in positions of the same kind, for findings to work on."""

    @property
    def certainty(self) -> Certainty:
        return Certainty.of(max(self.chance, 1 - self.chance))

    @property
    def is_weakness(self) -> bool:
        """Whether the player likely loses more than others in this way."""
        return self.excess > 0 and self.chance >= LIKELY

    @property
    def is_strength(self) -> bool:
        """Whether the player likely loses less than others in this way."""
        return self.excess < 0 and self.chance <= 1 - LIKELY

    @property
    def name(self) -> tuple[Kind, str]:
        """The identity of the finding, by which the next study recognizes it."""
        return self.kind, self.subject

    def _repr_html_(self) -> str:
        shown = self.done_well[0] if self.done_well else None
        drawing = Drawing(shown.fen, shown.arrows, flipped=" b " in shown.fen) if shown else None
        return card(self.title, self.words, self.advice, str(shown or ""), drawing=drawing)


@dataclass(frozen=True, slots=True)
class MotifRecord:
    """How often a motif was found when it was possible, and how often it was allowed, by the player and by others."""

    motif: str
    found: Rate
    allowed: Rate
    peers_found: Rate | None
    peers_allowed: Rate | None
    opponents_found: Rate | None = None
    opponents_allowed: Rate | None = None
    """For the opponents in the same games, evaluated alike."""


@dataclass(frozen=True, slots=True)
class PhaseRecord:
    """How the player does in a phase: moves, mistakes among them, and the mean winning chance that a move loses."""

    phase: Phase
    mistakes: Rate
    mean_lost: float
    peers: Rate | None


@dataclass(frozen=True, slots=True)
class OpeningRecord:
    """An opening of the player: its code, its number of games, its score, and where the player left known moves."""

    name: str
    eco: str
    is_white: bool
    games: int
    score: float
    mean_advantage: float
    """The player's advantage at the end of the known moves, in centipawns."""
    left_first: Rate
    """How often the player was the first to leave the known moves."""
    examples: tuple[Example, ...]


class SavedBy(StrEnum):
    """The source of a line that keeps the result of an ending."""

    TABLE = "exact, by a table"
    PROGRAM = "an evolved program, and the engine agrees"
    ENGINE = "the engine"


@dataclass(frozen=True, slots=True)
class SavingLine:
    """The line that should have been played in an ending, its source, and an evolved program's reason for it."""

    example: Example
    line: str
    by: SavedBy
    because: str = ""


@dataclass(frozen=True, slots=True)
class EndgameRecord:
    """A kind of ending: how often it arose, how often its result was kept, and whether tables prove that."""

    name: str
    games: int
    held: Rate
    """Games that kept the result that was possible when the ending began."""
    is_exact: bool
    examples: tuple[Example, ...]
    words: str
    kept: tuple[SavingLine, ...] = ()
    """The lines that would have kept the result in some of the examples."""


@dataclass(frozen=True, slots=True)
class ClockRecord:
    """Mistakes by the time that a move took or that was left."""

    name: str
    mistakes: Rate


@dataclass(frozen=True, slots=True)
class Period:
    """Consecutive games, their first and last dates if known, and a rate in them."""

    games: int
    first: str
    last: str
    rate: Rate


@dataclass(frozen=True, slots=True)
class Trend:
    """A rate over time: period by period, and the earlier half of the games compared with the later one."""

    title: str
    periods: tuple[Period, ...]
    earlier: Rate
    later: Rate
    p: float
    said: bool
    """Whether the change is significant among all trends."""

    def __str__(self) -> str:
        change = "less" if self.later.value < self.earlier.value else "more"
        sure = f"{change} often, and more than chance" if self.said else "the difference may be chance"
        earlier, later = (
            f"{half.hits} of {half.count:,} ({percent(half.value, 1)})" for half in (self.earlier, self.later)
        )
        return f"{earlier} in the earlier half of the games, {later} in the later: {sure}."


class Change(StrEnum):
    """What became of a finding of an earlier study."""

    FIXED = "fixed"
    """It happens less often, by more than chance, and no more often than to others."""
    BETTER = "better"
    """It happens less often, by more than chance among all findings followed."""
    NOT_YET = "not yet"
    """A drop to half would have been significant, but there was none."""
    TOO_FEW = "too few games to say"
    """With this few games even a drop to half could be chance."""


@dataclass(frozen=True, slots=True)
class FindingProgress:
    """A finding of an earlier study, counted again in the games after it."""

    kind: Kind
    subject: str
    title: str
    since: str
    """The date of the last game of the study that found it; empty if unknown."""
    before: Counted
    """The counts up to that study, game by game."""
    after: Counted
    """The counts since then, game by game."""
    others: Rate | None
    """The rate with which it was compared then."""
    change: Change
    p: float
    words: str
    times: int = 1
    """How often it has been counted again."""
    rule: str | None = None

    def __post_init__(self) -> None:
        # A damaged file could name impossible plies, and later studies go through every move of a game.
        for counted in (self.before, self.after):
            if len(counted.hits) != len(counted.counts) or min((*counted.hits, *counted.counts, 0)) < 0:
                raise ValueError("game by game there must be as many hits as counts, none below 0")
            if max(counted.counts, default=0) > MOST_IN_A_GAME or sum(counted.hits) > sum(counted.counts):
                raise ValueError(f"{sum(counted.hits)} of {sum(counted.counts)} in {len(counted.counts)} games")

    @property
    def name(self) -> tuple[Kind, str]:
        return self.kind, self.subject

    @property
    def is_over(self) -> bool:
        """Whether the player need not work on it any more."""
        return self.change in (Change.FIXED, Change.BETTER)


@dataclass(frozen=True, slots=True)
class PlayerProgress:
    """Changes within the games, and since an earlier study of the same player."""

    trends: tuple[Trend, ...] = ()
    findings: tuple[FindingProgress, ...] = ()
    new_games: int = 0
    """The number of games after the earlier study."""
    seen: tuple[str, ...] = ()
    """Fingerprints of the games of earlier studies that are not in this one."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What a study says about one player; the first screen shows the verdict, the shares, `work_on` and the
    strengths."""

    player: str
    games: int
    moves: int
    rating: int | None
    speed: str
    """The speed of most games: blitz, rapid …; empty if unknown."""
    peers: str
    """The players of the same rating used for comparison, as text; empty if there are none."""
    score: float
    accuracy: float
    blunders: Rate
    sample: tuple[str, ...]
    """Notes on unusual games that make comparisons less meaningful."""
    verdict: tuple[str, ...]
    """At most three sentences."""
    shares: tuple[CauseShare, ...]
    """What each cause costs; the costs add up to the total."""
    work_on: tuple[Finding, ...]
    """At most three findings."""
    strengths: tuple[Finding, ...]
    """At most three findings."""
    worst: tuple[Example, ...]
    """The costliest mistakes, if there are too few games or mistakes for findings."""
    findings: tuple[Finding, ...]
    """Everything that was compared, the greatest excess over others first."""
    motifs: tuple[MotifRecord, ...]
    phases: tuple[PhaseRecord, ...]
    openings: tuple[OpeningRecord, ...]
    endgames: tuple[EndgameRecord, ...]
    clocks: tuple[ClockRecord, ...]
    progress: PlayerProgress = PlayerProgress()
    """Changes over time and since the previous study."""

    @property
    def cost(self) -> float:
        return sum(share.cost for share in self.shares)

    @property
    def opponents_cost(self) -> float:
        """What the opponents' mistakes cost them, in points per game."""
        return sum(share.opponents for share in self.shares)
