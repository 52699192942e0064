"""Draw the positions that the coach's library is learned from, selected on and measured on; an engine evaluates them.

    .venv/bin/python experiments/tactics-coach/coach_evidence.py GAMES --out FOLDER [--engine stockfish] [--depth 8]

A player who is to move in a test position occurs in no other part, nor in the positions that earlier libraries were
measured on (`seen`, which may be used for selection since then). The opponent of such a player occurs in no part that
is used for learning or selection. No game is in both validation and training.

One random test position is drawn from each game, even if it has a single legal move; the other parts have no such
positions, since they teach nothing. All positions get the engine's best move. Some of the training, validation and test
positions also get the value of every legal move (`valued`, `weighed`, `judged`), which takes ten times as long. `rest`
are the drawn test positions that are not in the test; `more` are additional positions of the training games, used to
make the list but not to search for rules. Existing parts are kept and engines cache their answers, so an interrupted
run continues.
"""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.engines.limits import Limit
from motif.players.names import find_evaluator
from motif.runtime.parallel import Progress
from motif.statistics.examples import Evidence, Questions, Shares, ask_engine, split, write_evidence

TEST_PLAYERS, VALIDATION_PLAYERS = 0.32, 0.35
"""The share of all players kept for the test, and of the others the share whose games are used for selection."""

SEED, SEEN_SEED, TEST_SEED = 13, 31, 41
"""The first seed splits the players and draws training positions, the others draw positions for measuring."""

DRAWN_A_GAME = 8
"""Positions drawn from a game, of which one with a new player to move is used."""


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
    parser.add_argument("--test", type=int, default=6_000, help="positions that no library was measured on yet")
    parser.add_argument("--more", type=int, default=45_000, help="additional positions of the training games")
    parser.add_argument("--only", nargs="*", help="the parts that are wanted; all without this")
    options = parser.parse_args()
    parts = drawn_from(options)
    evaluator, limit = partial(find_evaluator, options.engine), Limit(depth=options.depth)
    for name, (evidence, every_move) in parts.items():
        if (options.out / f"{name}.csv").exists() or (options.only and name not in options.only):
            continue
        print(f"{name}: {len(evidence)} positions", flush=True)
        asked = ask_engine(evidence, evaluator, Questions(limit, every_move), watch=_show)
        write_evidence(asked, options.out / f"{name}.csv")


def drawn_from(options: argparse.Namespace) -> dict[str, tuple[Evidence, bool]]:
    """Return the parts by name, each with whether all its moves are to be evaluated."""
    games = options.games
    drawn = Evidence.of_games(read_games(games, GameFilter()), per_game=2, seed=SEED)
    of_drawn = split(drawn, Shares(TEST_PLAYERS, 0.0), SEED)
    known = of_drawn.training.with_a_choice()
    training = split(known, Shares(VALIDATION_PLAYERS, 0.0), SEED + 1).training
    rng = np.random.default_rng(SEED)
    others = known.take(np.flatnonzero(~np.isin(known.games, np.unique(training.games))))
    chosen = _some(_one_a_game(others, rng), options.validation, rng)
    once = Evidence.of_games(read_games(games, GameFilter()), per_game=1, seed=SEEN_SEED)
    # The first library was measured on positions of the test players' first draw, the second on those of another.
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
    """Return a position per game in which the player to move occurs nowhere else, nor the opponent in learned parts."""
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


def _show(state: Progress) -> None:
    if state.done % 400 == 0:
        print(f"  {state.done:,} of {state.total:,}", flush=True)


def _one_a_game(evidence: Evidence, rng: np.random.Generator) -> Evidence:
    """Choose one position per game at random, because the first one drawn from a game is an early one."""
    places = rng.permutation(len(evidence))
    _, first = np.unique(evidence.games[places], return_index=True)
    return evidence.take(np.sort(places[first]))


def _some(evidence: Evidence, count: int, rng: np.random.Generator) -> Evidence:
    return evidence.take(np.sort(rng.permutation(len(evidence))[:count]))


if __name__ == "__main__":
    main()
