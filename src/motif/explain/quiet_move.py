"""Define `QuietMove`, a move that wins nothing by force, and `Claim`, one thing that it does; find natural moves.

The natural moves, such as castling and developing, are those that a player would look at first; the explanation of a
quiet move compares it with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import chess

from motif._core.board import Positions
from motif.board.material import Phase, phase_of
from motif.board.moves import MoveOnBoard
from motif.engines.evaluator import Evaluation, Evaluator, after, legal_moves
from motif.engines.limits import Limit
from motif.explain.found import FoundReason
from motif.explain.kinds import PointKind

LARGEST_CP = 2_000
"""Evaluations are capped at this: beyond it, differences do not matter."""

MATE_SEEN = 3
"""A player at the board sees a mate in at most this many moves."""


class QuietMove(MoveOnBoard):
    """A move that wins nothing by force, with the engine's line, its evaluation and the engine."""

    def __init__(self, explanation: FoundReason, evaluator: Evaluator, limit: Limit) -> None:
        super().__init__(explanation.line.start, explanation.move, explanation.evaluation.line)
        self.explanation = explanation
        self.evaluator = evaluator
        self.limit = limit
        self.value_cp = cut(explanation.evaluation.centipawns)
        """The evaluation for the side that moves, in centipawns, capped."""

    def evaluate(self, boards: Sequence[chess.Board], plies_deeper: int = 0) -> list[Evaluation]:
        """Return the engine's evaluations, each for the side to move."""
        return self.evaluator.evaluate(boards, self.limit.deeper(plies_deeper) if plies_deeper else self.limit)


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that a move does: a clause that was checked, and the squares that it is about."""

    kind: PointKind
    clause: str
    squares: tuple[chess.Square, ...] = ()
    name: str = ""
    """The name of the idea or phrase."""
    goes_first: bool = False
    """Whether the clause reads better before another one, as in "develops the bishop and attacks …"."""
    otherwise: tuple[str, str] | None = None
    """The opponent's move that would follow if the threat were not met, and its result."""
    without: chess.Board | None = None
    """The board after a pass, on which the claim was checked."""
    check: str = ""
    """A sentence on what happens on that board."""


def cut(centipawns: int) -> int:
    """Cap an evaluation at LARGEST_CP for both sides."""
    return max(-LARGEST_CP, min(LARGEST_CP, centipawns))


def mates_soon(answer: Evaluation) -> bool:
    """Return whether the side to move has a mate that a player would see."""
    mate = answer.score.mate()
    return mate is not None and 0 < mate <= MATE_SEEN


def natural_moves(board: chess.Board) -> list[chess.Move]:
    """Return the moves that lose nothing on their target square, those that a player considers first at the front."""
    safe = [move for move in safe_moves(board) if not _allows_en_passant(board, move)]
    return sorted(safe, key=lambda move: _naturalness(board, move), reverse=True)


def safe_moves(board: chess.Board, origin: chess.Square | None = None) -> list[chess.Move]:
    """Return the moves that lose nothing on their target square; with `origin`, only those of that piece."""
    column = Positions.from_boards([board])
    values = dict(zip(column.legal_moves()[0], column.exchange_values(), strict=True))
    return [move for move in legal_moves(board) if values[move] >= 0 and origin in (None, move.from_square)]


def is_inviting(board: chess.Board, move: chess.Move) -> bool:
    """Return whether a player would consider a move before most others; central pawn moves only in the opening."""
    return _naturalness(board, move)[0] >= (1 if phase_of(board) is Phase.OPENING else 2)


def _allows_en_passant(board: chess.Board, move: chess.Move) -> bool:
    if board.piece_type_at(move.from_square) != chess.PAWN or abs(move.to_square - move.from_square) != 16:
        return False
    return after(board, move).has_legal_en_passant()


def _naturalness(board: chess.Board, move: chess.Move) -> tuple[int, int]:
    """Rank castling, development, captures and checks, central pawns, and the rest by distance to the centre."""
    kind, at_home = board.piece_type_at(move.from_square), chess.BB_BACKRANKS
    file, rank = chess.square_file(move.to_square), chess.square_rank(move.to_square)
    to_the_middle = -max(abs(2 * file - 7), abs(2 * rank - 7))
    if board.is_castling(move):
        return 4, 0
    if kind in (chess.KNIGHT, chess.BISHOP) and chess.BB_SQUARES[move.from_square] & at_home:
        return 3, to_the_middle
    if board.is_capture(move) or board.gives_check(move):
        return 2, to_the_middle
    if kind == chess.PAWN and 2 <= file <= 5:
        return 1, to_the_middle
    return 0, to_the_middle
