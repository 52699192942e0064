"""Value every legal move of a position, and find what each side threatens.

value(move) = the value of the position after it, seen by the side that made it. An engine that lists several moves can
value them all in one search instead; each move is then seen one ply less deep.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from motif.engines.evaluator import Evaluation, Evaluator, SupportsCandidates
from motif.engines.limits import Limit
from motif.runtime.parallel import Progress, Watch, unwatched

BOARDS_AT_ONCE = 64
"""About two thousand positions after moves: enough for every core, and few enough between two progress reports."""

MoveValues = dict[chess.Move, Evaluation]
"""For each move its value for the side that makes it, with a line that begins with the move."""


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """Return the position after a move as a new board, without its history.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    following = board.copy(stack=False)
    following.push(move)
    return following


def legal_moves(board: chess.Board) -> list[chess.Move]:
    """Return the legal moves sorted by name, so that results do not depend on a move generator."""
    return sorted(board.legal_moves, key=chess.Move.uci)


def top_moves(board: chess.Board, evaluator: Evaluator, limit: Limit, count: int) -> list[Evaluation]:
    """Return the best moves of a position, each with its line, best first.

    An evaluator that compares moves does so in one search; any other evaluates the position after each move.
    """
    compared = evaluator.candidates(board, limit, count) if isinstance(evaluator, SupportsCandidates) else []
    if len(compared) >= min(count, board.legal_moves.count()):
        return compared
    (values,) = value_moves([board], evaluator, limit)
    return sorted(values.values(), key=lambda line: -line.centipawns)[:count]


def value_moves(
    boards: Sequence[chess.Board],
    evaluator: Evaluator,
    limit: Limit,
    *,
    moves: Sequence[Sequence[chess.Move]] | None = None,
    compared: bool = False,
    watch: Watch = unwatched,
) -> list[MoveValues]:
    """Return for each board the values of its legal moves, or of those in `moves`, in that order.

    With `compared` an engine that can list several moves values them in one search. If it leaves one out, and for every
    other evaluator, the positions after the moves are evaluated.
    """
    questions = list(zip(boards, map(legal_moves, boards) if moves is None else moves, strict=True))
    valued: list[MoveValues] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        batch = questions[start : start + BOARDS_AT_ONCE]
        listed = [_listed(board, some, evaluator, limit) if compared else None for board, some in batch]
        unknown = [question for question, values in zip(batch, listed, strict=True) if values is None]
        answers = _evaluated(unknown, evaluator, limit)
        valued += [next(answers) if values is None else values for values in listed]
        watch(Progress(len(valued), len(boards)))
    return valued


def _listed(board: chess.Board, moves: Sequence[chess.Move], evaluator: Evaluator, limit: Limit) -> MoveValues | None:
    """Return the values from one search over all moves; None if the engine does not list all that are wanted."""
    if not moves or not isinstance(evaluator, SupportsCandidates):
        return None
    values = {
        evaluation.best: evaluation for evaluation in evaluator.candidates(board, limit, board.legal_moves.count())
    }
    return {move: values[move] for move in moves} if values.keys() >= set(moves) else None


def _evaluated(
    questions: Sequence[tuple[chess.Board, Sequence[chess.Move]]], evaluator: Evaluator, limit: Limit
) -> Iterator[MoveValues]:
    following = [after(board, move) for board, moves in questions for move in moves]
    answers = iter(evaluator.evaluate(following, limit) if following else [])
    for _, moves in questions:
        yield {move: next(answers).before(move) for move in moves}


# Find threats: let one side pass and see what the other side wins.


@dataclass(frozen=True, slots=True)
class Threat:
    """The board after one side has passed, and the evaluator's line for the other side."""

    board: chess.Board
    evaluation: Evaluation

    @property
    def by(self) -> chess.Color:
        """The side that threatens."""
        return self.board.turn


def passed(board: chess.Board) -> chess.Board | None:
    """Return the board after a pass; None if the side to move is in check, or the other side has no move then.

    >>> passed(chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).fen()
    '4k3/8/8/8/8/8/8/4K2R b K - 1 1'
    >>> passed(chess.Board("4k2R/8/8/8/8/8/8/4K3 b - - 0 1")) is None
    True
    """
    if board.is_check():
        return None
    other = board.copy(stack=False)
    other.push(chess.Move.null())
    other.clear_stack()
    return other if other.is_valid() and any(other.legal_moves) else None


def find_threats(boards: Sequence[chess.Board], evaluator: Evaluator, limit: Limit) -> list[Threat | None]:
    """Return for each board what the side to move would face if it passed; None where it cannot pass."""
    after_pass = [passed(board) for board in boards]
    wanted = [board for board in after_pass if board is not None]
    answers = iter(evaluator.evaluate(wanted, limit) if wanted else [])
    return [None if board is None else Threat(board, next(answers)) for board in after_pass]
