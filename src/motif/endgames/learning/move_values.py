"""Value all legal moves of positions by tables, by a search, or by games that are played out."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, encode_move
from motif._core.endgames import CompiledProgram, play_programs
from motif._core.search import Searcher
from motif.endgames.games import GameOutcome, Points, outcomes, points
from motif.engines.small_tables import MOST_PIECES, Tablebase

MoveValues = npt.NDArray[np.float64]
"""One number for each legal move of each position, in the order of the legal moves."""

SLOWEST_WIN_POINTS = 0.6
"""The longer a win takes, the closer its value comes to this: it may not fit into the fifty moves of a game."""

DISCOUNT_PER_MOVE = 0.95
"""The factor by which each move to mate reduces the part of a win's value above SLOWEST_WIN_POINTS."""

TANH_SCALE_CP = 575.0
"""An advantage of this size has the value 0.88; a boundless one has 1."""


@cache
def _tables() -> Tablebase:
    return Tablebase()


def are_known(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions have few enough pieces for the tables."""
    return np.asarray(positions.material().sum(axis=1) <= MOST_PIECES)


def are_decided(positions: Positions) -> npt.NDArray[np.bool_]:
    """Say which positions are in the tables and not drawn."""
    decided = are_known(positions)
    few = np.flatnonzero(decided)
    if len(few):
        decided[few] = _tables().probe_positions(positions.take(few))[:, 0] != 0
    return decided


def by_tables(positions: Positions) -> MoveValues:
    """Return the values of legal moves by result and distance to mate; the tables must have the positions."""
    # After the move the result is the opponent's.
    result, plies = _tables().probe_positions(positions.successors()).astype(np.float64).T
    decided = SLOWEST_WIN_POINTS + (1 - SLOWEST_WIN_POINTS) * DISCOUNT_PER_MOVE ** (plies / 2)
    return np.where(result < 0, decided, np.where(result > 0, 1 - decided, 0.5))


def by_search(positions: Positions, depth: int) -> MoveValues:
    """Return the values of legal moves by a search that looks for mate and counts material."""
    # A program of three constant trees adds nothing, so the evaluation is material alone.
    material = CompiledProgram([0.0], [0.0], [0.0]).evaluation(1.0)
    searcher = Searcher(material, hash_megabytes=1)
    legal = positions.legal_moves()
    most = int(np.diff(legal.offsets).max(initial=1))
    found = np.zeros(len(legal.codes))
    for number, lines in enumerate(searcher.search_all(positions, depth=depth, multi_pv=most)):
        begin, end = legal.offsets[number : number + 2]
        values = {encode_move(line.moves[0]): line.centipawns for line in lines.lines}
        centipawns = [values[int(code)] for code in legal.codes[begin:end]]
        found[begin:end] = 0.5 + 0.5 * np.tanh(np.array(centipawns) / TANH_SCALE_CP)
    return found


@dataclass(frozen=True, slots=True)
class Rollouts:
    """How moves are played out: the program, its opponent, the games per move, their points and maximum length."""

    player: CompiledProgram
    opponent: CompiledProgram
    times: int
    points: Points
    moves: int

    def values(self, positions: Positions, rng: np.random.Generator) -> MoveValues:
        """Return the values of legal moves by games; the moves of a position share seeds, so luck cancels out."""
        counts = np.diff(positions.legal_moves().offsets)
        boards = positions.successors()
        is_black = np.repeat(1 - positions.turns().astype(np.int64), counts * self.times)
        drawn = rng.integers(2**62, size=(len(positions), self.times))
        seeds = np.repeat(drawn, counts, axis=0).reshape(-1)
        places = np.repeat(np.arange(len(boards)), self.times)
        games = np.stack([is_black, 1 - is_black, places, seeds], axis=1).astype(np.int64)
        ends = play_programs([self.player, self.opponent], games, boards, moves=self.moves)
        won = outcomes(ends.winners, ends.balances)
        # Outcomes are numbered from a win to a loss, so for Black they count from the other end.
        own = np.where(is_black == 0, won, len(GameOutcome) - 1 - won).astype(np.int8)
        return np.asarray(points(own, self.points).reshape(len(boards), self.times).mean(axis=1))
