"""Compare players rated 1900 with players rated 1200: which of the rules do they follow more or less often?

    .venv/bin/python experiments/tactics-coach/coach_bands.py GAMES [--rules FILE]

Two positions of every game are sorted by the rating of the player to move. `compare` in
`motif.tactics.learning.measures` counts how often each rating band follows each rule where it applies, for the shipped
library or for all its candidates. The table goes to bands.md in this folder; of rules that suggest mostly the same
moves, only the most significant one is listed.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from motif.board.games import GameFilter, read_games
from motif.runtime.files import write_atomically
from motif.statistics.examples import Evidence
from motif.statistics.intervals import Share
from motif.tactics.coverage import Coverage
from motif.tactics.learning.measures import Difference, compare
from motif.tactics.learning.selection import likeness
from motif.tactics.library import TacticsLibrary
from motif.tactics.vocabulary import FULL

WEAKER, STRONGER = (1100, 1299), (1900, 2099)
SENTENCES = 20
MOSTLY = 0.5
"""Two rules that share this part of their suggestions count as one sentence."""


def main() -> None:
    """Read the games, compare the bands, write the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("games", type=Path)
    parser.add_argument("--rules", type=Path, help="a library to compare with instead of the shipped one")
    options = parser.parse_args()
    library = TacticsLibrary.read(options.rules) if options.rules else TacticsLibrary.shipped()
    drawn = Evidence.of_games(read_games(options.games, GameFilter()), per_game=2, seed=13).with_a_choice()
    ratings = drawn.ratings_of_movers()
    stronger, weaker = (
        drawn.take(np.flatnonzero((ratings >= low) & (ratings <= high))) for low, high in (STRONGER, WEAKER)
    )
    found = compare(library, stronger, weaker)
    sure = [each for each in found if each.is_sure]
    listed = unlike(sure, stronger)
    lines = [
        f"{len(stronger):,} positions of players rated {STRONGER[0]} to {STRONGER[1]}, {len(weaker):,} of those rated "
        f"{WEAKER[0]} to {WEAKER[1]}; {len(sure)} of {len(found)} rules differ (false discovery rate 0.05).",
        "",
        "| where this can be done | 1900s do it | 1200s | q |",
        "|---|---|---|---|",
        *(_row(each) for each in listed),
    ]
    text = "\n".join(lines) + "\n"
    write_atomically(Path(__file__).with_name("bands.md"), text)
    print(text)


def unlike(sure: Sequence[Difference], evidence: Evidence) -> list[Difference]:
    """Return the most significant differences, without rules that suggest mostly the same moves."""
    covered = Coverage.of(evidence, FULL).rows([each.tactic.rule for each in sure])
    chosen: list[int] = []
    for number, rows in enumerate(covered):
        if len(chosen) < SENTENCES and all(likeness(rows, covered[other]) < MOSTLY for other in chosen):
            chosen.append(number)
    return [sure[number] for number in chosen]


def _row(each: Difference) -> str:
    return f"| {each.tactic.sentence()} | {_cell(each.first)} | {_cell(each.second)} | {each.rate:.1e} |"


def _cell(share: Share) -> str:
    return f"{share.value:.3f} [{share.low:.3f}, {share.high:.3f}] of {share.count:,}"


if __name__ == "__main__":
    main()
