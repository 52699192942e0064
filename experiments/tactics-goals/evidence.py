"""Evidence for the goals from any game file: three parts by player, with an engine's word about every position.

    .venv/bin/python experiments/tactics-goals/evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

No player of the test positions stands in the other parts. Training and validation positions get the engine's best
move, test positions the value of every legal move too. Engines remember their answers, so a run that was interrupted
goes on where it stood.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.board.limits import Limit
from motif.evidence.engine_answers import Questions, ask_engine
from motif.evidence.examples import Evidence, Shares, split
from motif.evidence.files import write_evidence
from motif.players import find_oracle


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
    options = parser.parse_args()
    where = GameFilter(ratings=tuple(options.ratings))
    parts = split(Evidence.of_games(read_games(options.games, where), per_game=2, seed=1), Shares(0.34, 0.1), seed=1)
    rng = np.random.default_rng(1)
    _, one_a_game = np.unique(parts.test.games, return_index=True)
    train, test = _some(parts.training, options.train, rng), _some(parts.test.take(one_a_game), options.test, rng)
    oracle = partial(find_oracle, options.engine)
    limit = Limit(depth=options.depth)
    for name, evidence, every_move in (
        ("train", train, False),
        ("validation", parts.validation, False),
        ("test", test, True),
    ):
        print(f"{name}: {len(evidence)} positions")
        write_evidence(ask_engine(evidence, oracle, Questions(limit, every_move)), options.out / f"{name}.csv")


def _some(evidence: Evidence, count: int, rng: np.random.Generator) -> Evidence:
    return evidence.take(np.sort(rng.permutation(len(evidence))[:count]))


if __name__ == "__main__":
    main()
