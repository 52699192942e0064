"""Two players, many pairs: a tournament of two that may stop early, once a sequential test is sure."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from motif.arena.game import Conditions, Entrant
from motif.arena.records import PairRecord
from motif.arena.sprt import Decision, Sprt
from motif.arena.standing import Standing
from motif.arena.start_positions import StartPosition
from motif.arena.tournament import TournamentSettings, play_tournament
from motif.errors import BadArgument
from motif.parallel import Workers


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """How many games (at most, with a sequential test), the seed, the book (None: the one that ships)."""

    games: int = 100
    seed: int = 0
    book: tuple[StartPosition, ...] | None = None
    conditions: Conditions = field(default_factory=Conditions)
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        if self.games < 2 or self.games % 2:
            raise BadArgument(
                f"a match cannot have {self.games} games",
                hint="each start is played twice: ask for an even number",
            )


def play_match(
    first: Entrant,
    second: Entrant,
    settings: MatchSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
) -> Generator[PairRecord, None, None]:
    """The pairs of a match, in the same order with any number of workers; the first player is first in each.

    A sequential test looks at the pairs in this order, so the workers do not change where it stops.
    """
    rules = TournamentSettings(settings.games // 2, settings.seed, settings.book, settings.conditions)
    pairs = play_tournament([first, second], rules, workers, checkpoint)
    return _until_sure(pairs, settings.sprt) if settings.sprt else pairs


def _until_sure(pairs: Generator[PairRecord, None, None], sprt: Sprt) -> Generator[PairRecord, None, None]:
    standing = Standing()
    with closing(pairs):
        for pair in pairs:
            yield pair
            standing = standing.after(pair)
            if sprt.state(standing.pairs).decision is not Decision.PLAY_ON:
                return
