"""Evolve endgame programs: rate a generation, let the better programs breed, and remember the best of each generation.

Every random choice depends only on the seed, the island and the number of the generation, so a run that resumes from
its checkpoint gives the same programs, on any number of workers. Islands are separate populations, one for each worker,
that sometimes send their best programs to the next island.

Programs are rated by games (module `fitness`), or by cases: positions with the value of every legal move (module
`cases`). The loop over the generations of one island is `_advance`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any

from motif.endgames.games import GameRules, Score, match, refuse_unknown_endgames
from motif.endgames.learning.cases import CaseMaker
from motif.endgames.learning.fitness import MASTER, BreedingSettings, FitnessSettings, Population, by_games
from motif.endgames.program import Program, find_program
from motif.endgames.simplification import simplify
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Workers, in_order, seed_of
from motif.runtime.systems import needed

GENERATIONS_BETWEEN_MASTER_GAMES = 15
MASTER_GAMES = 150
"""How often the best program plays the Master, and how many games; both numbers are the paper's."""


@dataclass(frozen=True, slots=True)
class EvolutionSettings:
    """The settings of an evolution; the defaults are the paper's.

    There are `islands` populations of `population` programs; every `migration_every` generations, the best `migrants`
    of each move to the next island. `ancestors` are programs, as text, for the first generation; the paper has none.
    """

    endgames: tuple[str, ...] = ("KRKR",)
    population: int = 80
    generations: int = 150
    islands: int = 1
    migration_every: int = 10
    migrants: int = 4
    fitness: FitnessSettings = field(default_factory=FitnessSettings)
    breeding: BreedingSettings = field(default_factory=BreedingSettings)
    rules: GameRules = field(default_factory=GameRules)
    ancestors: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        refuse_unknown_endgames(self.endgames)
        if self.population < 2:
            raise BadArgument(f"a population needs at least 2 programs, not {self.population}")
        if self.generations < 1:
            raise BadArgument(f"an evolution needs at least 1 generation, not {self.generations}")
        if len(self.ancestors) > self.population:
            raise BadArgument(f"{len(self.ancestors)} ancestors do not fit into a population of {self.population}")
        if self.islands < 1 or self.migration_every < 1:
            raise BadArgument("there must be at least 1 island and at least 1 generation between migrations")
        if not 0 <= self.migrants <= self.population // 2:
            raise BadArgument(
                f"migrants must be from 0 to {self.population // 2}, half the population, not {self.migrants}"
            )


@dataclass(frozen=True, slots=True)
class Generation:
    """A generation of one island: its best program, and a summary of all its programs."""

    number: int
    island: int
    best: Program
    fitness: float
    mean_fitness: float
    mean_size: float
    games: int
    against_master: float | None = None
    """The best program's score in extra games, because the mean score among peers is always 1/2."""

    def to_json(self) -> dict[str, Any]:
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"best": str(self.best)}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Generation:
        return cls(**(value | {"best": Program.parse(value["best"])}))


