"""Section 5.6 of the paper: a search that looks at the best k moves of its root against one that looks at all.

    python matches.py FOLDER --selection 5 --limit depth=4 --games 200         equal depth
    python matches.py FOLDER --selection 5 --limit seconds=0.05 --games 200    equal time
    python matches.py FOLDER --selection 3 --limit depth=5 --against depth=4   deeper, but narrow

`--plies` filters the first so many plies instead of the root alone, `--mode soft` looks at the other moves less deeply
instead of not at all, and `--library` names other patterns than those that ship.

The folder keeps finished pairs, and the same command goes on from them. Both value positions alike, each start is
played with either colour, and after every match a sequential test and the positions looked at are printed. The control
keeps k moves by lot: what wins is then not the narrowness but the choice.
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
from motif.arena.match import MatchSettings, Standing, play_match
from motif.engines.limits import Limit
from motif.patterns.adviser import PatternPruning
from motif.patterns.library import Best, Library
from motif.search.player import SearchPlayer
from motif.search.settings import Pruner, SearchSettings
from motif.statistics.elo import Sprt

TEST = Sprt(0.0, 20.0)


@dataclass(frozen=True)
class ByLot:
    """Keeps so many moves of the root by lot, always the same of a position."""

    count: int
    plies: int
    mode: str
    seed: int = 1

    def filter(self) -> Filter:
        """The filter, for a search."""
        return random_filter(self.count, None, self.seed, self.mode, 1).within(self.plies)


LOOKED: dict[str, list[int]] = {}
"""How many positions each player looked at, move by move, in the games that were played here and now."""


class Counting(SearchPlayer):
    """A search that notes how many positions it looked at."""

    def search(
        self,
        board: chess.Board,
        limit: Limit,
        moves: Sequence[chess.Move] | None = None,
        advised: Sequence[chess.Move] = (),
    ) -> SearchInfo:
        """The same search."""
        info = super().search(board, limit, moves, advised)
        LOOKED.setdefault(self._name, []).append(info.nodes)
        return info


def player(name: str, pruning: Pruner | None) -> SearchPlayer:
    """A search with the evaluation that ships."""
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
    """Selective by patterns, and by lot, against full width."""
    theirs = against or limit
    full = Entrant("full width", partial(player, "full width", None), Limit.parse(theirs))
    known = Library.read(library) if library else Library.shipped()
    choices: dict[str, Pruner] = {
        f"patterns k={selection}": PatternPruning(known, Best(selection), plies, mode),
        f"by lot k={selection}": ByLot(selection, plies, mode),
    }
    for name, pruning in choices.items():
        if not name.startswith(only):
            continue
        selective = Entrant(name, partial(player, name, pruning), Limit.parse(limit))
        file = folder / f"{name} {mode} {plies} {limit} {theirs}.json".replace(" ", "-")
        pairs = list(play_match(selective, full, MatchSettings(games, seed, sprt=TEST), checkpoint=file))
        standing = Standing.of(pairs)
        told = f"{name}, {mode}, first {plies} plies, {limit} against full width, {theirs}"
        typer.echo(f"{told}: {standing}; SPRT {TEST.state(standing.pairs)}")
        for who, nodes in LOOKED.items():
            typer.echo(f"  {who}: {sum(nodes) / len(nodes):,.0f} positions a move, {len(nodes):,} moves")
        LOOKED.clear()


if __name__ == "__main__":
    typer.run(main)
