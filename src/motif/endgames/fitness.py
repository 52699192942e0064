"""How good programs are: random-2-ways, against their peers; by option also against the Master.

Random-2-ways (Panait & Luke 2002): everybody plays a fixed number of peers drawn by lot, and a game counts for both.
fitness = mean points by game; mate counts more than material, material more than a draw, a draw more than a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

import numpy as np
import numpy.typing as npt

from motif.arena.seeds import seed_of
from motif.endgames.contest import Pairings, Rules, play, points, starts
from motif.endgames.program import Program, find_program
from motif.endgames.scores import Points
from motif.errors import BadArgument

MASTER = "master"


@dataclass(frozen=True, slots=True)
class FitnessSettings:
    """Peers by program, games by encounter, and games of every program against the Master."""

    peers: int = 5
    games: int = 6
    master_games: int = 0
    points: Points = field(default_factory=Points)

    def __post_init__(self) -> None:
        for name, games in (("games", self.games), ("master_games", self.master_games)):
            if games < 0 or games % 2:
                raise BadArgument(f"{name} cannot be {games}: each start is played twice, ask for an even number")
        if not self.peers * self.games and not self.master_games:
            raise BadArgument("programs that play no games cannot be told apart")


@dataclass(frozen=True, slots=True)
class Fitness:
    """The fitness of each program, and how many games it took."""

    points: list[float]
    games: int


Examiner = Callable[[Sequence[Program], int], Fitness]
"""Takes programs and a seed."""


def by_games(settings: FitnessSettings, endgames: Sequence[str], rules: Rules) -> Examiner:
    """Fitness by games."""
    master = rules.compile(find_program(MASTER)) if settings.master_games else None

    def examine(programs: Sequence[Program], seed: int) -> Fitness:
        players = [rules.compile(program) for program in programs]
        drawn = random_two_ways(len(programs), settings.peers, Random(seed_of(seed, "peers")))
        meetings = [meeting for meeting in drawn for _ in range(settings.games // 2)]
        if master:
            everybody = range(len(players))
            meetings += [(one, len(players)) for one in everybody for _ in range(settings.master_games // 2)]
            players.append(master)
        first, second = (np.array(side, dtype=np.int64) for side in zip(*meetings, strict=True))
        positions = starts(endgames, len(meetings), seed_of(seed, "starts"))
        pairings = Pairings(first, second, np.arange(len(meetings), dtype=np.int64))
        ends = play(players, pairings, positions, seed_of(seed, "lots"), rules.moves)
        return Fitness(_means(len(programs), pairings, ends, settings.points), 2 * len(meetings))

    return examine


def random_two_ways(count: int, peers: int, rng: Random) -> list[tuple[int, int]]:
    """Encounters in which everybody meets as many peers drawn by lot; of an odd number, one meets one more a round."""
    encounters = []
    for _ in range(peers):
        order = list(range(count))
        rng.shuffle(order)
        encounters += list(zip(order[::2], order[1::2], strict=False))
        if count % 2:
            encounters.append((order[-1], order[0]))
    return encounters


def _means(count: int, pairings: Pairings, ends: npt.NDArray[np.int8], worth: Points) -> list[float]:
    total, games = np.zeros(count + 1), np.zeros(count + 1)
    mine, theirs = points(ends, worth), points((4 - ends).astype(np.int8), worth)
    for place, earned in ((pairings.first, mine), (pairings.second, theirs)):
        np.add.at(total, place, earned.sum(axis=1))
        np.add.at(games, place, 2)
    return [float(value) for value in total[:count] / np.maximum(games[:count], 1)]
