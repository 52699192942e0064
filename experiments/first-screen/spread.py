"""Measure how far players really differ from their opponents, by the covariance of two halves of their games.

    python experiments/first-screen/spread.py lichess_rapid_main.pgn.zst

For every player with 24 games or more, both sides are counted in the even and in the odd games, by the evaluations in
the file: mistakes by part of the game, opponents' mistakes that were not answered well, won positions that were not
won. The difference is that of the logarithms of the two sides' rates. Noise of the halves is independent, so their
covariance is the true variance; its root is printed, for all players and for those who scored 35 to 65 %.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from motif.board.games import read_games
from motif.engines.evaluator import MATE_CP, winning_chance, winning_chances

FEWEST_GAMES = 24
MISTAKE, INACCURACY, WINNING = 0.1, 0.05, winning_chance(300)
PARTS = {"opening": (0, 24), "middlegame": (24, 60), "late": (60, 1000)}
"""The plies of each part of a game."""

Array = NDArray[np.float64]
Counts = Iterator[tuple[str, float, int]]


def counted(whites: Array, points: float, *, is_white: bool) -> Counts:
    """Yield what one side did, as a name, the cases and the chances; `whites` are White's winning chances."""
    chances = whites if is_white else 1 - whites
    change = np.diff(chances)
    own = (np.arange(len(change)) % 2 == 0) == is_white
    lost = np.maximum(0, np.where(own, -change, change))
    for name, (first, end) in {"all": (0, 1000), **PARTS}.items():
        there = lost[first:end][own[first:end]]
        yield name, float((there >= MISTAKE).sum()), len(there)
    answers = np.flatnonzero(own & (np.roll(lost, 1) >= MISTAKE))
    missed, found = (lost[answers] >= MISTAKE).sum(), (lost[answers] < INACCURACY).sum()
    yield "answers to mistakes", float(missed), int(missed + found)
    points = points if is_white else 1 - points
    yield "score", points, 1
    if (chances[1:][own] >= WINNING).any():
        yield "won positions", float(points < 1), 1


def main() -> None:
    """Print the true standard deviation of every count."""
    sides: dict[str, list[tuple[Array, float, bool]]] = defaultdict(list)
    for game in read_games(sys.argv[1]):
        scores = [score for score in game.evals if score is not None]
        if len(scores) >= max(20, len(game) - 1):
            worth = [20, *(score.white().score(mate_score=MATE_CP) for score in scores)]
            points = {"1-0": 1.0, "0-1": 0.0}.get(game.result, 0.5)
            for name, is_white in zip(game.players, (True, False), strict=True):
                sides[name].append((winning_chances(np.array(worth)), points, is_white))
    known = [games for games in sides.values() if len(games) >= FEWEST_GAMES]
    # By player, half, side (the player or the opponents), cases or chances.
    counts: dict[str, np.ndarray] = defaultdict(lambda: np.zeros((len(known), 2, 2, 2)))
    for player, games in enumerate(known):
        for number, (whites, points, is_white) in enumerate(games):
            for side in (0, 1):
                for name, cases, chances in counted(whites, points, is_white=is_white != bool(side)):
                    counts[name][player, number % 2, side] += cases, chances
    scores = counts.pop("score")[:, :, 0].sum(1)
    balanced = np.abs(scores[:, 0] / scores[:, 1] - 0.5) <= 0.15
    print(f"{len(known)} players, {sum(map(len, known))} sides; {balanced.sum()} players scored 35 to 65 %")
    for name, values in counts.items():
        rates = np.log((values[..., 0] + 0.5) / (values[..., 1] + 1))
        apart = rates[:, :, 0] - rates[:, :, 1]
        found = [np.cov(some[:, 0], some[:, 1])[0, 1] for some in (apart, apart[balanced])]
        print(name, " ".join(f"{np.sign(each) * np.sqrt(abs(each)):.2f}" for each in found), flush=True)


if __name__ == "__main__":
    main()
