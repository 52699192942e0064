"""Measure from how many won positions against a bare king a program mates, and how fast: KRK and KQK, by the tables."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, canonical_positions
from motif._core.endgames import CompiledProgram
from motif.endgames.games import GameRules
from motif.endgames.learning.measuring import first_longest_replies, won_images
from motif.endgames.program import Program
from motif.engines.small_tables import Tablebase, mirrors
from motif.errors import BadArgument

DISCOUNT_PER_MOVE = 0.95
LEAST_PROSPECTS_FOR_PROOF = 0.1
"""A program with worse prospects hardly ever mates, so the proof that it always does is skipped."""
MOST_MOVES = 60
BARE_KINGS = ("KRK", "KQK")

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BareKing:
    """The won positions of an endgame up to symmetry, the boards after each move, and the longest defences.

    `boards` are the distinct boards after a move. `moves` are indices into them; those of position i begin at
    `offsets[i]`. `reply` has for each board the index of the position after the longest defence, MATE if it is mate, or
    SPOILT if the win is gone. `defended` are the boards with a defence, and `replies` are the positions after all
    replies; those to board `defended[i]` begin at `replies_begin[i]`. `best` are the moves to mate of each position.
    """

    boards: Positions
    before: npt.NDArray[np.int32]
    moves: Places
    offsets: Places
    reply: Places
    defended: Places
    replies: Places
    replies_begin: Places
    best: npt.NDArray[np.float64]

    @property
    def positions(self) -> int:
        return len(self.best)


MATE, SPOILT = -1, -2


@cache
def bare_king(signature: str) -> BareKing:
    """Return the positions of the endgame with a rook or queen against a bare king."""
    if signature not in BARE_KINGS:
        raise BadArgument(
            f"mates are counted only against a bare king, not in {signature}", hint=f"there are {', '.join(BARE_KINGS)}"
        )
    tables = Tablebase()
    images = _images(won_images(tables, signature, mirrors(signature)[:1]))
    positions = Positions(sorted(set(images)))
    place = {fen: number for number, fen in enumerate(sorted(set(images)))}
    offsets = positions.legal_moves().offsets.astype(np.int64)
    after = _images(positions.successors())
    different = sorted(set(after))
    board_place = {fen: number for number, fen in enumerate(different)}
    boards = Positions(different)
    truth = tables.probe_positions(boards)
    reply = np.full(len(boards), SPOILT, dtype=np.int64)
    reply[(truth[:, 0] < 0) & (truth[:, 1] == 0)] = MATE
    lost = np.flatnonzero((truth[:, 0] < 0) & (truth[:, 1] > 0))
    defended = boards.take(lost)
    reply_offsets = defended.legal_moves().offsets
    replies = defended.successors()
    plies = tables.probe_positions(replies)[:, 1].astype(np.int64)
    leads_to = np.array([place[name] for name in _images(replies)], dtype=np.int64)
    reply[lost] = leads_to[first_longest_replies(reply_offsets, plies)]
    best = (tables.probe_positions(positions)[:, 1].astype(np.float64) + 1) / 2
    material = 5 if signature == "KRK" else 9
    return BareKing(
        boards,
        np.full(len(boards), material, dtype=np.int32),
        np.array([board_place[fen] for fen in after], dtype=np.int64),
        offsets,
        reply,
        lost,
        leads_to,
        reply_offsets[:-1].astype(np.int64),
        best,
    )


def _images(positions: Positions) -> list[str]:
    """Return a text for each position that its mirror images share; the move counters are ignored."""
    epds = positions.epds()
    different = list(dict.fromkeys(epds))
    image = dict(zip(different, canonical_positions([f"{epd} 0 1" for epd in different]), strict=True))
    return [image[epd] for epd in epds]


@dataclass(frozen=True, slots=True)
class MatingPlay:
    """The moves from which a program chooses at random in each won position, and the mates that follow."""

    endgame: BareKing
    boards: Places
    begins: Places
    counts: Places

    @classmethod
    def of(cls, program: CompiledProgram, endgame: BareKing) -> MatingPlay:
        """Find the moves that the program values highest in each position."""
        values = program.evaluate(endgame.boards, endgame.before)[endgame.moves]
        highest = np.maximum.reduceat(values, endgame.offsets[:-1])
        chosen = np.flatnonzero(values == np.repeat(highest, np.diff(endgame.offsets)))
        begins = np.searchsorted(chosen, endgame.offsets[:-1])
        counts = np.diff(np.append(begins, len(chosen)))
        return cls(endgame, endgame.moves[chosen], begins, counts)

    @property
    def target(self) -> Places:
        """The index of the position that each move leads to against the longest defence."""
        return self.endgame.reply[self.boards]

    def sure_lengths(self) -> npt.NDArray[np.float64]:
        """Return the number of moves to mate from each position against every defence; infinite if mate is not sure."""
        endgame = self.endgame
        left = np.where(endgame.reply == MATE, 0.0, np.inf)
        length = np.full(endgame.positions, np.inf)
        for _ in range(MOST_MOVES):
            longer = np.maximum.reduceat(1 + left[self.boards], self.begins)
            if np.array_equal(longer, length):
                break
            length = longer
            left[endgame.defended] = np.maximum.reduceat(length[endgame.replies], endgame.replies_begin)
        return length

    def lengths(self) -> npt.NDArray[np.float64]:
        """Return the number of moves to mate from each position against the longest defence; infinite if not sure."""
        return self._iterate(
            np.where(self.target == MATE, 1.0, np.inf), np.inf, lambda next_one: 1 + next_one, np.maximum
        )

    def prospects(self) -> npt.NDArray[np.float64]:
        """Return the mean over the random choices of DISCOUNT_PER_MOVE ^ (moves to mate), or 0 without a mate."""
        first = np.where(self.target == MATE, DISCOUNT_PER_MOVE, 0.0)
        return self._iterate(first, 0.0, lambda next_one: DISCOUNT_PER_MOVE * next_one, np.add, self.counts)

    def _iterate(
        self,
        plies: npt.NDArray[np.float64],
        unknown: float,
        step: Callable[[npt.NDArray[np.float64]], npt.NDArray[np.float64]],
        join: np.ufunc,
        divisor: Places | int = 1,
    ) -> npt.NDArray[np.float64]:
        target = self.target
        goes_on = np.flatnonzero(target >= 0)
        following = target[goes_on]
        value = np.full(len(self.begins), unknown)
        for _ in range(MOST_MOVES):
            plies[goes_on] = step(value[following])
            better = join.reduceat(plies, self.begins) / divisor
            if np.array_equal(better, value):
                break
            value = better
        return value


def mating_fitness(program: Program, signature: str, every_defence: bool = True) -> float:
    """Return how well a program mates: above 1 if it mates from every won position."""
    play = MatingPlay.of(GameRules().compile(program), bare_king(signature))
    best = DISCOUNT_PER_MOVE**play.endgame.best
    prospects = float(play.prospects().sum() / best.sum())
    certain = 0.0
    if prospects > LEAST_PROSPECTS_FOR_PROOF:
        certain = float(np.isfinite(play.sure_lengths() if every_defence else play.lengths()).mean())
    # A program that mates from every position ranks above all others, however fast they are.
    return (prospects + certain) / 2 + (certain == 1)
