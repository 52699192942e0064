"""Rate a pool of players from the pairs of games that they played, even if not every player met every other.

Bradley-Terry model: player i is expected to score 1 / (1 + exp(r_j - r_i)) against j, with draws as half points. The
ratings r maximise the likelihood of the results (Bradley & Terry 1952); we find them by Newton's method. We add one
virtual draw for each player, divided among its opponents in proportion to its real games, so that a perfect score gives
a finite rating.

The errors come from the results of pairs, not of single games: with L the information matrix and u the residual of a
pair, cov(r) = L^+ (sum u u^T) L^+ (the sandwich estimator of Huber 1967 and White 1980).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from motif.arena.game import PairRecord
from motif.errors import BadArgument, MotifError, UnknownName
from motif.statistics.elo import ELO_PER_NAT, VIRTUAL_VARIANCE, Z95

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
