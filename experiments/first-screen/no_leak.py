"""Make players without a leak: a coin decides in every game which side is the player's, so no true difference is left.

    python experiments/first-screen/no_leak.py out/*/study.json --times 50

Only the counting is done again. Peers are left out, since a coin between two people says nothing about them.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

import numpy as np

from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.leaks import LIKELY
from motif.study.findings.questions import Part, Question, ask
from motif.study.findings.results import results_claims
from motif.study.findings.verdicts import Verdict
from motif.study.findings.whole import MAIN_SHARE
from motif.study.games import StudiedGame
from motif.study.peers import sides_of
from motif.study.profile import significant
from motif.study.study import Study

T = TypeVar("T")


def main() -> None:
    """Count the players without a leak about whom something is proven or likely."""
    parser = argparse.ArgumentParser()
    parser.add_argument("studies", type=Path, nargs="+")
    parser.add_argument("--times", type=int, default=50, help="players made of each study")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    players = proven = likely = tests = 0
    for path in given.studies:
        games = Study.load(path).games
        sides, others = sides_of(games), sides_of(games, players=False)
        tables = SmallTables()
        asked = ask(games, sides, others, [ending for game in games for ending in endings(game, tables)])
        for _ in range(given.times):
            swaps = rng.integers(0, 2, len(games)).astype(bool).tolist()
            verdicts = [Verdict(each, each.excess()) for each in (swapped(one, swaps) for one in asked)]
            claims = [claim for claim, _ in results_claims(as_expected(games, rng), 1)]
            p_values = [p for p in (*(each.p for each in verdicts), *(claim.p for claim in claims)) if p < 1]
            players += 1
            tests += len(p_values)
            proven += any(significant(p_values, MAIN_SHARE)) if p_values else False
            likely += any(each.chance >= LIKELY for each in verdicts)
        print(
            json.dumps({"players": players, "tests": tests, "with proven": proven, "with likely": likely}), flush=True
        )


def swapped(question: Question, swaps: Sequence[bool]) -> Question:
    """Return a question with its answers exchanged in some games."""
    own, theirs = question.own, question.theirs

    def part(one: Part, other: Part) -> Part:
        def chosen(first: Sequence[T], second: Sequence[T]) -> tuple[T, ...]:
            return tuple(b if swap else a for a, b, swap in zip(first, second, swaps, strict=True))

        return Part(
            chosen(one.hits, other.hits),
            chosen(one.counts, other.counts),
            chosen(one.rest, other.rest),
            one.rest_count,
            chosen(one.chances, other.chances) if one.chances else (),
        )

    return replace(question, own=part(own, theirs), theirs=part(theirs, own))


def as_expected(games: Sequence[StudiedGame], rng: np.random.Generator) -> list[StudiedGame]:
    """Return the games with results as the ratings predict: a coin alone would leave a weak opening weak."""
    wins = rng.random(len(games)) < [0.5 if game.expected is None else game.expected for game in games]
    return [
        replace(game, result="1-0" if win == game.is_white else "0-1") for game, win in zip(games, wins, strict=True)
    ]


if __name__ == "__main__":
    main()
