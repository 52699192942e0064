"""Play matches and round-robin tournaments of pairs of games, count the scores, and rate the players.

Results come in the same order with any number of workers and are saved to a checkpoint as they come. A match can stop
as soon as a sequential test reaches a decision.

`rate` rates a pool of players even if not every player met every other. Bradley-Terry model: player i is expected to
score 1 / (1 + exp(r_j - r_i)) against j, with draws as half points. The ratings r maximise the likelihood of the
results (Bradley & Terry 1952); we find them by Newton's method. We add one virtual draw for each player, divided among
its opponents in proportion to its real games, so that a perfect score gives a finite rating.

The errors come from the results of pairs, not of single games: with L the information matrix and u the residual of a
pair, cov(r) = L^+ (sum u u^T) L^+ (the sandwich estimator of Huber 1967 and White 1980).
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from motif.arena.game import Conditions, Entrant, PairRecord, PairTask, play_pair
from motif.arena.start_positions import StartPosition, fingerprint, shipped_starts, starts
from motif.board.wording import percent
from motif.errors import BadArgument, BadFile, MotifError, UnknownName
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Pool, Workers, in_order
from motif.statistics.elo import (
    ELO_PER_NAT,
    VIRTUAL_VARIANCE,
    Z95,
    Decision,
    EloEstimate,
    Sprt,
    likelihood_of_superiority,
    match_estimate,
)

SAVED_PAIRS_PER_NEW_ONE = 100
"""Each save writes all pairs again, so we wait until there is a new pair for every this many saved ones."""


def play_all(
    tasks: Iterable[PairTask], workers: Workers, checkpoint: Checkpoint | None = None
) -> Generator[PairRecord, None, None]:
    """Yield the record of each task in order: first those in the checkpoint, then the others as they are played."""
    # We read the checkpoint now, not at the first pair, so that a checkpoint of another run is refused at once.
    return _play_all(iter(tasks), workers, _Ledger(checkpoint))


def _play_all(tasks: Iterator[PairTask], workers: Workers, ledger: _Ledger) -> Generator[PairRecord, None, None]:
    for record, _ in zip(ledger.played_before, tasks, strict=False):
        yield record
    with workers.pooled() as (executor, pool), closing(in_order(executor, partial(_play, pool), tasks)) as records:
        try:
            for record in records:
                ledger.add(record)
                yield record
        finally:
            ledger.save()


def _play(pool: Pool, task: PairTask) -> PairRecord:
    return play_pair(task, pool)


class _Ledger:
    """The finished pairs of a run, and their checkpoint."""

    def __init__(self, checkpoint: Checkpoint | None) -> None:
        self._checkpoint = checkpoint
        self._pairs: list[Any] = (checkpoint.load() if checkpoint else None) or []
        self._saved = len(self._pairs)
        try:
            self.played_before = [PairRecord.from_json(pair) for pair in self._pairs]
        except (KeyError, TypeError, ValueError) as error:
            path = checkpoint.path if checkpoint else None
            raise BadFile(f"{path}: expected finished pairs of games, found something else: {error!r}") from None

    def add(self, record: PairRecord) -> None:
        """Add a pair, and save if enough pairs are new."""
        if self._checkpoint:
            self._pairs.append(record.to_json())
            if len(self._pairs) - self._saved > self._saved // SAVED_PAIRS_PER_NEW_ONE:
                self.save()

    def save(self) -> None:
        if self._checkpoint and self._saved < len(self._pairs):
            self._checkpoint.save(self._pairs)
            self._saved = len(self._pairs)


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """How many pairs of games every two players play, the seed of everything random, the book (None: shipped)."""

    pairs: int = 1
    seed: int = 0
    book: tuple[StartPosition, ...] | None = None
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise BadArgument(f"a tournament needs at least one pair for every two players, not {self.pairs}")


def play_tournament(
    entrants: Sequence[Entrant],
    settings: TournamentSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
) -> Generator[PairRecord, None, None]:
    """Yield the pairs of a round robin, in the same order with any number of workers.

    With a checkpoint, finished pairs are saved and come first when the same tournament is run again; only its number of
    pairs may be different then.
    """
    _refuse_bad_entrants(entrants)
    saved = Checkpoint(checkpoint, "tournament", _identity(entrants, settings)) if checkpoint else None
    return play_all(_schedule(entrants, settings), workers or Workers(), saved)


def _schedule(entrants: Sequence[Entrant], settings: TournamentSettings) -> Iterator[PairTask]:
    number = 0
    for start in islice(starts(settings.seed, settings.book), settings.pairs):
        for first, second in combinations(entrants, 2):
            number += 1
            yield PairTask(number, first, second, start, settings.seed, settings.conditions)


def _refuse_bad_entrants(entrants: Sequence[Entrant]) -> None:
    names = [entrant.name for entrant in entrants]
    if len(names) < 2:
        raise BadArgument(
            f"a tournament needs at least two entrants, not {len(names)}",
            hint="name another player; motif engines lists them",
        )
    for name in names:
        if names.count(name) > 1:
            raise BadArgument(f"two entrants are called {name!r}", hint="give each entrant a different name")


def _identity(entrants: Sequence[Entrant], settings: TournamentSettings) -> dict[str, Any]:
    """Return the settings that a tournament must share with the checkpoint that it continues from."""
    conditions = settings.conditions
    return {
        "entrants": [[entrant.name, str(entrant.limit)] for entrant in entrants],
        "seed": settings.seed,
        "book": fingerprint(shipped_starts() if settings.book is None else settings.book),
        "maximum_moves": conditions.maximum_moves,
        "adjudication": conditions.adjudication.describe() if conditions.adjudication else None,
        "notes": conditions.notes,
    }


TOO_FEW_GAMES = 20
"""With fewer games a score does not say who is stronger."""


@dataclass(frozen=True, slots=True)
class MatchStanding:
    """Wins, draws and losses of one player, and the numbers of its pairs with 0, 1, 2, 3 and 4 half points.

    If a player failed in a pair, its games count but the pair is not in `pairs`, since it says nothing about strength.

    >>> print(MatchStanding(wins=9, draws=12, losses=3, pairs=(0, 0, 6, 6, 0)))
    +9 =12 -3, Elo +88.7 (+23.4 to +160.9), 100 % sure to be stronger
    >>> print(MatchStanding(wins=3, draws=4, losses=1, pairs=(0, 0, 2, 2, 0)))
    +3 =4 -1, Elo +88.7 (-61.2 to +284.4), too few games to say who is stronger
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, pairs: Iterable[PairRecord]) -> MatchStanding:
        """Return the standing of the first player after all these pairs."""
        standing = cls()
        for pair in pairs:
            standing = standing.after(pair)
        return standing

    def after(self, pair: PairRecord) -> MatchStanding:
        """Return the standing of the first player after one more pair."""
        points = pair.points
        return self + MatchStanding(
            points.count(1.0),
            points.count(0.5),
            points.count(0.0),
            tuple(int(pair.was_played and place == pair.half_points) for place in range(5)),
        )

    def __add__(self, other: MatchStanding) -> MatchStanding:
        return MatchStanding(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            tuple(mine + theirs for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )

    def flipped(self) -> MatchStanding:
        """Return the standing of the other player in this match."""
        return MatchStanding(self.losses, self.draws, self.wins, self.pairs[::-1])

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One point for each win, a half for each draw."""
        return self.wins + self.draws / 2

    @property
    def elo(self) -> EloEstimate:
        """The Elo difference, positive if this player is ahead."""
        return match_estimate(self.pairs)

    @property
    def likelihood_of_superiority(self) -> float:
        """The probability that this player is the stronger one."""
        return likelihood_of_superiority(self.pairs)

    def __str__(self) -> str:
        sure = f"{percent(self.likelihood_of_superiority)} sure to be stronger"
        if 2 * sum(self.pairs) < TOO_FEW_GAMES:
            sure = "too few games to say who is stronger"
        return f"+{self.wins} ={self.draws} -{self.losses}, Elo {self.elo}, {sure}"


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """The number of games (the maximum, with a sequential test), the seed, and the book (None: the shipped book)."""

    games: int = 100
    seed: int = 0
    book: tuple[StartPosition, ...] | None = None
    conditions: Conditions = field(default_factory=Conditions)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise BadArgument(
                f"a match cannot have {self.games} games",
                hint="each start is played twice, so the number of games must be even",
            )


def play_match(
    first: Entrant,
    second: Entrant,
    settings: MatchSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
) -> Generator[PairRecord, None, None]:
    """Yield the pairs of a match in the same order with any number of workers; `first` has White first in each pair.

    The sequential test follows this order, so it stops at the same pair with any number of workers.
    """
    rules = TournamentSettings(settings.games // 2, settings.seed, settings.book, settings.conditions)
    pairs = play_tournament([first, second], rules, workers, checkpoint)
    return _until_sure(pairs, settings.sprt) if settings.sprt else pairs


def _until_sure(pairs: Generator[PairRecord, None, None], sprt: Sprt) -> Generator[PairRecord, None, None]:
    standing = MatchStanding()
    with closing(pairs):
        for pair in pairs:
            yield pair
            standing = standing.after(pair)
            if sprt.state(standing.pairs).decision is not Decision.PLAY_ON:
                return


@dataclass(frozen=True, slots=True)
class CrossTableRow:
    """A player and its standing against all others."""

    name: str
    total: MatchStanding


@dataclass(slots=True)
class CrossTable:
    """The standing of every player of a tournament against every other, updated pair by pair."""

    standings: dict[tuple[str, str], MatchStanding] = field(default_factory=dict)

    @classmethod
    def of(cls, pairs: Iterable[PairRecord]) -> CrossTable:
        """Return the table after all these pairs."""
        table = cls()
        for pair in pairs:
            table.add(pair)
        return table

    def add(self, pair: PairRecord) -> None:
        """Count one more pair, for both players."""
        standing = MatchStanding.of([pair])
        names = pair.first, pair.second
        for players, new in ((names, standing), (names[::-1], standing.flipped())):
            self.standings[players] = self.standings.get(players, MatchStanding()) + new

    def total(self, name: str) -> MatchStanding:
        return sum((each for (player, _), each in self.standings.items() if player == name), MatchStanding())

    def rows(self) -> list[CrossTableRow]:
        """Return the players with the highest share of points first; ties are sorted by name."""
        totals = {name: self.total(name) for name, _ in self.standings}
        names = sorted(totals, key=lambda name: (-totals[name].points / totals[name].games, name))
        return [CrossTableRow(name, totals[name]) for name in names]


Matrix = npt.NDArray[np.float64]
GAMES_IN_PAIR = 2
VIRTUAL_VARIANCE_IN_POINTS = GAMES_IN_PAIR**2 * VIRTUAL_VARIANCE
"""A pair brings up to two points, so its variance in points is four times that of its share of the points."""
MOST_STEPS = 100
PRECISION = 1e-9


def strengths_of(
    pairs: Sequence[PairRecord], names: Sequence[str], fixed: int | None
) -> list[tuple[float, float, float, int]]:
    """Return for each player its Elo relative to the fixed player (or to the mean), its error, points and games."""
    results = _Results.of(pairs, names)
    results.refuse_unless_connected(names)
    strengths = results.likeliest_strengths()
    covariance = results.covariance(strengths)
    # Each error is that of the difference from the fixed player, or from the mean of all.
    measure = np.eye(len(names))
    if fixed is not None:
        measure[:, fixed] -= 1
    errors = np.sqrt(np.maximum(np.diag(measure @ covariance @ measure.T), 0))
    elos = ELO_PER_NAT * (measure @ strengths)
    columns = (elos, Z95 * ELO_PER_NAT * errors, results.points.sum(1), results.games.sum(1))
    return [
        (elo, error, points, round(games))
        for elo, error, points, games in zip(*map(np.ndarray.tolist, columns), strict=True)
    ]


@dataclass(frozen=True, slots=True)
class _Results:
    """Points, sums of squared points per pair, and games of each player (row) against each other player (column)."""

    points: Matrix
    squares: Matrix
    games: Matrix
    virtual: Matrix

    @classmethod
    def of(cls, pairs: Sequence[PairRecord], names: Sequence[str]) -> _Results:
        place = {name: index for index, name in enumerate(names)}
        points, squares, games = (np.zeros((len(names), len(names))) for _ in range(3))
        for pair in pairs:
            first, second = place[pair.first], place[pair.second]
            for mine, other, score in ((first, second, sum(pair.points)), (second, first, 2 - sum(pair.points))):
                points[mine, other] += score
                squares[mine, other] += score**2
                games[mine, other] += GAMES_IN_PAIR
        share = games / games.sum(1, keepdims=True)
        return cls(points, squares, games, share + share.T)

    def refuse_unless_connected(self, names: Sequence[str]) -> None:
        """Raise BadArgument if some players are connected neither by games nor by common opponents."""
        reached, border = {0}, [0]
        while border:
            for other in np.flatnonzero(self.games[border.pop()]):
                if int(other) not in reached:
                    reached.add(int(other))
                    border.append(int(other))
        if len(reached) < len(names):
            here = ", ".join(names[index] for index in sorted(reached))
            there = ", ".join(name for index, name in enumerate(names) if index not in reached)
            raise BadArgument(
                f"no game connects {here} with {there}, so they cannot be rated together",
                hint="rate the groups separately, or let players of the two groups play each other",
            )

    def likeliest_strengths(self) -> Matrix:
        """Return the likeliest strengths, by Newton's method; steps are halved until the likelihood grows."""
        strengths = np.zeros(len(self.games))
        likelihood = self._log_likelihood(strengths)
        for _ in range(MOST_STEPS):
            gradient = (self._all_points() - self._all_games() * _scores(strengths)).sum(1)
            step = np.linalg.pinv(self._information(strengths), hermitian=True) @ gradient
            while (grown := self._log_likelihood(strengths + step)) < likelihood - PRECISION:
                step /= 2
            strengths, likelihood = strengths + step, grown
            if np.abs(step).max() < PRECISION:
                return np.asarray(strengths - strengths.mean())
        raise MotifError(f"the ratings did not converge in {MOST_STEPS} steps")

    def covariance(self, strengths: Matrix) -> Matrix:
        """Return the covariance of the strengths, from the residuals of the real and the virtual pairs."""
        expected = GAMES_IN_PAIR * _scores(strengths)
        pairs, virtual = self.games / GAMES_IN_PAIR, self.virtual / GAMES_IN_PAIR
        residuals = self.squares - 2 * expected * self.points + pairs * expected**2
        residuals = residuals + virtual * (VIRTUAL_VARIANCE_IN_POINTS + (1 - expected) ** 2)
        inverse = np.linalg.pinv(self._information(strengths), hermitian=True)
        return np.asarray(inverse @ _laplacian(residuals) @ inverse)

    def _all_points(self) -> Matrix:
        return self.points + self.virtual / 2

    def _all_games(self) -> Matrix:
        return self.games + self.virtual

    def _log_likelihood(self, strengths: Matrix) -> float:
        return float((self._all_points() * np.log(_scores(strengths))).sum())

    def _information(self, strengths: Matrix) -> Matrix:
        scores = _scores(strengths)
        return _laplacian(self._all_games() * scores * (1 - scores))


def _scores(strengths: Matrix) -> Matrix:
    """Return the expected score of each player (row) in a game against each other player (column)."""
    return np.asarray(1 / (1 + np.exp(strengths[None, :] - strengths[:, None])))


def _laplacian(weights: Matrix) -> Matrix:
    """Return the sum over pairings of weight (e_i - e_j)(e_i - e_j)^T."""
    return np.asarray(np.diag(weights.sum(1)) - weights)


@dataclass(frozen=True, slots=True)
class Anchor:
    """The player whose rating is fixed; all other ratings are relative to it."""

    name: str
    elo: float = 0.0


@dataclass(frozen=True, slots=True)
class Rating:
    """A player's Elo, half the width of its 95 % interval, and the points and games that it comes from."""

    name: str
    elo: float
    error: float
    points: float
    games: int

    def __str__(self) -> str:
        return f"{self.name} {self.elo:.0f} ± {self.error:.0f} ({self.points:g} / {self.games})"


def rate(pairs: Iterable[PairRecord], anchor: Anchor | None = None) -> list[Rating]:
    """Return the ratings, best first, from pairs without a failed player; without an anchor, their mean is 0."""
    pairs = [pair for pair in pairs if pair.was_played]
    names = sorted({name for pair in pairs for name in (pair.first, pair.second)})
    if anchor and anchor.name not in names:
        raise UnknownName(f"the anchor {anchor.name!r} did not play a game", hint=f"name one of {', '.join(names)}")
    if not names:
        return []
    fixed = names.index(anchor.name) if anchor else None
    begin = anchor.elo if anchor else 0.0
    strengths = zip(names, strengths_of(pairs, names, fixed), strict=True)
    ratings = [Rating(name, begin + elo, error, points, games) for name, (elo, error, points, games) in strengths]
    return sorted(ratings, key=lambda rating: (-rating.elo, rating.name))
