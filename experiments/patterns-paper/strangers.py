"""Figure 18 with nobody in common: moves of a master in games against players whom no game learned from has seen.

    python strangers.py shipped --tested Spassky.pgn.zst --tested Morphy.pgn.zst --learned Alekhine.pgn.zst …

A master's opponents stand in the games of other masters, too. Here only those of his games count whose other player is
in no file learned from; the first word of a name, the surname, decides. He himself may have met those learned from.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from motif.board.games import read_games
from motif.cli.patterns.show import EVERY_PLY, find_library
from motif.patterns.learning.measures import curve
from motif.patterns.library import Best, Selection, Share
from motif.statistics.examples import Evidence

WANTED: list[Selection] = [Best(1), Best(4), Share(1 / 3)]


def surname(name: str) -> str:
    """The first word of a name as these files write it: `Spassky, Boris V`."""
    return name.replace(",", " ").split()[0].lower() if name.split() else ""


def main(
    library: str,
    tested: Annotated[list[Path], typer.Option()],
    learned: Annotated[list[Path], typer.Option()],
    most: int = 4_000,
    seed: int = 1,
) -> None:
    """How often the best moves hold the one that was played, among strangers and among all."""
    known = {surname(name) for path in learned for game in read_games(path) for name in game.players}
    masters = [path.name.partition(".")[0].lower() for path in tested]
    patterns = find_library(library)
    games = [game for path in tested for game in read_games(path)]
    strange = [game for game in games if not (known - set(masters)).intersection(map(surname, game.players))]
    for words, chosen in (("all games", games), ("opponents whom nobody met", strange)):
        evidence = Evidence.of_games(chosen, EVERY_PLY, 1, seed)
        theirs = [any(master in mover.lower() for master in masters) for mover in evidence.movers()]
        evidence = evidence.take(np.flatnonzero(theirs))
        evidence = evidence.take(np.sort(np.random.default_rng(seed).permutation(len(evidence))[:most]))
        shares = curve(words, patterns.scores(evidence.positions), evidence, WANTED).shares
        told = "; ".join(f"{step} {share}" for step, share in shares.items())
        typer.echo(f"{words}, {len(chosen):,} games: {told}")


if __name__ == "__main__":
    typer.run(main)
