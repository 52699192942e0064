"""Measure what pruning costs at the root, and compare how evaluators value the moves of a whole game.

A deeper search evaluates every legal move of a position. The regret of pruning is the value of the best move minus the
value of the best move that was kept, in centipawns, each value clamped to ±1000; it is 0 if the best move was kept.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, pairwise
from pathlib import Path
from time import perf_counter
from typing import Protocol, runtime_checkable

import chess

from motif._core.board import Game, Positions
from motif._core.search import SearchInfo, SearchLine
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.game_review import Review, review
from motif.engines.limits import Limit
from motif.runtime.files import new_figure, save_figure
from motif.runtime.parallel import Watch, unwatched
from motif.search.player import score_of
from motif.search.settings import Pruning, SearchSettings
from motif.statistics.intervals import Share

LARGEST_VALUE_CP = 1000
"""Values are clamped to this, because any larger advantage wins as well."""

LOST_PIECE_CP = 250
"""A loss of this much counts as a piece; it is below a knight's 300 because there is usually compensation."""


@dataclass(frozen=True, slots=True)
class Regret:
    """The moves that a set of rules pruned in some positions, and their cost."""

    pruning: Pruning
    positions: int
    moves: int
    pruned: dict[str, int]
    """The number of pruned moves by reason; `not chosen` counts those that no rule chose."""
    best_pruned: dict[str, int]
    """By reason, the number of pruned moves that were the best in their position."""
    total_regret: float

    @property
    def share_pruned(self) -> Share:
        return Share.counted(sum(self.pruned.values()), self.moves)

    @property
    def mean_regret(self) -> float:
        """The mean loss per position in centipawns."""
        return self.total_regret / max(1, self.positions)


def evaluate_moves(
    positions: Positions, settings: SearchSettings, depth: int, threads: int | None = None
) -> list[SearchInfo]:
    """Evaluate every legal move of each position; every position needs a legal move."""
    most = max((len(moves) for moves in positions.legal_moves()), default=1)
    return settings.searcher().search_all(positions, depth=depth, multi_pv=max(1, most), threads=threads)


def measure_regret(positions: Positions, evaluations: Sequence[SearchInfo], pruning: Pruning) -> Regret:
    """Measure what these rules would have pruned at the root, given the values of all moves."""
    chooser = pruning.filter()
    moves, total = 0, 0.0
    pruned: Counter[str] = Counter()
    best_pruned: Counter[str] = Counter()
    for board, info in zip(positions, evaluations, strict=True):
        values = {line.moves[0]: _clamped(line.centipawns) for line in info.lines}
        best = info.lines[0].moves[0]
        kept = []
        for move, verdict, reasons in chooser.verdicts(board, True, 1):
            moves += 1
            if verdict == "keep":
                kept.append(values[move])
                continue
            reason = pruning.why(reasons)
            pruned[reason] += 1
            best_pruned[reason] += move == best
        total += values[best] - max(kept, default=values[best])
    return Regret(pruning, len(positions), moves, dict(pruned), dict(best_pruned), total)


def regret_without_each_rule(positions: Positions, evaluations: Sequence[SearchInfo], pruning: Pruning) -> list[Regret]:
    """Measure the pruning with all rules, then with each rule switched off in turn."""
    variants = [pruning, *(pruning.without(rule) for rule in pruning.own)]
    return [measure_regret(positions, evaluations, variant) for variant in variants]


def playable(boards: Sequence[chess.Board]) -> Positions:
    """Return the positions in which rules can prune: not in check, with at least two legal moves."""
    return Positions.from_boards(board for board in boards if not board.is_check() and board.legal_moves.count() > 1)


def _clamped(centipawns: int) -> int:
    return max(-LARGEST_VALUE_CP, min(LARGEST_VALUE_CP, centipawns))


@runtime_checkable
class CountsNodes(Protocol):
    """An evaluator that counts the positions it visits."""

    def nodes_visited(self) -> int:
        """Return the number of positions visited since the evaluator was created."""
        ...


