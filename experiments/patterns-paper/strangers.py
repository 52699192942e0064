"""Measure Figure 18 without shared opponents: a master's moves against players who occur in no game learned from.

    python strangers.py shipped --tested Spassky.pgn.zst --tested Morphy.pgn.zst --learned Alekhine.pgn.zst …

A master's opponents also play in the games of other masters. This counts only the games whose opponent is in no file
learned from, by surname, the first word of the name. The master himself may have met the players learned from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board.games import read_games
from motif.cli.lab.patterns import EVERY_PLY, find_library
from motif.patterns.adviser import Best
from motif.patterns.learning.measures import curve
from motif.statistics.examples import Evidence

WANTED: list[Best] = [Best(1), Best(4), Best(share=1 / 3)]


def surname(name: str) -> str:
    """Return the first word of a name in these files, e.g. `Spassky, Boris V`."""
    return name.replace(",", " ").split()[0].lower() if name.split() else ""


def main(
    library: str,
    tested: Annotated[list[Path], typer.Option()],
    learned: Annotated[list[Path], typer.Option()],
    most: int = 4_000,
    seed: int = 1,
) -> None:
    """Print how often the best moves include the played one, against strangers and against all opponents."""
    known = {surname(name) for path in learned for game in read_games(path) for name in game.players}
    masters = [path.name.partition(".")[0].lower() for path in tested]
    patterns = find_library(library)
    games = [game for path in tested for game in read_games(path)]
    strange = [game for game in games if not (known - set(masters)).intersection(map(surname, game.players))]
    for words, chosen in (("all games", games), ("unknown opponents", strange)):
        evidence = Evidence.of_games(chosen, EVERY_PLY, 1, seed)
        theirs = [any(master in mover.lower() for master in masters) for mover in evidence.movers()]
        evidence = evidence.take(np.flatnonzero(theirs))
        evidence = evidence.take(np.sort(np.random.default_rng(seed).permutation(len(evidence))[:most]))
        shares = curve(words, patterns.scores(evidence.positions), evidence, WANTED).shares
        text = "; ".join(f"{step} {share}" for step, share in shares.items())
        typer.echo(f"{words}, {len(chosen):,} games: {text}")


if __name__ == "__main__":
    typer.run(main)
