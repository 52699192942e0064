"""Weights by evolution, as in the paper: agents play a round robin, the fittest carry on and breed.

Ten generations of five agents; the three with the most wins breed; a child has each weight from either parent with
p = 1/2, and with p = 1/20 a fresh one instead. Every generation plays 25 games: each agent meets each other with
either colour, and once the weights made by hand. That makes the paper's 250 games. In its first two tournaments anybody
who had won a game might breed; the best three carry on all the same, or five winners would have no children.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import chess

from motif.arena.start_positions import starts
from motif.errors import BadArgument
from motif.progress import Progress, Watch, unwatched
from motif.search.heuristic import NAMED, Weights
from motif.search.pruning import Pruning
from motif.search.regression import RegressionSettings, fit_heuristic, gather
from motif.search.searcher_games import Contest, Contestant, Pairing, play_contests
from motif.search.settings import Mode, SearchSettings
from motif.seeds import seed_of
from motif.store import Checkpoint


class Breeding(StrEnum):
    """Who has children."""

    BEST = "best"
    """The fittest, as many as carry on."""
    WINNERS = "winners"
    """Anybody who has won a game."""


@dataclass(frozen=True, slots=True)
class EvolutionSettings:
    """The paper's numbers. `prunes` says whether the agents are pruning players or base players."""

    generations: int = 10
    agents: int = 5
    parents: int = 3
    from_either_parent: float = 0.5
    mutation: float = 0.05
    largest_weight: float = 10.0
    largest_positioning: float = 1.0
    """Up to where first weights of positioning are drawn: the paper names no range, and its three lie below 1."""
    depth: int = 4
    most_moves: int = 100
    prunes: bool = True
    breeding: Breeding = Breeding.BEST

    def __post_init__(self) -> None:
        if self.generations < 1:
            raise BadArgument(f"an evolution of {self.generations} generations finds nothing; 1 is the least")
        if not 2 <= self.parents <= self.agents:
            raise BadArgument(f"{self.parents} parents among {self.agents} agents cannot breed; 2 are the least")

    @property
    def largest(self) -> tuple[float, float, float]:
        """Up to where fresh weights of material, positioning and threats are drawn."""
        return self.largest_weight, self.largest_positioning, self.largest_weight

    @property
    def games(self) -> int:
        """How many games the whole run plays."""
        return self.generations * self.agents**2


@dataclass(frozen=True, slots=True)
class Agent:
    """Weights, and how they did in their generation."""

    weights: Weights
    wins: int
    points: float


@dataclass(frozen=True, slots=True)
class Generation:
    """The agents of one generation, the fittest first."""

    number: int
    agents: tuple[Agent, ...]

    def to_json(self) -> dict[str, Any]:
        """The generation as a JSON value."""
        agents = [{"weights": str(agent.weights), "wins": agent.wins, "points": agent.points} for agent in self.agents]
        return {"number": self.number, "agents": agents}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> Generation:
        """Read a generation back."""
        agents = (Agent(Weights.parse(a["weights"]), a["wins"], a["points"]) for a in value["agents"])
        return cls(value["number"], tuple(agents))


def evolve(
    settings: EvolutionSettings, seed: int = 0, threads: int | None = None, checkpoint: Path | None = None
) -> Iterator[Generation]:
    """The generations, one after another; the first agent of the last one is the winner.

    Every random choice follows from the seed and the generation's number, so a run that is taken up again from its
    checkpoint, on any number of threads, gives the same generations.
    """
    saved = Checkpoint(checkpoint, "evolution", asdict(settings) | {"seed": seed}) if checkpoint else None
    done = [Generation.from_json(value) for value in (saved.load() if saved else None) or []]
    yield from done
    for number in range(len(done) + 1, settings.generations + 1):
        rng = Random(seed_of(seed, "breeding", number))
        agents = _next_agents(settings, done[-1] if done else None, rng)
        generation = _examine(settings, agents, number, round_robin(settings, agents, seed, number, threads))
        done.append(generation)
        if saved:
            saved.save([each.to_json() for each in done])
        yield generation


