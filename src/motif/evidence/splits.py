"""Splits: what is learned from, what chooses, and what measures, with nobody in two places.

Each player is drawn for the test or not, by a number that follows from the seed and the name alone. A game of two
players of the test is for the test, a game of none is for training or, drawn by game, for validation; a game of one of
each would let the test leak and is left out. Unknown players are drawn by game.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

import numpy as np

from motif.errors import BadArgument
from motif.evidence.examples import UNKNOWN_PLAYER, Evidence


@dataclass(frozen=True, slots=True)
class Shares:
    """The share of players kept for the test, and of the other games for validation."""

    test: float = 0.3
    validation: float = 0.1

    def __post_init__(self) -> None:
        for name, share in (("test", self.test), ("validation", self.validation)):
            if not 0 <= share < 1:
                raise BadArgument(f"the share for {name} cannot be {share}; it must be at least 0 and below 1")


@dataclass(frozen=True, slots=True, eq=False)
class Split:
    """Evidence in three parts, and how many positions belong to none."""

    training: Evidence
    validation: Evidence
    test: Evidence
    left_out: int

    def __str__(self) -> str:
        return (
            f"{len(self.training):,} positions to learn from, {len(self.validation):,} to choose by, "
            f"{len(self.test):,} of other players to measure on; {self.left_out:,} left out"
        )


def split(evidence: Evidence, shares: Shares | None = None, seed: int = 0) -> Split:
    """Cut evidence so that no player and no position of the test stands in the other two parts."""
    shares = shares or Shares()
    parts: dict[str, list[int]] = {"training": [], "validation": [], "test": []}
    left_out = 0
    destinations = [_destination(number, players, shares, seed) for number, players in enumerate(evidence.players)]
    for place, game in enumerate(evidence.games):
        destination = destinations[game]
        if destination is None:
            left_out += 1
        else:
            parts[destination].append(place)
    hashes = evidence.positions.hashes()
    known = {int(hashes[place]) for place in (*parts["training"], *parts["validation"])}
    unseen = [place for place in parts["test"] if int(hashes[place]) not in known]
    left_out += len(parts["test"]) - len(unseen)
    training, validation, test = (
        evidence.take(np.array(places, np.int64)) for places in (parts["training"], parts["validation"], unseen)
    )
    return Split(training, validation, test, left_out)


def _destination(number: int, players: tuple[str, str], shares: Shares, seed: int) -> str | None:
    drawn = [
        _draw(seed, "player", name if name != UNKNOWN_PLAYER else f"? of game {number}") < shares.test
        for name in players
    ]
    if players == (UNKNOWN_PLAYER, UNKNOWN_PLAYER):
        drawn[1] = drawn[0]
    if all(drawn):
        return "test"
    if any(drawn):
        return None
    by_game = _draw(seed, "game", f"{number} {players[0]} {players[1]}")
    return "validation" if by_game < shares.validation else "training"


def _draw(seed: int, kind: str, name: str) -> float:
    """A number from 0 to 1 that follows from its arguments alone, on every machine."""
    digest = sha256(f"{seed} {kind} {name}".encode()).digest()
    return int.from_bytes(digest[:8], "big") / 2**64
