"""Review a game move by move: value each position, find the best move, and compute what the played move lost.

lost = chance(best move) - chance(played move), never below 0; both are winning chances of the mover between 0 and 1.
Each move is valued by the position after it, under the same limit, so that neither is searched a ply deeper.
A move that loses .05 or more is an inaccuracy, .10 a mistake, .20 a blunder. On this scale Lichess uses .05, .10 and
.15 (lila, modules/tree/Advice.scala, writes .1, .2 and .3 for chances between -1 and 1).

Accuracy is computed as Lichess does (lila, modules/analyse/AccuracyPercent): a move's accuracy is 100 % if it lost no
winning chance, and falls exponentially with the loss. A side's accuracy is the mean of two averages of its moves: one
weighted by how much the game swung around the move, and the harmonic mean, which a single bad move pulls down.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from math import exp
from statistics import fmean, harmonic_mean, pstdev

import chess

from motif._core.board import Game
from motif.board.games import boards_of
from motif.board.material import Phase, phases
from motif.engines.evaluator import Evaluation, Evaluator, after
from motif.engines.limits import Limit
from motif.errors import BadArgument
from motif.runtime.parallel import Progress, Watch, unwatched

POSITIONS_PER_REPORT = 32
"""How many positions are evaluated between two progress reports."""

IN_THE_FILE = "evaluations in the file"

LEAST_WEIGHT, LARGEST_WEIGHT = 0.5, 12.0
"""The least and the largest weight of a part of the game, in percentage points: a quiet one still counts."""

LEAST_ACCURACY = 1e-9
"""The least accuracy of a move in per cent, as a harmonic mean needs values above 0."""

SMALLEST_WINDOW, LARGEST_WINDOW = 2, 8
"""The smallest and the largest number of positions around a move in which the swing is measured."""


class Judgement(StrEnum):
    """The grade of a move, by the winning chance that it lost."""

    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, lost: float) -> Judgement:
        """Return the judgement of a move that lost this much.

        >>> [str(Judgement.of(lost)) for lost in (0.0, 0.05, 0.1, 0.2)]
        ['good', 'inaccuracy', 'mistake', 'blunder']
        """
        return next(judgement for judgement, least in LEAST_LOST.items() if lost >= least)

    @property
    def symbol(self) -> str:
        """The sign written after the move, such as ?!"""
        return _SYMBOLS[self]


LEAST_LOST = {Judgement.BLUNDER: 0.20, Judgement.MISTAKE: 0.10, Judgement.INACCURACY: 0.05, Judgement.GOOD: 0.0}
_SYMBOLS = {Judgement.BLUNDER: "??", Judgement.MISTAKE: "?", Judgement.INACCURACY: "?!", Judgement.GOOD: ""}


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of the game and the best move in the same position, both with evaluations for the mover.

    The line of `played` begins with the played move, and the line of `best` with the best move. The line of `best` is
    empty if the value comes from the game file, which does not contain best moves.
    """

    ply: int
    turn: chess.Color
    phase: Phase
    best: Evaluation
    played: Evaluation

    @property
    def move(self) -> chess.Move:
        return self.played.line[0]

    @property
    def lost(self) -> float:
        """The winning chance that the move lost, between 0 and 1."""
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def lost_centipawns(self) -> int:
        """The loss in centipawns, which means little once a game is decided."""
        return max(0, self.best.centipawns - self.played.centipawns)

    @property
    def judgement(self) -> Judgement:
        return Judgement.of(self.lost)


@dataclass(frozen=True)
class Review:
    """The evaluations of all positions of a game, each for the side to move; there is one more position than moves.

    `alternatives` has, for each move, the evaluation after the best move; None if that was played or is not known.
    `source` names the engine and its limit, and says whether evaluations in the file were used.

    >>> from chess.engine import Cp, Mate
    >>> mate = Evaluation(Mate(1), (chess.Move.from_uci("d8h4"),))
    >>> fool = Review(
    ...     "rnbqkbnr/pppp1ppp/8/4p3/8/5P2/PPPPP1PP/RNBQKBNR w KQkq - 0 2",
    ...     (chess.Move.from_uci("g2g4"),), (Evaluation(Cp(-40), (chess.Move.from_uci("e2e4"),)), mate),
    ...     (Evaluation(Cp(40)),), "an engine"
    ... )
    >>> str(fool.moves[0].judgement), round(fool.moves[0].lost, 2)
    ('blunder', 0.46)
    """

    start: str
    played: tuple[chess.Move, ...]
    evaluations: tuple[Evaluation, ...]
    alternatives: tuple[Evaluation | None, ...]
    source: str

    @cached_property
    def boards(self) -> tuple[chess.Board, ...]:
        """Every position, from the first to the last."""
        boards = [chess.Board(self.start)]
        for move in self.played:
            boards.append(after(boards[-1], move))
        return tuple(boards)

    @cached_property
    def moves(self) -> tuple[ReviewedMove, ...]:
        """Each move of the game with what it lost."""
        return tuple(
            ReviewedMove(ply, board.turn, phase, *self._compared(ply))
            for ply, (board, phase) in enumerate(zip(self.boards[:-1], phases(self.boards[:-1]), strict=True))
        )

    def advantages(self) -> list[int]:
        """Return White's advantage in every position, in centipawns."""
        return [
            evaluation.centipawns if board.turn else -evaluation.centipawns
            for board, evaluation in zip(self.boards, self.evaluations, strict=True)
        ]

    def to_json(self) -> dict[str, object]:
        return {
            "engine": self.source,
            "start": self.start,
            "evaluations": [json.loads(evaluation.to_json()) for evaluation in self.evaluations],
            "moves": [
                {
                    "move": move.move.uci(),
                    "alternative": None if other is None else json.loads(other.to_json()),
                    "best": move.best.best.uci() if move.best.best else None,
                    "chances": [round(move.best.chance, 4), round(move.played.chance, 4)],
                    "lost": round(move.lost, 4),
                    "judgement": str(move.judgement),
                    "phase": str(move.phase),
                }
                for move, other in zip(self.moves, self.alternatives, strict=True)
            ],
        }

    def _compared(self, ply: int) -> tuple[Evaluation, Evaluation]:
        here, move, other = self.evaluations[ply], self.played[ply], self.alternatives[ply]
        played = self.evaluations[ply + 1].before(move)
        if here.best == move:
            return played, played
        if other is None or here.best is None:
            return here, played
        return other.before(here.best), played


