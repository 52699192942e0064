"""Evidence for the goals from any game file: three parts by player, with an engine's word about every position.

    .venv/bin/python experiments/tactics-goals/evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

No player of the test positions stands in the other parts. Training and validation positions get the engine's best
move, test positions the value of every legal move too. If the file holds evaluations ([%eval], as Lichess writes them),
moves of training players that cost nothing by these can be a fourth part (--well-played COUNT), for which no engine is
asked. Engines remember their answers, so a run that was interrupted goes on where it stood.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motif.board.chances import winning_chances
from motif.board.games import Game, GameFilter, read_games, sample_positions
from motif.board.limits import Limit
from motif.players import find_oracle
from motif.tactics.evidence import Evidence, Questions, ask_engine
from motif.tactics.evidence_files import write_evidence
from motif.tactics.splits import Shares, Split, split

NOTHING_LOST = 0.005
"""A move that costs less than half a percent of winning chance counts as well played."""
A_GAME = 10


def main() -> None:
    """Read the command line and write the three parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--engine", default="stockfish,Hash=1")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--ratings", type=int, nargs=2, default=(1500, 1699))
    parser.add_argument("--train", type=int, default=10_000)
    parser.add_argument("--test", type=int, default=1_600)
    parser.add_argument("--well-played", type=int, default=0)
    options = parser.parse_args()
    where = GameFilter(ratings=tuple(options.ratings))
    parts = split(Evidence.of_games(read_games(options.games, where), per_game=2, seed=1), Shares(0.34, 0.1), seed=1)
    rng = np.random.default_rng(1)
    _, one_a_game = np.unique(parts.test.games, return_index=True)
    train, test = _some(parts.training, options.train, rng), _some(parts.test.take(one_a_game), options.test, rng)
    easy = well_played(options, parts)
    if len(easy):
        write_evidence(easy, options.out / "well_played.csv")
    oracle = partial(find_oracle, options.engine)
    limit = Limit(depth=options.depth)
    for name, evidence, every_move in (
        ("train", train, False),
        ("validation", parts.validation, False),
        ("test", test, True),
    ):
        print(f"{name}: {len(evidence)} positions")
        write_evidence(ask_engine(evidence, oracle, Questions(limit, every_move)), options.out / f"{name}.csv")


def well_played(options: argparse.Namespace, parts: Split) -> Evidence:
    """Moves that cost nothing by the evaluations in the file, of no player of the test and no game of validation."""
    away = {player for game in parts.test.games for player in parts.test.players[game]}
    held = {parts.validation.players[game] for game in parts.validation.games}
    games = [
        game
        for game in read_games(options.games, GameFilter(ratings=tuple(options.ratings)))
        if away.isdisjoint(game.players) and game.players not in held
    ]
    evidence = Evidence.of_games(games, per_game=A_GAME, seed=7)
    costs = [cost(game, sample_positions([game], A_GAME, seed=7).plies) for game in games]
    places = np.flatnonzero(np.concatenate([np.empty(0), *costs]) < NOTHING_LOST)
    return _some(evidence.take(places).with_a_choice(), options.well_played, np.random.default_rng(7))


def cost(game: Game, plies: NDArray[np.int32]) -> NDArray[np.float64]:
    """What the moves at these plies, not the first of the game, cost in winning chance; NaN where that is unknown."""
    chance = winning_chances(game.centipawns())
    white_moves = (plies % 2 == 0) == (" w " in game.start_fen)
    return np.asarray((chance[plies - 1] - chance[plies]) * np.where(white_moves, 1, -1))


def _some(evidence: Evidence, count: int, rng: np.random.Generator) -> Evidence:
    return evidence.take(np.sort(rng.permutation(len(evidence))[:count]))


if __name__ == "__main__":
    main()