@dataclass(frozen=True, slots=True)
class Run:
    """An evolution so far: the current population of each island, and all generations."""

    populations: tuple[Population, ...]
    history: tuple[Generation, ...]

    @property
    def number(self) -> int:
        return self.history[-1].number if self.history else 0

    def hall_of_fame(self, count: int) -> list[Program]:
        """Return the best programs of the last generation, then of evenly spread earlier ones, without duplicates."""
        last = self.number
        latest = [program for population in self.populations for program in population.best(max(1, count // 4))]
        earlier = [each.best for each in self.history if each.number % max(1, last // count) == 0]
        return list(dict.fromkeys([*latest, *reversed(earlier)]))[:count]

    def to_json(self) -> dict[str, Any]:
        return {
            "populations": [population.to_json() for population in self.populations],
            "history": [generation.to_json() for generation in self.history],
        }

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Run:
        return cls(
            tuple(map(Population.from_json, value["populations"])),
            tuple(map(Generation.from_json, value["history"])),
        )


def evolve(
    settings: EvolutionSettings, seed: int = 0, workers: Workers | None = None, checkpoint: Path | None = None
) -> Iterator[Run]:
    """Yield the run after every generation or, with islands, every migration; a checkpoint continues the run."""
    saved = Checkpoint(checkpoint, "endgame evolution", asdict(settings) | {"seed": seed}) if checkpoint else None
    state = saved.load() if saved else None
    run = Run.from_json(state) if state else Run((), ())
    if state:
        yield run
    step = settings.migration_every if settings.islands > 1 else 1
    with (workers or Workers()).executor() as executor:
        while run.number < settings.generations:
            count = min(step, settings.generations - run.number)
            populations = run.populations
            if len(populations) > 1:
                # Each island receives the best programs of the one before it.
                neighbours = zip(populations, populations[-1:] + populations[:-1], strict=True)
                populations = tuple(one.receive(source, settings.migrants) for one, source in neighbours)
            tasks = [
                _IslandTask(
                    settings,
                    seed,
                    island,
                    run.number,
                    count,
                    populations[island] if populations else None,
                    _champions(settings, run, island),
                )
                for island in range(settings.islands)
            ]
            advanced = list(in_order(executor, _advance, tasks))
            fresh = sorted((each for _, history in advanced for each in history), key=lambda g: (g.number, g.island))
            run = Run(tuple(population for population, _ in advanced), (*run.history, *fresh))
            if saved:
                saved.save(run.to_json())
            yield run


def _champions(settings: EvolutionSettings, run: Run, island: int) -> tuple[str, ...]:
    """Return, as text, an island's best programs of those generations after which new cases were made."""
    own = (generation for generation in run.history if generation.island == island)
    return tuple(str(generation.best) for generation in own if _makes_cases(settings, generation.number))


def _makes_cases(settings: EvolutionSettings, number: int) -> bool:
    """Say whether new cases are made after this generation."""
    cases = settings.fitness.cases
    return cases is not None and number % cases.renewed == 1 % cases.renewed


@dataclass(frozen=True, slots=True)
class _IslandTask:
    """A task: make `count` generations of one island. It holds everything that they depend on."""

    settings: EvolutionSettings
    seed: int
    island: int
    done: int
    count: int
    population: Population | None
    champions: tuple[str, ...]


def _advance(task: _IslandTask) -> tuple[Population, list[Generation]]:
    with needed("lab", "Evolving programs"):
        from motif.endgames.learning.breeding import Breeder  # loads DEAP, which is slow

    settings = task.settings
    breeder = Breeder(settings.breeding, settings.endgames)
    maker = CaseMaker(settings.fitness, settings.endgames, settings.rules, seed_of(task.seed, "cases", task.island))
    champions = list(task.champions)
    fitness = by_games(settings.fitness, settings.endgames, settings.rules)
    among_peers = not (settings.fitness.cases or settings.fitness.master_games)
    population, history = task.population, []
    for number in range(task.done + 1, task.done + task.count + 1):
        rng = Random(seed_of(task.seed, "breeding", task.island, number))
        if champions:
            fitness = maker.test(champions)
        if population is None:
            ancestors = [Program.parse(text) for text in settings.ancestors]
            programs = [*ancestors, *breeder.first(settings.population - len(ancestors), rng)]
        else:
            programs = breeder.next(population.programs, population.shrunk_fitness(), rng)
        # Points in the cases of different rounds cannot be compared.
        memory = 0 if settings.fitness.cases else settings.fitness.memory
        population = Population.new(programs, population, memory)
        # The last 0 keeps the games of a seed the same as in earlier versions.
        earned = fitness(programs, seed_of(task.seed, "games", task.island, number, 0))
        population = population.after(earned)
        if _makes_cases(settings, number):
            population = maker.polished(population, champions, settings.breeding, rng)
        generation = _generation(number, task.island, population, earned.games)
        if _makes_cases(settings, number):
            best = maker.champion(population, champions)
            champions.append(str(best))
            generation = replace(generation, best=best, games=earned.games + maker.games(champions))
        # Among peers the mean score is always 1/2, so the best program sometimes plays the Master.
        if among_peers and number % GENERATIONS_BETWEEN_MASTER_GAMES == 0:
            seed = seed_of(task.seed, "progress", task.island, number)
            player, master = (settings.rules.compile(generation.best), settings.fitness.master)
            score = match(player, master, settings.endgames, MASTER_GAMES, seed, settings.rules.moves)
            generation = replace(generation, against_master=score.mean)
        history.append(generation)
    assert population is not None  # at least one generation was made
    return population, history


def _generation(number: int, island: int, population: Population, games: int) -> Generation:
    best = population.ranked()[0]
    count = len(population.programs)
    return Generation(
        number,
        island,
        population.programs[best],
        population.fitness[best],
        sum(population.fitness) / count,
        sum(program.size for program in population.programs) / count,
        games,
    )


# The champion of a run: chosen by one set of games and measured by another.

CHAMPION_CANDIDATES = 12
TRIAL_DIVISOR = 8
"""Each candidate plays an eighth as many games as the champion does in its final measurement."""


@dataclass(frozen=True, slots=True)
class Champion:
    """The simplified best program of a run, and its score against the Master in new games."""

    program: Program
    score: Score


def choose_champion(run: Run, settings: EvolutionSettings, games: int, seed: int) -> Champion:
    """Return the program from the hall of fame that scores best against the Master, which looks one ply ahead."""
    master = GameRules(settings.rules.moves).compile(find_program(MASTER))

    def against_master(program: Program, count: int, name: str) -> Score:
        player = settings.rules.compile(program)
        return match(player, master, settings.endgames, count, seed_of(seed, name), settings.rules.moves)

    candidates = dict.fromkeys(map(simplify, run.hall_of_fame(CHAMPION_CANDIDATES)))
    trial = max(2, games // TRIAL_DIVISOR // 2 * 2)
    best = max(candidates, key=lambda program: (against_master(program, trial, "choice").mean, -program.size))
    return Champion(best, against_master(best, games, "fresh"))
