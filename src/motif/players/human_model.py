"""Predict how people of a rating choose their moves.

p(a) = exp(v(a)) / sum over b of exp(v(b)), v(a) = sum of weight * term over the named terms of `human_terms`. Each
weight is known at six ratings and interpolated linearly in between; the terms of a search of three plies have little
weight at 1000 and much at 2200. The weights were fitted to the moves of rated games (experiments/people) and are kept
in a text file with one line for each term. Two more files hold counts from games of ordinary players: how often a move
follows another move, and how often each move was chosen in frequent positions.
"""

from __future__ import annotations

import math
import re
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
from motif.players.human_boards import NOWHERE, BoardFeatures, Floats, Ints
from motif.players.human_terms import BOTH, MoveInputs, log_shares, terms
from motif.runtime.files import DATA, Format

# Read how much more often a move is made after the opponent's last move, or after the player's own last move, than
# otherwise; this was counted in games of ordinary players.

ANSWERS_FORMAT = Format("answers", 1)
SHIPPED_ANSWERS = DATA / "people_answers.txt"

ANSWER, GO_ON = "answer", "go on"
_LINES = {ANSWER: 0, GO_ON: 1}
_SQUARES, _WAYS = 64, 6 * 64 * 64
# The file has tens of thousands of moves; a dictionary is the quickest way to read a square.
_PLACES = {name: square for square, name in enumerate(chess.SQUARE_NAMES)}
_KINDS = {chess.piece_symbol(kind).upper(): kind for kind in chess.PIECE_TYPES}

Lifts = Mapping[str, Mapping[str, int]]
"""For each previous move, the next moves with 100 * log(how much more often they are played than otherwise)."""


def key_before(kind: int, square: int, took: bool) -> int:
    """Return a number for a previous move: its piece, its target square, and whether it captured."""
    return (2 * (kind - 1) + took) * _SQUARES + square


def key_move(kind: int, start: int, target: int) -> int:
    """Return a number for a move: its piece and its two squares."""
    return ((kind - 1) * _SQUARES + start) * _SQUARES + target


@dataclass(frozen=True)
class ReplyLifts:
    """How much likelier moves are after the opponent's last move (`answers`) or the player's own (`follow_ups`)."""

    answers: Lifts
    follow_ups: Lifts

    @classmethod
    def read(cls, path: Path = SHIPPED_ANSWERS) -> ReplyLifts:
        """Read the file; raises BadFile with the number of a bad line."""
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
        lines = []
        for word, table in ((ANSWER, self.answers), (GO_ON, self.follow_ups)):
            for before, lifts in table.items():
                moves = sorted(lifts.items(), key=lambda pair: (-pair[1], pair[0]))
                lines.append(" ".join([word, before, *(f"{move}:{lift:+d}" for move, lift in moves)]))
        ANSWERS_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    @cached_property
    def _tables(self) -> tuple[tuple[Ints, Floats], tuple[Ints, Floats]]:
        return _sorted(self.answers), _sorted(self.follow_ups)

    def lifts(self, features: BoardFeatures) -> tuple[Floats, Floats]:
        """Return, for each row, log(how much more often the move is made) after the opponent's last move, and the same
        after the mover's own last move; 0 if that is not known."""
        _, theirs, took, _, own, _ = features.last[features.owner].T
        move = (features.moved - 1) * _SQUARES * _SQUARES
        move = move + (features.start ^ features.turned) * _SQUARES + (features.target ^ features.turned)
        answers, follow_ups = self._tables
        return (
            _look_up(answers, _keys(features, theirs, took), move),
            # A piece that has been captured since then cannot move again.
            _look_up(follow_ups, _keys(features, np.where(own == theirs, NOWHERE, own), np.zeros_like(took)), move),
        )


def _keys(features: BoardFeatures, square: Ints, took: Ints) -> Ints:
    """Return the number of the previous move, or NOWHERE if it is not known."""
    there = np.maximum(square, 0)
    kind = features.kinds[features.owner, there]
    return np.where(square == NOWHERE, NOWHERE, (2 * (kind - 1) + took) * _SQUARES + (there ^ features.turned))


def _look_up(table: tuple[Ints, Floats], before: Ints, move: Ints) -> Floats:
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


# Read how often ordinary players chose each move in frequent positions.

OPENINGS_FORMAT = Format("opening counts", 1)
SHIPPED_OPENINGS = DATA / "people_openings.txt"

Counts = Mapping[str, int]


