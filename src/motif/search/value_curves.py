"""A game as its judges see it: the value of every position, what each move cost, and what it cost to find out.

The paper's Figure 3. A curve's roughness is its mean |change| from one position to the next; the paper saw that pruning
gives the smoother curve, because exchanges that lose material no longer end a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from time import perf_counter
from typing import Protocol, runtime_checkable

import chess

from motif._core.board import Game
from motif.board.figures import save_figure
from motif.board.limits import Limit
from motif.board.oracles import Evaluation, Oracle
from motif.board.review import Review, review
from motif.progress import Watch, unwatched

LARGEST_VALUE = 1000
"""Curves end here, in centipawns: how a side is winning is no news once it is."""


@runtime_checkable
class CountsNodes(Protocol):
    """A judge that knows how much it has looked at."""

    def nodes_visited(self) -> int:
        """Positions visited since it was made."""
        ...


@dataclass(frozen=True, slots=True)
class Curve:
    """What one judge thought during a game, and for each position the nodes and seconds that it took."""

    name: str
    review: Review
    nodes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def centipawns(self) -> tuple[int, ...]:
        """White's advantage before every move and after the last."""
        return tuple(max(-LARGEST_VALUE, min(LARGEST_VALUE, value)) for value in self.review.advantages())

    @property
    def costs(self) -> tuple[int, ...]:
        """What each move cost whoever made it, in centipawns: the value of the best move minus its own."""
        return tuple(min(2 * LARGEST_VALUE, move.lost_centipawns) for move in self.review.moves)

    @property
    def roughness(self) -> float:
        """The mean |change| between positions in a row."""
        changes = [abs(after - before) for before, after in pairwise(self.centipawns)]
        return sum(changes) / max(1, len(changes))

    def to_json(self) -> dict[str, object]:
        """The curve as JSON: values of all positions, costs of all moves, and the review that they come from."""
        return {
            "name": self.name,
            "centipawns": self.centipawns,
            "costs": self.costs,
            "nodes": self.nodes,
            "seconds": self.seconds,
            "roughness": self.roughness,
            "review": self.review.to_json(),
        }

    @property
    def cumulative_seconds(self) -> list[float]:
        """The time taken up to each position."""
        return list(accumulate(self.seconds))


def curves(
    game: Game,
    judges: Sequence[Oracle],
    limit: Limit,
    watch: Watch = unwatched,
    clock: Callable[[], float] = perf_counter,
) -> list[Curve]:
    """One curve for each judge, over every position of the game."""
    return [_curve(game, judge, limit, watch, clock) for judge in judges]


def _curve(game: Game, judge: Oracle, limit: Limit, watch: Watch, clock: Callable[[], float]) -> Curve:
    observed = _Observed(judge, clock)
    judged = review(game, observed, limit, watch=lambda progress: watch(replace(progress, words=judge.name)))
    positions = len(game) + 1
    return Curve(judge.name, judged, tuple(observed.nodes[:positions]), tuple(observed.seconds[:positions]))


class _Observed:
    """An oracle that is asked about one position at a time, and what each answer cost."""

    def __init__(self, oracle: Oracle, clock: Callable[[], float]) -> None:
        self.name = oracle.name
        self.nodes: list[int] = []
        self.seconds: list[float] = []
        self._oracle = oracle
        self._clock = clock

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._timed(board, limit) for board in boards]

    def _timed(self, board: chess.Board, limit: Limit) -> Evaluation:
        start, visited = self._clock(), self._visited()
        (answer,) = self._oracle.evaluate([board], limit)
        self.seconds.append(self._clock() - start)
        self.nodes.append(self._visited() - visited)
        return answer

    def _visited(self) -> int:
        return self._oracle.nodes_visited() if isinstance(self._oracle, CountsNodes) else 0


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
    save_figure(figure, path)
