"""What the coach's library is learned from, chosen by and measured on, valued by an engine.

    .venv/bin/python experiments/tactics-coach/coach_evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

Whoever is to move in a test position stands in no other part, nor in the positions on which earlier libraries were
measured (`seen`: after that they may be chosen by); nor does the other player of such a game stand in anything that is
learned from or chosen by. No game of validation is in training. A test position is drawn by lot from each game, those
with a single legal move too; of such nothing can be learned, so the other parts have none. All positions get the
engine's best move, some of the training, validation and test positions the value of every legal move too (`valued`,
`weighed`, `judged`), which takes ten times as long. What the test leaves of its draw is `rest`; `more` are further
positions of the training games, on which the list is made but nothing searched. A part that is there
already is left alone, and engines remember their answers, so a run that was interrupted goes on where it stood.
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
from motif.progress import Progress

TEST_PLAYERS, VALIDATION_PLAYERS = 0.32, 0.35
"""The share of all players kept for the test, and of the others those with whose games the list is chosen."""

SEED, SEEN_SEED, TEST_SEED = 13, 31, 41
"""By the first players are parted and positions to learn from drawn, by the others those to measure on."""

DRAWN_A_GAME = 8
"""Of so many positions of a game that are drawn one is taken in which somebody new is to move."""


def main() -> None:
    """Read the command line and write the parts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--engine", default="stockfish,Hash=1")
    parser.add_argument("--depth", type=int, default=8)
    parser.add_argument("--validation", type=int, default=9_000)
    parser.add_argument("--valued", type=int, default=1_500, help="training positions whose moves are all valued")
    parser.add_argument("--weighed", type=int, default=1_000, help="validation positions whose moves are all valued")
    parser.add_argument("--judged", type=int, default=1_500, help="test positions whose moves are all valued")
    parser.add_argument("--test", type=int, default=6_000, help="of the positions that nobody has measured on yet")
    parser.add_argument("--more", type=int, default=45_000, help="further positions of the training games")
    parser.add_argument("--only", nargs="*", help="the parts that are wanted; all without this")
    options = parser.parse_args()
    parts = drawn_from(options)
    oracle, limit = partial(find_oracle, options.engine), Limit(depth=options.depth)
    for name, (evidence, every_move) in parts.items():
        if (options.out / f"{name}.csv").exists() or (options.only and name not in options.only):
            continue
        print(f"{name}: {len(evidence)} positions", flush=True)
        asked = ask_engine(evidence, oracle, Questions(limit, every_move), watch=_tell)
        write_evidence(asked, options.out / f"{name}.csv")


def drawn_from(options: argparse.Namespace) -> dict[str, tuple[Evidence, bool]]:
    """The parts by name, each with whether all its moves are to be valued."""
    games = options.games
    drawn = Evidence.of_games(read_games(games, GameFilter()), per_game=2, seed=SEED)
    of_drawn = split(drawn, Shares(TEST_PLAYERS, 0.0), SEED)
    known = of_drawn.training.with_a_choice()
    training = split(known, Shares(VALIDATION_PLAYERS, 0.0), SEED + 1).training
    rng = np.random.default_rng(SEED)
    others = known.take(np.flatnonzero(~np.isin(known.games, np.unique(training.games))))
    chosen = _some(_one_a_game(others, rng), options.validation, rng)
    once = Evidence.of_games(read_games(games, GameFilter()), per_game=1, seed=SEEN_SEED)
    # A first library was measured on positions of the test players' first draw, a second on those of another.
    second = split(once, Shares(TEST_PLAYERS, 0.0), SEED).test
    seen = second.take(np.flatnonzero(~np.isin(second.positions.hashes(), drawn.positions.hashes())))
    many = Evidence.of_games(read_games(games, GameFilter()), per_game=DRAWN_A_GAME, seed=TEST_SEED)
    unseen = new_to(many, learned=[training, chosen], measured=[of_drawn.test, second])
    test = _some(unseen, options.test, np.random.default_rng(TEST_SEED))
    at_hand = [part.positions.hashes() for part in (drawn, second, unseen)]
    more = many.take(np.flatnonzero(np.isin(many.games, training.games))).with_a_choice()
    more = more.take(np.flatnonzero(~np.isin(more.positions.hashes(), np.concatenate(at_hand))))
    rest = unseen.take(np.flatnonzero(~np.isin(unseen.games, test.games)))
    return {
        "seen": (seen, False),
        "test": (test, False),
        "judged": (_some(test, options.judged, np.random.default_rng(0)), True),
        "validation": (chosen, False),
        "weighed": (_some(chosen, options.weighed, np.random.default_rng(0)), True),
        "train": (training, False),
        "rest": (rest, False),
        "rest-judged": (_some(rest, options.judged, np.random.default_rng(0)), True),
        "more": (_some(more, options.more, np.random.default_rng(SEED)), False),
        "valued": (_some(training, options.valued, np.random.default_rng(0)), True),
    }


def new_to(evidence: Evidence, learned: list[Evidence], measured: list[Evidence]) -> Evidence:
    """One position a game in which somebody new to all is to move, against somebody who is new to what is learned."""
    old, older = _names(learned), _names([*learned, *measured])
    hashes = np.concatenate([part.positions.hashes() for part in (*learned, *measured)])
    is_new = np.array(
        [
            mover not in older and not old & set(evidence.players[game])
            for mover, game in zip(evidence.movers(), evidence.games, strict=True)
        ]
    )
    places = np.flatnonzero(is_new & ~np.isin(evidence.positions.hashes(), hashes))
    return _one_a_game(evidence.take(places), np.random.default_rng(TEST_SEED))


def _names(parts: list[Evidence]) -> set[str]:
    return {name for part in parts for game in np.unique(part.games) for name in part.players[game]}


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
