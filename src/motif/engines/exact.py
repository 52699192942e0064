"""Look up positions in endgame tablebases, and correct an evaluator's scores by them.

`open_tables` reads the Syzygy or Gaviota files that a user has, with python-chess. `ExactResults` gives results with
best play, `ExactEvaluator` corrected scores. The tables may cover the position itself, or only the end of the
evaluator's line. A draw scores 0. A win scores TABLE_WIN_CP plus a part of the evaluator's own score, so that its
preference among winning moves still counts; a mate that agrees with the tables stays a mate. If the tables contradict
the evaluator's line, the other moves are evaluated, and the best of them replaces it.
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
    SupportsCacheKey,
    SupportsCandidates,
    SupportsTerms,
    after,
    evaluate_game,
    evaluation_if_over,
    legal_moves,
)
from motif.engines.limits import Limit
from motif.engines.small_tables import MOST_PIECES, ExactValue, Result, ShippedTables
from motif.errors import BadFile, BadPosition
from motif.runtime.files import ClosedAfterUse, close

_WIN = 2
"""What python-chess returns for a win that the fifty-move rule does not prevent."""

_FOLDER_HINT = "give a folder with the *.rtbw and *.rtbz files of Syzygy, or with the *.gtb.cp4 files of Gaviota"

TABLE_WIN_CP = 5_000
"""The minimum score of a table win."""

MOST_OWN_SCORE_CP = 1_000
"""The most that the evaluator's own score can add to a table win."""

MOST_PIECES_CORRECTED = MOST_PIECES + 2
"""With more pieces, kings and pawns included, lines of ordinary depth do not reach the tables, so they are not used."""

CONVINCING_ADVANTAGE_CP = 300
"""A table win at the end of a line counts only if the evaluator also sees at least this advantage. Otherwise the loser
may have gone wrong on the line, because the evaluator does not know the tables."""

LARGEST_DRAWISH_CP = 100
"""A score below this counts as a draw."""


class TableFiles(ABC):
    """An evaluator that reads tablebase files in a folder. Close it after use."""

    name: str

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @abstractmethod
    def close(self) -> None:
        """Close the files."""

    @abstractmethod
    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        """Return the result for the side to move, and a score for comparing moves."""

    def result(self, board: chess.Board) -> int:
        """Return 1, 0 or -1 for the side to move, with best play; raises BadPosition if no file has the position."""
        return self._result_and_score(board)[0]

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        """Return scores, each with a best move; the limit is ignored."""
        answers = []
        for board in boards:
            # On ties, take the first move by name, so that the answer does not depend on the move generator.
            after_move = {move: self._result_and_score(after(board, move))[1] for move in legal_moves(board)}
            line = (min(after_move, key=after_move.__getitem__),) if after_move else ()
            answers.append(Evaluation(self._result_and_score(board)[1], line))
        return answers

    def _result_and_score(self, board: chess.Board) -> tuple[int, Score]:
        over = evaluation_if_over(board)
        if over is None:
            return self._look_up(board)
        return (-1 if over.score.is_mate() else 0), over.score

    def _not_covered(self, board: chess.Board, why: object) -> BadPosition:
        return BadPosition(f"no table in {self.folder} covers {board.fen()}: {why}")


class SyzygyTables(TableFiles):
    """Syzygy files, which give the result under the fifty-move rule and the plies to the next capture or pawn move."""

    name = "syzygy"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import chess.syzygy  # a large module that few users need

        self._files = chess.syzygy.open_tablebase(str(folder))

    def close(self) -> None:
        self._files.close()

    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        try:
            wdl, dtz = self._files.probe_wdl(board), self._files.probe_dtz(board)
        except KeyError as error:
            raise self._not_covered(board, error.args[0]) from None
        if abs(wdl) < _WIN:
            # A draw, or a win that the fifty-move rule prevents.
            return 0, Cp(0)
        # The sooner the next capture or pawn move, the better for the winner; engines score it the same way.
        sign = wdl // _WIN
        return sign, Cp(sign * (LARGEST_ADVANTAGE_CP - abs(dtz)))


