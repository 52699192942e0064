"""The score of a match so far, as a value that grows pair by pair."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from motif.arena.elo import Estimate, likelihood_of_superiority, match_estimate
from motif.arena.records import PairRecord
from motif.board.english import in_percent

TOO_FEW_GAMES = 20


@dataclass(frozen=True, slots=True)
class Standing:
    """Wins, draws and losses of one player, and how many pairs brought it 0, 1, 2, 3 and 4 half points.

    A pair in which a player failed has its points, and says nothing about strength: `pairs` does not count it.

    >>> print(Standing(wins=9, draws=12, losses=3, pairs=(0, 0, 6, 6, 0)))
    +9 =12 -3, Elo +88.7 (+23.4 to +160.9), 100 % sure to be stronger
    >>> print(Standing(wins=3, draws=4, losses=1, pairs=(0, 0, 2, 2, 0)))
    +3 =4 -1, Elo +88.7 (-61.2 to +284.4), too few games to say who is stronger
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0
    pairs: tuple[int, ...] = (0, 0, 0, 0, 0)

    @classmethod
    def of(cls, pairs: Iterable[PairRecord]) -> Standing:
        """The standing of each pair's first player after all these pairs."""
        standing = cls()
        for pair in pairs:
            standing = standing.after(pair)
        return standing

    def after(self, pair: PairRecord) -> Standing:
        """The standing of the pair's first player after one more pair."""
        points = pair.points
        return self + Standing(
            points.count(1.0),
            points.count(0.5),
            points.count(0.0),
            tuple(int(pair.was_played and place == pair.half_points) for place in range(5)),
        )

    def __add__(self, other: Standing) -> Standing:
        return Standing(
            self.wins + other.wins,
            self.draws + other.draws,
            self.losses + other.losses,
            tuple(mine + theirs for mine, theirs in zip(self.pairs, other.pairs, strict=True)),
        )

    def flipped(self) -> Standing:
        """The same match as the other player sees it."""
        return Standing(self.losses, self.draws, self.wins, self.pairs[::-1])

    @property
    def games(self) -> int:
        """How many games were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """One for each win, a half for each draw."""
        return self.wins + self.draws / 2

    @property
    def elo(self) -> Estimate:
        """The Elo difference, positive when this player is ahead."""
        return match_estimate(self.pairs)

    @property
    def likelihood_of_superiority(self) -> float:
        """How likely it is that this player is the stronger one."""
        return likelihood_of_superiority(self.pairs)

    def __str__(self) -> str:
        sure = f"{in_percent(self.likelihood_of_superiority)} sure to be stronger"
        if 2 * sum(self.pairs) < TOO_FEW_GAMES:
            sure = "too few games to say who is stronger"
        return f"+{self.wins} ={self.draws} -{self.losses}, Elo {self.elo}, {sure}"
