"""Fit how many players of a rating find the better move: the weights of `players.findable`, measured on unseen players.

    python experiments/findable/fit.py lichess_rapid_main.pgn.zst --positions 6000

From each game a random position is drawn in which neither side is far ahead. The built-in search finds the best move; a
move counts as found if it loses less than .05 of the winning chance by the evaluations in the file. Players whose moves
taught the patterns of people are left out; players used to fit people's weights are used for fitting, and players used
for nothing are measured (experiments/people/player_parts.py).
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Game
from motif.board.games import read_games
from motif.engines.evaluator import Evaluation, winning_chance
from motif.engines.limits import Limit
from motif.players.findable import AS_GOOD, SHIPPED, Find, Findable, features
from motif.players.names import find_evaluator

sys.path.insert(0, str(Path(__file__).parents[1] / "people"))
from player_parts import Part, part_of

sys.path.append(str(Path(__file__).parents[1]))
from common import read_options, write_result

LOOK = Limit(depth=8, nodes=4_000)
FIRST_PLY, FEWEST_PLIES = 12, 30
OPEN = 400
PENALTY = 1.0
BINS = 10
Numbers = NDArray[np.float64]


def drawn(path: Path, count: int, seed: int) -> Iterator[tuple[chess.Board, int, str, bool]]:
    """Yield a board, the rating and name of the player to move, and whether the move was as good as the best."""
    rng = random.Random(seed)
    usable: dict[bool, list[int]] = {True: [], False: []}
    for number, game in enumerate(read_games(path)):
        for learned in {_is_learned(player) for player in game.players} if _is_usable(game) else ():
            if learned is not None:
                usable[learned].append(number)
    wanted = {
        number: learned
        for learned, numbers in sorted(usable.items())
        for number in rng.sample(numbers, min(count // 2, len(numbers)))
    }
    for number, game in enumerate(read_games(path)):
        if number not in wanted:
            continue
        worth = [Evaluation(score.pov(chess.WHITE)).centipawns for score in game.evals[: len(game) - 1] if score]
        sides = [_is_learned(player) is wanted[number] for player in game.players]
        plies = [ply for ply in range(FIRST_PLY, len(worth)) if abs(worth[ply - 1]) <= OPEN and sides[ply % 2]]
        if not plies:
            continue
        ply = rng.choice(plies)
        board = game.board(ply)
        rating = game.ratings[not board.turn]
        sign = 1 if board.turn else -1
        lost = winning_chance(sign * worth[ply - 1]) - winning_chance(sign * worth[ply])
        if rating is not None and board.legal_moves.count() > 1:
            yield board, rating, game.players[not board.turn], lost < AS_GOOD


def _is_learned(player: str) -> bool | None:
    """Return True if a player's moves are used for fitting, False if they are measured, else None."""
    part = part_of(player)
    return None if part is Part.PATTERNS else part is not Part.TEST


def _is_usable(game: Game) -> bool:
    return len(game) >= FEWEST_PLIES and None not in game.evals[:-1] and None not in game.ratings


def fit(true: Numbers, found: Numbers) -> Numbers:
    """Fit a penalised logistic model by Newton's method; the first column is not penalised."""
    weights = np.zeros(true.shape[1])
    penalty = np.full(true.shape[1], PENALTY)
    penalty[0] = 0.0
    for _ in range(30):
        chance = 1 / (1 + np.exp(-true @ weights))
        slope = true.T @ (found - chance) - penalty * weights
        curve = (true * (chance * (1 - chance))[:, None]).T @ true + np.diag(penalty)
        weights += np.linalg.solve(curve, slope)
    return weights


def calibration(chance: Numbers, found: Numbers) -> tuple[float, list[dict[str, float]]]:
    """Return the mean distance of prediction and outcome over equally large bins, and the bins."""
    rows = []
    for part in np.array_split(np.argsort(chance), BINS):
        rows.append({"said": float(chance[part].mean()), "found": float(found[part].mean()), "positions": len(part)})
    error = sum(abs(row["said"] - row["found"]) * row["positions"] for row in rows) / len(chance)
    return error, [{name: round(value, 3) for name, value in row.items()} for row in rows]


def gain(chance: Numbers, found: Numbers, usual: float) -> float:
    """Return how much likelier the outcomes are than with one probability for all, in bits per position."""
    said = np.where(found > 0, chance, 1 - chance)
    plain = np.where(found > 0, usual, 1 - usual)
    return float(np.mean(np.log2(said / plain)))


def main() -> None:
    """Fit, measure, and write the weights and the figures."""
    given = read_options(
        __doc__, {"games": Path}, positions=6000, seed=1, out=SHIPPED, result=Path(__file__).with_name("result.json")
    )
    rows: list[dict[str, float]] = []
    outcomes: list[bool] = []
    halves: list[bool] = []
    evaluator = find_evaluator("search")
    sample = list(drawn(given.games, given.positions, given.seed))
    for start in range(0, len(sample), 200):
        part = sample[start : start + 200]
        answers = evaluator.evaluate([board for board, *_ in part], LOOK)
        usable = [(each, answer.line[0]) for each, answer in zip(part, answers, strict=True) if answer.line]
        rows += features([Find(board, best, rating) for (board, rating, _, _), best in usable])
        outcomes += [found for (_, _, _, found), _ in usable]
        halves += [bool(_is_learned(name)) for (_, _, name, _), _ in usable]
        print(len(rows), flush=True)
    names = list(rows[0])
    true = np.array([[row[name] for name in names] for row in rows])
    found, is_learned = np.array(outcomes, float), np.array(halves)
    weights = fit(true[is_learned], found[is_learned])
    chance = 1 / (1 + np.exp(-true @ weights))
    result = report(chance, found, is_learned)
    Findable(dict(zip(names, weights.tolist(), strict=True))).write(
        given.out,
        [
            "how many players find the better move: the weight of each feature",
            f"fitted to {int(is_learned.sum()):,} moves of rated rapid games on Lichess by experiments/findable/fit.py",
        ],
    )
    write_result(given.result, result, show=True)


def report(chance: Numbers, found: Numbers, is_learned: NDArray[np.bool_]) -> dict[str, object]:
    """Return the figures of both parts of the players."""
    usual = float(found[is_learned].mean())
    result: dict[str, object] = {}
    for name, part in (("learned from", is_learned), ("unseen players", ~is_learned)):
        error, bins = calibration(chance[part], found[part])
        result[name] = {
            "positions": int(part.sum()),
            "found": round(float(found[part].mean()), 3),
            "error of calibration": round(error, 4),
            "bits gained a position": round(gain(chance[part], found[part], usual), 3),
            "bins": bins,
        }
    return result


if __name__ == "__main__":
    main()
