"""How good programs are: random-2-ways, against their peers; by option also against the Master.

Random-2-ways (Panait & Luke 2002): everybody plays a fixed number of peers drawn by lot, and a game counts for both.
fitness = mean points by game; mate counts more than material, material more than a draw, a draw more than a loss.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from math import sqrt
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt

from motif._core.board import Positions, canonical_positions
from motif._core.endgames import CompiledProgram
from motif.endgames.games import PAPER_RULES, GameRules, Pairings, Points, play, points, starts
from motif.endgames.learning.measuring import first_longest_replies, won_images
from motif.endgames.program import Program, State, find_program
from motif.engines.small_tables import Tablebase, mirrors
from motif.errors import BadArgument
from motif.runtime.parallel import seed_of

# How cases are made: how many positions, how often every move is played out, and when the cases are renewed.


@dataclass(frozen=True, slots=True)
class CaseSettings:
    """Every `renewed` generations about so many `positions`, at most so many of `each_game` of the best program.

    Every legal move of each is played out `playouts` times, against the Master or with `itself` against the program
    itself. In the first `searched` rounds, when nobody plays well enough to show anything, moves are judged by a search
    of this `depth` instead, which knows nothing but mate and material; what the tables know, they judge. The cases of
    the last `rounds` count. Which of the best `candidates` makes the next cases is decided by `trial_games` of each
    against the Master. Before that each tree of the best programs is improved by so many trials, `polish`
    (`polishing`).
    """

    positions: int = 400
    each_game: int = 4
    playouts: int = 4
    renewed: int = 1
    rounds: int = 4
    candidates: int = 6
    trial_games: int = 400
    itself: bool = False
    searched: int = 3
    depth: int = 4
    polish: int = 2000

    def __post_init__(self) -> None:
        for name in ("positions", "each_game", "playouts", "renewed", "rounds", "candidates", "depth"):
            if getattr(self, name) < 1:
                raise BadArgument(f"cases need at least 1 for {name}, not {getattr(self, name)}")
        for name in ("searched", "polish"):
            if getattr(self, name) < 0:
                raise BadArgument(f"cases cannot have {getattr(self, name)} for {name}; 0 is the least")
        if self.trial_games < 2 or self.trial_games % 2:
            raise BadArgument(f"a trial cannot have {self.trial_games} games: ask for an even number")


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


# How the next generation is bred: the chances of each way, and the limits that keep programs readable.


@dataclass(frozen=True, slots=True)
class BreedingSettings:
    """The paper's probabilities, and the limits that keep programs readable.

    The chance of mutation is what reproduction and crossover leave; among mutations, `constants` and `rules` are the
    weights of a fresh constant and of a rule more; among crossovers, `transplants` is the share of those that give a
    whole tree to another state. `parsimony` is what every symbol costs in points.
    Where fitness is by cases, `lexicase` of them, drawn anew for each generation, choose the parents instead of
    tournaments: who is among the best in one case after another, in an order drawn by lot, is left in the end.
    The best few, the `elite`, always stay: a tournament of two loses the best program every other generation.
    With `standard` a mutation is a fresh subtree or a fresh constant, nothing else.
    """

    reproduction: float = 0.35
    crossover: float = 0.5
    constants: float = 0.2
    rules: float = 0.3
    transplants: float = 0.25
    tournament: int = 2
    lexicase: int = 0
    first_depth: tuple[int, int] = (2, 4)
    most_symbols: int = 80
    most_symbols_when_behind: int = 30
    deepest: int = 12
    parsimony: float = 0.0
    unique: bool = True
    elite: int = 4
    extras: bool = False
    standard: bool = False

    def __post_init__(self) -> None:
        if min(self.reproduction, self.crossover) < 0 or self.reproduction + self.crossover > 1:
            raise BadArgument(
                f"reproduction {self.reproduction:g} and crossover {self.crossover:g} are no probabilities",
                hint="neither may be negative, and together they are at most 1",
            )
        if self.tournament < 1:
            raise BadArgument(f"a tournament of {self.tournament} has no winner; 1 is the least")
        if self.lexicase < 0:
            raise BadArgument(f"{self.lexicase} cases cannot choose anybody")
        if min(self.most_symbols, self.most_symbols_when_behind) < 1:
            raise BadArgument("a tree of less than one symbol is none")

    def most_symbols_of(self, state: State) -> int:
        """How large a tree may grow."""
        return self.most_symbols_when_behind if state is State.DISADVANTAGE else self.most_symbols


PAPER_BREEDING = BreedingSettings(transplants=0.0, unique=False, elite=0, standard=True)
"""As far as the paper says: the standard operators at its rates, and nobody stays by right."""


class Algorithm(StrEnum):
    """Who says how programs are bred."""

    MOTIF = "motif"
    PAPER = "paper"

    @property
    def breeding(self) -> BreedingSettings:
        """The chances and limits."""
        return PAPER_BREEDING if self is Algorithm.PAPER else BreedingSettings()


# The programs of an island and what is known of them: fitness over the games of several generations.

PRIOR_GAMES = 40
"""How many games of mean results a program is thought to have played before its first."""

POINTS_DEVIATION = 0.25
"""About the standard deviation of a game's points."""