@dataclass(frozen=True)
class OpeningCounts:
    """For the hash of each known position, its moves in UCI notation and how many players chose each of them."""

    played: Mapping[int, Counts]

    @classmethod
    def read(cls, path: Path = SHIPPED_OPENINGS) -> OpeningCounts:
        """Read the file; raises BadFile with the number of a bad line."""
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
        """Write the counts, the most frequent positions first."""
        ranked = sorted(self.played, key=lambda key: (-sum(self.played[key].values()), key))
        lines = []
        for key in ranked:
            moves = sorted(self.played[key].items(), key=lambda pair: (-pair[1], pair[0]))
            lines.append(" ".join([f"{key:016x}", *(f"{move}:{count}" for move, count in moves)]))
        OPENINGS_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def shares(self, features: BoardFeatures) -> Floats:
        """Return, for each row, log((count + 1) / (sum of counts + number of moves)); 0 in an unknown position."""
        shares = np.zeros(len(features.codes))
        for place, key in enumerate(features.positions.hashes().tolist()):
            counts = self.played.get(key)
            if counts is None:
                continue
            begin, end = features.offsets[place : place + 2]
            chosen = np.ones(end - begin)
            row = {int(code): number for number, code in enumerate(features.codes[begin:end].tolist())}
            for move, count in counts.items():
                at = row.get(encode_move(chess.Move.from_uci(move)))
                if at is not None:
                    chosen[at] += count
            shares[begin:end] = np.log(chosen / chosen.sum())
        return shares


# The model: levels of play, the weight of each term at each rating, and the prediction.

MODEL_FORMAT = Format("people", 2)
SHIPPED_MODEL = DATA / "people.tsv"

KNOTS = (900, 1200, 1500, 1800, 2100, 2400)
"""The ratings at which the weights are known; below the first and above the last, the weights are constant."""

LOWEST, HIGHEST = 400, 3000
"""The lowest and the highest rating that users may choose."""

SearchValues = Callable[[Sequence[chess.Board]], Ints]
"""A function that returns (rows, 3): the value of each legal move for the mover in centipawns, by searches of one, two
and three plies."""

PatternScores = Callable[[Positions], Floats]
"""A function that returns, for each row, the score of its move by a library of patterns."""


@dataclass(frozen=True, slots=True)
class Level:
    """A level of play: like people rated at least `lowest` and below `highest`."""

    number: int
    lowest: int
    highest: int
    rating: int
    """The rating that the model uses for the level."""

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
    """Return the level of a rating.

    >>> level_of(1600).number
    5
    """
    return next(level for level in LEVELS if level.lowest <= rating < level.highest)


def level_numbered(number: int) -> Level:
    """Return the level with this number; the lowest is 1."""
    if not 1 <= number <= len(LEVELS):
        raise BadArgument(f"there is no level {number}", hint=f"write 1 to {len(LEVELS)}")
    return LEVELS[number - 1]


def knot_shares(ratings: Floats) -> Floats:
    """Return (ratings, knots): the interpolation weights of the six ratings; each row adds up to 1.

    >>> knot_shares(np.array([1300.0]))[0, :3].round(2).tolist()
    [0.0, 0.67, 0.33]
    """
    return np.column_stack([np.interp(ratings, KNOTS, row) for row in np.eye(len(KNOTS))])


@dataclass(frozen=True)
class TermWeights:
    """The weight of every term at the six ratings; the file has one line for each term."""

    table: Mapping[str, tuple[float, ...]]

    @classmethod
    def read(cls, path: Path = SHIPPED_MODEL) -> TermWeights:
        """Read the file; raises BadFile with the number of a bad line."""
        table = {}
        for number, line in MODEL_FORMAT.read(path):
            if line.startswith("#"):
                continue
            name, *columns = line.split("\t")
            try:
                table[_name_in_code(name)] = tuple(map(float, columns))
            except ValueError:
                MODEL_FORMAT.refuse(path, number, f"expected a term and {len(KNOTS)} numbers, found {line[:60]!r}")
            if len(columns) != len(KNOTS):
                MODEL_FORMAT.refuse(path, number, f"expected {len(KNOTS)} numbers, found {len(columns)}")
        return cls(table)

    @cached_property
    def both(self) -> tuple[str, ...]:
        """The names of the products of two terms."""
        return tuple(name for name in self.table if BOTH in name)

    def write(self, path: Path, notes: Sequence[str] = ()) -> None:
        lines = [
            "\t".join([_name_in_file(name), *(f"{weight:.3f}" for weight in row)]) for name, row in self.table.items()
        ]
        MODEL_FORMAT.write(path, [*(f"# {note}" for note in notes), *lines])

    def at(self, names: Sequence[str], ratings: Floats) -> Floats:
        """Return (ratings, terms): the weights of these terms at each rating; 0 for an unknown term."""
        zeros = (0.0,) * len(KNOTS)
        known = np.array([self.table.get(name, zeros) for name in names])
        weights: Floats = knot_shares(ratings) @ known.T
        return weights


_FILE_WORDS = (("man", "piece"), ("men", "pieces"), ("nobody", "no friend"))
"""Old words in the model file, each with the word that the code uses instead."""


