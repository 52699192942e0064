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

from motif._core.board import Positions, decode_move, encode_move
from motif.errors import BadArgument
from motif.players.human_boards import NOWHERE, Floats, Glance, Ints
from motif.players.human_terms import BOTH, Outlook, log_shares, terms
from motif.runtime.files import DATA, Format

# How players answer a move, and how they go on after their own: counted in the games of ordinary players.

ANSWERS_FORMAT = Format("answers", 1)
SHIPPED_ANSWERS = DATA / "people_answers.txt"

ANSWER, GO_ON = "answer", "go on"
_LINES = {ANSWER: 0, GO_ON: 1}
_SQUARES, _WAYS = 64, 6 * 64 * 64
# Tens of thousands of moves are read at a start, and a look into a table is the quickest way to read a square.
_PLACES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_KINDS = {chess.piece_symbol(kind).upper(): kind for kind in chess.PIECE_TYPES}

Lifts = Mapping[str, Mapping[str, int]]
"""For each move before the moves with a hundred times the logarithm of how much more often they are played."""


def key_before(kind: int, square: int, took: bool) -> int:
    """A number for a move before: the man, where it went, and whether it took."""
    return (2 * (kind - 1) + took) * _SQUARES + square


def key_move(kind: int, start: int, target: int) -> int:
    """A number for a move: the man, and its two squares."""
    return ((kind - 1) * _SQUARES + start) * _SQUARES + target


@dataclass(frozen=True)
class Answers:
    """What players answer to the other side's move, and how they go on after their own."""

    answers: Lifts
    goings_on: Lifts

    @classmethod
    def read(cls, path: Path = SHIPPED_ANSWERS) -> Answers:
        """Read the counts; refused, with the line, where they cannot be read."""
        tables: dict[str, dict[str, dict[str, int]]] = {ANSWER: {}, GO_ON: {}}
        for number, line in ANSWERS_FORMAT.read(path):
            if line.startswith("#"):
                continue
            kind = next((word for word in _LINES if line.startswith(f"{word} ")), ANSWER)
            try:
                before, *moves = line.removeprefix(f"{kind} ").split()
                _before(before)
                lifts = {move: int(lift) for move, _, lift in (each.partition(":") for each in moves)}
                list(map(_move, lifts))
            except (ValueError, LookupError):
                ANSWERS_FORMAT.refuse(path, number, f"expected a move and MOVE:NUMBER …, found {line[:60]!r}")
            tables[kind][before] = lifts
        return cls(tables[ANSWER], tables[GO_ON])

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the counts."""
        lines = []
        for word, table in ((ANSWER, self.answers), (GO_ON, self.goings_on)):
            for before, lifts in table.items():
                moves = sorted(lifts.items(), key=lambda pair: (-pair[1], pair[0]))
                lines.append(" ".join([word, before, *(f"{move}:{lift:+d}" for move, lift in moves)]))
        ANSWERS_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    @cached_property
    def _tables(self) -> tuple[tuple[Ints, Floats], tuple[Ints, Floats]]:
        return _sorted(self.answers), _sorted(self.goings_on)

    def lifts(self, glance: Glance) -> tuple[Floats, Floats]:
        """For each row the logarithm of how much more often it is played after the other side's last move, and after
        the mover's own; 0 where nothing is known."""
        _, theirs, took, _, own, _ = glance.last[glance.owner].T
        move = (glance.moved - 1) * _SQUARES * _SQUARES
        move = move + (glance.start ^ glance.turned) * _SQUARES + (glance.target ^ glance.turned)
        answers, goings_on = self._tables
        return (
            _looked_up(answers, _keys(glance, theirs, took), move),
            # A man that was taken since has nothing to go on with.
            _looked_up(goings_on, _keys(glance, np.where(own == theirs, NOWHERE, own), np.zeros_like(took)), move),
        )


def _keys(glance: Glance, square: Ints, took: Ints) -> Ints:
    """The number of the move before, NOWHERE where it is not known."""
    there = np.maximum(square, 0)
    kind = glance.kinds[glance.owner, there]
    return np.where(square == NOWHERE, NOWHERE, (2 * (kind - 1) + took) * _SQUARES + (there ^ glance.turned))


