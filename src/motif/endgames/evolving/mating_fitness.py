"""Fitness by the tables: does a program mate a bare king from every won position, and how fast?

Every position of the stronger side is played out at once:

    fitness = 1/2 * (mean of 0.95 ^ moves to mate, over the same of the best play) + 1/2 * share that surely end in mate
              + 1 where all do

One evaluation of each different board after a move is enough, because a program values boards alone. Between moves of
equal value lots are drawn in the first half, against the defence that lasts longest, which so tells better from worse
where nothing is sure yet; in the second half a position counts only where each of them mates, against every defence or
against the longest alone. Of several longest defences the first is meant, in the order of the legal moves.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, canonical_positions
from motif._core.endgames import CompiledProgram
from motif.board.tablebases import Tablebase, mirrors
from motif.endgames.evolving.fitness import Fitness, FitnessTest
from motif.endgames.language.program import Program
from motif.endgames.measuring.won_positions import first_longest_replies, won_images
from motif.endgames.playing.games import GameRules
from motif.errors import BadArgument

PATIENCE = 0.95
WORTH_ASKING = 0.1
MOST_MOVES = 60
BARE_KINGS = ("KRK", "KQK")

Places = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class BareKing:
    """The won positions of an endgame up to symmetry, the boards that moves lead to, and the longest defence there.

    `boards` are the different boards after a move; `moves` from `offsets[i]` on are those of position i; `reply` is
    where the longest defence leads, MATE where there is none, SPOILT where the win is gone. All `replies` to the
    `defended` boards are kept as well, those to board `defended[i]` from `replies_begin[i]` on.
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
        """How many positions there are."""
        return len(self.best)


MATE, SPOILT = -1, -2


@cache
def bare_king(signature: str) -> BareKing:
    """Everything about the endgame of a piece against a bare king."""
    if signature not in BARE_KINGS:
        raise BadArgument(
            f"mates are counted against a bare king only, not in {signature}", hint=f"there are {', '.join(BARE_KINGS)}"
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
    worth = 5 if signature == "KRK" else 9
    return BareKing(
        boards,
        np.full(len(boards), worth, dtype=np.int32),
        np.array([board_place[fen] for fen in after], dtype=np.int64),
        offsets,
        reply,
        lost,
        leads_to,
        reply_offsets[:-1].astype(np.int64),
        best,
    )


def _images(positions: Positions) -> list[str]:
    """One text for all mirror images of a position; when it arose does not matter."""
    return canonical_positions([f"{epd} 0 1" for epd in positions.epds()])


@dataclass(frozen=True, slots=True)
class Play:
    """The moves that a program draws between, and how it fares with them."""

    endgame: BareKing
    boards: Places
    begins: Places
    counts: Places

    @classmethod
    def of(cls, program: CompiledProgram, endgame: BareKing) -> Play:
        """What the program plays in every position."""
        values = program.evaluate(endgame.boards, endgame.before)[endgame.moves]
        highest = np.maximum.reduceat(values, endgame.offsets[:-1])
        chosen = np.flatnonzero(values == np.repeat(highest, np.diff(endgame.offsets)))
        begins = np.searchsorted(chosen, endgame.offsets[:-1])
        counts = np.diff(np.append(begins, len(chosen)))
        return cls(endgame, endgame.moves[chosen], begins, counts)

    @property
    def target(self) -> Places:
        """Where each of the moves leads against the longest defence."""
        return self.endgame.reply[self.boards]

    def sure_lengths(self) -> npt.NDArray[np.float64]:
        """In how many moves it mates from each position whatever is replied; infinite where it may never do."""
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
        """In how many moves it mates from each position, infinite where some of its moves never do."""
        return self._iterate(
            np.where(self.target == MATE, 1.0, np.inf), np.inf, lambda next_one: 1 + next_one, np.maximum
        )

    def prospects(self) -> npt.NDArray[np.float64]:
        """The mean of PATIENCE ^ moves to mate, lots drawn evenly; 0 where it never mates."""
        first = np.where(self.target == MATE, PATIENCE, 0.0)
        return self._iterate(first, 0.0, lambda next_one: PATIENCE * next_one, np.add, self.counts)

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


def by_mating(endgames: Sequence[str], rules: GameRules, every_defence: bool = True) -> FitnessTest:
    """Fitness by the tables; the seed changes nothing, since every position is played."""
    all_endgames = [bare_king(signature) for signature in endgames]

    def fitness(program: Program) -> float:
        compiled = rules.compile(program)
        return float(np.mean([_fitness(Play.of(compiled, endgame), every_defence) for endgame in all_endgames]))

    def examine(programs: Sequence[Program], seed: int) -> Fitness:
        games = sum(endgame.positions for endgame in all_endgames)
        return Fitness([fitness(program) for program in programs], [games] * len(programs), games * len(programs))

    return examine


def _fitness(play: Play, every_defence: bool) -> float:
    best = PATIENCE**play.endgame.best
    prospects = float(play.prospects().sum() / best.sum())
    # Whoever hardly ever mates needs not be asked whether it always does.
    certain = 0.0
    if prospects > WORTH_ASKING:
        certain = float(np.isfinite(play.sure_lengths() if every_defence else play.lengths()).mean())
    # Whoever mates everywhere is above all who do not, however fast they are elsewhere.
    return (prospects + certain) / 2 + (certain == 1)
