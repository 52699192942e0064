"""How people of a rating choose: what they see, what they miss, and which kinds of moves they like.

p(a) = exp(v(a)) / sum over b of exp(v(b)), v(a) = sum of weight * term over the named terms of `arena.habits`. Each
weight is known at six ratings and lies on straight lines in between, so that people change by and by: what three plies
show weighs little at 1000 and much at 2200. The weights were fitted to the moves of rated games (experiments/people)
and are a text file, one line a term.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif.arena.answers import Answers
from motif.arena.circumstances import BOTH
from motif.arena.glances import Floats, Glance, Ints
from motif.arena.habits import Outlook, log_shares, terms
from motif.arena.opening_counts import OpeningCounts
from motif.board.positions import Positions, decode_move
from motif.board.shipped import DATA
from motif.errors import BadArgument
from motif.store import Format

FORMAT = Format("people", 2)
SHIPPED = DATA / "people.tsv"

KNOTS = (900, 1200, 1500, 1800, 2100, 2400)
"""The ratings at which weights are known; below the first and above the last they stay as they are there."""

LOWEST, HIGHEST = 400, 3000
"""No rating lies outside of these."""

See = Callable[[Sequence[chess.Board]], Ints]
"""(rows, 3): the value of every legal move of every board for whoever makes it, in centipawns, as one, two and three
plies of a search show it."""

Like = Callable[[Positions], Floats]
"""How much patterns like every legal move."""


@dataclass(frozen=True, slots=True)
class Level:
    """Whom a level plays like: people rated from `lowest` up to below `highest`."""

    number: int
    lowest: int
    highest: int
    rating: int
    """The rating that stands for all of them."""

    def __str__(self) -> str:
        if not self.lowest:
            return f"people rated below {self.highest}"
        return f"people rated {self.lowest} {'and more' if self.highest > 3000 else f'to {self.highest - 1}'}"


_BOUNDS = (0, 900, 1100, 1300, 1500, 1700, 1900, 2200, 4000)
_RATINGS = (800, 1000, 1200, 1400, 1600, 1800, 2050, 2300)
LEVELS = tuple(
    Level(number, *bounds, rating)
    for number, (bounds, rating) in enumerate(zip(pairwise(_BOUNDS), _RATINGS, strict=True), start=1)
)


def level_of(rating: int) -> Level:
    """The level of a rating.

    >>> level_of(1600).number
    5
    """
    return next(level for level in LEVELS if level.lowest <= rating < level.highest)


def level_numbered(number: int) -> Level:
    """The level of this number; refused where there is none."""
    if not 1 <= number <= len(LEVELS):
        raise BadArgument(f"there is no level {number}", hint=f"write 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def nearness(ratings: Floats) -> Floats:
    """(ratings, knots): how much the weights at each of the six ratings count for these; each row adds up to 1.

    >>> nearness(np.array([1300.0]))[0, :3].round(2).tolist()
    [0.0, 0.67, 0.33]
    """
    return np.column_stack([np.interp(ratings, KNOTS, row) for row in np.eye(len(KNOTS))])


@dataclass(frozen=True)
class Weights:
    """The weight of every term at the six ratings, as text one line a term."""

    table: Mapping[str, tuple[float, ...]]

    @classmethod
    def read(cls, path: Path = SHIPPED) -> Weights:
        """Read the table; refused, with the line, where it cannot be read."""
        table = {}
        for number, line in FORMAT.read(path):
            if line.startswith("#"):
                continue
            name, *columns = line.split("\t")
            try:
                table[name] = tuple(map(float, columns))
            except ValueError:
                FORMAT.refuse(path, number, f"expected a term and {len(KNOTS)} numbers, found {line[:60]!r}")
            if len(columns) != len(KNOTS):
                FORMAT.refuse(path, number, f"expected {len(KNOTS)} numbers, found {len(columns)}")
        return cls(table)

    @cached_property
    def both(self) -> tuple[str, ...]:
        """The names of what is true of two things at once."""
        return tuple(name for name in self.table if BOTH in name)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the table, with notes on where it comes from."""
        lines = ["\t".join([name, *(f"{weight:.3f}" for weight in row)]) for name, row in self.table.items()]
        FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def at(self, names: Sequence[str], ratings: Floats) -> Floats:
        """(ratings, terms): the weights of these terms at each rating; one that the table does not know weighs 0."""
        none = (0.0,) * len(KNOTS)
        known = np.array([self.table.get(name, none) for name in names])
        weights: Floats = nearness(ratings) @ known.T
        return weights


