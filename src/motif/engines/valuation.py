"""What every move is worth: an evaluator is asked about the positions after the moves, many at once.

value(move) = the value of the position after it, seen by whoever made it. An evaluator that compares the moves of a
position itself, as engines do, may be asked to do so instead: that is one search for all moves, and each is looked at
one ply less.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import chess

from motif.engines.evaluator import Evaluation, Evaluator, SupportsCandidates
from motif.engines.limits import Limit
from motif.runtime.parallel import Progress, Watch, unwatched

BOARDS_AT_ONCE = 64
"""Some two thousand positions: enough for every core, and few enough to wait for."""

MoveValues = dict[chess.Move, Evaluation]
"""For each move how good it is for whoever makes it, and a line that begins with it."""


def after(board: chess.Board, move: chess.Move) -> chess.Board:
    """The position after a move, without the moves that led to it; the board itself stays as it is.

    >>> after(chess.Board(), chess.Move.from_uci("e2e4")).fen()
    'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1'
    """
    following = board.copy(stack=False)
    following.push(move)
    return following


def legal_moves(board: chess.Board) -> list[chess.Move]:
    """The legal moves in the order of their names, which is the same whoever generates them."""
    return sorted(board.legal_moves, key=chess.Move.uci)


def top_moves(board: chess.Board, evaluator: Evaluator, limit: Limit, count: int) -> list[Evaluation]:
    """The best moves of a position, each with its line, best first.

    An evaluator that compares moves is asked to; any other about the position after each.
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
    """For each board the value of every legal move, or of those in `moves`, in that order; empty when there is none.

    With `compared` an engine that lists its candidates is asked for them. Where it leaves one out, and for every other
    evaluator, the positions after the moves are evaluated.
    """
    questions = list(zip(boards, map(legal_moves, boards) if moves is None else moves, strict=True))
    valued: list[MoveValues] = []
    for start in range(0, len(boards), BOARDS_AT_ONCE):
        batch = questions[start : start + BOARDS_AT_ONCE]
        listed = [_listed(board, some, evaluator, limit) if compared else None for board, some in batch]
        unknown = [question for question, values in zip(batch, listed, strict=True) if values is None]
        judged = _judged(unknown, evaluator, limit)
        valued += [next(judged) if values is None else values for values in listed]
        watch(Progress(len(valued), len(boards)))
    return valued


def _listed(board: chess.Board, moves: Sequence[chess.Move], evaluator: Evaluator, limit: Limit) -> MoveValues | None:
    """What the engine says when it compares the moves itself; None where that does not reach all that are asked for."""
    if not moves or not isinstance(evaluator, SupportsCandidates):
        return None
    values = {
        evaluation.best: evaluation for evaluation in evaluator.candidates(board, limit, board.legal_moves.count())
    }
    return {move: values[move] for move in moves} if values.keys() >= set(moves) else None


def _judged(
    questions: Sequence[tuple[chess.Board, Sequence[chess.Move]]], evaluator: Evaluator, limit: Limit
) -> Iterator[MoveValues]:
    following = [after(board, move) for board, moves in questions for move in moves]
    answers = iter(evaluator.evaluate(following, limit) if following else [])
    for _, moves in questions:
        yield {move: next(answers).before(move) for move in moves}


# What a side threatens: let the other side pass, and see what it wins.


@dataclass(frozen=True, slots=True)
class Threat:
    """What would come if a side passed: the board after the pass, and the line that an evaluator expects from there."""

    board: chess.Board
    evaluation: Evaluation

    @property
    def by(self) -> chess.Color:
        """The side that threatens."""
        return self.board.turn


def passed(board: chess.Board) -> chess.Board | None:
    """The board when the side to move does nothing; None when it is in check, or nobody could move after it.

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
    """For each board what the side that is not to move would do if the other passed; None where nobody can pass."""
    after_pass = [passed(board) for board in boards]
    asked = [board for board in after_pass if board is not None]
    answers = iter(evaluator.evaluate(asked, limit) if asked else [])
    return [None if board is None else Threat(board, next(answers)) for board in after_pass]


def threats_of_both(board: chess.Board, evaluator: Evaluator, limit: Limit) -> dict[chess.Color, Threat | None]:
    """For each side what it would do if it were the other's turn to pass: one of them is to move anyway."""
    (theirs,) = find_threats([board], evaluator, limit)
    own = board.copy(stack=False)
    (answer,) = evaluator.evaluate([own], limit)
    return {board.turn: Threat(own, answer), not board.turn: theirs}
