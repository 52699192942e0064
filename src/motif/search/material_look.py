"""What a move gains in material after the best reply, as a short search with captures seen through finds it.

gain = material after the best play of so many plies minus material before the move, in pawns. A mate counts ten pawns.

Who asks removes men one by one, down to a knight, a pawn and the kings. There the search of the core would see a draw
for want of material and not the pawn that is won; so the last few men are looked at by the plain search below, which
counts and knows no draws.
"""

from __future__ import annotations

import chess

from motif._core.search import Searcher
from motif.board.material import balance
from motif.board.oracles import LARGEST_ADVANTAGE
from motif.search.heuristic import Weights
from motif.search.settings import SearchSettings, Techniques

MATE_GAIN = 10.0
"""More than the queen."""

# Nothing that may leave a move out: a gain is compared for equality while men are removed.
EXACT = SearchSettings(
    weights=Weights(1.0, 0.0, 0.0),
    hash_megabytes=1,
    techniques=Techniques(null_move=False, late_move_reductions=False, check_extensions=False, futility=False),
)


class MaterialLook:
    """Looks so many plies ahead of a move; may be pickled."""

    def __init__(self, plies: int) -> None:
        self._plies = plies
        self._searcher: Searcher | None = None

    def __call__(self, board: chess.Board, move: chess.Move) -> tuple[float, chess.Move | None]:
        """What a move gains in pawns, and the best reply; None where the game is over."""
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
        # What another position left in the table must not change the answer.
        self._searcher.new_game()
        line = self._searcher.search(after, depth=self._plies).lines[0]
        if abs(line.centipawns) > LARGEST_ADVANTAGE:
            return (-MATE_GAIN if line.centipawns > 0 else MATE_GAIN), line.moves[0]
        return -line.centipawns / 100 - balance(board, board.turn), line.moves[0]

    def __reduce__(self) -> tuple[type[MaterialLook], tuple[int]]:
        return MaterialLook, (self._plies,)


_INFINITE = 1e9


def _may_run_out(board: chess.Board) -> bool:
    """Whether a capture or two may leave too little to mate with."""
    return chess.popcount(board.pawns | board.rooks | board.queens) <= 2


def _plain(board: chess.Board, plies: int, low: float, high: float) -> tuple[float, chess.Move | None]:
    """Alpha-beta on material for the side to move, captures and promotions seen through; and the first move."""
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
