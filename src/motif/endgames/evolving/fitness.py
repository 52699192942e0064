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

from motif.endgames.evolving.case_settings import CaseSettings
from motif.endgames.language.program import Program, find_program
from motif.endgames.playing.games import PAPER_RULES, GameRules, Pairings, play, points, starts
from motif.endgames.playing.scores import Points
from motif.errors import BadArgument
from motif.seeds import seed_of

MASTER = "master"


@dataclass(frozen=True, slots=True)
class FitnessSettings:
    """Peers by program, games by encounter, and games of every program against the Master.

    The `finalists` of a generation play all that again `finals` times, since few games say little about the best. What
    a program earned in earlier generations counts as far as `memory` games: peers change, only the Master stays. He
    looks ahead as his own rules say, whoever plays him.
    With `mating` nobody is played: fitness is how a bare king is mated by the tables (`mating_fitness`).
    With `cases` only the first generation plays; then fitness is what a program's moves are worth in positions in
    which all moves were played out (`case_fitness`).
    """

    peers: int = 5
    games: int = 6
    master_games: int = 0
    master_rules: GameRules = PAPER_RULES
    finalists: int = 0
    finals: int = 3
    memory: int = 120
    mating: bool = False
    points: Points = field(default_factory=Points)
    cases: CaseSettings | None = None

    def __post_init__(self) -> None:
        for name, games in (("games", self.games), ("master_games", self.master_games)):
            if games < 0 or games % 2:
                raise BadArgument(f"{name} cannot be {games}: each start is played twice, ask for an even number")
        if not self.peers * self.games and not self.master_games and not self.mating:
            raise BadArgument("programs that play no games cannot be told apart")


@dataclass(frozen=True, slots=True)
class Fitness:
    """The mean points of each program, and how many games each played."""

    points: list[float]
    played: list[int]
    games: int


FitnessTest = Callable[[Sequence[Program], int], Fitness]
"""Takes programs and a seed."""


def by_games(settings: FitnessSettings, endgames: Sequence[str], rules: GameRules) -> FitnessTest:
    """Fitness by games."""
    master = settings.master_rules.compile(find_program(MASTER)) if settings.master_games else None

    def examine(programs: Sequence[Program], seed: int) -> Fitness:
        players = [rules.compile(program) for program in programs]
        rounds = random_two_ways(len(programs), settings.peers, Random(seed_of(seed, "peers")))
        counts = [settings.games // 2] * settings.peers
        if master:
            rounds.append([(one, len(players)) for one in range(len(players))])
            counts.append(settings.master_games // 2)
            players.append(master)
        # Everybody plays a round from the same starts, so that luck with starts decides less.
        meetings, start = [], 0
        for meeting_pairs, count in zip(rounds, counts, strict=True):
            meetings += [(*pair, start + number) for pair in meeting_pairs for number in range(count)]
            start += count
        pairings = Pairings(*(np.array(column, dtype=np.int64) for column in zip(*meetings, strict=True)))
        positions = starts(endgames, start, seed_of(seed, "starts"))
        ends = play(players, pairings, positions, seed_of(seed, "lots"), rules.moves)
        return _fitness(len(programs), pairings, ends, settings.points)

    return examine


def random_two_ways(count: int, peers: int, rng: Random) -> list[list[tuple[int, int]]]:
    """Rounds in which everybody meets a peer drawn by lot; of an odd number, one meets two."""
    rounds = []
    for _ in range(peers):
        order = list(range(count))
        rng.shuffle(order)
        encounters = list(zip(order[::2], order[1::2], strict=False))
        if count % 2:
            encounters.append((order[-1], order[0]))
        rounds.append(encounters)
    return rounds


def _fitness(count: int, pairings: Pairings, ends: npt.NDArray[np.int8], worth: Points) -> Fitness:
    total, games = np.zeros(count + 1), np.zeros(count + 1)
    mine, theirs = points(ends, worth), points((4 - ends).astype(np.int8), worth)
    for place, earned in ((pairings.first, mine), (pairings.second, theirs)):
        np.add.at(total, place, earned.sum(axis=1))
        np.add.at(games, place, 2)
    means = total[:count] / np.maximum(games[:count], 1)
    return Fitness([float(mean) for mean in means], [int(number) for number in games[:count]], 2 * len(ends))