class GaviotaTables(TableFiles):
    """Gaviota files, which give the distance to mate, without the fifty-move rule."""

    name = "gaviota"

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        import chess.gaviota  # a large module that few users need

        self._files = chess.gaviota.open_tablebase(str(folder))

    def close(self) -> None:
        self._files.close()

    def _look_up(self, board: chess.Board) -> tuple[int, Score]:
        try:
            exact = ExactValue(self._files.probe_wdl(board), abs(self._files.probe_dtm(board)))
        except KeyError as error:
            raise self._not_covered(board, error.args[0]) from None
        return exact.result, exact.evaluation.score


def open_tables(folder: Path) -> TableFiles:
    """Open the tables in a folder, Syzygy's if there are both kinds; raises BadFile if there are none."""
    if not folder.is_dir():
        raise BadFile(f"there is no folder {folder}", hint=_FOLDER_HINT)
    if any(folder.glob("*.rtbw")):
        if not any(folder.glob("*.rtbz")):
            raise BadFile(f"{folder} has Syzygy's *.rtbw files, but none of the *.rtbz files", hint=_FOLDER_HINT)
        return SyzygyTables(folder)
    if any(folder.glob("*.gtb.cp4")):
        return GaviotaTables(folder)
    raise BadFile(f"there are no tables in {folder}", hint=_FOLDER_HINT)


class ExactResults(ClosedAfterUse):
    """Results with best play, from the shipped tables and the user's own; None if no table has the position.

    >>> board = chess.Board("8/4k3/8/8/4K3/4P3/8/8 w - - 0 1")
    >>> [board.san(move) for move in ExactResults().moves_that_keep(board)]
    ['Kd5', 'Ke5', 'Kf5']
    """

    def __init__(self, files: TableFiles | None = None, shipped: ShippedTables | None = None) -> None:
        self._files = files
        self._shipped = shipped or ShippedTables()

    def result(self, board: chess.Board) -> Result | None:
        """Return the result for the side to move, or None; earlier moves of the game are ignored."""
        known = self._shipped.result(board)
        if known is not None or self._files is None:
            return known
        try:
            return Result(self._files.result(board))
        except BadPosition:
            return None

    def results(self, board: chess.Board) -> dict[chess.Move, Result] | None:
        """Return the result of every legal move for the side that makes it; None if any of them is unknown."""
        results: dict[chess.Move, Result] = {}
        for move in legal_moves(board):
            result = self.result(after(board, move))
            if result is None:
                return None
            results[move] = -result
        return results

    def moves_that_keep(self, board: chess.Board) -> list[chess.Move] | None:
        """Return the moves that keep the win or draw (all moves in a lost position); None if a table is missing."""
        results = self.results(board)
        if results is None:
            return None
        best = max(results.values(), default=Result.LOSS)
        return [move for move, result in results.items() if result == best]

    def close(self) -> None:
        close(self._files)


