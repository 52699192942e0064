"""Rate the programs of a population by games, and define the settings of fitness and breeding.

Fitness is the mean number of points per game. In random-2-ways (Panait & Luke 2002) every program plays a fixed number
of random peers, and each game counts for both players; programs may also play the Master.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from motif._core.endgames import CompiledProgram
from motif.endgames.games import PAPER_RULES, GameRules, Pairings, Points, play, points, starts
from motif.endgames.program import Program, State, find_program
from motif.errors import BadArgument
from motif.runtime.parallel import seed_of


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """How to make cases, which are positions with the value of every legal move (see the module `cases`).

    Every `renewed` generations, about `positions` new positions are taken from games of the best program, at most
    `each_game` from one game. Each legal move is played out `playouts` times against the Master. In the first
    `searched` rounds, when programs play too badly for that, a search to this `depth` evaluates the moves by mate and
    material. Small positions are evaluated by tables instead, except that drawn ones are played out after those rounds.
    Fitness counts the cases of the last `rounds` rounds. The program for the next cases is the one of the best
    `candidates` that scores most in `trial_games` games against the Master. Before that, each tree of the best programs
    is improved by `polish` trials.
    With `won`, every round also has this many random starts that the side to move wins, so that programs learn to keep
    wins: games between programs hardly ever reach such positions.
    """

    positions: int = 400
    each_game: int = 4
    playouts: int = 4
    renewed: int = 1
    rounds: int = 4
    candidates: int = 6
    trial_games: int = 400
    searched: int = 3
    depth: int = 4
    polish: int = 2000
    won: int = 0

    def __post_init__(self) -> None:
        for name in ("positions", "each_game", "playouts", "renewed", "rounds", "candidates", "depth"):
            if getattr(self, name) < 1:
                raise BadArgument(f"{name} must be at least 1, not {getattr(self, name)}")
        for name in ("searched", "polish", "won"):
            if getattr(self, name) < 0:
                raise BadArgument(f"{name} must be at least 0, not {getattr(self, name)}")
        if self.trial_games < 2 or self.trial_games % 2:
            raise BadArgument(f"a trial cannot have {self.trial_games} games; ask for an even number")


MASTER = "master"


@dataclass(frozen=True, slots=True)
class FitnessSettings:
    """The number of peers that each program plays, of games against each of them, and of games against the Master.

    Since peers change, points of earlier generations count as at most `memory` games. The Master plays
    by `master_rules`, whatever the rules of the programs are.
    With `cases`, only the first generation plays games; later, fitness is the mean value of a program's moves in cases.
    """

    peers: int = 5
    games: int = 6
    master_games: int = 0
    master_rules: GameRules = PAPER_RULES
    memory: int = 120
    points: Points = field(default_factory=Points)
    cases: CaseSettings | None = None

    def __post_init__(self) -> None:
        for name, games in (("games", self.games), ("master_games", self.master_games)):
            if games < 0 or games % 2:
                raise BadArgument(f"{name} cannot be {games}: each start is played twice, so ask for an even number")
        if not self.peers * self.games and not self.master_games:
            raise BadArgument("programs that play no games cannot be compared")

    @property
    def master(self) -> CompiledProgram:
        return self.master_rules.compile(find_program(MASTER))


@dataclass(frozen=True, slots=True)
class Fitness:
    """The mean points and the number of games of each program, and the number of games in all."""

    points: list[float]
    played: list[int]
    games: int


FitnessTest = Callable[[Sequence[Program], int], Fitness]
"""Rates some programs; the second argument is a seed."""


def by_games(settings: FitnessSettings, endgames: Sequence[str], rules: GameRules) -> FitnessTest:
    """Return a fitness test that plays games."""
    master = settings.master if settings.master_games else None

    def examine(programs: Sequence[Program], seed: int) -> Fitness:
        players = [rules.compile(program) for program in programs]
        rounds = random_two_ways(len(programs), settings.peers, Random(seed_of(seed, "peers")))
        counts = [settings.games // 2] * settings.peers
        if master:
            rounds.append([(one, len(players)) for one in range(len(players))])
            counts.append(settings.master_games // 2)
            players.append(master)
        # All programs play a round from the same starts, so that luck with starts matters less.
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
    """Return random rounds in which every program meets one peer; if `count` is odd, one program meets two."""
    rounds = []
    for _ in range(peers):
        order = list(range(count))
        rng.shuffle(order)
        encounters = list(zip(order[::2], order[1::2], strict=False))
        if count % 2:
            encounters.append((order[-1], order[0]))
        rounds.append(encounters)
    return rounds


def _fitness(count: int, pairings: Pairings, ends: npt.NDArray[np.int8], values: Points) -> Fitness:
    total, games = np.zeros(count + 1), np.zeros(count + 1)
    first, second = points(ends, values), points((4 - ends).astype(np.int8), values)
    for place, earned in ((pairings.first, first), (pairings.second, second)):
        np.add.at(total, place, earned.sum(axis=1))
        np.add.at(games, place, 2)
    means = total[:count] / np.maximum(games[:count], 1)
    return Fitness([float(mean) for mean in means], [int(number) for number in games[:count]], 2 * len(ends))


@dataclass(frozen=True, slots=True)
class BreedingSettings:
    """The paper's probabilities, and the limits that keep programs readable.

    Mutation has the probability that reproduction and crossover leave. `constants` and `rules` are the weights of the
    mutations that make a new constant and that add a rule. `transplants` is the share of crossovers that copy a whole
    tree to another state.
    The `elite` best programs always survive: a tournament of two would lose the best one every other generation.
    With `standard`, a mutation is always a new subtree or a new constant.
    """

    reproduction: float = 0.35
    crossover: float = 0.5
    constants: float = 0.2
    rules: float = 0.3
    transplants: float = 0.25
    tournament: int = 2
    first_depth: tuple[int, int] = (2, 4)
    most_symbols: int = 80
    most_symbols_when_behind: int = 30
    deepest: int = 12
    unique: bool = True
    elite: int = 4
    extras: bool = False
    standard: bool = False

    def __post_init__(self) -> None:
        if min(self.reproduction, self.crossover) < 0 or self.reproduction + self.crossover > 1:
            raise BadArgument(
                f"reproduction {self.reproduction:g} and crossover {self.crossover:g} are not valid probabilities",
                hint="neither may be negative, and their sum may be at most 1",
            )
        if self.tournament < 1:
            raise BadArgument(f"a tournament needs at least 1 program, not {self.tournament}")
        if min(self.most_symbols, self.most_symbols_when_behind) < 1:
            raise BadArgument("the maximum size of a tree must be at least 1 symbol")

    def most_symbols_of(self, state: State) -> int:
        """Return the maximum number of symbols in the tree of a state."""
        return self.most_symbols_when_behind if state is State.DISADVANTAGE else self.most_symbols


PAPER_BREEDING = BreedingSettings(transplants=0.0, unique=False, elite=0, standard=True)
"""The paper's breeding as far as it is described: standard operators at its rates, and no elite."""