@dataclass(frozen=True, slots=True)
class Population:
    """The programs of an island with their fitness, and the number of games that it rests on."""

    programs: tuple[Program, ...]
    fitness: tuple[float, ...]
    games: tuple[int, ...]

    @classmethod
    def new(cls, programs: list[Program], last: Population | None, memory: int) -> Population:
        """Programs before their games; whoever was there before keeps its fitness, for as many games as are kept."""
        before = dict(zip(last.programs, zip(last.fitness, last.games, strict=True), strict=True)) if last else {}
        kept = [before.get(program, (0.0, 0)) for program in programs]
        return cls(
            tuple(programs), tuple(fitness for fitness, _ in kept), tuple(min(games, memory) for _, games in kept)
        )

    def after(self, earned: Fitness, places: Sequence[int]) -> Population:
        """The population after games of the programs at these places."""
        fitness, games = list(self.fitness), list(self.games)
        for place, gained, played in zip(places, earned.points, earned.played, strict=True):
            total = games[place] + played
            fitness[place] = (fitness[place] * games[place] + gained * played) / total
            games[place] = total
        return Population(self.programs, tuple(fitness), tuple(games))

    def worth(self) -> list[float]:
        """The fitness drawn towards the mean of all, the more the fewer games: a lucky day is no strength."""
        mean = sum(self.fitness) / len(self.fitness)
        return [
            (fitness * games + mean * PRIOR_GAMES) / (games + PRIOR_GAMES)
            for fitness, games in zip(self.fitness, self.games, strict=True)
        ]

    def promising(self, count: int) -> list[int]:
        """The places of those that may yet be the best: fitness + POINTS_DEVIATION / sqrt(games) is highest."""
        hope = [
            fitness + POINTS_DEVIATION / sqrt(games) for fitness, games in zip(self.fitness, self.games, strict=True)
        ]
        return sorted(range(len(self.programs)), key=lambda place: (-hope[place], place))[:count]

    def ranked(self) -> list[int]:
        """The places of the programs, the fittest first; among equals the smaller program, then the earlier."""
        worth = self.worth()
        return sorted(range(len(self.programs)), key=lambda n: (-worth[n], self.programs[n].size, n))

    def best(self, count: int) -> list[Program]:
        """The fittest programs."""
        return [self.programs[place] for place in self.ranked()[:count]]

    def receive(self, source: Population, count: int) -> Population:
        """The population with its least fit programs replaced by the best of another."""
        programs, fitness, games = list(self.programs), list(self.fitness), list(self.games)
        guests = [place for place in source.ranked() if source.programs[place] not in programs][:count]
        for place, guest in zip(reversed(self.ranked()), guests, strict=False):
            programs[place] = source.programs[guest]
            fitness[place], games[place] = source.fitness[guest], source.games[guest]
        return Population(tuple(programs), tuple(fitness), tuple(games))

    def to_json(self) -> dict[str, Any]:
        """The population as a JSON value."""
        return {
            "programs": [str(program) for program in self.programs],
            "fitness": list(self.fitness),
            "games": list(self.games),
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Population:
        """Read a population back."""
        return cls(tuple(map(Program.parse, value["programs"])), tuple(value["fitness"]), tuple(value["games"]))


# Fitness by the tables: does a program mate a bare king from every won position, and how fast?

DISCOUNT_PER_MOVE = 0.95
LEAST_PROSPECTS_FOR_PROOF = 0.1
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
class MatingPlay:
    """The moves that a program draws between, and how it fares with them."""

    endgame: BareKing
    boards: Places
    begins: Places
    counts: Places

    @classmethod
    def of(cls, program: CompiledProgram, endgame: BareKing) -> MatingPlay:
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
        """The mean of DISCOUNT_PER_MOVE ^ moves to mate, lots drawn evenly; 0 where it never mates."""
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


def by_mating(endgames: Sequence[str], rules: GameRules, every_defence: bool = True) -> FitnessTest:
    """Fitness by the tables; the seed changes nothing, since every position is played."""
    all_endgames = [bare_king(signature) for signature in endgames]

    def fitness(program: Program) -> float:
        compiled = rules.compile(program)
        return float(
            np.mean([_mating_fitness(MatingPlay.of(compiled, endgame), every_defence) for endgame in all_endgames])
        )

    def examine(programs: Sequence[Program], seed: int) -> Fitness:
        games = sum(endgame.positions for endgame in all_endgames)
        return Fitness([fitness(program) for program in programs], [games] * len(programs), games * len(programs))

    return examine


def _mating_fitness(play: MatingPlay, every_defence: bool) -> float:
    best = DISCOUNT_PER_MOVE**play.endgame.best
    prospects = float(play.prospects().sum() / best.sum())
    # Whoever hardly ever mates needs not be asked whether it always does.
    certain = 0.0
    if prospects > LEAST_PROSPECTS_FOR_PROOF:
        certain = float(np.isfinite(play.sure_lengths() if every_defence else play.lengths()).mean())
    # Whoever mates everywhere is above all who do not, however fast they are elsewhere.
    return (prospects + certain) / 2 + (certain == 1)