@dataclass(frozen=True, slots=True)
class ValueCurve:
    """An evaluator's values along a game, and the nodes and seconds that it spent on each position."""

    name: str
    review: Review
    nodes: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def centipawns(self) -> tuple[int, ...]:
        """White's advantage before every move and after the last one."""
        return tuple(map(_clamped, self.review.advantages()))

    @property
    def costs(self) -> tuple[int, ...]:
        """The centipawns that each move lost: the value of the best move minus its own."""
        return tuple(min(2 * LARGEST_VALUE_CP, move.lost_centipawns) for move in self.review.moves)

    @property
    def roughness(self) -> float:
        """The mean absolute change from one position to the next."""
        changes = [abs(after - before) for before, after in pairwise(self.centipawns)]
        return sum(changes) / max(1, len(changes))

    def to_json(self) -> dict[str, object]:
        """Return the curve as JSON: the values of all positions, the costs of all moves, and the review itself."""
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
        return list(accumulate(self.seconds))


def curves(
    game: Game,
    evaluators: Sequence[Evaluator],
    limit: Limit,
    watch: Watch = unwatched,
    clock: Callable[[], float] = perf_counter,
) -> list[ValueCurve]:
    """Return one curve for each evaluator over every position of the game."""
    return [_curve(game, evaluator, limit, watch, clock) for evaluator in evaluators]


def _curve(game: Game, evaluator: Evaluator, limit: Limit, watch: Watch, clock: Callable[[], float]) -> ValueCurve:
    timed = _TimedEvaluator(evaluator, clock)
    reviewed = review(game, timed, limit, watch=lambda progress: watch(replace(progress, words=evaluator.name)))
    positions = len(game) + 1
    return ValueCurve(evaluator.name, reviewed, tuple(timed.nodes[:positions]), tuple(timed.seconds[:positions]))


class _TimedEvaluator:
    """Evaluates one position at a time and notes the nodes and seconds of each."""

    def __init__(self, evaluator: Evaluator, clock: Callable[[], float]) -> None:
        self.name = evaluator.name
        self.nodes: list[int] = []
        self.seconds: list[float] = []
        self._evaluator = evaluator
        self._clock = clock

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        return [self._timed(board, limit) for board in boards]

    def _timed(self, board: chess.Board, limit: Limit) -> Evaluation:
        start, visited = self._clock(), self._visited()
        (answer,) = self._evaluator.evaluate([board], limit)
        self.seconds.append(self._clock() - start)
        self.nodes.append(self._visited() - visited)
        return answer

    def _visited(self) -> int:
        return self._evaluator.nodes_visited() if isinstance(self._evaluator, CountsNodes) else 0


def plot(curves: Sequence[ValueCurve], title: str, path: Path) -> None:
    """Draw the curves above the cumulative times into a file; its suffix decides between SVG, PNG and PDF."""
    figure = new_figure(8, 6)
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


def pruning_loss(board: chess.Board, chosen: chess.Move, settings: SearchSettings, limit: Limit) -> str | None:
    """Search without pruning and describe the mate or piece that the chosen move loses; None if it loses neither."""
    searcher = replace(settings, pruning=None).searcher()

    def first_line(moves: list[chess.Move] | None = None) -> SearchLine:
        searcher.new_game()
        return searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, moves=moves).lines[0]

    best = first_line()
    if best.moves[0] == chosen:
        return None
    played = first_line([chosen])
    mate, mate_left = score_of(best).mate() or 0, score_of(played).mate() or 0
    best_san, san = board.san(best.moves[0]), board.san(chosen)
    if mate > 0 >= mate_left:
        return f"pruning drops a mate in {mate}: {best_san} instead of {san}"
    if mate_left < 0 <= mate:
        return f"pruning walks into a mate in {-mate_left}: {san}, where {best_san} does not"
    if not mate and not mate_left and (loss := best.centipawns - played.centipawns) >= LOST_PIECE_CP:
        return f"pruning costs {loss / 100:.1f} pawns: {san} instead of {best_san}"
    return None
