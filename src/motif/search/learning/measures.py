"""The regret of pruning: what the rules leave out, and what that would have cost.

A judge, a deeper search of every legal move, says what each move is worth. regret = value of the best move - value of
the best move that was kept, in centipawns, each value kept within ±1000; it is 0 when the best move was kept.
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
from motif._core.search import SearchInfo, SearchLine, play_games
from motif.arena.game import Ending, GameRecord, Result, Termination
from motif.arena.start_positions import StartPosition
from motif.engines.evaluator import Evaluation, Evaluator
from motif.engines.game_review import Review, review
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.runtime.files import save_figure
from motif.runtime.parallel import Watch, unwatched
from motif.search.player import score_of
from motif.search.settings import Pruning, SearchSettings
from motif.statistics.intervals import Share

LARGEST_REGRET_VALUE = 1000


@dataclass(frozen=True, slots=True)
class Regret:
    """What a set of rules did on some positions."""

    pruning: Pruning
    positions: int
    moves: int
    pruned: dict[str, int]
    """Moves left out, by the rule that refused them; `not chosen` for those that no rule chose."""
    best_pruned: dict[str, int]
    """How often the judge's best move was among them."""
    total_regret: float

    @property
    def share_pruned(self) -> Share:
        """The share of all moves that is left out."""
        return Share.counted(sum(self.pruned.values()), self.moves)

    @property
    def best_lost(self) -> Share:
        """The share of positions whose best move is left out."""
        return Share.counted(sum(self.best_pruned.values()), self.positions)

    @property
    def mean_regret(self) -> float:
        """Centipawns lost a position."""
        return self.total_regret / max(1, self.positions)


def judge(positions: Positions, settings: SearchSettings, depth: int, threads: int | None = None) -> list[SearchInfo]:
    """What every legal move of each position is worth; every position needs a legal move."""
    most = max((len(moves) for moves in positions.legal_moves()), default=1)
    return settings.searcher().search_all(positions, depth=depth, multi_pv=max(1, most), threads=threads)


def examine(positions: Positions, judgements: Sequence[SearchInfo], pruning: Pruning) -> Regret:
    """What these rules would have left out at the root, and how the judge feels about it."""
    chooser = pruning.filter()
    moves, total = 0, 0.0
    pruned: Counter[str] = Counter()
    best_pruned: Counter[str] = Counter()
    for board, info in zip(positions, judgements, strict=True):
        worth = {line.moves[0]: _capped(line.centipawns) for line in info.lines}
        best = info.lines[0].moves[0]
        kept = []
        for move, verdict, reasons in chooser.verdicts(board, True, 1):
            moves += 1
            if verdict == "keep":
                kept.append(worth[move])
                continue
            reason = pruning.why(reasons)
            pruned[reason] += 1
            best_pruned[reason] += move == best
        total += worth[best] - max(kept, default=worth[best])
    return Regret(pruning, len(positions), moves, dict(pruned), dict(best_pruned), total)


def examine_each_part(positions: Positions, judgements: Sequence[SearchInfo], pruning: Pruning) -> list[Regret]:
    """All parts together, then with each of them switched off in turn."""
    variants = [pruning, *(pruning.without(rule) for rule in pruning.own)]
    return [examine(positions, judgements, variant) for variant in variants]


def playable(boards: Sequence[chess.Board]) -> Positions:
    """The positions in which there is something to prune: two legal moves or more, and no check."""
    return Positions.from_boards(board for board in boards if not board.is_check() and board.legal_moves.count() > 1)


def _capped(centipawns: int) -> int:
    return max(-LARGEST_REGRET_VALUE, min(LARGEST_REGRET_VALUE, centipawns))


# A game as its judges see it: the value of every position, what each move cost, and what it cost to find out.

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
    judges: Sequence[Evaluator],
    limit: Limit,
    watch: Watch = unwatched,
    clock: Callable[[], float] = perf_counter,
) -> list[Curve]:
    """One curve for each judge, over every position of the game."""
    return [_curve(game, judge, limit, watch, clock) for judge in judges]


