"""Play section 5.6 of the paper: a search of the best k moves at its root against a search of all moves.

    python matches.py FOLDER --selection 5 --limit depth=4 --games 200         equal depth
    python matches.py FOLDER --selection 5 --limit seconds=0.05 --games 200    equal time
    python matches.py FOLDER --selection 3 --limit depth=5 --against depth=4   deeper, but narrow

`--plies` filters more plies than the root, `--mode soft` searches the other moves less deeply instead of not at all,
and `--library` uses other patterns than those that ship.

The folder keeps finished pairs of games, and the same command continues from them. Both sides evaluate positions alike
and play each start with both colours. Each match ends with a sequential test and the number of positions searched. A
control keeps k random moves, which shows whether the choice matters or only the narrowness.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import chess
import typer

from motif._core.patterns import random_filter
from motif._core.search import Filter, SearchInfo
from motif.arena.game import Entrant
from motif.arena.match import MatchSettings, MatchStanding, play_match
from motif.engines.limits import Limit
from motif.patterns.adviser import Best, PatternPruning
from motif.patterns.library import Library
from motif.search.player import SearchPlayer
from motif.search.settings import Pruner, SearchSettings
from motif.statistics.elo import Sprt

TEST = Sprt(0.0, 20.0)


@dataclass(frozen=True)
class RandomPruning:
    """Keeps a number of random moves at the root, always the same moves for a position."""

    count: int
    plies: int
    mode: str
    seed: int = 1

    def filter(self) -> Filter:
        """Return the filter for a search."""
        return random_filter(self.count, None, self.seed, self.mode, 1).within(self.plies)


LOOKED: dict[str, list[int]] = {}
"""The positions that each player searched for each move, in the games played by this process."""


class Counting(SearchPlayer):
    """A search that counts the positions it searches."""

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        """Search as the base class does, and count."""
        info = super().search(board, limit, moves, advised)
        LOOKED.setdefault(self._name, []).append(info.nodes)
        return info


def player(name: str, pruning: Pruner | None) -> SearchPlayer:
    """Return a search with the evaluation that ships."""
    return Counting(name, SearchSettings(pruning=pruning))


def main(
    folder: Path,
    selection: int = 5,
    limit: str = "depth=4",
    against: str = "",
    plies: int = 1,
    mode: str = "paper",
    library: Path | None = None,
    games: int = 40,
    seed: int = 1,
    only: str = "",
) -> None:
    """Play the selective search, by patterns and at random, against full width."""
    theirs = against or limit
    full = Entrant("full width", partial(player, "full width", None), Limit.parse(theirs))
    known = Library.read(library) if library else Library.shipped()
    choices: dict[str, Pruner] = {
        f"patterns k={selection}": PatternPruning(known, Best(selection), plies, mode),
        f"random k={selection}": RandomPruning(selection, plies, mode),
    }
    for name, pruning in choices.items():
        if not name.startswith(only):
            continue
        selective = Entrant(name, partial(player, name, pruning), Limit.parse(limit))
        file = folder / f"{name} {mode} {plies} {limit} {theirs}.json".replace(" ", "-")
        pairs = list(play_match(selective, full, MatchSettings(games, seed, sprt=TEST), checkpoint=file))
        standing = MatchStanding.of(pairs)
        match = f"{name}, {mode}, first {plies} plies, {limit} against full width, {theirs}"
        typer.echo(f"{match}: {standing}; SPRT {TEST.state(standing.pairs)}")
        for who, nodes in LOOKED.items():
            typer.echo(f"  {who}: {sum(nodes) / len(nodes):,.0f} positions a move, {len(nodes):,} moves")
        LOOKED.clear()


if __name__ == "__main__":
    typer.run(main)
