"""Test whether findings that half of a player's games call likely occur in the other half as often as predicted.

    python experiments/first-screen/likely.py out/*/study.json

Every other game makes one half. Given the spread between people, a value v with the error e has a normal posterior;
with the other half's error it predicts how likely that half shows the same sign, whatever the finding is.

From the same posteriors, true values are drawn and studies with more games simulated: how many players would get a
likely finding?
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Sequence
from math import erfc, sqrt
from pathlib import Path
from statistics import fmean

import numpy as np

from motif.study.findings.endgames import Ending, SmallTables, endings
from motif.study.findings.leaks import LIKELY
from motif.study.findings.questions import ask
from motif.study.findings.verdicts import Verdict
from motif.study.games import StudiedGame
from motif.study.peers import sides_of
from motif.study.profile import Excess, Kind, chance_of_more
from motif.study.study import Study

BOUNDS = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
MORE = (1, 2, 4, 8)
DRAWS = 40
Asked = dict[tuple[Kind, str], Verdict]


def main() -> None:
    """Print how often each predicted finding occurred again, and how often it should have."""
    parser = argparse.ArgumentParser()
    parser.add_argument("studies", type=Path, nargs="+")
    given = parser.parse_args()
    seen: dict[float, list[tuple[bool, float]]] = defaultdict(list)
    rng, hear, played = np.random.default_rng(1), dict.fromkeys(MORE, 0), []
    for path in given.studies:
        games = Study.load(path).games
        tables = SmallTables()
        ends = [ending for game in games for ending in endings(game, tables)]
        whole = [verdict for verdict in asked_of(games, ends).values() if verdict.question.is_asked]
        played.append(len(games))
        for more in MORE:
            hear[more] += sum(hears(whole, more, rng) for _ in range(DRAWS))
        halves = [asked_of(games[start::2], ends) for start in (0, 1)]
        for first, second in (halves, halves[::-1]):
            for name in first.keys() & second.keys():
                verdict, again = first[name], second[name].by_opponents
                if verdict.is_leak:
                    low = max(bound for bound in BOUNDS if bound <= verdict.chance)
                    seen[low].append((again.value > 0, expected(verdict, again)))
    for low, cases in sorted(seen.items()):
        held, should = fmean(held for held, _ in cases), fmean(chance for _, chance in cases)
        print(f"from {low:.1f}: {len(cases)} cases, worse again {held:.2f}, expected {should:.2f}")
    for more, heard in hear.items():
        share = heard / (DRAWS * len(played))
        print(f"{more * fmean(played):.0f} games: {share:.2f} of the players hear something likely")


def asked_of(games: Sequence[StudiedGame], ends: Sequence[Ending]) -> Asked:
    """Return the answers to every question about some games, compared with the opponents alone."""
    numbers = {game.number for game in games}
    here = [ending for ending in ends if ending.game.number in numbers]
    questions = ask(games, sides_of(games), sides_of(games, players=False), here)
    return {(each.kind, each.subject): Verdict(each, each.excess()) for each in questions}


def hears(verdicts: Sequence[Verdict], more: int, rng: np.random.Generator) -> bool:
    """Return whether such a player gets a likely finding with `more` times the games, without peers."""
    for verdict in verdicts:
        mean, variance = posterior(verdict)
        error = verdict.by_opponents.error / sqrt(more)
        value = rng.normal(rng.normal(mean, sqrt(variance)), error)
        if value > 0 and chance_of_more(Excess(value, error, 1.0), verdict.question.spread) >= LIKELY:
            return True
    return False


def posterior(verdict: Verdict) -> tuple[float, float]:
    """Return mean and variance of a player's true value."""
    spread, error = verdict.question.spread, verdict.by_opponents.error
    weight = spread**2 / (spread**2 + error**2)
    return weight * verdict.by_opponents.value, weight * error**2


def expected(verdict: Verdict, again: Excess) -> float:
    """Return the probability that another half with this error shows the player to be worse."""
    mean, variance = posterior(verdict)
    return 0.5 * erfc(-mean / sqrt(2 * (variance + again.error**2)))


if __name__ == "__main__":
    main()