def _looked_up(table: tuple[Ints, Floats], before: Ints, move: Ints) -> Floats:
    keys, lifts = table
    if not len(keys):
        return np.zeros(len(move))
    wanted = before * _WAYS + move
    place = np.minimum(np.searchsorted(keys, wanted), len(keys) - 1)
    return np.where((keys[place] == wanted) & (before != NOWHERE), lifts[place], 0.0)


def _sorted(lifts: Lifts) -> tuple[Ints, Floats]:
    keys = [_before(before) * _WAYS + _move(move) for before, moves in lifts.items() for move in moves]
    values = [lift for moves in lifts.values() for lift in moves.values()]
    order = np.argsort(keys)
    return np.array(keys, np.int64)[order], np.array(values, np.float64)[order] / 100


def _before(text: str) -> int:
    plain = text.removeprefix("x")
    return key_before(_KINDS[plain[0].upper()], _PLACES[plain[1:]], plain != text)


def _move(text: str) -> int:
    return key_move(_KINDS[text[0]], _PLACES[text[1:3]], _PLACES[text[3:]])


# How often ordinary players chose each move in positions that many of them reached.

OPENINGS_FORMAT = Format("opening counts", 1)
SHIPPED_OPENINGS = DATA / "people_openings.txt"

Counts = Mapping[str, int]


@dataclass(frozen=True)
class OpeningCounts:
    """For each position that is known the moves, as UCI writes them, with how many chose each."""

    played: Mapping[int, Counts]

    @classmethod
    def read(cls, path: Path = SHIPPED_OPENINGS) -> OpeningCounts:
        """Read the counts; refused, with the line, where they cannot be read."""
        played: dict[int, Counts] = {}
        for number, line in OPENINGS_FORMAT.read(path):
            if line.startswith("#"):
                continue
            key, *moves = line.split()
            try:
                counts = {move: int(count) for move, _, count in (each.partition(":") for each in moves)}
                list(map(chess.Move.from_uci, counts))
                played[int(key, 16)] = counts
            except ValueError:
                OPENINGS_FORMAT.refuse(path, number, f"expected a key and MOVE:COUNT …, found {line[:60]!r}")
        return cls(played)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the counts, the positions that most players reached first."""
        ranked = sorted(self.played, key=lambda key: (-sum(self.played[key].values()), key))
        lines = []
        for key in ranked:
            moves = sorted(self.played[key].items(), key=lambda pair: (-pair[1], pair[0]))
            lines.append(" ".join([f"{key:016x}", *(f"{move}:{count}" for move, count in moves)]))
        OPENINGS_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def shares(self, glance: Glance) -> Floats:
        """For each row log((count + 1) / (all counts + moves)); 0 where the position is not known."""
        shares = np.zeros(len(glance.codes))
        for place, key in enumerate(glance.positions.hashes().tolist()):
            counts = self.played.get(key)
            if counts is None:
                continue
            begin, end = glance.offsets[place : place + 2]
            chosen = np.ones(end - begin)
            row = {int(code): number for number, code in enumerate(glance.codes[begin:end].tolist())}
            for move, count in counts.items():
                at = row.get(encode_move(chess.Move.from_uci(move)))
                if at is not None:
                    chosen[at] += count
            shares[begin:end] = np.log(chosen / chosen.sum())
        return shares


MODEL_FORMAT = Format("people", 2)
SHIPPED_MODEL = DATA / "people.tsv"

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
    def read(cls, path: Path = SHIPPED_MODEL) -> Weights:
        """Read the table; refused, with the line, where it cannot be read."""
        table = {}
        for number, line in MODEL_FORMAT.read(path):
            if line.startswith("#"):
                continue
            name, *columns = line.split("\t")
            try:
                table[name] = tuple(map(float, columns))
            except ValueError:
                MODEL_FORMAT.refuse(path, number, f"expected a term and {len(KNOTS)} numbers, found {line[:60]!r}")
            if len(columns) != len(KNOTS):
                MODEL_FORMAT.refuse(path, number, f"expected {len(KNOTS)} numbers, found {len(columns)}")
        return cls(table)

    @cached_property
    def both(self) -> tuple[str, ...]:
        """The names of what is true of two things at once."""
        return tuple(name for name in self.table if BOTH in name)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        """Write the table, with notes on where it comes from."""
        lines = ["\t".join([name, *(f"{weight:.3f}" for weight in row)]) for name, row in self.table.items()]
        MODEL_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

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
