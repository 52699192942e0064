"""What the coach's library is learned from and measured on: three parts by player, valued by an engine.

    .venv/bin/python experiments/tactics-coach/coach_evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

No player of one part stands in another. Test positions are taken as they come, those with a single legal move too; of
such nothing can be learned, so the other parts have none. All positions get the engine's best move, some of the
training and of the test positions the value of every legal move too (`valued`, `judged`), which takes ten times as
long. A part that is there already is left alone, and engines remember their answers, so a run that was interrupted goes
on where it stood.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.board.limits import Limit
from motif.evidence import Evidence, Questions, Shares, ask_engine, split, write_evidence
from motif.players import find_oracle
from motif.progress import Progress

TEST_PLAYERS, VALIDATION_PLAYERS = 0.32, 0.35
"""The share of all players kept for the test, and of the others for validation."""


def main() -> None:
    """Read the command line and write the parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--engine", default="stockfish,Hash=1")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--train", type=int, default=14_000)
    parser.add_argument("--validation", type=int, default=3_000)
    parser.add_argument("--test", type=int, default=5_200)
    parser.add_argument("--valued", type=int, default=1_500, help="training positions whose moves are all valued")
    parser.add_argument("--judged", type=int, default=5_200, help="test positions whose moves are all valued")
    options = parser.parse_args()
    drawn = Evidence.of_games(read_games(options.games, GameFilter()), per_game=2, seed=13)
    first = split(drawn, Shares(TEST_PLAYERS, 0.0), seed=13)
    second = split(first.training.with_a_choice(), Shares(VALIDATION_PLAYERS, 0.0), seed=14)
    rng = np.random.default_rng(13)
    training = _some(second.training, options.train, rng)
    validation = _some(_one_a_game(second.test), options.validation, rng)
    test = _some(_one_a_game(first.test), options.test, rng)
    parts = {
        "train": (training, False),
        "validation": (validation, False),
        "test": (test, False),
        "judged": (_some(test, options.judged, np.random.default_rng(0)), True),
        "valued": (_some(training, options.valued, np.random.default_rng(0)), True),
    }
    oracle, limit = partial(find_oracle, options.engine), Limit(depth=options.depth)
    for name, (evidence, every_move) in parts.items():
        if (options.out / f"{name}.csv").exists():
            continue
        print(f"{name}: {len(evidence)} positions", flush=True)
        asked = ask_engine(evidence, oracle, Questions(limit, every_move), watch=_tell)
        write_evidence(asked, options.out / f"{name}.csv")


def _tell(state: Progress) -> None:
    if state.done % 400 == 0:
        print(f"  {state.done:,} of {state.total:,}", flush=True)


def _one_a_game(evidence: Evidence) -> Evidence:
    _, places = np.unique(evidence.games, return_index=True)
    return evidence.take(places)


def _some(evidence: Evidence, count: int, rng: np.random.Generator) -> Evidence:
    return evidence.take(np.sort(rng.permutation(len(evidence))[:count]))


if __name__ == "__main__":
    main()
