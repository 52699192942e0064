"""Weights by logistic regression: the value of a quiet position should foretell how its game ends.

P(White scores) = 1 / (1 + exp(-k·value)), Lichess's winning chance (board/chances.py); the weights
minimise the cross-entropy against targets = (1 - trust)·result + trust·(winning chance by the engine's word, where the
game has it), plus a pull towards the weights it began with. "Texel tuning" in the tongue of engine builders.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game
from motif._core.search import Evaluation, tapered_features
from motif.board.chances import winning_chance, winning_chances
from motif.board.games import sample_positions
from motif.board.positions import Positions
from motif.errors import BadArgument
from motif.progress import Progress, Watch, unwatched
from motif.search.heuristic import Weights
from motif.search.tapered import TaperedWeights

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
"""Where the regression begins: nothing but what men are commonly said to be worth."""


@dataclass(frozen=True)
class QuietPositions:
    """Quiet positions and what became of them: 1 when White won, or how likely that was."""

    positions: Positions
    targets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, slots=True)
class RegressionSettings:
    """How long to descend, how large the first steps are (in centipawns), and how hard the start pulls back."""

    rounds: int = 400
    step: float = 3.0
    pull: float = 1e-7


USUAL_REGRESSION = RegressionSettings()

Fitted = TypeVar("Fitted", Weights, TaperedWeights)


@dataclass(frozen=True, slots=True)
class Fit(Generic[Fitted]):
    """The weights that were found, and the loss before each step of the descent."""

    weights: Fitted
    losses: tuple[float, ...]


def gather(games: Iterable[Game], per_game: int = 8, trust: float = 0.7, seed: int = 0) -> QuietPositions:
    """Quiet positions from decided and drawn games: nobody in check, and no capture that wins anything."""
    wanted, targets = [], []

    def remembered() -> Iterable[Game]:
        for game in games:
            if game.result in POINTS:
                wanted.append((POINTS[game.result], game.centipawns()))
                yield game

    sample = sample_positions(remembered(), per_game, from_move=5, seed=seed)
    for owner, ply in zip(sample.games.tolist(), sample.plies.tolist(), strict=True):
        result, centipawns = wanted[owner]
        # The engine's word about the position before this move was said after the move before.
        said = centipawns[ply - 1] if ply else np.nan
        heard = result if np.isnan(said) else winning_chance(float(said))
        targets.append((1 - trust) * result + trust * heard)
    quiet = np.flatnonzero(_is_quiet(sample.positions))
    return QuietPositions(sample.positions.take(quiet), np.array(targets)[quiet])


def fit_tapered(
    evidence: QuietPositions,
    settings: RegressionSettings = USUAL_REGRESSION,
    start: TaperedWeights = MATERIAL_ALONE,
    watch: Watch = unwatched,
) -> Fit[TaperedWeights]:
    """The tapered weights that foretell the evidence best, scaled so that a pawn is worth 100 on average.

    The search takes such a pawn for its margins, while a regression is free to choose any unit.
    """
    counts, phases = tapered_features(evidence.positions)
    begin = start.values.astype(np.float64)
    fitted, losses = _descend(counts.astype(np.float32), phases, evidence.targets, begin, settings, watch)
    pawn = fitted[Evaluation.features().index("material: pawn")].mean()
    if pawn <= 0:
        raise BadArgument(f"{len(evidence)} positions are too few to learn what a pawn is worth")
    return Fit(TaperedWeights(np.rint(fitted * 100 / pawn).astype(np.int32)), losses)


def fit_heuristic(
    evidence: QuietPositions,
    settings: RegressionSettings = USUAL_REGRESSION,
    watch: Watch = unwatched,
) -> Fit[Weights]:
    """The three weights that foretell the evidence best, scaled so that a pawn is worth 1.

    The heuristic leaves the enemy's positioning out, so the mean of White's view and Black's is what is fitted.
    """
    counts = np.stack([_both_views(Weights(*unit), evidence.positions) for unit in np.eye(3).tolist()], axis=1)
    phases = np.ones(len(evidence), np.float32)
    begin = np.array([[100.0, 0.0], [0.0, 0.0], [0.0, 0.0]])
    columns, losses = _descend(counts.astype(np.float32), phases, evidence.targets, begin, settings, watch)
    fitted = columns[:, 0]
    if fitted[0] <= 0:
        raise BadArgument(f"{len(evidence)} positions are too few to learn what material is worth")
    return Fit(Weights(*(fitted / fitted[0]).tolist()), losses)


def _descend(
    counts: NDArray[np.float32],
    phases: NDArray[np.float32],
    targets: NDArray[np.float64],
    start: NDArray[np.float64],
    settings: RegressionSettings,
    watch: Watch,
) -> tuple[NDArray[np.float64], tuple[float, ...]]:
    """Gradient descent with Adam's step sizes (Kingma and Ba 2014), over all positions at once, and its losses."""
    if not len(targets):
        raise BadArgument("there is no quiet position to learn from")
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
    # The heuristic counts in thousandths.
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
