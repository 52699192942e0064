"""Estimate how much people differ from their opponents in what a study asks: the spread of maximum likelihood.

    python experiments/first-screen/spread.py out/*/study.json

Each question of each study has a value v (the logarithm of the player's rate over the opponents') with an error e. If
people have the spread s, v is normal with the variance s^2 + e^2.
"""

from __future__ import annotations

import argparse
from math import log
from pathlib import Path

from motif.study.findings.claims import CAUSES
from motif.study.findings.endgames import SmallTables, endings
from motif.study.findings.questions import PLACES, ask
from motif.study.peers import sides_of
from motif.study.profile import Excess
from motif.study.study import Study

SPREADS = [step / 100 for step in range(101)]


def main() -> None:
    """Print the spread of causes and of places, the number of rates, and the likelihood gained over a spread of 0."""
    parser = argparse.ArgumentParser()
    parser.add_argument("studies", type=Path, nargs="+")
    given = parser.parse_args()
    asked = []
    for path in given.studies:
        games = Study.load(path).games
        tables = SmallTables()
        ends = [ending for game in games for ending in endings(game, tables)]
        asked += [each for each in ask(games, sides_of(games), sides_of(games, players=False), ends) if each.is_asked]
    for name, kinds in (("causes", CAUSES), ("places", PLACES)):
        rates = [each.excess() for each in asked if each.kind in kinds]
        best = max(SPREADS, key=lambda spread: likelihood(rates, spread))
        gain = likelihood(rates, best) - likelihood(rates, 0.0)
        print(f"{name}: {best:.2f} from {len(rates)} rates, log-likelihood +{gain:.1f} over none")


def likelihood(rates: list[Excess], spread: float) -> float:
    """Return the log-likelihood up to a constant."""
    return sum(-(log(v) + rate.value**2 / v) / 2 for rate in rates for v in [spread**2 + rate.error**2])


if __name__ == "__main__":
    main()