def review(
    game: Game, evaluator: Evaluator, limit: Limit, *, from_file: bool = False, watch: Watch = unwatched
) -> Review:
    """Review every move of a game; with `from_file`, use the evaluations in its `[%eval]` comments where there are any.

    Every position is evaluated once, and so is the position after the best move wherever a different one was played.
    """
    if not len(game):
        raise BadArgument("a game without moves cannot be reviewed")
    moves = game.moves
    boards = boards_of(game)
    evaluations = evaluate_positions(game, evaluator, limit, from_file=from_file, watch=watch)
    missed = {
        ply: after(boards[ply], evaluation.best)
        for ply, (evaluation, move) in enumerate(zip(evaluations, moves, strict=False))
        if evaluation.best is not None and evaluation.best != move
    }
    done = len(boards)
    answers = iter(_evaluate(list(missed.values()), evaluator, limit, watch, done))
    alternatives = tuple(next(answers) if ply in missed else None for ply in range(len(game)))
    source = f"{evaluator.name}, {limit}"
    if from_file and any(game.evals):
        source = f"{IN_THE_FILE}; {source}"
    return Review(game.start_fen, tuple(moves), tuple(evaluations), alternatives, source)


def evaluate_positions(
    game: Game,
    evaluator: Evaluator,
    limit: Limit,
    *,
    plies: Sequence[int] | None = None,
    from_file: bool = False,
    watch: Watch = unwatched,
) -> list[Evaluation]:
    """Return the evaluation of every position of a game, or only of those at `plies`.

    Ply 0 is the start, and ply `len(game)` the position after the last move. An evaluation from the file has no line.
    """
    in_file, boards = [None, *game.evals], boards_of(game)
    wanted = [
        (boards[ply], in_file[ply] if from_file else None) for ply in (range(len(boards)) if plies is None else plies)
    ]
    answers = iter(_evaluate([board for board, score in wanted if score is None], evaluator, limit, watch))
    return [next(answers) if score is None else Evaluation(score.pov(board.turn)) for board, score in wanted]


def _evaluate(
    boards: Sequence[chess.Board], evaluator: Evaluator, limit: Limit, watch: Watch, done: int = 0
) -> list[Evaluation]:
    answers: list[Evaluation] = []
    for start in range(0, len(boards), POSITIONS_PER_REPORT):
        answers += evaluator.evaluate(boards[start : start + POSITIONS_PER_REPORT], limit)
        watch(Progress(done + len(answers), done + len(boards)))
    return answers


def move_accuracy(lost: float) -> float:
    """Return the accuracy of a move that lost this much winning chance (from 0 to 1), in per cent.

    >>> [round(move_accuracy(lost)) for lost in (0.0, 0.05, 0.2)]
    [100, 81, 41]
    """
    if lost <= 0:
        return 100.0
    # Lichess adds 1 because no analysis is perfect.
    return min(100.0, max(0.0, 103.1668100711649 * exp(-4.354415386753951 * lost) - 3.166924740191411 + 1))


def game_accuracy(chances: Sequence[float], first: chess.Color = chess.WHITE) -> dict[chess.Color, float | None]:
    """Return the accuracy of both sides in per cent, from White's winning chance in every position of the game.

    `first` is the side that made the first move; a side without a move has none.

    >>> game_accuracy([0.5, 0.52, 0.5, 0.5])[chess.BLACK]
    100.0
    """
    percent = [100 * chance for chance in chances]
    size = max(SMALLEST_WINDOW, min(LARGEST_WINDOW, (len(percent) - 1) // 10))
    first_windows = [percent[:size]] * (min(size, len(percent)) - 2)
    windows = first_windows + [percent[at : at + size] for at in range(max(1, len(percent) - size + 1))]
    weights = [min(LARGEST_WEIGHT, max(LEAST_WEIGHT, pstdev(window))) for window in windows]
    made: dict[chess.Color, list[tuple[float, float]]] = {chess.WHITE: [], chess.BLACK: []}
    for ply, ((earlier, later), weight) in enumerate(zip(pairwise(percent), weights, strict=False)):
        side = first if ply % 2 == 0 else not first
        lost = (earlier - later if side == chess.WHITE else later - earlier) / 100
        made[side].append((move_accuracy(lost), weight))
    return {side: _side_accuracy(moves) for side, moves in made.items()}


def _side_accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    if not moves:
        return None
    accuracies = [accuracy for accuracy, _ in moves]
    weighted = fmean(accuracies, [weight for _, weight in moves])
    return (weighted + harmonic_mean([max(each, LEAST_ACCURACY) for each in accuracies])) / 2