def round_robin(
    settings: EvolutionSettings, agents: list[Weights], seed: int, number: int, threads: int | None = None
) -> list[Contest]:
    """The games of one generation; the last player is the one with the weights made by hand."""
    book = islice(starts(seed_of(seed, "starts", number)), settings.agents**2)
    pairings = []
    for one, two in combinations(range(len(agents)), 2):
        start = next(book)
        pairings += [Pairing(one, two, start), Pairing(two, one, start)]
    yardstick = len(agents)
    for place in range(len(agents)):
        pairing = (place, yardstick) if place % 2 else (yardstick, place)
        pairings.append(Pairing(*pairing, next(book)))
    players = [_contestant(settings, weights) for weights in [*agents, NAMED["handmade"]]]
    return play_contests(players, pairings, settings.most_moves, threads)


def learn_from_random_agents(
    settings: EvolutionSettings,
    seed: int = 0,
    threads: int | None = None,
    watch: Watch = unwatched,
) -> Weights:
    """The other way at the same cost: as many games, all between random agents, and one regression on their results."""
    contests: list[Contest] = []
    for number in range(1, settings.generations + 1):
        agents = _next_agents(settings, None, Random(seed_of(seed, "breeding", number)))
        contests += round_robin(settings, agents, seed, number, threads)
        watch(Progress(number, settings.generations))
    evidence = gather((contest.game() for contest in contests), per_game=40, seed=seed)
    return fit_heuristic(evidence, RegressionSettings(rounds=600, step=4.0)).weights


def _next_agents(settings: EvolutionSettings, last: Generation | None, rng: Random) -> list[Weights]:
    if last is None:
        return [Weights(*(rng.uniform(0, most) for most in settings.largest)) for _ in range(settings.agents)]
    fittest = [agent.weights for agent in last.agents[: settings.parents]]
    winners = [agent.weights for agent in last.agents if agent.wins]
    # Two are needed, whoever has won.
    breeds = winners if settings.breeding is Breeding.WINNERS and len(winners) >= 2 else fittest
    children = [_child(settings, breeds, rng) for _ in range(settings.agents - settings.parents)]
    return fittest + children


def final_round_robin(settings: EvolutionSettings, agents: list[Weights], seed: int = 0) -> Generation:
    """Sets of weights from several runs meet each other with either colour, and once each the weights made by hand."""
    settings = replace(settings, agents=len(agents), parents=2)
    return _examine(settings, agents, 0, round_robin(settings, agents, seed, 0))


def _child(settings: EvolutionSettings, parents: list[Weights], rng: Random) -> Weights:
    one, two = rng.sample(parents, 2)
    genes = []
    for mine, yours, most in zip(one.values, two.values, settings.largest, strict=True):
        gene = mine if rng.random() < settings.from_either_parent else yours
        mutated = rng.random() < settings.mutation
        genes.append(rng.uniform(0, most) if mutated else gene)
    return Weights(*genes)


def _examine(settings: EvolutionSettings, agents: list[Weights], number: int, contests: list[Contest]) -> Generation:
    wins, points = [0] * (len(agents) + 1), [0.0] * (len(agents) + 1)
    for contest in contests:
        for place, colour in ((contest.pairing.white, chess.WHITE), (contest.pairing.black, chess.BLACK)):
            got = contest.result.points(colour)
            wins[place] += got == 1.0
            points[place] += got
    order = sorted(range(len(agents)), key=lambda place: (-wins[place], -points[place], place))
    return Generation(number, tuple(Agent(agents[place], wins[place], points[place]) for place in order))


def _contestant(settings: EvolutionSettings, weights: Weights) -> Contestant:
    pruning = Pruning() if settings.prunes else None
    return Contestant(str(weights), SearchSettings(weights, Mode.PAPER, pruning), settings.depth)
