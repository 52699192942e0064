"""An evaluator that is right in endings: where tables reach, their truth replaces the score.

They may reach the position itself, or the end of the engine's line. A win scores DECISIVE and more, so that an engine's
own preference among winning moves still counts, a draw nought; a mate that agrees with the tables stays a mate. Where
the truth contradicts the line, the other moves are looked at, and the best of them is played instead.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import chess
from chess.engine import Cp, Score

from motif.engines.evaluator import (
    LARGEST_ADVANTAGE_CP,
    CacheKey,
    Evaluation,
    Evaluator,
    SupportsAblation,
    SupportsCacheKey,
    SupportsCandidates,
    SupportsTerms,
    evaluate_game,
    evaluation_if_over,
)
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_MEN, Exact, Result, ShippedTables
from motif.engines.valuation import after, legal_moves
from motif.errors import BadArgument, BadFile, BadPosition
from motif.runtime.closing import ClosedAfterUse, close

# Other people's tables as an evaluator: the Syzygy or Gaviota files that a user has, read by python-chess.

_WIN = 2
_DOWNLOAD = "name the folder that holds the *.rtbw and *.rtbz files of Syzygy, or the *.gtb.cp4 files of Gaviota"


class ForeignTables(ABC):
    """Tables from files: the result of a position, and as an evaluator its score and best move. Close it after use."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def close(self) -> None:
        """Close the files."""

    @abstractmethod
    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        """The result for the side to move, and the same as a score by which moves can be compared."""

    def result(self, board: chess.Board) -> int:
        """1, 0 or -1 for the side to move, with best play; raises BadPosition when no file holds the position."""
        return self._judge(board)[0]

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Scores, each with a best move; no limit is needed."""
        return [self._evaluate(board) for board in boards]

    def _judge(self, board: chess.Board) -> tuple[int, Score]:
        over = evaluation_if_over(board)
        if over is None:
            return self._look_up(board)
        return (-1 if over.score.is_mate() else 0), over.score

    def _evaluate(self, board: chess.Board) -> Evaluation:
        score = self._judge(board)[1]
        # The first of equals by name, so that the answer does not depend on the order of a move generator.
        moves = legal_moves(board)
        best = min(moves, key=lambda move: self._score_after(board, move), default=None)
        return Evaluation(score, (best,) if best else ())

    def _score_after(self, board: chess.Board, move: chess.Move) -> Score:
        return self._judge(after(board, move))[1]

    def _refuse(self, board: chess.Board, why: object) -> BadPosition:
        return BadPosition(f"no table in {self.folder} holds {board.fen()}: {why}")


class SyzygyTables(ForeignTables):
    """Win, draw or loss under the fifty-move rule, and the plies to the next capture or pawn move."""

    name = "syzygy"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import chess.syzygy

        self._files = chess.syzygy.open_tablebase(str(folder))

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        try:
            win, zeroing = self._files.probe_wdl(board), self._files.probe_dtz(board)
        except KeyError as error:
            raise self._refuse(board, error.args[0]) from None
        if abs(win) < _WIN:
            # Drawn, or won but for the fifty-move rule.
            return 0, Cp(0)
        # The nearer the next capture or pawn move, the better for the winner; engines score it so too.
        side = win // _WIN
        return side, Cp(side * (LARGEST_ADVANTAGE_CP - abs(zeroing)))


class GaviotaTables(ForeignTables):
    """The distance to mate, without the fifty-move rule."""

    name = "gaviota"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import chess.gaviota  # large, and few have such files

        self._files = chess.gaviota.open_tablebase(str(folder))

    def close(self) -> None:
        """Close the files."""
        self._files.close()

    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        try:
            exact = Exact(self._files.probe_wdl(board), abs(self._files.probe_dtm(board)))
        except KeyError as error:
            raise self._refuse(board, error.args[0]) from None
        return exact.result, exact.evaluation.score


def open_tables(folder: Path) -> ForeignTables:
    """The tables in a folder, Syzygy's when there are both; raises BadFile when there are none."""
    if not folder.is_dir():
        raise BadFile(f"there is no folder {folder}", hint=_DOWNLOAD)
    if any(folder.glob("*.rtbw")):
        if not any(folder.glob("*.rtbz")):
            raise BadFile(f"{folder} has Syzygy's *.rtbw files, but none of the *.rtbz files", hint=_DOWNLOAD)
        return SyzygyTables(folder)
    if any(folder.glob("*.gtb.cp4")):
        return GaviotaTables(folder)
    raise BadFile(f"{folder} holds no tables", hint=_DOWNLOAD)


