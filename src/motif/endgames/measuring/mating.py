"""Does somebody mate from every won position of an endgame, and how fast?

`mates_in_play` plays won positions out against a defender that is mated as late as the tables allow. `proved_mates`
asks more, of every won position: that each move between which the mover would draw lots mates,

    length(p) = max over the mover's moves m of (1 if m mates, else 1 + max over the replies r of length(p m r))

and infinite where a move spoils the win or the game can go round in circles for ever. It tells this of three defences,
because a program that mates against one may be led in circles by another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.endgames import CompiledProgram
from motif.board.material import VALUES
from motif.board.positions import Positions
from motif.board.tablebases import Tablebase
from motif.endgames.measuring.quality import Mover
from motif.endgames.measuring.won_positions import first_longest_replies, longest_replies, won_positions
from motif.errors import BadArgument
from motif.evidence.intervals import Share

FIFTY_MOVES = 50

Choices = Callable[[Positions], NDArray[np.bool_]]
"""Whoever marks, for each legal move of each position, whether it may be played."""


class Defence(StrEnum):
    """Which replies are tried: more from one to the next."""

    ONE_LONGEST = "one longest defence"
    """The tables' own: of the replies that last longest the first, in the order of the legal moves."""

    EVERY_LONGEST = "every longest defence"
    EVERY = "every defence"


@dataclass(frozen=True, slots=True)
class Mates:
    """How many won positions ended in mate, in how many moves, and in how many the best player would have mated.

    `is_sample` says whether they are drawn by lot among the won positions of the endgame, or are all there are.
    """

    mated: Share
    spoilt: int
    mean_length: float
    mean_best_length: float
    longest: int
    failures: tuple[str, ...]
    is_sample: bool

    @property
    def ratio(self) -> float:
        """How many times longer than needed the mates took, all in all."""
        return self.mean_length / self.mean_best_length

    def to_json(self) -> dict[str, Any]:
        """The measures as a JSON value."""
        return {
            "mated": self.mated.to_json(),
            "spoilt": self.spoilt,
            "mean length": round(self.mean_length, 3),
            "mean best length": round(self.mean_best_length, 3),
            "ratio": round(self.ratio, 3),
            "longest": self.longest,
            "failures": list(self.failures),
        }

    def __str__(self) -> str:
        exact = f"{100 * self.mated.value:.2f} %, all there are"
        share = f"mated {self.mated.hits:,} of {self.mated.count:,} ({self.mated.percent if self.is_sample else exact})"
        if not self.mated.hits:
            return share
        return (
            f"{share}, in {self.mean_length:.2f} moves where {self.mean_best_length:.2f} are best "
            f"({self.ratio:.2f} times as long, at most {self.longest})"
        )


def mates_in_play(tables: Tablebase, mover: Mover, positions: Positions, most_moves: int = FIFTY_MOVES) -> Mates:
    """Play won positions to mate against the longest defence; each has so many moves."""
    best = _best_lengths(tables, positions)
    length = np.zeros(len(positions), np.int64)
    spoilt = np.zeros(len(positions), np.bool_)
    left, numbers = positions, np.arange(len(positions))
    for move in range(1, most_moves + 1):
        after = left.play(mover(left))
        truth = tables.probe_positions(after)
        length[numbers[(truth[:, 0] < 0) & (truth[:, 1] == 0)]] = move
        spoilt[numbers[truth[:, 0] >= 0]] = True
        on = np.flatnonzero((truth[:, 0] < 0) & (truth[:, 1] > 0))
        if not len(on):
            break
        left, numbers = _defend(tables, after.take(on)), numbers[on]
    return _summed_up(positions, length, best, spoilt, is_sample=True)


def proved_mates(tables: Tablebase, choices: Choices, signature: str) -> dict[Defence, Mates]:
    """How a mover fares from every won position, whatever lots it draws; no won game may leave the endgame."""
    positions = won_positions(tables, signature)
    moves = positions.legal_moves()
    chosen = np.flatnonzero(choices(positions))
    # Where the chosen moves of each position begin, and how many there are.
    begins = np.searchsorted(chosen, moves.offsets[:-1])
    counts = np.diff(begins, append=len(chosen))
    after = positions.take(np.repeat(np.arange(len(positions)), counts)).play(moves.codes[chosen])
    truth = tables.probe_positions(after)
    mated, spoilt = (truth[:, 0] < 0) & (truth[:, 1] == 0), truth[:, 0] >= 0
    on = np.flatnonzero(~mated & ~spoilt)
    defended = after.take(on)
    offsets, successors = defended.legal_moves().offsets, defended.successors()
    plies = tables.probe_positions(successors)[:, 1].astype(np.int64)
    places = _places(positions, successors)
    best, fails = _best_lengths(tables, positions), np.maximum.reduceat(spoilt, begins)
    mates = {}
    for defence in Defence:
        rows = _replies(defence, offsets, plies)
        length = _lengths(mated, begins, on, places[rows], np.searchsorted(rows, offsets[:-1]))
        mates[defence] = _summed_up(positions, length, best, fails, is_sample=False)
    return mates


