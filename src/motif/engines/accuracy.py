"""Compute the accuracy of a move and of a side in one game, as Lichess does (lila, modules/analyse/AccuracyPercent).

A move's accuracy is 100 % if it lost no winning chance, and falls exponentially with the loss. A side's accuracy is the
mean of two averages of its moves: one weighted by how much the game swung around the move, and the harmonic mean, which
a single bad move pulls down.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import exp
from statistics import fmean, harmonic_mean, pstdev

import chess

LEAST_WEIGHT, LARGEST_WEIGHT = 0.5, 12.0
"""Percentage points: how much a quiet part of a game still counts, and a wild one at most."""

LEAST_ACCURACY = 1e-9
"""Per cent, in place of 0, of which there is no harmonic mean."""

SMALLEST_WINDOW, LARGEST_WINDOW = 2, 8
"""Positions around a move in which the swing is measured."""


def move_accuracy(lost: float) -> float:
    """Return the accuracy of a move that lost this much winning chance (from 0 to 1), in per cent.

    >>> [round(move_accuracy(lost)) for lost in (0.0, 0.05, 0.2)]
    [100, 81, 41]
    """
    if lost <= 0:
        return 100.0
    # Lichess adds 1 because no analysis is perfect.
    return min(100.0, max(0.0, 103.1668100711649 * exp(-4.354415386753951 * lost) - 3.166924740191411 + 1))


def game_accuracy(chances: Sequence[float], first: chess.Color = chess.WHITE) -> dict[chess.Color, float | None]:
    """Return the accuracy of both sides in per cent, from White's winning chance in every position of the game.

    `first` is the side that made the first move; a side without a move has none.

    >>> game_accuracy([0.5, 0.52, 0.5, 0.5])[chess.BLACK]
    100.0
    """
    percent = [100 * chance for chance in chances]
    size = max(SMALLEST_WINDOW, min(LARGEST_WINDOW, (len(percent) - 1) // 10))
    first_windows = [percent[:size]] * (min(size, len(percent)) - 2)
    windows = first_windows + [percent[at : at + size] for at in range(max(1, len(percent) - size + 1))]
    weights = [min(LARGEST_WEIGHT, max(LEAST_WEIGHT, pstdev(window))) for window in windows]
    made: dict[chess.Color, list[tuple[float, float]]] = {chess.WHITE: [], chess.BLACK: []}
    for ply, ((before, after), weight) in enumerate(zip(pairwise(percent), weights, strict=False)):
        side = first if ply % 2 == 0 else not first
        lost = (before - after if side == chess.WHITE else after - before) / 100
        made[side].append((move_accuracy(lost), weight))
    return {side: _side_accuracy(moves) for side, moves in made.items()}


def _side_accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    if not moves:
        return None
    accuracies = [accuracy for accuracy, _ in moves]
    weighted = fmean(accuracies, [weight for _, weight in moves])
    return (weighted + harmonic_mean([max(each, LEAST_ACCURACY) for each in accuracies])) / 2
