"""What every legal move of a position is worth: by the tables, by a search, or by games that are played on.

by the tables: a win 0.6 + 0.4 * 0.95 ^ moves to mate, a draw 1/2, a loss 1 minus what it is worth to the winner
by a search that knows mate and material alone: 1/2 + 1/2 tanh(centipawns / 575), a rook ahead 0.85
by games: the mean points of a program that makes the move and plays on
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, encode_move
from motif._core.endgames import CompiledProgram, play_programs
from motif._core.search import Searcher
from motif.board.tablebases import MOST_MEN, Tablebase
from motif.endgames.playing.games import outcomes, points
from motif.endgames.playing.scores import Points

Worth = npt.NDArray[np.float64]
"""One number for every legal move of every position, in the order of the legal moves."""

PATIENCE = 0.95
SURE_WIN = 0.6
"""What a win is worth that takes for ever: games end after fifty moves."""

A_LOT = 575.0
"""So many centipawns ahead is worth 0.88; without end it is worth 1."""


@cache
def _tables() -> Tablebase:
    return Tablebase()


def are_known(positions: Positions) -> npt.NDArray[np.bool_]:
    """Whether there are few enough men for the tables."""
    return np.asarray(positions.material().sum(axis=1) <= MOST_MEN)


def are_decided(positions: Positions) -> npt.NDArray[np.bool_]:
    """Whether somebody wins by the tables, where they know the position."""
    decided = are_known(positions)
    few = np.flatnonzero(decided)
    if len(few):
        decided[few] = _tables().probe_positions(positions.take(few))[:, 0] != 0
    return decided


def by_tables(positions: Positions) -> Worth:
    """By the exact result, and how far the mate is; for positions that the tables know."""
    # The result is that of the opponent, who is to move then.
    result, plies = _tables().probe_positions(positions.successors()).astype(np.float64).T
    decided = SURE_WIN + (1 - SURE_WIN) * PATIENCE ** (plies / 2)
    return np.where(result < 0, decided, np.where(result > 0, 1 - decided, 0.5))


def by_search(positions: Positions, depth: int) -> Worth:
    """By a search that knows mate and material alone."""
    material = CompiledProgram([0.0], [0.0], [0.0]).evaluation(1.0)
    searcher = Searcher(material, hash_megabytes=1)
    legal = positions.legal_moves()
    most = int(np.diff(legal.offsets).max(initial=1))
    worth = np.zeros(len(legal.codes))
    for number, lines in enumerate(searcher.search_all(positions, depth=depth, multi_pv=most)):
        begin, end = legal.offsets[number : number + 2]
        values = {encode_move(line.moves[0]): line.centipawns for line in lines.lines}
        centipawns = [values[int(code)] for code in legal.codes[begin:end]]
        worth[begin:end] = 0.5 + 0.5 * np.tanh(np.array(centipawns) / A_LOT)
    return worth


@dataclass(frozen=True, slots=True)
class PlayingOn:
    """Who makes the moves and plays on against whom, how often, for which points, and how long at most."""

    player: CompiledProgram
    opponent: CompiledProgram
    times: int
    points: Points
    moves: int

    def judge(self, positions: Positions, rng: np.random.Generator) -> Worth:
        """By games; the lots belong to the position, so that its moves differ by what they are worth."""
        counts = np.diff(positions.legal_moves().offsets)
        boards = positions.successors()
        is_black = np.repeat(1 - positions.turns().astype(np.int64), counts * self.times)
        lots = rng.integers(2**62, size=(len(positions), self.times))
        seeds = np.repeat(lots, counts, axis=0).reshape(-1)
        places = np.repeat(np.arange(len(boards)), self.times)
        games = np.stack([is_black, 1 - is_black, places, seeds], axis=1).astype(np.int64)
        ends = play_programs([self.player, self.opponent], games, boards, moves=self.moves)
        won = outcomes(ends.winners, ends.balances)
        own = np.where(is_black == 0, won, 4 - won).astype(np.int8)
        return np.asarray(points(own, self.points).reshape(len(boards), self.times).mean(axis=1))