def _replies(defence: Defence, offsets: NDArray[np.int64], plies: NDArray[np.int64]) -> NDArray[np.int64]:
    match defence:
        case Defence.ONE_LONGEST:
            return first_longest_replies(offsets, plies)
        case Defence.EVERY_LONGEST:
            return longest_replies(offsets, plies)
        case Defence.EVERY:
            return np.arange(len(plies))


def _lengths(
    mated: NDArray[np.bool_],
    begins: NDArray[np.int64],
    on: NDArray[np.int64],
    replies: NDArray[np.int64],
    reply_begins: NDArray[np.int64],
) -> NDArray[np.int64]:
    """In how many moves each position is mated for sure; 0 where it is not."""
    after_length = np.where(mated, 1.0, np.inf)
    length = np.full(len(begins), np.inf)
    while True:
        longer = np.maximum.reduceat(after_length, begins)
        if np.array_equal(longer, length):
            return np.where(np.isfinite(length), length, 0).astype(np.int64)
        length = longer
        if len(on):
            after_length[on] = 1 + np.maximum.reduceat(length[replies], reply_begins)


def program_choices(program: CompiledProgram) -> Choices:
    """All moves that a program without look-ahead values highest; it draws lots between them."""
    if program.plies != 1:
        raise BadArgument(f"a program that looks {program.plies} plies ahead does not say which moves it draws between")

    def choose(positions: Positions) -> NDArray[np.bool_]:
        offsets = positions.legal_moves().offsets
        counts = np.diff(offsets)
        successors = positions.successors()
        before = np.repeat(_balance(positions, positions.turns()), counts)
        after = _balance(successors, np.repeat(positions.turns(), counts))
        values = program.evaluate(successors, before) + program.material * after
        marks: NDArray[np.bool_] = values == np.repeat(np.maximum.reduceat(values, offsets[:-1]), counts)
        return marks

    return choose


def _balance(positions: Positions, for_white: NDArray[np.bool_]) -> NDArray[np.int32]:
    """The worth of a side's men minus that of the other's, as programs count it."""
    men = positions.material().astype(np.int32)
    worth = (men[:, :6] - men[:, 6:]) @ np.array([VALUES[man] for man in chess.PIECE_TYPES], np.int32)
    balance: NDArray[np.int32] = np.where(for_white, worth, -worth).astype(np.int32)
    return balance


def _defend(tables: Tablebase, positions: Positions) -> Positions:
    """The position after the longest defence, the first of equals."""
    successors = positions.successors()
    plies = tables.probe_positions(successors)[:, 1].astype(np.int64)
    return successors.take(first_longest_replies(positions.legal_moves().offsets, plies))


def _best_lengths(tables: Tablebase, positions: Positions) -> NDArray[np.int64]:
    truth = tables.probe_positions(positions)
    if (truth[:, 0] <= 0).any():
        raise BadArgument(f"{positions[int(np.argmin(truth[:, 0]))].fen()} is not won by the side to move")
    lengths: NDArray[np.int64] = (truth[:, 1].astype(np.int64) + 1) // 2
    return lengths


def _places(positions: Positions, wanted: Positions) -> NDArray[np.int64]:
    keys = positions.hashes()
    order = np.argsort(keys)
    sought = wanted.hashes()
    places: NDArray[np.int64] = order[np.searchsorted(keys, sought, sorter=order).clip(max=len(keys) - 1)]
    strangers = np.flatnonzero(keys[places] != sought)
    if len(strangers):
        raise BadArgument(
            f"a won game leads to {wanted[int(strangers[0])].fen()}, which is another endgame",
            hint="play it out against the longest defence instead",
        )
    return places


def _summed_up(
    positions: Positions,
    length: NDArray[np.int64],
    best: NDArray[np.int64],
    spoilt: NDArray[np.bool_],
    is_sample: bool,
) -> Mates:
    mated = length > 0
    failures = tuple(positions.take(np.flatnonzero(~mated)[:10]).fens())
    return Mates(
        mated=Share.of(mated),
        spoilt=int(spoilt.sum()),
        mean_length=float(length[mated].mean()) if mated.any() else 0.0,
        mean_best_length=float(best[mated].mean()) if mated.any() else 1.0,
        longest=int(length.max()),
        failures=failures,
        is_sample=is_sample,
    )
