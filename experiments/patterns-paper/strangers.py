"""Measure Figure 18 without shared opponents: a master's moves against players who occur in no game learned from.

    python strangers.py shipped --tested Spassky.pgn.zst --tested Morphy.pgn.zst --learned Alekhine.pgn.zst …

A master's opponents also play in the games of other masters. This counts only the games whose opponent is in no file
learned from, by surname, the first word of the name. The master himself may have met the players learned from.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from motif.board.games import read_games
from motif.cli.lab.patterns import find_library

sys.path.append(str(Path(__file__).parent))
from masters_taught import kept, moves_of


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
        typer.echo(f"{words}, {len(chosen):,} games: {kept(patterns, moves_of(chosen, tested, most, seed))}")


if __name__ == "__main__":
    typer.run(main)