def _curve(game: Game, judge: Evaluator, limit: Limit, watch: Watch, clock: Callable[[], float]) -> Curve:
    observed = _Observed(judge, clock)
    judged = review(game, observed, limit, watch=lambda progress: watch(replace(progress, words=judge.name)))
    positions = len(game) + 1
    return Curve(judge.name, judged, tuple(observed.nodes[:positions]), tuple(observed.seconds[:positions]))


class _Observed:
    """An evaluator that is asked about one position at a time, and what each answer cost."""

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


# What pruning costs at the root: the full search's choice beside the pruned one's, where a mate or a piece is lost.

PIECE = 250
"""So many centipawns are a piece: less than a knight's 300, as what is lost is seldom lost for nothing."""


def pruning_loss(board: chess.Board, chosen: chess.Move, settings: SearchSettings, limit: Limit) -> str | None:
    """What a search without pruning says against the chosen move; None when that costs neither a mate nor a piece."""
    searcher = replace(settings, pruning=None).searcher()

    def first_line(moves: list[chess.Move] | None = None) -> SearchLine:
        searcher.new_game()
        return searcher.search(board, depth=limit.depth, nodes=limit.nodes, seconds=limit.seconds, moves=moves).lines[0]

    best = first_line()
    if best.moves[0] == chosen:
        return None
    worth = first_line([chosen])
    mate, mate_left = score_of(best).mate() or 0, score_of(worth).mate() or 0
    best_san, san = board.san(best.moves[0]), board.san(chosen)
    if mate > 0 >= mate_left:
        return f"pruning drops a mate in {mate}: {best_san} instead of {san}"
    if mate_left < 0 <= mate:
        return f"pruning walks into a mate in {-mate_left}: {san}, where {best_san} does not"
    if not mate and not mate_left and (loss := best.centipawns - worth.centipawns) >= PIECE:
        return f"pruning costs {loss / 100:.1f} pawns: {san} instead of {best_san}"
    return None


# Whole games between searchers, played in the core on any number of threads; the arena is for everybody else.

_TERMINATIONS = {
    "checkmate": Termination.CHECKMATE,
    "stalemate": Termination.STALEMATE,
    "insufficient material": Termination.INSUFFICIENT_MATERIAL,
    "fifty moves": Termination.FIFTY_MOVES,
    "repetition": Termination.REPETITION,
    "move limit": Termination.MOVE_CAP,
}


@dataclass(frozen=True, slots=True)
class Contestant:
    """A searcher by name, and how deep it looks."""

    name: str
    settings: SearchSettings
    depth: int = 4

    def __post_init__(self) -> None:
        if self.depth < 1:
            raise BadArgument(f"{self.name} cannot search to depth {self.depth}; 1 is the least")


@dataclass(frozen=True, slots=True)
class Pairing:
    """Who has White, who has Black (by their place among the players), and where the game begins."""

    white: int
    black: int
    start: StartPosition


@dataclass(frozen=True, slots=True)
class Contest:
    """A game that was played: its record, and what each side's search cost."""

    pairing: Pairing
    record: GameRecord
    nodes: tuple[int, int]
    hits: tuple[int, int]

    @property
    def result(self) -> Result:
        """The result as PGN writes it."""
        return self.record.result

    def game(self) -> Game:
        """The game as the board room knows it."""
        return Game.parse(self.record.to_pgn())


def play_contests(
    players: Sequence[Contestant],
    pairings: Sequence[Pairing],
    most_moves: int = 150,
    threads: int | None = None,
) -> list[Contest]:
    """Play all pairings; a game is drawn after `most_moves` moves of each side."""
    boards = [pairing.start.board() for pairing in pairings]
    played = play_games(
        [player.settings.searcher() for player in players],
        [(pairing.white, pairing.black, board) for pairing, board in zip(pairings, boards, strict=True)],
        [player.depth for player in players],
        most_plies=2 * most_moves,
        threads=threads,
    )
    contests = []
    for number, (pairing, (result, ending, moves, nodes, hits)) in enumerate(zip(pairings, played, strict=True), 1):
        record = GameRecord(
            round=str(number),
            white=players[pairing.white].name,
            black=players[pairing.black].name,
            start=pairing.start,
            moves=tuple(move.uci() for move in moves),
            ending=Ending(Result(result), _TERMINATIONS[ending]),
        )
        contests.append(Contest(pairing, record, (nodes[0], nodes[1]), (hits[0], hits[1])))
    return contests