class Eyes:
    """What people look at: a search for a few plies, libraries of patterns, what others played here, and what they
    answer.

    `likes` are the patterns of weaker and of stronger players, and those of champions.
    """

    def __init__(
        self,
        see: See,
        likes: tuple[Like, Like, Like],
        counts: Callable[[], OpeningCounts],
        answers: Callable[[], Answers],
    ) -> None:
        self._see, self._likes, self._counts, self._answers = see, likes, counts, answers

    def look(self, boards: Sequence[chess.Board]) -> Outlook:
        """The outlook on these boards, each of which has a legal move."""
        glance = Glance(boards)
        weaker, stronger, masters = (like(glance.positions) for like in self._likes)
        shares, lifts = self._counts().shares(glance), self._answers().lifts(glance)
        return Outlook(glance, self._see(boards), weaker, stronger, masters, shares, *lifts)


class Crowd:
    """People of all ratings: how many of them would choose each move."""

    def __init__(self, weights: Weights, eyes: Eyes) -> None:
        self._weights, self._eyes = weights, eyes

    def look(self, boards: Sequence[chess.Board]) -> Outlook:
        """What they see on these boards."""
        return self._eyes.look(boards)

    def shares(self, outlook: Outlook, ratings: Sequence[float], sharp: float = 1.0) -> Floats:
        """For each row the share of people with the rating of its board who choose the move."""
        names, true = terms(outlook, self._weights.both)
        weights = self._weights.at(names, np.array(ratings, np.float64))
        scores = sharp * np.einsum("rt,rt->r", true, weights[outlook.glance.owner])
        shares: Floats = np.exp(log_shares(scores, outlook.glance.offsets))
        return shares

    def adds(self, outlook: Outlook, rating: float) -> tuple[list[str], Floats, Floats]:
        """The names of the terms, and (rows, terms): what each is, and what it adds to the score at this rating.

        What two things add together belongs to the first of them.
        """
        names, true = terms(outlook, self._weights.both)
        adds = true * self._weights.at(names, np.array([float(rating)]))
        alone = len(names) - len(self._weights.both)
        place = {name: number for number, name in enumerate(names[:alone])}
        for number, name in enumerate(self._weights.both, start=alone):
            adds[:, place[name.partition(BOTH)[0]]] += adds[:, number]
        return names[:alone], true[:, :alone], adds[:, :alone]


def check_rating(rating: int) -> None:
    """Refuse what nobody is rated."""
    if not LOWEST <= rating <= HIGHEST:
        raise BadArgument(f"nobody is rated {rating}", hint=f"write {LOWEST} to {HIGHEST}")


class People:
    """People of one rating as a policy: how likely they are to choose each move."""

    def __init__(self, rating: int, crowd: Crowd, name: str | None = None, sharp: float = 1.0) -> None:
        check_rating(rating)
        if not sharp > 0:
            raise BadArgument(f"nobody is so sharp: {sharp}", hint="write a number above 0; 1 is as people are")
        self.rating = rating
        self.name = name or f"people rated {rating}"
        self._crowd = crowd
        self._sharp = sharp

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """How likely each legal move of each board is, the likeliest first; empty when the game is over."""
        playable = [board for board in boards if any(board.legal_moves)]
        if not playable:
            return [{} for _ in boards]
        outlook = self._crowd.look(playable)
        shares = self._crowd.shares(outlook, [self.rating] * len(playable), self._sharp)
        choices = iter(by_move(outlook.glance, shares))
        return [ranked(next(choices)) if any(board.legal_moves) else {} for board in boards]


def by_move(glance: Glance, values: NDArray[np.generic]) -> list[dict[chess.Move, float]]:
    """For each board its moves with their values."""
    moves = list(map(decode_move, glance.codes.tolist()))
    numbers = values.tolist()
    return [dict(zip(moves[begin:end], numbers[begin:end], strict=True)) for begin, end in pairwise(glance.offsets)]


def ranked(shares: Mapping[chess.Move, float]) -> dict[chess.Move, float]:
    """The likeliest moves first; of equals the first by name. They add up to 1, whatever was rounded."""
    total = math.fsum(shares.values())
    return {move: shares[move] / total for move in sorted(shares, key=lambda move: (-shares[move], move.uci()))}
