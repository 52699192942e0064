"""Find weights of the three-term heuristic by the paper's evolution.

Evolution has ten generations of five agents, which play a round robin; the three with the most wins survive and breed.
A child takes each weight from either parent with p = 1/2, or with p = 1/20 gets a new random one instead. Every
generation plays 25 games: each agent meets every other agent with both colours and the handmade weights once. That
makes 250 games, as in the paper. In the paper's first two tournaments every agent that had won a game could breed. Here
only the best three survive even then, because five surviving winners would leave no room for children. The games run in
the core, on any number of threads.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any

import chess

from motif._core.board import Game
from motif._core.search import play_games
from motif.arena.game import EndReason, GameEnding, GameRecord
from motif.arena.start_positions import StartPosition, starts
from motif.board.tags import GameResult
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import seed_of
from motif.search.evaluation import NAMED, Weights
from motif.search.settings import Mode, Pruning, SearchSettings


class Breeding(StrEnum):
    """Which agents have children."""

    BEST = "best"
    """The fittest agents, which also survive."""
    WINNERS = "winners"
    """All agents that won a game."""


@dataclass(frozen=True, slots=True)
class WeightEvolutionSettings:
    """The settings of an evolution; the defaults are the paper's. If `prunes`, the agents search with pruning."""

    generations: int = 10
    agents: int = 5
    parents: int = 3
    from_either_parent: float = 0.5
    mutation: float = 0.05
    largest_weight: float = 10.0
    largest_positioning: float = 1.0
    """The upper limit of random weights of positioning; the paper gives none, but its evolved ones are below 1."""
    depth: int = 4
    most_moves: int = 100
    prunes: bool = True
    breeding: Breeding = Breeding.BEST

    def __post_init__(self) -> None:
        if self.generations < 1:
            raise BadArgument(f"an evolution needs at least 1 generation, not {self.generations}")
        if not 2 <= self.parents <= self.agents:
            raise BadArgument(
                f"cannot choose {self.parents} parents from {self.agents} agents; set parents to 2 to {self.agents}"
            )

    @property
    def largest(self) -> tuple[float, float, float]:
        """The upper limits of random weights of material, positioning and threats."""
        return self.largest_weight, self.largest_positioning, self.largest_weight

    @property
    def games(self) -> int:
        return self.generations * self.agents**2


@dataclass(frozen=True, slots=True)
class Agent:
    """Weights, and the wins and points that they scored in their generation."""

    weights: Weights
    wins: int
    points: float


@dataclass(frozen=True, slots=True)
class WeightGeneration:
    """The agents of one generation, the fittest first."""

    number: int
    agents: tuple[Agent, ...]

    def to_json(self) -> dict[str, Any]:
        agents = [{"weights": str(agent.weights), "wins": agent.wins, "points": agent.points} for agent in self.agents]
        return {"number": self.number, "agents": agents}

    @classmethod
    def from_json(cls, value: dict[str, Any]) -> WeightGeneration:
        agents = (Agent(Weights.parse(a["weights"]), a["wins"], a["points"]) for a in value["agents"])
        return cls(value["number"], tuple(agents))


def evolve(
    settings: WeightEvolutionSettings, seed: int = 0, threads: int | None = None, checkpoint: Path | None = None
) -> Iterator[WeightGeneration]:
    """Yield the generations; the first agent of the last one is the winner.

    Every random choice depends only on the seed and the generation's number, so a run that resumes from its checkpoint
    gives the same generations, on any number of threads.
    """
    saved = Checkpoint(checkpoint, "evolution", asdict(settings) | {"seed": seed}) if checkpoint else None
    done = [WeightGeneration.from_json(value) for value in (saved.load() if saved else None) or []]
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
    settings: WeightEvolutionSettings, agents: list[Weights], seed: int, number: int, threads: int | None = None
) -> list[Contest]:
    """Play the games of one generation; the last player has the handmade weights."""
    book = islice(starts(seed_of(seed, "starts", number)), settings.agents**2)
    pairings = []
    for one, two in combinations(range(len(agents)), 2):
        start = next(book)
        pairings += [Pairing(one, two, start), Pairing(two, one, start)]
    handmade = len(agents)
    for place in range(len(agents)):
        pairing = (place, handmade) if place % 2 else (handmade, place)
        pairings.append(Pairing(*pairing, next(book)))
    players = [_contestant(settings, weights) for weights in [*agents, NAMED["handmade"]]]
    return play_contests(players, pairings, settings.most_moves, threads)


