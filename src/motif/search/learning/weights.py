"""Find weights of an evaluation: by logistic regression on games, or by the paper's evolution.

Regression fits the values of quiet positions to the results of their games. Evolution has ten generations of five
agents, which play a round robin; the three with the most wins survive and breed. A child takes each weight from either
parent with p = 1/2, or with p = 1/20 gets a new random one instead. Every generation plays 25 games: each agent meets
every other agent with both colours and the handmade weights once. That makes 250 games, as in the paper. In the paper's
first two tournaments every agent that had won a game could breed. Here only the best three survive even then, because
five surviving winners would leave no room for children. The games run in the core, on any number of threads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from itertools import combinations, islice
from pathlib import Path
from random import Random
from typing import Any, Generic, TypeVar

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game, Positions
from motif._core.search import Evaluation, play_games, tapered_features
from motif.arena.game import EndReason, GameEnding, GameRecord
from motif.arena.start_positions import StartPosition, starts
from motif.board.games import sample_positions
from motif.board.tags import GameResult
from motif.engines.evaluator import winning_chance, winning_chances
from motif.errors import BadArgument
from motif.runtime.files import Checkpoint
from motif.runtime.parallel import Progress, Watch, seed_of, unwatched
from motif.search.evaluation import NAMED, TaperedWeights, Weights
from motif.search.settings import Mode, Pruning, SearchSettings

_TERMINATIONS = {
    "checkmate": EndReason.CHECKMATE,
    "stalemate": EndReason.STALEMATE,
    "insufficient material": EndReason.INSUFFICIENT_MATERIAL,
    "fifty moves": EndReason.FIFTY_MOVES,
    "repetition": EndReason.REPETITION,
    "move limit": EndReason.MOVE_CAP,
}

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}

MATERIAL_ALONE = TaperedWeights.named(
    {
        "material: pawn": (85, 100),
        "material: knight": (320, 300),
        "material: bishop": (330, 310),
        "material: rook": (480, 510),
        "material: queen": (950, 960),
    }
)
"""The start of the regression: common values of the pieces, everything else at zero."""

Fitted = TypeVar("Fitted", Weights, TaperedWeights)


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


# Logistic regression: the value of a quiet position should predict the result of its game.


@dataclass(frozen=True)
class QuietPositions:
    """Quiet positions and their targets: White's points in the game, blended with White's winning chance if known."""

    positions: Positions
    targets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, slots=True)
class RegressionSettings:
    """The number of gradient-descent steps, the size of the first in centipawns, and the pull towards the start."""

    rounds: int = 400
    step: float = 3.0
    pull: float = 1e-7


USUAL_REGRESSION = RegressionSettings()


@dataclass(frozen=True, slots=True)
class WeightFit(Generic[Fitted]):
    """The fitted weights, and the loss before each step of the descent."""

    weights: Fitted
    losses: tuple[float, ...]


def gather(games: Iterable[Game], per_game: int = 8, trust: float = 0.7, seed: int = 0) -> QuietPositions:
    """Sample quiet positions from games with a result: no check, and no capture that wins material.

    `trust`, from 0 to 1, is the weight of evaluations in the game file; the result has the remaining weight.
    """
    finished = (game for game in games if game.result in POINTS)
    sample = sample_positions(finished, per_game, from_move=5, seed=seed)
    targets = []
    for number, value in zip(sample.games.tolist(), sample.centipawns.tolist(), strict=True):
        result = POINTS[sample.results[number]]
        chance = result if np.isnan(value) else winning_chance(value)
        targets.append((1 - trust) * result + trust * chance)
    quiet = np.flatnonzero(_is_quiet(sample.positions))
    return QuietPositions(sample.positions.take(quiet), np.array(targets)[quiet])


def fit_tapered(
    evidence: QuietPositions,
    settings: RegressionSettings = USUAL_REGRESSION,
    start: TaperedWeights = MATERIAL_ALONE,
    watch: Watch = unwatched,
) -> WeightFit[TaperedWeights]:
    """Fit tapered weights to the results, scaled so that a pawn is worth 100 on average.

    The search's margins assume such a pawn, while a regression may end at any scale.
    """
    counts, phases = tapered_features(evidence.positions)
    begin = start.values.astype(np.float64)
    fitted, losses = _descend(counts.astype(np.float32), phases, evidence.targets, begin, settings, watch)
    pawn = fitted[Evaluation.features().index("material: pawn")].mean()
    if pawn <= 0:
        raise BadArgument(f"{len(evidence)} positions are too few to learn the value of a pawn")
    return WeightFit(TaperedWeights(np.rint(fitted * 100 / pawn).astype(np.int32)), losses)


def fit_heuristic(
    evidence: QuietPositions,
    settings: RegressionSettings = USUAL_REGRESSION,
    watch: Watch = unwatched,
) -> WeightFit[Weights]:
    """Fit the three weights of the heuristic to the results, scaled so that a pawn is worth 1.

    The heuristic ignores the opponent's positioning, so the mean of White's view and Black's is fitted.
    """
    counts = np.stack([_both_views(Weights(*unit), evidence.positions) for unit in np.eye(3).tolist()], axis=1)
    phases = np.ones(len(evidence), np.float32)
    begin = np.array([[100.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    columns, losses = _descend(counts.astype(np.float32), phases, evidence.targets, begin, settings, watch)
    fitted = columns[:, 0]
    if fitted[0] <= 0:
        raise BadArgument(f"{len(evidence)} positions are too few to learn the value of material")
    return WeightFit(Weights(*(fitted / fitted[0]).tolist()), losses)


def _descend(
    counts: NDArray[np.float32],
    phases: NDArray[np.float32],
    targets: NDArray[np.float64],
    start: NDArray[np.float64],
    settings: RegressionSettings,
    watch: Watch,
) -> tuple[NDArray[np.float64], tuple[float, ...]]:
    """Descend with Adam's step sizes (Kingma and Ba 2014) over all positions at once; return weights and losses."""
    if not len(targets):
        raise BadArgument("there are no quiet positions to learn from")
    blend = np.stack([phases, 1 - phases], axis=1)
    weights, first, second = start.copy(), np.zeros_like(start), np.zeros_like(start)
    losses = []
    for turn in range(1, settings.rounds + 1):
        values = ((counts @ weights.astype(np.float32)) * blend).sum(axis=1)
        chances = winning_chances(values.astype(np.float64))
        error = ((chances - targets) / len(targets)).astype(np.float32)
        slope = counts.T @ (blend * error[:, None]) + settings.pull * (weights - start)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        rate = settings.step * (1 - turn / (settings.rounds + 1))
        weights -= rate * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-12)
        losses.append(_entropy(chances, targets))
        watch(Progress(turn, settings.rounds))
    return weights, tuple(losses)