class ExactEvaluator(ClosedAfterUse):
    """Corrects another evaluator with tables. Close it, or use it in a `with` statement.

    In positions with more than `most_pieces` pieces the evaluator's answer stays as it is.
    """

    def __init__(
        self, evaluator: Evaluator, tables: ExactResults | None = None, most_pieces: int = MOST_PIECES_CORRECTED
    ) -> None:
        self.evaluator = evaluator
        self.tables = tables or ExactResults()
        self.most_pieces = most_pieces

    @property
    def name(self) -> str:
        return self.evaluator.name

    def evaluate(self, boards: Sequence[chess.Board], limit: Limit) -> list[Evaluation]:
        answers = self.evaluator.evaluate(boards, limit)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def evaluate_game(self, boards: Sequence[chess.Board], limit: Limit, *, again: bool = False) -> list[Evaluation]:
        """Evaluate the positions of a game together, and correct the scores with tables."""
        answers = evaluate_game(self.evaluator, boards, limit, again=again)
        return [self._corrected(board, answer, limit) for board, answer in zip(boards, answers, strict=True)]

    def candidates(self, board: chess.Board, limit: Limit, count: int) -> list[Evaluation]:
        """Return the best moves, each with its line, best first; empty if the evaluator cannot compare moves."""
        if not isinstance(self.evaluator, SupportsCandidates):
            return []
        lines = self.evaluator.candidates(board, limit, count)
        if chess.popcount(board.occupied) > self.most_pieces:
            return lines
        return sorted((self._at_the_end(board, line) for line in lines), key=lambda line: -line.centipawns)

    def terms(self, board: chess.Board, side: chess.Color) -> dict[str, float]:
        """Return the terms of the value, in centipawns; empty if the evaluator has none."""
        return self.evaluator.terms(board, side) if isinstance(self.evaluator, SupportsTerms) else {}

    def cache_key(self, board: chess.Board, limit: Limit, lines: int) -> CacheKey | None:
        """Return the evaluator's key, with the correction by tables added to its options."""
        if not isinstance(self.evaluator, SupportsCacheKey):
            return None
        key = self.evaluator.cache_key(board, limit, lines)
        return key and key._replace(options=f"{key.options} exact to {self.most_pieces}")

    def nodes_visited(self) -> int:
        """Return the number of positions that the evaluator has searched, or 0 if it does not count them."""
        counting = getattr(self.evaluator, "nodes_visited", None)
        return int(counting()) if counting else 0

    def close(self) -> None:
        close(self.evaluator)
        close(self.tables)

    def __repr__(self) -> str:
        return f"ExactEvaluator({self.evaluator!r}, most_pieces={self.most_pieces})"

    def _corrected(self, board: chess.Board, answer: Evaluation, limit: Limit) -> Evaluation:
        """Return the answer with the tables' result, or the best other move if they contradict the answer's line.

        Where the tables know the result of every move, the move must be one of those with the best result. Otherwise
        the first covered position on the line decides; if it changes who is better, all moves are compared.
        """
        if chess.popcount(board.occupied) > self.most_pieces or not answer.line:
            return answer
        results = self.tables.results(board)
        if results:
            best = max(results.values())
            if results[answer.line[0]] != best:
                answer = self._best(board, [move for move, result in results.items() if result == best], limit)
            return replace(answer, score=_score(answer.score, best), line=self._sound_part(board, answer.line))
        corrected = self._at_the_end(board, answer)
        if _verdict(corrected.score) == _verdict(answer.score):
            return corrected
        return self._best(board, legal_moves(board), limit)

    def _best(self, board: chess.Board, moves: Sequence[chess.Move], limit: Limit) -> Evaluation:
        """Evaluate the positions after these moves, and return the best move with its line and corrected score."""
        following = [after(board, move) for move in moves]
        replies = self.evaluator.evaluate(following, limit)
        lines = [
            self._at_the_end(there, reply).before(move)
            for move, there, reply in zip(moves, following, replies, strict=True)
        ]
        return max(lines, key=lambda evaluation: evaluation.centipawns)

    def _at_the_end(self, board: chess.Board, answer: Evaluation) -> Evaluation:
        """Return the evaluation, corrected by the first position on its line of which the tables know the result."""
        walk = board.copy(stack=False)
        for ply in range(len(answer.line) + 1):
            if chess.popcount(walk.occupied) <= MOST_PIECES or ply == len(answer.line):
                result = self.tables.result(walk)
                if result is not None:
                    own = result if walk.turn == board.turn else -result
                    seen_cp = Evaluation(answer.score).centipawns * own
                    if ply and own != Result.DRAW and seen_cp < CONVINCING_ADVANTAGE_CP:
                        return answer
                    return replace(answer, score=_score(answer.score, own))
            if ply < len(answer.line):
                walk.push(answer.line[ply])
        return answer

    def _sound_part(self, board: chess.Board, line: tuple[chess.Move, ...]) -> tuple[chess.Move, ...]:
        """Return the line, cut off before the first later move that the tables do not confirm to keep the result."""
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
    own_cp = Evaluation(score).centipawns * result
    return Cp(result * (TABLE_WIN_CP + max(0, min(MOST_OWN_SCORE_CP, own_cp))))


def _verdict(score: Score) -> int:
    value = Evaluation(score).centipawns
    return 0 if abs(value) < LARGEST_DRAWISH_CP else 1 if value > 0 else -1
