"""Fit the weights of the tapered evaluation by logistic regression: a quiet position's value should predict the result.

    minimise  -mean(t log p + (1 - t) log(1 - p)) + pull |w - start|^2 / 2,   p = chance(w . features)

The target t is White's points in the game, blended with White's winning chance if the file has evaluations.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game, Positions
from motif._core.search import Evaluation, tapered_features
from motif.board.games import sample_positions
from motif.engines.evaluator import winning_chance, winning_chances
from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, unwatched
from motif.search.evaluation import TaperedWeights

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


@dataclass(frozen=True)
class QuietPositions:
    """Quiet positions and their targets: White's points in the game, blended with White's winning chance if known."""

    positions: Positions
    targets: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.positions)


@dataclass(frozen=True, slots=True)
class WeightFit:
    """The fitted weights, and the loss before each step of the descent."""

    weights: TaperedWeights
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


FIRST_STEP_CP = 3.0
"""The size of the first step; the steps shrink to zero."""

PULL = 1e-7
"""The pull towards the start, so that a feature that hardly occurs stays at its start."""


def fit_tapered(evidence: QuietPositions, rounds: int = 400, watch: Watch = unwatched) -> WeightFit:
    """Fit weights to the results in `rounds` steps, and scale them so that a pawn is worth 100 on average.

    The search's margins assume such a pawn, while a regression may end at any scale. The descent has Adam's step sizes
    (Kingma and Ba 2014) and looks at all positions at once.
    """
    if not len(evidence):
        raise BadArgument("there are no quiet positions to learn from")
    features, phases = tapered_features(evidence.positions)
    counts, blend = features.astype(np.float32), np.stack([phases, 1 - phases], axis=1)
    start, targets = MATERIAL_ALONE.values.astype(np.float64), evidence.targets
    weights, first, second = start.copy(), np.zeros_like(start), np.zeros_like(start)
    losses = []
    for turn in range(1, rounds + 1):
        values = ((counts @ weights.astype(np.float32)) * blend).sum(axis=1)
        chances = winning_chances(values.astype(np.float64))
        error = ((chances - targets) / len(targets)).astype(np.float32)
        slope = counts.T @ (blend * error[:, None]) + PULL * (weights - start)
        first = 0.9 * first + 0.1 * slope
        second = 0.999 * second + 0.001 * slope**2
        rate = FIRST_STEP_CP * (1 - turn / (rounds + 1))
        weights -= rate * (first / (1 - 0.9**turn)) / (np.sqrt(second / (1 - 0.999**turn)) + 1e-12)
        losses.append(float(-np.mean(targets * np.log(chances) + (1 - targets) * np.log(1 - chances))))
        watch(Progress(turn, rounds))
    pawn = weights[Evaluation.features().index("material: pawn")].mean()
    if pawn <= 0:
        raise BadArgument(f"{len(evidence)} positions are too few to learn the value of a pawn")
    return WeightFit(TaperedWeights(np.rint(weights * 100 / pawn).astype(np.int32)), tuple(losses))


def _is_quiet(positions: Positions) -> NDArray[np.bool_]:
    offsets = positions.legal_moves().offsets
    gains = positions.exchange_values()
    wins = np.zeros(len(positions), np.bool_)
    has_moves = np.flatnonzero(np.diff(offsets) > 0)
    if len(has_moves):
        wins[has_moves] = np.maximum.reduceat(gains, offsets[has_moves]) > 0
    quiet: NDArray[np.bool_] = ~wins & (positions.checkers() == 0)
    return quiet
