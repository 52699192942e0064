"""A game as its searchers see it: the value of the best move in every position, and what it cost to find.

The paper's Figure 3. A curve's roughness is its mean |change| from one position to the next; the paper saw that pruning
gives the smoother curve, because exchanges that lose material no longer end a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

import chess

from motif._core.board import Game
from motif.board.limits import Limit
from motif.errors import BadArgument
from motif.search.settings import SearchSettings

LARGEST_VALUE = 1000
"""Curves end here, in centipawns: how a side is winning is no news once it is."""


@dataclass(frozen=True, slots=True)
class Curve:
    """What one searcher thought during a game: for each position White's advantage in centipawns, nodes and seconds."""

    name: str
    centipawns: tuple[int, ...]
    nodes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def roughness(self) -> float:
        """The mean |change| between positions in a row."""
        changes = [abs(after - before) for before, after in pairwise(self.centipawns)]
        return sum(changes) / max(1, len(changes))

    @property
    def cumulative_seconds(self) -> list[float]:
        """The time taken up to each position."""
        return list(accumulate(self.seconds))


def review(
    game: Game,
    searchers: Sequence[tuple[str, SearchSettings]],
    limit: Limit,
    on_position: Callable[[], None] | None = None,
) -> list[Curve]:
    """One curve for each searcher, over the positions before every move of the game."""
    boards = [game.board(ply) for ply in range(len(game))]
    if not boards:
        raise BadArgument("a game without moves cannot be reviewed")
    curves = []
    for name, settings in searchers:
        searcher = settings.searcher()
        infos = []
        for board in boards:
            infos.append(searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds))
            if on_position:
                on_position()
        values = (
            info.lines[0].centipawns if board.turn == chess.WHITE else -info.lines[0].centipawns
            for board, info in zip(boards, infos, strict=True)
        )
        capped = tuple(max(-LARGEST_VALUE, min(LARGEST_VALUE, value)) for value in values)
        curves.append(Curve(name, capped, tuple(i.nodes for i in infos), tuple(i.seconds for i in infos)))
    return curves


def plot(curves: Sequence[Curve], title: str, path: Path) -> None:
    """Draw the curves above and the cumulative time below, as SVG, PNG or PDF by the file's ending."""
    # Only those who draw wait for it to load.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8, 6), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True, height_ratios=(2, 1))
    above.set_title(title)
    for curve in curves:
        plies = range(1, len(curve.centipawns) + 1)
        above.plot(plies, [value / 100 for value in curve.centipawns], label=curve.name)
        below.plot(plies, curve.cumulative_seconds, label=curve.name)
    above.axhline(0, color="grey", linewidth=0.5)
    above.set_ylabel("White's advantage in pawns")
    above.legend()
    below.set_ylabel("seconds so far")
    below.set_xlabel("half-moves")
    try:
        figure.savefig(path)
    except (OSError, ValueError) as error:
        raise BadArgument(f"cannot draw to {path}: {error}", hint="write a file that ends in .svg or .png") from None