def _next_agents(settings: WeightEvolutionSettings, last: WeightGeneration | None, rng: Random) -> list[Weights]:
    if last is None:
        return [Weights(*(rng.uniform(0, most) for most in settings.largest)) for _ in range(settings.agents)]
    fittest = [agent.weights for agent in last.agents[: settings.parents]]
    winners = [agent.weights for agent in last.agents if agent.wins]
    # A child needs two parents.
    breeds = winners if settings.breeding is Breeding.WINNERS and len(winners) >= 2 else fittest
    children = [_child(settings, breeds, rng) for _ in range(settings.agents - settings.parents)]
    return fittest + children


def final_round_robin(settings: WeightEvolutionSettings, agents: list[Weights], seed: int = 0) -> WeightGeneration:
    """Let weights from several runs play each other with both colours, and the handmade weights once each."""
    settings = replace(settings, agents=len(agents), parents=2)
    return _examine(settings, agents, 0, round_robin(settings, agents, seed, 0))


def _child(settings: WeightEvolutionSettings, parents: list[Weights], rng: Random) -> Weights:
    one, two = rng.sample(parents, 2)
    genes = []
    for first, second, most in zip(one.values, two.values, settings.largest, strict=True):
        gene = first if rng.random() < settings.from_either_parent else second
        mutated = rng.random() < settings.mutation
        genes.append(rng.uniform(0, most) if mutated else gene)
    return Weights(*genes)


def _examine(
    settings: WeightEvolutionSettings, agents: list[Weights], number: int, contests: list[Contest]
) -> WeightGeneration:
    wins, points = [0] * (len(agents) + 1), [0.0] * (len(agents) + 1)
    for contest in contests:
        for place, colour in ((contest.pairing.white, chess.WHITE), (contest.pairing.black, chess.BLACK)):
            got = contest.result.points(colour)
            wins[place] += got == 1.0
            points[place] += got
    order = sorted(range(len(agents)), key=lambda place: (-wins[place], -points[place], place))
    return WeightGeneration(number, tuple(Agent(agents[place], wins[place], points[place]) for place in order))


def _contestant(settings: WeightEvolutionSettings, weights: Weights) -> Contestant:
    pruning = Pruning() if settings.prunes else None
    return Contestant(str(weights), SearchSettings(weights, Mode.PAPER, pruning), settings.depth)


# Games between searchers.

_TERMINATIONS = {
    "checkmate": EndReason.CHECKMATE,
    "stalemate": EndReason.STALEMATE,
    "insufficient material": EndReason.INSUFFICIENT_MATERIAL,
    "fifty moves": EndReason.FIFTY_MOVES,
    "repetition": EndReason.REPETITION,
    "move limit": EndReason.MOVE_CAP,
}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A named searcher and its depth."""

    name: str
    settings: SearchSettings
    depth: int = 4

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadArgument(f"{self.name} cannot search to depth {self.depth}; the minimum is 1")


@dataclass(frozen=True, slots=True)
class Pairing:
    """A game to be played: the indices of White's and Black's players, and the start."""

    white: int
    black: int
    start: StartPosition


@dataclass(frozen=True, slots=True)
class Contest:
    """A played game: its record, and each side's nodes and transposition-table hits."""

    pairing: Pairing
    record: GameRecord
    nodes: tuple[int, int]
    hits: tuple[int, int]

    @property
    def result(self) -> GameResult:
        return self.record.result

    def game(self) -> Game:
        return Game.parse(self.record.to_pgn())


def play_contests(
    players: Sequence[Contestant],
    pairings: Sequence[Pairing],
    most_moves: int = 150,
    threads: int | None = None,
) -> list[Contest]:
    """Play all pairings; a game that lasts `most_moves` moves per side is a draw."""
    boards = [pairing.start.board() for pairing in pairings]
    played = play_games(
        [player.settings.searcher() for player in players],
        [(pairing.white, pairing.black, board) for pairing, board in zip(pairings, boards, strict=True)],
        [player.depth for player in players],
        most_plies=2 * most_moves,
        threads=threads,
    )
    contests = []
    for number, (pairing, (result, ending, moves, nodes, hits)) in enumerate(zip(pairings, played, strict=True), 1):
        record = GameRecord(
            round=str(number),
            white=players[pairing.white].name,
            black=players[pairing.black].name,
            start=pairing.start,
            moves=tuple(move.uci() for move in moves),
            ending=GameEnding(GameResult(result), _TERMINATIONS[ending]),
        )
        contests.append(Contest(pairing, record, (nodes[0], nodes[1]), (hits[0], hits[1])))
    return contests
