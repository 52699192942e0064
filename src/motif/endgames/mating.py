"""Does somebody mate from every won position of an endgame, and how fast?

`mates_by_best_defence` plays each won position out against a defender that is mated as late as the tables allow.
`mates_by_every_defence` asks more: that every move between which the mover would draw lots mates, whatever the reply,

    length(p) = max over the mover's moves m of (1 if m mates, else 1 + max over all replies r of length(p m r))

and infinite where a move spoils the win or the defender can go round in circles for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motif._core.endgames import CompiledProgram
from motif.arena.seeds import seed_of
from motif.board.positions import Positions
from motif.board.tablebases import Tablebase, mirrors
from motif.endgames.intervals import Share
from motif.endgames.measures import Mover
from motif.errors import BadArgument

FIFTY_MOVES = 50

Choices = Callable[[Positions], NDArray[np.bool_]]
"""Whoever marks, for each legal move of each position, whether it may be played."""


@dataclass(frozen=True, slots=True)
class Mates:
    """How many won positions ended in mate, in how many moves, and in how many the best player would have mated."""

    mated: Share
    spoilt: int
    mean_length: float
    mean_best_length: float
    longest: int
    failures: tuple[str, ...]

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
        share = f"mated {self.mated.hits:,} of {self.mated.count:,} ({100 * self.mated.value:.2f} %)"
        if not self.mated.hits:
            return share
        return (
            f"{share}, in {self.mean_length:.2f} moves where {self.mean_best_length:.2f} are best "
            f"({self.ratio:.2f} times as long, at most {self.longest})"
        )


def won_positions(tables: Tablebase, signature: str, sample: int | None = None, seed: int = 0) -> Positions:
    """Every position that the stronger side, to move, wins; mirror images too. Or so many of them, drawn by lot."""
    values = np.frombuffer(tables.values(signature), np.uint8)
    # 0 is illegal and 1 drawn; of the others the even ones are lost and the odd ones won.
    places = np.flatnonzero((values > 1) & (values % 2 == 1))
    positions = Positions.concatenate([tables.positions(signature, places, image) for image in mirrors(signature)])
    positions = positions.take(np.flatnonzero(positions.turns()))
    # Two men of a kind may change places without making another position.
    _, first = np.unique(positions.hashes(), return_index=True)
    if sample is not None and sample < len(first):
        first = np.random.default_rng(seed_of(seed, "won positions", signature)).choice(first, sample, replace=False)
    return positions.take(np.sort(first))


def mates_by_best_defence(
    tables: Tablebase, mover: Mover, positions: Positions, most_moves: int = FIFTY_MOVES
) -> Mates:
    """Play won positions to mate against a defender that lasts as long as it can; each has so many moves."""
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
    return _summed_up(positions, length, best, spoilt)


def mates_by_every_defence(tables: Tablebase, choices: Choices, signature: str) -> Mates:
    """How a mover fares from every won position whatever the defender does; no won game may leave the endgame."""
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
    reply_begins = defended.legal_moves().offsets[:-1]
    replies = _places(positions, defended.successors())
    after_length = np.where(mated, 1.0, np.inf)
    length = np.full(len(positions), np.inf)
    while True:
        longer = np.maximum.reduceat(after_length, begins)
        if np.array_equal(longer, length):
            break
        length = longer
        if len(on):
            after_length[on] = 1 + np.maximum.reduceat(length[replies], reply_begins)
    finite = np.where(np.isfinite(length), length, 0).astype(np.int64)
    return _summed_up(positions, finite, _best_lengths(tables, positions), np.maximum.reduceat(spoilt, begins))


def choices_of(mover: Mover) -> Choices:
    """The one move that a mover chooses in each position."""

    def choose(positions: Positions) -> NDArray[np.bool_]:
        moves = positions.legal_moves()
        marks: NDArray[np.bool_] = moves.codes == np.repeat(mover(positions), np.diff(moves.offsets))
        return marks

    return choose


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
    worth = (men[:, :6] - men[:, 6:]) @ np.array([1, 3, 3, 5, 9, 0], np.int32)
    balance: NDArray[np.int32] = np.where(for_white, worth, -worth).astype(np.int32)
    return balance


def _defend(tables: Tablebase, positions: Positions) -> Positions:
    """The position after the reply that puts the mate off longest, the first of them."""
    offsets = positions.legal_moves().offsets
    successors = positions.successors()
    plies = tables.probe_positions(successors)[:, 1].astype(np.int64)
    # The longest, and among equals the first: one number that orders both.
    rank = plies * len(plies) - np.arange(len(plies))
    best = np.maximum.reduceat(rank, offsets[:-1])
    return successors.take(np.flatnonzero(rank == np.repeat(best, np.diff(offsets))))


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
    found: NDArray[np.int64] = order[np.searchsorted(keys, sought, sorter=order).clip(max=len(keys) - 1)]
    strangers = np.flatnonzero(keys[found] != sought)
    if len(strangers):
        raise BadArgument(
            f"a won game leads to {wanted[int(strangers[0])].fen()}, which is another endgame",
            hint="play it out against the best defence instead",
        )
    return found


def _summed_up(
    positions: Positions, length: NDArray[np.int64], best: NDArray[np.int64], spoilt: NDArray[np.bool_]
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
    )