def _entropy(chances: NDArray[np.float64], targets: NDArray[np.float64]) -> float:
    return float(-np.mean(targets * np.log(chances) + (1 - targets) * np.log(1 - chances)))


def _both_views(weights: Weights, positions: Positions) -> NDArray[np.float64]:
    evaluation = weights.evaluation()
    white = np.ones(len(positions), np.bool_)
    views = evaluation.values(positions, white).astype(np.float64) - evaluation.values(positions, ~white)
    # The heuristic counts in thousandths of a pawn.
    return views / 2000


def _is_quiet(positions: Positions) -> NDArray[np.bool_]:
    offsets = positions.legal_moves().offsets
    gains = positions.exchange_values()
    wins = np.zeros(len(positions), np.bool_)
    has_moves = np.flatnonzero(np.diff(offsets) > 0)
    if len(has_moves):
        wins[has_moves] = np.maximum.reduceat(gains, offsets[has_moves]) > 0
    quiet: NDArray[np.bool_] = ~wins & (positions.checkers() == 0)
    return quiet


# Evolution.


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


def learn_from_random_agents(
    settings: WeightEvolutionSettings,
    seed: int = 0,
    threads: int | None = None,
    watch: Watch = unwatched,
) -> Weights:
    """Find weights by one regression on as many games as the evolution plays, but between random agents."""
    contests: list[Contest] = []
    for number in range(1, settings.generations + 1):
        agents = _next_agents(settings, None, Random(seed_of(seed, "breeding", number)))
        contests += round_robin(settings, agents, seed, number, threads)
        watch(Progress(number, settings.generations))
    evidence = gather((contest.game() for contest in contests), per_game=40, seed=seed)
    return fit_heuristic(evidence, RegressionSettings(rounds=600, step=4.0)).weights


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