def _name_in_code(name: str) -> str:
    for old, new in _FILE_WORDS:
        name = re.sub(rf"\b{old}\b", new, name)
    return name


def _name_in_file(name: str) -> str:
    for old, new in _FILE_WORDS:
        name = re.sub(rf"(?<!minor )\b{new}\b", old, name)
    return name


class InputSources:
    """Where the inputs of the model come from: a search, three libraries of patterns, opening counts and reply lifts.

    The patterns are those of weaker players, of stronger players, and of champions.
    """

    def __init__(
        self,
        search: SearchValues,
        patterns: tuple[PatternScores, PatternScores, PatternScores],
        counts: Callable[[], OpeningCounts],
        answers: Callable[[], ReplyLifts],
    ) -> None:
        self._search, self._patterns, self._counts, self._answers = search, patterns, counts, answers

    def inputs(self, boards: Sequence[chess.Board]) -> MoveInputs:
        """Return the inputs for these boards; each must have a legal move."""
        features = BoardFeatures(boards)
        weaker, stronger, masters = (score(features.positions) for score in self._patterns)
        shares, lifts = self._counts().shares(features), self._answers().lifts(features)
        return MoveInputs(features, self._search(boards), weaker, stronger, masters, shares, *lifts)


class HumanModel:
    """Predicts what share of players with a given rating would choose each move."""

    def __init__(self, weights: TermWeights, sources: InputSources) -> None:
        self._weights, self._sources = weights, sources

    def inputs(self, boards: Sequence[chess.Board]) -> MoveInputs:
        return self._sources.inputs(boards)

    def shares(self, inputs: MoveInputs, ratings: Sequence[float], sharp: float = 1.0) -> Floats:
        """Return, for each row, the share of people with the rating given for its board who choose the move."""
        names, true = terms(inputs, self._weights.both)
        weights = self._weights.at(names, np.array(ratings, np.float64))
        scores = sharp * np.einsum("rt,rt->r", true, weights[inputs.features.owner])
        shares: Floats = np.exp(log_shares(scores, inputs.features.offsets))
        return shares

    def adds(self, inputs: MoveInputs, rating: float) -> tuple[list[str], Floats, Floats]:
        """Return the names of the terms, and two arrays (rows, terms): their values, and what they add to the score.

        What the product of two terms adds is counted with the first of the two.
        """
        names, true = terms(inputs, self._weights.both)
        adds = true * self._weights.at(names, np.array([float(rating)]))
        alone = len(names) - len(self._weights.both)
        place = {name: number for number, name in enumerate(names[:alone])}
        for number, name in enumerate(self._weights.both, start=alone):
            adds[:, place[name.partition(BOTH)[0]]] += adds[:, number]
        return names[:alone], true[:, :alone], adds[:, :alone]


def check_rating(rating: int) -> None:
    """Refuse a rating that is outside the range of the model."""
    if not LOWEST <= rating <= HIGHEST:
        raise BadArgument(f"cannot play like people rated {rating}", hint=f"write a rating from {LOWEST} to {HIGHEST}")


class HumanPolicy:
    """Predicts how likely people of a rating are to choose each move; `sharp` above 1 favours the likeliest moves."""

    def __init__(self, rating: int, model: HumanModel, name: str | None = None, sharp: float = 1.0) -> None:
        check_rating(rating)
        if not sharp > 0:
            raise BadArgument(
                f"sharp={sharp} cannot be set", hint="write a number above 0; 1 is how people play, more is sharper"
            )
        self.rating = rating
        self.name = name or f"people rated {rating}"
        self._model = model
        self._sharp = sharp

    def policies(self, boards: Sequence[chess.Board]) -> list[dict[chess.Move, float]]:
        """Return, for each board, the probability of every legal move, likeliest first; empty if the game is over."""
        playable = [board for board in boards if any(board.legal_moves)]
        if not playable:
            return [{} for _ in boards]
        inputs = self._model.inputs(playable)
        shares = self._model.shares(inputs, [self.rating] * len(playable), self._sharp)
        choices = iter(values_by_move(inputs.features, shares))
        return [ranked(next(choices)) if any(board.legal_moves) else {} for board in boards]


def values_by_move(features: BoardFeatures, values: NDArray[np.generic]) -> list[dict[chess.Move, float]]:
    """Return, for each board, its moves with their values."""
    moves = list(map(decode_move, features.codes.tolist()))
    numbers = values.tolist()
    return [dict(zip(moves[begin:end], numbers[begin:end], strict=True)) for begin, end in pairwise(features.offsets)]


def ranked(shares: Mapping[chess.Move, float]) -> dict[chess.Move, float]:
    """Return the moves, likeliest first (ties by name), with shares that add up to exactly 1."""
    total = math.fsum(shares.values())
    return {move: shares[move] / total for move in sorted(shares, key=lambda move: (-shares[move], move.uci()))}