class Algorithm(StrEnum):
    """The source of the breeding settings."""

    MOTIF = "motif"
    PAPER = "paper"

    @property
    def breeding(self) -> BreedingSettings:
        return PAPER_BREEDING if self is Algorithm.PAPER else BreedingSettings()


# Populations.

PRIOR_GAMES = 40
"""Fitness is shrunk as if every program had played this many more games with average results."""


@dataclass(frozen=True, slots=True)
class Population:
    """The programs of an island, their fitness over several generations, and the number of games behind it."""

    programs: tuple[Program, ...]
    fitness: tuple[float, ...]
    games: tuple[int, ...]

    @classmethod
    def new(cls, programs: list[Program], last: Population | None, memory: int) -> Population:
        """Start a generation; programs of the last one keep their fitness, which counts as at most `memory` games."""
        before = dict(zip(last.programs, zip(last.fitness, last.games, strict=True), strict=True)) if last else {}
        kept = [before.get(program, (0.0, 0)) for program in programs]
        return cls(
            tuple(programs), tuple(fitness for fitness, _ in kept), tuple(min(games, memory) for _, games in kept)
        )

    def after(self, earned: Fitness) -> Population:
        """Return the population after its programs have earned more points."""
        games = tuple(before + played for before, played in zip(self.games, earned.played, strict=True))
        known = zip(self.fitness, self.games, earned.points, earned.played, games, strict=True)
        fitness = tuple((old * before + new * played) / total for old, before, new, played, total in known)
        return Population(self.programs, fitness, games)

    def shrunk_fitness(self) -> list[float]:
        """Return the fitness shrunk towards the mean, more strongly after few games, because they may be lucky."""
        mean = sum(self.fitness) / len(self.fitness)
        return [
            (fitness * games + mean * PRIOR_GAMES) / (games + PRIOR_GAMES)
            for fitness, games in zip(self.fitness, self.games, strict=True)
        ]

    def ranked(self) -> list[int]:
        """Return the places of the programs, the fittest first; ties go to the smaller program, then the earlier."""
        shrunk = self.shrunk_fitness()
        return sorted(range(len(self.programs)), key=lambda n: (-shrunk[n], self.programs[n].size, n))

    def best(self, count: int) -> list[Program]:
        return [self.programs[place] for place in self.ranked()[:count]]

    def receive(self, source: Population, count: int) -> Population:
        """Return the population with its least fit programs replaced by the best programs of `source`."""
        programs, fitness, games = list(self.programs), list(self.fitness), list(self.games)
        guests = [place for place in source.ranked() if source.programs[place] not in programs][:count]
        for place, guest in zip(reversed(self.ranked()), guests, strict=False):
            programs[place] = source.programs[guest]
            fitness[place], games[place] = source.fitness[guest], source.games[guest]
        return Population(tuple(programs), tuple(fitness), tuple(games))

    def to_json(self) -> dict[str, Any]:
        return {
            "programs": [str(program) for program in self.programs],
            "fitness": list(self.fitness),
            "games": list(self.games),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Population:
        return cls(tuple(map(Program.parse, value["programs"])), tuple(value["fitness"]), tuple(value["games"]))
