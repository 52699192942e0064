"""Conversion: games in which a side stood winning after a move of its own, and whether they were won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from motif.study.games import StudiedGame
from motif.study.profile import Example
from motif.study.subjects.claims import MOST_EXAMPLES

WINNING = 300
"""Three pawns ahead, in centipawns, after a move of one's own."""


@dataclass(frozen=True, slots=True)
class Winning:
    """A game that a side stood winning in: what it scored, and its worst move from then on."""

    game: int
    score: float
    worst: int

    @property
    def dropped(self) -> float:
        """The points that were not made."""
        return 1 - self.score


def winning_games(games: Sequence[StudiedGame], *, players: bool = True) -> list[Winning]:
    """The finished games in which the player, or the opponent, stood winning."""
    games_won = []
    for game in games:
        sign = 1 if game.is_white == players else -1
        own = [ply for ply in range(len(game.moves)) if game.is_players(ply) == players]
        stood = [ply for ply in own if sign * game.moves[ply].advantage >= WINNING]
        if stood and game.score is not None:
            worst = max((ply for ply in own if ply >= stood[0]), key=lambda ply: game.moves[ply].lost)
            games_won.append(Winning(game.number, game.score if players else 1 - game.score, worst))
    return games_won


def examples_of(games: Sequence[Winning]) -> tuple[Example, ...]:
    """Where wins were let go, the costliest first."""
    dropped = sorted((each for each in games if each.dropped), key=lambda each: -each.dropped)
    return tuple(Example(each.game, each.worst) for each in dropped[:MOST_EXAMPLES])
