"""What the coach's library is learned from and measured on: three parts, valued by an engine.

    .venv/bin/python experiments/tactics-coach/coach_evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

No player of the test stands in another part, and no game of validation in training. A test position is drawn by lot
from each game, those with a single legal move too; of such nothing can be learned, so the other parts have none. All
positions get the engine's best move, some of the training and of the test positions the value of every legal move too
(`valued`, `judged`), which takes ten times as long. A part that is there already is left alone, and engines remember
their answers, so a run that was interrupted goes on where it stood.
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
"""The share of all players kept for the test, and of the others those with whose games the list is chosen."""

SEED, TEST_SEED = 13, 31
"""By the first players are parted and positions to learn from drawn; by the second the positions of the test."""


SEARCHED, SAMPLED = 8_000, 14_000
"""On the first of so many training positions rules are looked for; the list is made on all training positions."""


def main() -> None:
    """Read the command line and write the parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--engine", default="stockfish,Hash=1")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--validation", type=int, default=9_000)
    parser.add_argument("--valued", type=int, default=1_500, help="training positions whose moves are all valued")
    parser.add_argument("--judged", type=int, default=1_500, help="test positions whose moves are all valued")
    options = parser.parse_args()
    parts = drawn_from(options.games, options.validation, options.valued, options.judged)
    oracle, limit = partial(find_oracle, options.engine), Limit(depth=options.depth)
    for name, (evidence, every_move) in parts.items():
        if (options.out / f"{name}.csv").exists():
            continue
        print(f"{name}: {len(evidence)} positions", flush=True)
        asked = ask_engine(evidence, oracle, Questions(limit, every_move), watch=_tell)
        write_evidence(asked, options.out / f"{name}.csv")


def drawn_from(games: Path, validation: int, valued: int, judged: int) -> dict[str, tuple[Evidence, bool]]:
    """The parts by name, each with whether all its moves are to be valued."""
    drawn = Evidence.of_games(read_games(games, GameFilter()), per_game=2, seed=SEED)
    known = split(drawn, Shares(TEST_PLAYERS, 0.0), SEED).training.with_a_choice()
    training = split(known, Shares(VALIDATION_PLAYERS, 0.0), SEED + 1).training
    rng = np.random.default_rng(SEED)
    others = known.take(np.flatnonzero(~np.isin(known.games, np.unique(training.games))))
    chosen = _some(_one_a_game(others, rng), validation, rng)
    once = Evidence.of_games(read_games(games, GameFilter()), per_game=1, seed=TEST_SEED)
    test = split(once, Shares(TEST_PLAYERS, 0.0), SEED).test
    # A first library was measured on positions of the other draw.
    fresh = test.take(np.flatnonzero(~np.isin(test.positions.hashes(), drawn.positions.hashes())))
    return {
        "searched": (_some(training, SAMPLED, np.random.default_rng(SEED)).take(np.arange(SEARCHED)), False),
        "train": (training, False),
        "validation": (chosen, False),
        "test": (fresh, False),
        "judged": (_some(fresh, judged, np.random.default_rng(0)), True),
        "valued": (_some(training, valued, np.random.default_rng(0)), True),
    }


def _tell(state: Progress) -> None:
    if state.done % 400 == 0:
        print(f"  {state.done:,} of {state.total:,}", flush=True)


def _one_a_game(evidence: Evidence, rng: np.random.Generator) -> Evidence:
    """By lot, for the first position drawn from a game is an early one."""
    places = rng.permutation(len(evidence))
    _, first = np.unique(evidence.games[places], return_index=True)
    return evidence.take(np.sort(places[first]))


def _some(evidence: Evidence, count: int, rng: np.random.Generator) -> Evidence:
    return evidence.take(np.sort(rng.permutation(len(evidence))[:count]))


if __name__ == "__main__":
    main()
