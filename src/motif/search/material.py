"""Find out how much material moves gain, by a search that counts nothing else."""

from __future__ import annotations

import chess
import numpy as np
from numpy.typing import NDArray

from motif._core.board import Positions, encode_move
from motif._core.search import Searcher
from motif.board.material import balance
from motif.engines.evaluator import LARGEST_ADVANTAGE_CP
from motif.search.evaluation import Weights
from motif.search.settings import Mode, SearchSettings, Techniques

MATERIAL_ALONE = Weights(1.0, 0.0, 0.0)

MORE_THAN_LEGAL_MOVES = 256


def material_values(positions: Positions, depth: int) -> NDArray[np.float64]:
    """Return each legal move's material balance after best play to this depth, in centipawns, for all positions."""
    legal = positions.legal_moves()
    values = np.zeros(len(legal.codes))
    searcher = SearchSettings(weights=MATERIAL_ALONE, mode=Mode.PAPER).searcher()
    lines = searcher.search_all(positions, depth=depth, multi_pv=MORE_THAN_LEGAL_MOVES)
    for begin, end, info in zip(legal.offsets[:-1], legal.offsets[1:], lines, strict=True):
        worth = {encode_move(line.moves[0]): line.centipawns for line in info.lines}
        values[begin:end] = [worth[int(code)] for code in legal.codes[begin:end]]
    return values


MATE_GAIN = 10.0
"""The gain of a mate in pawns: more than a queen."""

# Gains are compared for equality while pieces are removed, so no technique may prune or reduce a move.
EXACT = SearchSettings(
    weights=MATERIAL_ALONE,
    hash_megabytes=1,
    techniques=Techniques(null_move=False, late_move_reductions=False, check_extensions=False, futility=False),
)


class MaterialLook:
    """Finds the material that a move gains against best play, by a search of `plies` plus quiescence. Picklable."""

    def __init__(self, plies: int) -> None:
        self._plies = plies
        self._searcher: Searcher | None = None

    def __call__(self, board: chess.Board, move: chess.Move) -> tuple[float, chess.Move | None]:
        """Return the gain of a move in pawns, and the best reply, or None if the game is over."""
        after = board.copy(stack=False)
        after.push(move)
        if after.is_checkmate():
            return MATE_GAIN, None
        if not any(after.legal_moves):
            return 0.0, None
        if _may_run_out(after):
            value, reply = _plain(after, self._plies, -_INFINITE, _INFINITE)
            return (-value if abs(value) == MATE_GAIN else -value - balance(board, board.turn)), reply
        if self._searcher is None:
            self._searcher = EXACT.searcher()
        # Transposition-table entries from other positions must not change the answer.
        self._searcher.new_game()
        line = self._searcher.search(after, depth=self._plies).lines[0]
        if abs(line.centipawns) > LARGEST_ADVANTAGE_CP:
            return (-MATE_GAIN if line.centipawns > 0 else MATE_GAIN), line.moves[0]
        return -line.centipawns / 100 - balance(board, board.turn), line.moves[0]

    def __reduce__(self) -> tuple[type[MaterialLook], tuple[int]]:
        return MaterialLook, (self._plies,)


_INFINITE = 1e9


def _may_run_out(board: chess.Board) -> bool:
    """Say whether one or two captures may leave too little material to mate."""
    return chess.popcount(board.pawns | board.rooks | board.queens) <= 2


def _plain(board: chess.Board, plies: int, low: float, high: float) -> tuple[float, chess.Move | None]:
    """Return the material value for the side to move by alpha-beta with quiescence, and the best move."""
    moves = sorted(board.legal_moves, key=lambda move: (not board.is_capture(move), move.uci()))
    if not moves:
        return (-MATE_GAIN if board.is_check() else 0.0), None
    best, best_move = -_INFINITE, None
    if plies <= 0 and not board.is_check():
        best = float(balance(board, board.turn))
        moves = [move for move in moves if board.is_capture(move) or move.promotion]
    for move in moves:
        if max(best, low) >= high:
            break
        board.push(move)
        value = -_plain(board, plies - 1, -high, -max(best, low))[0]
        board.pop()
        if value > best:
            best, best_move = value, move
    return best, best_move
