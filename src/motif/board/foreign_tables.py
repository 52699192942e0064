"""Other people's tables as an oracle: the Syzygy or Gaviota files that a user has, read by python-chess.

Syzygy tables know who wins under the fifty-move rule, for up to seven men, but no distance to mate; Gaviota tables
know the distance to mate and no fifty-move rule, for up to five.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from pathlib import Path

import chess
from chess.engine import Cp, Score

from motif.board.limits import Limit
from motif.board.oracles import LARGEST_ADVANTAGE, Evaluation, settled
from motif.board.tablebases import Exact
from motif.board.valuation import after, legal_moves
from motif.errors import BadFile, BadPosition

_WIN = 2
_DOWNLOAD = "name the folder that holds the *.rtbw and *.rtbz files of Syzygy, or the *.gtb.cp4 files of Gaviota"


class ForeignTables(ABC):
    """Tables from files: the result of a position, and as an oracle its score and best move. Close it after use."""

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
        over = settled(board)
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
        return side, Cp(side * (LARGEST_ADVANTAGE - abs(zeroing)))


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
