"""Everybody against everybody: a round robin of pairs, as one stream of results.

In each round every pairing plays one pair, and all pairings of a round share their start, so that nobody is
lucky in the draw of openings. A longer tournament with the same seed begins with the same games.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from pathlib import Path
from typing import Any

from motif.arena.game import Conditions, Entrant, PairTask
from motif.arena.records import PairRecord
from motif.arena.run import play_all
from motif.arena.start_positions import StartPosition, fingerprint, shipped_starts, starts
from motif.errors import BadArgument
from motif.parallel import Workers
from motif.store import Checkpoint


@dataclass(frozen=True, slots=True)
class TournamentSettings:
    """The pairs of each pairing, the seed of everything random, the book (None: the one that ships)."""

    pairs: int = 1
    seed: int = 0
    book: tuple[StartPosition, ...] | None = None
    conditions: Conditions = field(default_factory=Conditions)

    def __post_init__(self) -> None:
        if self.pairs < 1:
            raise BadArgument(f"a tournament of {self.pairs} pairs for each pairing has no games")


def play_tournament(
    entrants: Sequence[Entrant],
    settings: TournamentSettings,
    workers: Workers | None = None,
    checkpoint: Path | None = None,
) -> Generator[PairRecord, None, None]:
    """The pairs of a round robin, in the same order with any number of workers.

    With a checkpoint the finished pairs are saved as they come, and come first when the same tournament is
    played again; only the number of pairs may have changed.
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
        raise BadArgument(f"a tournament needs at least two entrants, not {len(names)}")
    for name in names:
        if names.count(name) > 1:
            raise BadArgument(f"two entrants are called {name!r}", hint="give each a name of its own")


def _identity(entrants: Sequence[Entrant], settings: TournamentSettings) -> dict[str, Any]:
    """What a checkpoint must have in common with the tournament that goes on from it."""
    conditions = settings.conditions
    return {
        "entrants": [[entrant.name, str(entrant.limit)] for entrant in entrants],
        "seed": settings.seed,
        "book": fingerprint(shipped_starts() if settings.book is None else settings.book),
        "maximum_moves": conditions.maximum_moves,
        "adjudication": conditions.adjudication.describe() if conditions.adjudication else None,
        "notes": conditions.notes,
    }