# The truth about a position, where tables tell it: who wins with best play, and which moves keep that.

__all__ = ["ExactResults", "Result"]


class ExactResults(ClosedAfterUse):
    """Results with best play, from tables alone; None wherever no table reaches.

    >>> board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    >>> [board.san(move) for move in ExactResults().moves_that_keep(board)]
    ['Kd5', 'Ke5', 'Kf5']
    """

    def __init__(self, foreign: ForeignTables | None = None, shipped: ShippedTables | None = None) -> None:
        self._foreign = foreign
        self._shipped = shipped or ShippedTables()

    def result(self, board: chess.Board) -> Result | None:
        """Win, draw or loss for the side to move; only the position counts, not the moves that led to it."""
        known = self._shipped.result(board)
        if known is not None or self._foreign is None:
            return known
        try:
            return Result(self._foreign.result(board))
        except BadPosition:
            return None

    def results(self, board: chess.Board) -> dict[chess.Move, Result] | None:
        """What every legal move leads to, for whoever makes it; None where a table is missing for one of them."""
        results: dict[chess.Move, Result] = {}
        for move in legal_moves(board):
            result = self.result(after(board, move))
            if result is None:
                return None
            results[move] = -result
        return results

    def moves_that_keep(self, board: chess.Board) -> list[chess.Move] | None:
        """The legal moves that give away neither the win nor the draw; every move where all is lost."""
        results = self.results(board)
        if results is None:
            return None
        best = max(results.values(), default=Result.LOSS)
        return [move for move, result in results.items() if result == best]

    def close(self) -> None:
        """Close the files of others."""
        close(self._foreign)


DECISIVE = 5_000
"""What a win by the tables is worth at least, in centipawns."""

MOST_ON_TOP = 1_000
"""How much of its own judgement an evaluator may add, in centipawns."""

REACH = MOST_MEN + 2
"""With more men no line of an ordinary depth comes down to the tables: nothing is looked up, nothing costs anything."""

CONVINCED = 300
"""A line that ends in a win by the tables proves it only if the evaluator, too, saw an advantage of this size, in
centipawns: without knowing the tables it may have led the other side astray."""

EVEN = 100
"""What an evaluator scores closer to nought than this it does not call won, in centipawns."""


