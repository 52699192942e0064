"""Read the Syzygy or Gaviota tablebase files that a user has, with python-chess."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import chess
from chess.engine import Cp, Score

from motif.engines.evaluator import LARGEST_ADVANTAGE_CP, Evaluation, after, evaluation_if_over, legal_moves
from motif.engines.limits import Limit
from motif.engines.small_tables import ExactValue
from motif.errors import BadFile, BadPosition

_WIN = 2
"""What python-chess returns for a win that the fifty-move rule does not prevent."""

_FOLDER_HINT = "give a folder with the *.rtbw and *.rtbz files of Syzygy, or with the *.gtb.cp4 files of Gaviota"


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
        return [self._evaluate(board) for board in boards]

    def _result_and_score(self, board: chess.Board) -> tuple[int, Score]:
        over = evaluation_if_over(board)
        if over is None:
            return self._look_up(board)
        return (-1 if over.score.is_mate() else 0), over.score

    def _evaluate(self, board: chess.Board) -> Evaluation:
        score = self._result_and_score(board)[1]
        # On ties, take the first move by name, so that the answer does not depend on the move generator.
        moves = legal_moves(board)
        best = min(moves, key=lambda move: self._score_after(board, move), default=None)
        return Evaluation(score, (best,) if best else ())

    def _score_after(self, board: chess.Board, move: chess.Move) -> Score:
        return self._result_and_score(after(board, move))[1]

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
        """Close the files."""
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
        """Close the files."""
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