class ExactEvaluator(ClosedAfterUse):
    """Answers as the evaluator would, corrected by tables. Close it, or use it in a `with` statement.

    Positions of more men than `reach` are left to the evaluator, lines that end in the tables included.
    """

    def __init__(self, evaluator: Evaluator, tables: ExactResults | None = None, reach: int = REACH) -> None:
        self.evaluator = evaluator
        self.tables = tables or ExactResults()
        self.reach = reach

    @property
    def name(self) -> str:
        """What the evaluator calls itself."""
        return self.evaluator.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """One evaluation for each board, in their order."""
        answers = self.evaluator.evaluate(boards, limit)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """One evaluation for each board of a game, as the evaluator sees it whole, corrected by tables."""
        answers = evaluate_game(self.evaluator, boards, limit, again=again)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """The best moves, each with its line, best first; none if the evaluator does not compare moves."""
        if not isinstance(self.evaluator, SupportsCandidates):
            return []
        lines = self.evaluator.candidates(board, limit, count)
        if chess.popcount(board.occupied) > self.reach:
            return lines
        return sorted((self._at_the_end(board, line) for line in lines), key=lambda line: -line.centipawns)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Of what the evaluator's judgement is made up; nothing if it cannot say."""
        return self.evaluator.terms(board, side) if isinstance(self.evaluator, SupportsTerms) else {}

    @property
    def term_names(self) -> tuple[str, ...]:
        """What the evaluator can do without; nothing if it has no terms."""
        return self.evaluator.term_names if isinstance(self.evaluator, SupportsAblation) else ()

    def without(self, terms: Sequence[str]) -> ExactEvaluator:
        """The evaluator with these terms counted as nought, corrected by the same tables."""
        if not isinstance(self.evaluator, SupportsAblation):
            raise BadArgument(f"{self.name} has no terms that could be left out")
        return ExactEvaluator(self.evaluator.without(terms), self.tables, self.reach)

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """What an answer may be remembered under: that tables have a say counts as an option."""
        if not isinstance(self.evaluator, SupportsCacheKey):
            return None
        question = self.evaluator.cache_key(board, limit, lines)
        return question and question._replace(options=f"{question.options} exact to {self.reach}")

    def nodes_visited(self) -> int:
        """How many positions the evaluator has looked at, if it counts them."""
        counting = getattr(self.evaluator, "nodes_visited", None)
        return int(counting()) if counting else 0

    def close(self) -> None:
        """Close the evaluator and the tables."""
        close(self.evaluator)
        close(self.tables)

    def __repr__(self) -> str:
        return f"ExactEvaluator({self.evaluator!r}, reach={self.reach})"

    def _corrected(self, board: chess.Board, answer: Evaluation, limit: Limit) -> Evaluation:
        if chess.popcount(board.occupied) > self.reach or not answer.line:
            return answer
        corrected = self._at_the_end(board, answer)
        results = self.tables.results(board)
        if results:
            best = max(results.values())
            if results[answer.line[0]] != best:
                answer = self._best(board, [move for move, result in results.items() if result == best], limit)
            return replace(answer, score=_score(answer.score, best), line=self._kept(board, answer.line))
        if _verdict(corrected.score) == _verdict(answer.score):
            return corrected
        return self._best(board, legal_moves(board), limit)

    def _best(self, board: chess.Board, moves: Sequence[chess.Move], limit: Limit) -> Evaluation:
        following = [after(board, move) for move in moves]
        replies = self.evaluator.evaluate(following, limit)
        lines = [
            self._at_the_end(there, reply).before(move)
            for move, there, reply in zip(moves, following, replies, strict=True)
        ]
        return max(lines, key=lambda evaluation: evaluation.centipawns)

    def _at_the_end(self, board: chess.Board, answer: Evaluation) -> Evaluation:
        """The evaluation with the truth about the first position of the line that tables reach."""
        walk = board.copy(stack=False)
        for ply in range(len(answer.line) + 1):
            if chess.popcount(walk.occupied) <= MOST_MEN or ply == len(answer.line):
                result = self.tables.result(walk)
                if result is not None:
                    mine = result if walk.turn == board.turn else -result
                    if ply and mine != Result.DRAW and Evaluation(answer.score).centipawns * mine < CONVINCED:
                        return answer
                    return replace(answer, score=_score(answer.score, mine))
            if ply < len(answer.line):
                walk.push(answer.line[ply])
        return answer

    def _kept(self, board: chess.Board, line: tuple[chess.Move, ...]) -> tuple[chess.Move, ...]:
        """The line as far as neither side gives anything away."""
        walk = board.copy(stack=False)
        for ply, move in enumerate(line):
            before = self.tables.result(walk)
            walk.push(move)
            there = evaluation_if_over(walk)
            result = self.tables.result(walk)
            if ply and there is None and (result is None or before is None or -result != before):
                return line[:ply]
        return line


def _score(score: Score, result: Result) -> Score:
    if result == Result.DRAW:
        return Cp(0)
    if score.is_mate() and (score > Cp(0)) == (result > 0):
        return score
    worth = Evaluation(score).centipawns * result
    return Cp(result * (DECISIVE + max(0, min(MOST_ON_TOP, worth))))


def _verdict(score: Score) -> int:
    worth = Evaluation(score).centipawns
    return 0 if abs(worth) < EVEN else 1 if worth > 0 else -1
